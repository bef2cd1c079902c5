import fc, { type Arbitrary } from "fast-check";
import { expect } from "vitest";
import type { Found, Scanner } from "../../src/guardrail/scan.ts";
import { scanText } from "../../src/guardrail/scan-text.ts";
import { TextScan } from "../../src/guardrail/text-scan.ts";

/** What is found in a text that is cut at some places. The settled pieces must add up to it. */
export function foundInPieces(scanner: Scanner, text: string, cuts: readonly number[]): Found[] {
  const scan = new TextScan(scanner);
  const borders = [0, ...cuts, text.length];
  const pieces = borders.slice(1).map((border, index) => scan.push(text.slice(borders[index], border)));
  pieces.push(scan.end());
  expect(pieces.map((piece) => piece.text).join("")).toBe(text);
  return pieces.flatMap((piece) => piece.found);
}

/** Holds a scanner to the law of streams: texts of random parts, cut at random places and everywhere, give what they give whole. */
export function holdToPieces(scanner: Scanner, parts: Arbitrary<string>, most: number, numRuns = 1000): void {
  const texts = fc.array(parts, { maxLength: most }).map((some) => some.join(""));
  fc.assert(
    fc.property(texts, fc.array(fc.nat(200), { maxLength: 8 }), (text, places) => {
      const whole = scanText(scanner, text);
      const cuts = places.filter((place) => place <= text.length).sort((one, other) => one - other);
      expect(foundInPieces(scanner, text, cuts)).toEqual(whole);
      expect(
        foundInPieces(
          scanner,
          text,
          Array.from({ length: text.length }, (_, at) => at),
        ),
      ).toEqual(whole);
    }),
    { numRuns },
  );
}
