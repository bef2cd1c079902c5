import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  NATIONAL_ID_FRONT,
  NATIONAL_ID_KINDS,
  nationalIdFinder,
} from "../../../../src/guardrail/pii/national-ids/index.ts";
import type { NationalIdKind } from "../../../../src/guardrail/pii/national-ids/kinds.ts";
import { numberRule } from "../../../../src/guardrail/pii/written-number.ts";
import { type Scanner, scanner } from "../../../../src/guardrail/scan.ts";
import { scanText } from "../../../../src/guardrail/scan-text.ts";
import { corpusRows } from "../../../support/corpus.ts";
import {
  type ChecksumRow,
  checksumScores,
  type FindSpans,
  type VectorRow,
  vectorScores,
} from "../../../support/guard-scores.ts";
import { foundInPieces, holdToPieces } from "../../../support/scan-in-pieces.ts";

/** A scanner for these kinds only, with what may stand in front of the first digit. */
function scannerOf(kinds?: readonly NationalIdKind[]): Scanner {
  return scanner([numberRule([nationalIdFinder(kinds)], NATIONAL_ID_FRONT)]);
}

const all = scannerOf();

function found(text: string, kind?: NationalIdKind): string[] {
  const only = kind ? scannerOf([kind]) : all;
  return scanText(only, text).map(({ start, end, label }) => `${label} ${text.slice(start, end)}`);
}

/** One of each kind, right, and the same with another check digit, or of another form, in a text that says what it is. */
const examples: readonly (readonly [NationalIdKind, string, string, string])[] = [
  ["aba-routing-number", "Routing number #.", "121000358", "121000359"],
  ["au-abn", "ABN: #", "51 824 753 556", "51 824 753 557"],
  ["au-acn", "ACN #", "000 000 019", "000 000 018"],
  ["au-medicare", "Medicare card #", "2123 45670 1", "2123 45671 1"],
  ["au-tfn", "My TFN is #", "876 543 210", "876 543 211"],
  ["ca-sin", "SIN # please", "347-677-452", "347-677-453"],
  ["de-bsnr", "BSNR #", "171234567", "991234567"],
  ["de-health-insurance", "Krankenversicherung #", "A000500015", "A000500016"],
  ["de-id-card", "Personalausweis #", "L01X00T44", "L01X00T45"],
  ["de-lanr", "Arztnummer #", "987654401", "987654501"],
  ["de-passport", "Reisepass # liegt bei", "C01X00T41", "C01X00T42"],
  ["de-social-security", "hier # da", "65070803A019", "65070803A012"],
  ["de-tax-id", "Steuer-ID #", "86095742719", "86095742718"],
  ["de-vat-id", "von # an", "DE 136 695 976", "DE 136 695 977"],
  ["es-nie", "es # y", "X9613851N", "X9613851M"],
  ["es-nif", "es # y", "12345678-Z", "12345678-A"],
  ["in-aadhaar", "Aadhaar #", "3998 7654 3211", "3998 7654 3212"],
  ["in-gstin", "for # only", "27ABCDE1234F1Z5", "27ABCDE1234F1X5"],
  ["in-pan", "for # only", "ABCPD1234Z", "ABCXD1234Z"],
  ["it-fiscal-code", "di # e", "RSSMRA85T10A562S", "RSSMRA85Z10A562S"],
  ["it-vat-code", "P. IVA #", "01333550323", "01333550324"],
  ["kr-brn", "BRN #", "104-82-13138", "104-82-13139"],
  ["kr-frn", "FRN #", "911124-5678901", "911324-5678901"],
  ["kr-rrn", "주민등록번호 #", "960121-1021413", "960121-0021413"],
  ["ph-tin", "TIN: #", "000-123-456-001", "000-123-457-001"],
  ["pl-pesel", "PESEL #", "44051401458", "44051401459"],
  ["se-organisationsnummer", "orgnummer #", "556703-7485", "556703-7486"],
  ["se-personnummer", "personnummer #", "19910924-2397", "19911324-2397"],
  ["sg-uen", "by # in", "201434292D", "201434292E"],
  ["sg-uen", "by # in", "R16RF0037F", "R16RF0037G"],
  ["th-tnin", "เลขประจำตัวประชาชน: #", "3456789012347", "3456789012348"],
  ["tr-national-id", "TC Kimlik No: #", "10000000146", "10000000147"],
  ["uk-driving-licence", "it is # now", "JONES710153J99EF", "JONES719153J99EF"],
  ["uk-nhs", "NHS #", "943 476 5919", "943 476 5918"],
  ["uk-nino", "it is # now", "PR 12 36 12 C", "GB 12 36 12 C"],
  ["us-driver-license", "my driver's license number is #", "D1628235401165", "FXX2823540116"],
  ["us-itin", "ITIN #", "911-64-1234", "911-89-1234"],
  ["us-mbi", "it is # now", "1EG4-TE5-MK73", "1EG4-LE5-MK73"],
  ["us-npi", "provider #", "1245319599", "1245319598"],
  ["us-passport", "passport # of mine", "A12803456", "AB2803456"],
  ["za-id-number", "my ID # here", "8001015009087", "8001015009088"],
];

describe("every kind", () => {
  test("has an example", () => {
    expect([...new Set(examples.map(([kind]) => kind))].sort()).toEqual([...NATIONAL_ID_KINDS].sort());
  });

  test.each(examples)("%s", (kind, frame, right, wrong) => {
    expect(found(frame.replace("#", right), kind)).toEqual([`${kind} ${right}`]);
    expect(found(frame.replace("#", right.toLowerCase()), kind)).toEqual([`${kind} ${right.toLowerCase()}`]);
    expect(found(right, kind)).toEqual([`${kind} ${right}`]);
    expect(found(frame.replace("#", wrong), kind)).toEqual([]);
    expect(found(frame.replace("#", `${right}7`), kind)).toEqual([]);
    expect(found(frame.replace("#", `7${right}`), kind)).toEqual([]);
    expect(found(frame.replace("#", `${right}-77`), kind)).toEqual([]);
  });
});

describe("words decide", () => {
  test("digits whose check passes by chance are nothing without them", () => {
    expect(found("We sold 1245319599 of them, 8001015009087, 876543210 and 3998 7654 3211.")).toEqual([]);
    expect(found("1245319599")).not.toEqual([]);
    expect(found(" 1245319599")).toEqual([]);
  });

  test("which of several kinds it is", () => {
    expect(found("The TFN is 876543210")).toEqual(["au-tfn 876543210"]);
    expect(found("Reisepass C01X00T41")).toEqual(["de-passport C01X00T41"]);
    expect(found("Ausweis C01X00T41")).toEqual(["de-id-card C01X00T41"]);
    expect(found("556703-7485 är vårt orgnummer.")).toEqual(["se-organisationsnummer 556703-7485"]);
  });

  test("beginnings of other words do not", () => {
    expect(found("Since 347677452 was single, 121000358 abated")).toEqual([]);
  });
});

test("nothing in hashes, addresses, dates and prices", () => {
  const text = `sha 5555551234567890abcd 550e8400-e29b-41d4-a716-446655440000 2024-01-02T03:04:05Z 192.168.100.100 $1245319599
    id=1245319599@host 1.245.319.599,00 call 415-555-0132 v1.2.3-12345678 00000000000 https://x.org/1245319599/passport`;
  expect(found(text).filter((one) => !one.startsWith("us-passport"))).toEqual([]);
});

test("spans point into the given text", () => {
  expect(found("NHS \u200b９４３ 476\u00a05919!")).toEqual(["uk-nhs ９４３ 476\u00a05919"]);
});

describe("texts that come in pieces", () => {
  const parts = fc.constantFrom(
    ...examples.map(([, , right]) => right),
    ...[
      "A",
      "DE",
      "PR ",
      "12",
      "3456",
      "12345678",
      "Z",
      " ",
      "-",
      ".",
      ",",
      "\n",
      "id ",
      " tax ",
      "passport ",
      "é",
      "１",
    ],
    ...["\u200b", "🙂", "nie", "🇩", "no "],
  );

  test("however they are cut, the same is found", () => {
    holdToPieces(all, parts, 16);
  });

  test("in two, anywhere", () => {
    const text = examples.map(([, frame, right]) => frame.replace("#", right)).join("\n");
    const whole = scanText(all, text);
    expect(whole.length).toBeGreaterThan(30);
    for (let cut = 0; cut <= text.length; cut += 3) expect(foundInPieces(all, text, [cut])).toEqual(whole);
  });
});

describe("long texts of what is almost an identifier", () => {
  test.each(["1", "1 ", "AB 1", "a 1 b 2 ", "12345678 ", "12345678903, ", "AB12345678,", "XY 12 34 56 78 "])(
    "%j",
    (piece) => {
      const text = piece.repeat(100_000 / piece.length);
      const start = performance.now();
      scanText(all, text);
      // Many times what it takes: only what grows with the square of the length takes longer.
      expect(performance.now() - start).toBeLessThan(5000);
    },
  );
});

const vectors = await corpusRows<VectorRow>("guards/pii/presidio_vectors.dev.jsonl");
const checksums = await corpusRows<ChecksumRow>("guards/pii/presidio_checksums.dev.jsonl");

describe.skipIf(!vectors || !checksums)("the corpora", () => {
  const finderOf = (entity: string): FindSpans | undefined => {
    const kind = NATIONAL_ID_KINDS.find((one) => one === entity.toLowerCase().replaceAll("_", "-"));
    const only = scannerOf(kind ? [kind] : []);
    return kind && ((text) => scanText(only, text));
  };

  test("rows of another recogniser", async () => {
    const { strong } = await vectorScores(vectors ?? [], finderOf);
    expect(strong.total).toBeGreaterThan(200);
    expect(strong.share).toBeGreaterThan(0.98);
  });

  test("rows of numbers with check digits", async () => {
    const score = await checksumScores(checksums ?? [], finderOf);
    expect(score.share).toBeGreaterThan(0.97);
  });
});
