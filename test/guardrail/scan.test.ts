import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readable } from "../../src/guardrail/readable.ts";
import { type ScanRule, scanner } from "../../src/guardrail/scan.ts";
import { scanText } from "../../src/guardrail/scan-text.ts";
import { scanningDetector } from "../../src/guardrail/scanning-detector.ts";
import { TextScan } from "../../src/guardrail/text-scan.ts";

const isDigit = (text: string, at: number): boolean => /^\d$/.test(text.charAt(at));
const isName = (text: string, at: number): boolean => /^[a-z.]$/.test(text.charAt(at));

/** Numbers of four to eight digits; more sure behind "id". */
const numbers: ScanRule = {
  triggers: "0123456789",
  atFirst: true,
  look(search, at) {
    let end = at;
    while (end < at + 9 && isDigit(search.text, end)) end++;
    if (end === search.text.length) search.wait(at);
    const score = search.text.slice(Math.max(0, at - 20), at).includes("id") ? 0.9 : 0.5;
    if (end - at >= 4 && end - at < 9) search.add({ start: at, end, label: "number", score });
  },
};

/** Names at hosts. */
const addresses: ScanRule = {
  triggers: "@",
  before: "abcdefghijklmnopqrstuvwxyz.0123456789",
  mostBefore: 10,
  look(search, at) {
    let start = at;
    while (
      start > Math.max(0, at - 10) &&
      (isName(search.text, start - 1) || isDigit(search.text, start - 1))
    )
      start--;
    let end = at + 1;
    while (end < at + 12 && isName(search.text, end)) end++;
    if (end === search.text.length) search.wait(start);
    if (start < at && end > at + 1) search.add({ start, end, label: "address", score: 0.8 });
  },
};

const both = scanner([numbers, addresses]);

function inPieces(text: string, cuts: readonly number[]): { text: string; found: unknown[] } {
  const scan = new TextScan(both);
  const borders = [0, ...cuts, text.length];
  const pieces = borders.slice(1).map((border, index) => scan.push(text.slice(borders[index], border)));
  pieces.push(scan.end());
  return { text: pieces.map((piece) => piece.text).join(""), found: pieces.flatMap((piece) => piece.found) };
}

describe("readable", () => {
  test.each([
    ["full-width forms", "ａ＠ｂ．ｃ", "a@b.c"],
    ["digits of other scripts", "٠١٢٣ ०१२ ๓", "0123 012 3"],
    ["styled letters and digits", "𝐀𝐛𝟙𝟚Ⓐⓩℋ🄰", "Ab12AzHA"],
    ["small signs", "a﹫b﹒c", "a@b.c"],
    ["numbers of footnotes and lists, as they are", "①41² ½", "①41² ½"],
    ["blanks and dashes", "1\u00a02\u20133\u22124", "1 2-3-4"],
    ["what cannot be seen", "1\u200b2\u00ad3\ufeff4\u{e0041}5", "12345"],
    ["letters as they are", "Größe 価格 🙂", "Größe 価格 🙂"],
  ])("%s", (_name, given, expected) => {
    expect(readable(given).text).toBe(expected);
  });

  test("spans point into the given text", () => {
    const given = "🙂 \u200b１\u200b２ 𝟛!";
    const { text, span } = readable(given);
    const start = text.indexOf("12");
    expect(given.slice(...span(start, start + 2))).toBe("１\u200b２");
    expect(given.slice(...span(start + 3, start + 4))).toBe("𝟛");
    expect(given.slice(...span(0, 2))).toBe("🙂");
  });
});

/** What four characters behind an equals sign are. */
const given: ScanRule = {
  triggers: "=",
  look(search, at) {
    if (at + 5 > search.text.length) search.wait(at);
    else search.add({ start: at + 1, end: at + 5, label: "given", score: 0.7 });
  },
};

describe("scanner", () => {
  test("a rule looks again where what it found behind that place is not settled", () => {
    const scan = new TextScan(scanner([numbers, given]));
    const pieces = [scan.push("id ghi =12345"), scan.push(" "), scan.end()];
    expect(pieces.flatMap(({ found }) => found)).toEqual(
      scanText(scanner([numbers, given]), "id ghi =12345 "),
    );
    const cut = new TextScan(scanner([numbers, given]));
    const [first, ...rest] = [cut.push("=1234"), cut.push("56789"), cut.end()];
    expect(first.text).toBe("");
    expect(rest.flatMap(({ found }) => found)).toEqual([{ start: 1, end: 5, label: "given", score: 0.7 }]);
  });

  test("the surer one of two that overlap stands", () => {
    expect(scanText(both, "mail 1234@host or 1234567")).toEqual([
      { start: 5, end: 14, label: "address", score: 0.8 },
      { start: 18, end: 25, label: "number", score: 0.5 },
    ]);
    expect(scanText(both, "id 1234@host")).toEqual([{ start: 3, end: 7, label: "number", score: 0.9 }]);
  });

  test("however a text is cut, the same is found, and no text is lost", () => {
    const pieces = fc.array(
      fc.constantFrom(
        ...[
          "12",
          "345678",
          "9",
          "@",
          "a",
          "host.",
          " ",
          "id ",
          "\u200b",
          "\u200b".repeat(20),
          "１２",
          "𝟛",
          "🙂",
          "é",
          "\ud83d",
        ],
      ),
      { maxLength: 30 },
    );
    fc.assert(
      fc.property(pieces, fc.array(fc.nat(200), { maxLength: 8 }), (parts, places) => {
        const text = parts.join("");
        const cuts = places.filter((place) => place <= text.length).sort((one, other) => one - other);
        expect(inPieces(text, cuts)).toEqual({ text, found: scanText(both, text) });
        const everywhere = Array.from({ length: text.length }, (_one, index) => index);
        expect(inPieces(text, everywhere)).toEqual({ text, found: scanText(both, text) });
      }),
      { numRuns: 500 },
    );
  });

  test("only what later text could change is held back", () => {
    const scan = new TextScan(both);
    expect(scan.push("See you. ").text).toBe("See you. ");
    expect(scan.push("It is 12").text).toBe("It is ");
    expect(scan.push("34, you").text).toBe("1234, ");
    expect(scan.end().text).toBe("you");
  });
});

describe("scanningDetector", () => {
  const make = (onMatch: "redact" | "block" | "flag") =>
    scanningDetector({ name: "test", onMatch, mask: "[{label}]", scanner: () => both });

  test("redacts, blocks and flags whole texts", async () => {
    const matches = [{ rule: "test.number", label: "number", span: [3, 7], score: 0.5 }];
    expect(await make("redact").check("No 1234.")).toEqual({ type: "redact", text: "No [number].", matches });
    expect(await make("block").check("No 1234.")).toEqual({ type: "block", reason: "test: number", matches });
    expect(await make("flag").check("No 1234.")).toEqual({ type: "flag", matches });
    expect(await make("flag").check("No.")).toEqual({ type: "allow" });
  });

  test("redacts and blocks what comes in pieces", async () => {
    const redacting = await make("redact").stream?.();
    expect(redacting?.push("No 12")).toEqual({ text: "No ", held: 2 });
    expect(redacting?.push("34")).toEqual({ text: "", held: 4 });
    expect(redacting?.end()).toEqual({ text: "[number]", held: 0 });
    const blocking = await make("block").stream?.();
    blocking?.push("No 12");
    expect(blocking?.push("34 ")).toMatchObject({
      text: "",
      block: { type: "block", reason: "test: number" },
    });
  });
});
