import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { phoneFinder } from "../../../src/guardrail/pii/phone.ts";
import { numberRule } from "../../../src/guardrail/pii/written-number.ts";
import { scanner } from "../../../src/guardrail/scan.ts";
import { scanText } from "../../../src/guardrail/scan-text.ts";
import { TextScan } from "../../../src/guardrail/text-scan.ts";
import { corpusRows } from "../../support/corpus.ts";
import {
  falseHits,
  type LabelledSpan,
  type SpanRow,
  spanScores,
  type VectorRow,
  vectorScores,
} from "../../support/guard-scores.ts";
import { foundInPieces, holdToPieces } from "../../support/scan-in-pieces.ts";

const phones = scanner([numberRule([phoneFinder()])]);

/** What is sure enough for the detector. */
function found(text: string): string[] {
  return spans(text).map(({ start, end }) => text.slice(start, end));
}

function spans(text: string): LabelledSpan[] {
  return scanText(phones, text)
    .filter(({ score }) => score >= 0.5)
    .map((one) => ({ ...one, label: "PHONE_NUMBER" }));
}

describe("phone numbers are found", () => {
  test.each([
    ["+14155550132", "Mail or +14155550132."],
    ["+46 (0)8 928 571 38", "Fax? +46 (0)8 928 571 38, please"],
    ["+49 30 1234567", "from +49 30 1234567"],
    ["(+33) 1 42 68 53 00", "at (+33) 1 42 68 53 00"],
    ["+44 20 7946 0958", "(+44 20 7946 0958)"],
    ["001-518-640-0854", "or 001-518-640-0854 then"],
    ["(415) 555-0132", "((415) 555-0132)"],
    ["415-555-0132", "from 415-555-0132!"],
    ["1-415-555-0132 ext. 45", "or 1-415-555-0132 ext. 45."],
    ["(978)645-9740x11144", "x\n(978)645-9740x11144 mobile"],
    ["451 5986", "451 5986 office"],
    ["61 51 81", "call 61 51 81"],
    ["02.27.96.63.08", "Tél.: 02.27.96.63.08"],
    ["(0-612) 34567", "phone (0-612) 34567"],
    ["8 029 491-19-11", "тел. 8 029 491-19-11"],
    ["13800138000", "电话13800138000"],
    ["415 555 0132", "Call me at 415 555 0132 2 times"],
    ["555-1234", "Call (see 5) or 555-1234 (9 to 5)"],
    ["0532 123 45 67", "0532 123 45 67"],
    ["0688 872 49 99", "send the confirmation to 0688 872 49 99"],
    ["72 128 827", "Is 72 128 827 still your number?"],
    ["99 668472", "Please text 99 668472"],
    ["451 5986", "P: 451 5986"],
  ])("%s", (expected, text) => {
    expect(found(text)).toEqual([expected]);
  });

  test("a number whose digits are those of another script, where they stand", () => {
    const text = "Call ＋44 20 ７946 0958 or ٠٤٩٠ ٧٥ ٤٠ ٨١";
    expect(found(text)).toEqual(["＋44 20 ７946 0958", "٠٤٩٠ ٧٥ ٤٠ ٨١"]);
  });

  test("several in a row", () => {
    expect(found("First: +639171234567, Second: 09181234567")).toEqual(["+639171234567", "09181234567"]);
  });
});

describe("what is no phone number", () => {
  test.each([
    "Call me on 2024-01-02",
    "Call me on 02/01/2024 at 10.30",
    "Call between 2023 and 2024",
    "call 2023-2024",
    "The number of people was 2000000000",
    "on 05.12.2020 14 Uhr",
    "Rows of 0 0 1 0 0 1 0 1 1",
    "The draw: 01 02 03 04 05 06",
    "Reach the server at 192.168.1.100",
    "The phone costs $1234567",
    "Call pi 3.14159265",
    "My card number is 4111 1111 1111 1111",
    "call 4012 8888 8888 1882",
    "Order number 12345678",
    "Customer number: 4155550132",
    "My social security number is 123-45-6789",
    "Ticket +992 917 closed.",
    "call +210 1234567",
    "UUID 550e8400-e29b-41d4-a716-446655440000",
    "ISBN 978-3-16-148410-0",
    "from 37.7749295 to -122.4194155",
    "timestamp 1694793600000",
    "1,234,567,890 and 12:34:56",
    "phone 0000000",
    "call f(5551234)",
    "12345678",
    "the years 1234567 and 7654321",
  ])("%s", (text) => {
    expect(found(text)).toEqual([]);
  });
});

describe("a validator", () => {
  const asked: string[] = [];
  const strict = scanner([
    numberRule([
      phoneFinder((candidate) => {
        asked.push(candidate);
        return candidate.startsWith("0");
      }),
    ]),
  ]);

  test("decides, and is asked for what has the form of a number", () => {
    const text = "Call 0490 75 40 81, or ４15-555-0132 x12 from 5 to 12.";
    expect(scanText(strict, text)).toEqual([{ start: 5, end: 18, label: "phone", score: 0.8 }]);
    expect(asked).toEqual(["0490 75 40 81", "415-555-0132 x12"]);
  });
});

const parts = fc.constantFrom(
  ...[
    "call ",
    "tel: ",
    "+",
    "1",
    "44",
    "20",
    "415",
    "555",
    "0132",
    "07946",
    "12345678",
    " ",
    "-",
    ".",
    "(",
    ")",
  ],
  ...[
    ") ",
    " (",
    "x12",
    " ext. 3",
    " office",
    "\n",
    ",",
    "/",
    "a",
    "é",
    "🙂",
    "\u200b",
    "５",
    "id ",
    "#",
    "2024-01-02",
  ],
);

describe("texts that come in pieces", () => {
  test("however they are cut, the same is found", () => {
    holdToPieces(phones, parts, 30);
  });

  test("in two, anywhere", () => {
    const text =
      "Name: X\nPhone: 0490 75 40 81 and (978)645-9740x11144 mobile, +46 (0)8 928 571 38 fax\n12 451 5986 office";
    const whole = scanText(phones, text);
    expect(whole).toHaveLength(4);
    for (let cut = 0; cut <= text.length; cut++) expect(foundInPieces(phones, text, [cut])).toEqual(whole);
  });

  test("text without numbers is not held back", () => {
    const scan = new TextScan(phones);
    expect(scan.push("See you at 5, then. ").text).toBe("See you at 5, then. ");
  });
});

describe("long texts of what is almost a number", () => {
  test.each([
    "1",
    "1 ",
    "1-",
    "(1",
    "(1) ",
    "+1 ",
    "12 34 ",
    "+",
    "(",
    "555-",
    "call 555 ",
    "0532 123 45 6 ",
    "call 415555013 ",
  ])("%j", (piece) => {
    const text = piece.repeat(200_000 / piece.length);
    const start = performance.now();
    scanText(phones, text);
    // A hundred times what it takes: only what grows with the square of the length takes longer.
    expect(performance.now() - start).toBeLessThan(5000);
  });
});

const set = await corpusRows<SpanRow>("guards/pii/phone.dev.jsonl");
const sentences = await corpusRows<SpanRow>("guards/pii/synth_v2.dev.jsonl");
const large = await corpusRows<SpanRow>("guards/pii/generated_large.dev.jsonl");
const vectors = await corpusRows<VectorRow>("guards/pii/presidio_vectors.dev.jsonl");

describe.skipIf(!set || !sentences || !large || !vectors)("the corpora", () => {
  test("numbers of all countries", async () => {
    const { exact } = await spanScores(set ?? [], spans, ["PHONE_NUMBER"]);
    expect(exact.f1).toBeGreaterThan(0.98);
    expect((await falseHits(set ?? [], spans, "PHONE_NUMBER")).hits).toBe(0);
  });

  test("sentences and addresses", async () => {
    for (const rows of [sentences, large]) {
      const { exact } = await spanScores(rows ?? [], spans, ["PHONE_NUMBER"]);
      expect(exact.f1).toBeGreaterThan(0.98);
    }
  });

  test("rows of another recogniser", async () => {
    const { strong } = await vectorScores(vectors ?? [], (entity) =>
      ["PHONE_NUMBER", "TR_PHONE_NUMBER", "PH_MOBILE_NUMBER"].includes(entity) ? spans : undefined,
    );
    expect(strong.share).toBeGreaterThan(0.97);
  });
});
