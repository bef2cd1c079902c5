import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readJson } from "../../src/schema/read-json.ts";

const json = fc.jsonValue({ maxDepth: 4, stringUnit: "binary" });
const container = json.filter((value) => typeof value === "object" && value !== null);
const prose = fc.stringMatching(/^[A-Za-z ,.:;!?'()*-]{0,40}$/);

/** What a value can look like while it is still being written. */
function isPrefixOf(part: unknown, whole: unknown): boolean {
  if (typeof part === "string" && typeof whole === "string") return whole.startsWith(part);
  if (Array.isArray(part) && Array.isArray(whole)) {
    const last = part.length - 1;
    return part.every((item, index) =>
      index === last ? isPrefixOf(item, whole[index]) : isSame(item, whole[index]),
    );
  }
  if (isRecord(part) && isRecord(whole)) {
    // All members but one, the one being written, must be whole.
    const open = Object.entries(part).filter(([name, member]) => !isSame(member, whole[name]));
    return (
      open.length <= 1 &&
      open.every(([name, member]) => Object.hasOwn(whole, name) && isPrefixOf(member, whole[name]))
    );
  }
  return isSame(part, whole);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

function isSame(first: unknown, second: unknown): boolean {
  return JSON.stringify(first) === JSON.stringify(second);
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

describe("laws of readJson", () => {
  it("strict undoes JSON.stringify, however it is indented", () => {
    fc.assert(
      fc.property(json, fc.constantFrom("", " ", "\t", "\n"), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        expect(readJson(text, "strict")).toEqual({ ok: true, value: JSON.parse(text), complete: true });
      }),
    );
  });

  it("strict agrees with JSON.parse on texts that are nearly JSON, and calls every cut text truncated", () => {
    const pieces = fc.constantFrom(
      "{",
      "}",
      "[",
      "]",
      ",",
      ":",
      '"',
      '"a"',
      "1",
      "-",
      "e",
      ".5",
      "true",
      "nul",
      "\\",
      " ",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (list) => {
        const text = list.join("").trim();
        const expected = parsed(text);
        const reading = readJson(text, "strict");
        expect(reading.ok).toBe(expected !== undefined);
        if (reading.ok) expect(reading.value).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
    fc.assert(
      fc.property(container, fc.nat(), (value, seed) => {
        const text = JSON.stringify(value);
        const cut = text.slice(0, 1 + (seed % (text.length - 1)));
        expect(readJson(cut, "strict")).toMatchObject({ ok: false, reason: "truncated" });
      }),
    );
  });

  it("partial reads a prefix of the value from every prefix of the text, and never less than before", () => {
    fc.assert(
      fc.property(json, fc.constantFrom("", "  "), (value, indent) => {
        const text = JSON.stringify(value, null, indent);
        const whole = JSON.parse(text);
        let before: unknown;
        for (let length = 0; length <= text.length; length++) {
          const reading = readJson(text.slice(0, length), "partial");
          if (!reading.ok) {
            expect(before).toBeUndefined();
            expect(reading.reason).toBe(length === 0 ? "empty" : "truncated");
          } else if (typeof whole === "object" || length === text.length || typeof whole === "string") {
            expect(isPrefixOf(reading.value, whole)).toBe(true);
            if (before !== undefined) expect(isPrefixOf(before, reading.value)).toBe(true);
            before = reading.value;
          }
        }
        expect(before).toEqual(whole);
      }),
      { numRuns: 60 },
    );
  });

  it("partial never ends in half a character", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(), (content, seed) => {
        const text = JSON.stringify([content]);
        const reading = readJson(text.slice(0, 1 + (seed % text.length)), "partial");
        expect(reading.ok && JSON.stringify(reading.value)).not.toMatch(/[\ud800-\udbff]"|\\ud[89ab]/i);
      }),
    );
  });

  it("lenient finds the value in prose and in fences", () => {
    const talkative = container.filter((value) => /["{tfn]/.test(JSON.stringify(value).slice(1)));
    const fence = fc.constantFrom(["", ""], ["```json\n", "\n```"], ["```\n", "\n```"]);
    fc.assert(
      fc.property(talkative, prose, prose, fence, (value, before, after, [open, close]) => {
        const text = JSON.stringify(value);
        const reading = readJson(`${before}\n${open}${text}${close}\n${after}`, "lenient");
        expect(reading).toEqual({ ok: true, value: JSON.parse(text), complete: true });
      }),
      { numRuns: 300 },
    );
  });

  it("never throws", () => {
    const noise = fc.array(
      fc.constantFrom("{", "}", "[", "]", '"', "```", "json", "\n", ",", ":", "a", "1", "\\", "\ud83d"),
    );
    fc.assert(
      fc.property(noise, fc.constantFrom("strict", "lenient", "partial"), (pieces, mode) => {
        const reading = readJson(pieces.join(""), mode as "strict");
        expect(typeof reading.ok).toBe("boolean");
      }),
      { numRuns: 1000 },
    );
  });
});
