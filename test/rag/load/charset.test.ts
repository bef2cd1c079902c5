import { describe, expect, it } from "vitest";
import { type CharsetHints, decodeText } from "../../../src/rag/load/charset.ts";

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);
/** For characters that windows-1252 and Unicode number alike. */
const latin = (text: string): Uint8Array => Uint8Array.from(text, (character) => character.charCodeAt(0));
const html = { markup: true };
const header = (charset: string): CharsetHints => ({
  contentType: `text/html; charset=${charset}`,
  markup: true,
});

describe("decodeText", () => {
  it.each([
    ["utf-8", [0xef, 0xbb, 0xbf, 0xc3, 0xa9]],
    ["utf-16le", [0xff, 0xfe, 0xe9, 0]],
    ["utf-16be", [0xfe, 0xff, 0, 0xe9]],
  ])("reads a byte order mark of %s, whatever else is said", (_, bytes) => {
    expect(decodeText(new Uint8Array(bytes), header("shift_jis"))).toBe("é");
  });

  it.each(["iso-8859-1", "windows-1252", '"ISO-8859-1"', "latin1", "x-user-defined"])(
    "reads %s by the header",
    (name) => {
      expect(decodeText(latin("café, déjà vu"), header(name))).toBe("café, déjà vu");
    },
  );

  it.each([
    ['<meta charset="iso-8859-7">'],
    ["<META charset=iso-8859-7 />"],
    [
      '<!-- <meta charset="utf-8"> --><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-7">',
    ],
    ["<?xml version='1.0' encoding='iso-8859-7'?><html>"],
    ['<meta name="description" content="charset=utf-16"><meta charset="iso-8859-7">'],
  ])("reads the charset of %j", (head) => {
    const bytes = new Uint8Array([...latin(head), 0xe1, 0xe2, 0xe3]);
    expect(decodeText(bytes, html)).toBe(`${head}αβγ`);
    expect(decodeText(bytes)).not.toContain("αβγ");
  });

  it("looks for it in the first 1,024 bytes only", () => {
    const late = `${" ".repeat(1_100)}<meta charset="iso-8859-7">`;
    expect(decodeText(new Uint8Array([...latin(late), 0xe9]), html).at(-1)).toBe("é");
  });

  it("takes a header's word before the page's", () => {
    const bytes = new Uint8Array([...latin('<meta charset="iso-8859-7">'), 0xe9, 0xe8]);
    expect(decodeText(bytes, header("windows-1252")).slice(-2)).toBe("éè");
  });

  it.each(["windows-1252", "iso-8859-15", "koi8-r", "utf-8", "nonsense", "utf-7"])(
    "reads UTF-8 that is called %s",
    (name) => {
      expect(decodeText(utf8("Größe – 潮 🌊"), header(name))).toBe("Größe – 潮 🌊");
    },
  );

  it.each(["utf-8", "nonsense", ""])("reads windows-1252 that is called %j", (name) => {
    const bytes = new Uint8Array([...latin("na\xefve caf\xe9 "), 0x93, 0x94, 0x80]);
    expect(decodeText(bytes, header(name))).toBe("naïve café “”€");
  });

  it("keeps UTF-8 with a few broken bytes", () => {
    const bytes = new Uint8Array([...utf8("Größe, Länge, Höhe, "), 0xff, ...utf8(" – Ende"), 0xc3]);
    expect(decodeText(bytes, html)).toBe("Größe, Länge, Höhe, \ufffd – Ende\ufffd");
  });

  it("takes a page that says of itself to be UTF-16 for UTF-8, since it could be read", () => {
    expect(decodeText(utf8('<meta charset="utf-16">é'), html)).toBe('<meta charset="utf-16">é');
  });

  it("reads nothing as nothing", () => {
    expect(decodeText(new Uint8Array(0), html)).toBe("");
  });
});
