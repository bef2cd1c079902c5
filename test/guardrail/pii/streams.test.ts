import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { pii } from "../../../src/guardrail/pii.ts";
import { corpusRows } from "../../support/corpus.ts";

const detector = pii({
  detect: "all",
  dictionary: ["ACME-X", "card"],
  names: ["Ann", "Ann Lee"],
  ignoreCase: true,
});

const rows = await corpusRows<{ text: string }>("guards/pii/presidio_vectors.dev.jsonl");

/** What the parts of these kinds of data are made of, and what stands around them. */
const parts =
  '4111 1111|1111| 1111|-|.| |: |::|http://|https://|www.|a.com|@|joe|"|joe "x"@|b.org|1|19|078-05-|1123|192.168.|1.1|fe80|::1|%eth0|aa:bb:cc|:dd:ee:ff|0012.3456.|789A|GB29|GB29 NWBK 6016 |1331 9268 19|bc1|0x|1BvBMSEYstWetqTFn5Au4m4GFg7xJaNVN2|bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq|born on |May |12,| 1990|/05/1990|12 May|é|\u200b|１２|🙂|(|)|\'|,|/|?|\n|Ann |Lee|ACME|-X|card |+1 |(555)|version |ssn |号|NPI |xn--|Sept. '.split(
    "|",
  );

async function whole(text: string): Promise<string> {
  const verdict = await detector.check(text);
  return verdict.type === "redact" ? verdict.text : text;
}

async function inPieces(text: string, cuts: readonly number[]): Promise<string> {
  const stream = await detector.stream?.();
  const borders = [0, ...cuts, text.length];
  const pieces = borders.slice(1).map((border, at) => stream?.push(text.slice(borders[at], border)).text);
  return [...pieces, stream?.end().text].join("");
}

const everywhere = (text: string): number[] => Array.from({ length: text.length }, (_one, at) => at);

describe("pii over streams", () => {
  test("however a text is cut, what is let through adds up to the masked text", async () => {
    const texts = fc.array(fc.constantFrom(...parts), { maxLength: 10 });
    await fc.assert(
      fc.asyncProperty(texts, fc.array(fc.nat(120), { maxLength: 5 }), async (some, places) => {
        const text = some.join("");
        const cuts = places.filter((place) => place <= text.length).sort((one, other) => one - other);
        const expected = await whole(text);
        expect(await inPieces(text, cuts)).toBe(expected);
        expect(await inPieces(text, everywhere(text))).toBe(expected);
      }),
      { numRuns: 400 },
    );
  });

  test.skipIf(!rows)("texts of the corpus, cut in two at every place", async () => {
    for (const { text } of (rows ?? []).filter((_row, at) => at % 12 === 0)) {
      const expected = await whole(text);
      for (const cut of everywhere(text)) expect(await inPieces(text, [cut])).toBe(expected);
    }
  });

  test("what no later text can change goes on at once", async () => {
    const stream = await pii().stream?.();
    expect(stream?.push("Hello there. My number ").text).toBe("Hello there. My number ");
    expect(stream?.push("is 123-45-").text).toBe("is ");
    expect(stream?.push("6789, bye. ").text).toBe("[redacted:ssn], bye. ");
    expect(stream?.end().text).toBe("");
  });

  test("what is held back has a bound", async () => {
    const all = pii({ detect: "all", onMatch: "flag" });
    for (const unit of ["1", "1 ", "a", "a.", "http://a.com/", "aa:", '"', "@", "born 12 ", "1-", "GB29 "]) {
      const stream = await all.stream?.();
      let passed = 0;
      for (let at = 0; at < 200; at++) passed += stream?.push(unit.repeat(40)).text.length ?? 0;
      expect(200 * 40 * unit.length - passed).toBeLessThan(2500);
    }
  });
});
