import { describe, expect, test } from "vitest";
import type { GuardrailDetector } from "../../src/contracts/detector.ts";
import { canary } from "../../src/guardrail/canary.ts";
import { injection } from "../../src/guardrail/injection.ts";
import { pii } from "../../src/guardrail/pii.ts";
import { secrets } from "../../src/guardrail/secrets.ts";
import { hostileTexts } from "../support/hostile-texts.ts";

const detectors: Readonly<Record<string, GuardrailDetector>> = {
  pii: pii({ detect: "all", dictionary: ["Project Heron"], names: ["Ada Lovelace"] }),
  secrets: secrets(),
  canary: canary({ word: "quietheron42" }).detector({ onMatch: "redact" }),
  injection: injection(),
};

/** No rule reads more of a text than that before it makes up its mind: the most is a private key. */
const MOST_HELD = 17_000;

/** What takes time for each pair of characters takes minutes for texts like these. */
const LONG = 200_000;
const STREAMED = 20_000;
const PIECE = 61;

describe.each(Object.entries(detectors))("hostile texts, %s", (_, detector) => {
  test.each(Object.entries(hostileTexts))("%s", { timeout: 20_000 }, async (_, textOf) => {
    const verdict = await detector.check(textOf(LONG));
    expect(["allow", "redact", "flag"]).toContain(verdict.type);
    if (detector.stream) await expectStreamed(detector, textOf(STREAMED));
  });
});

/** In pieces it comes out as whole, and is held back no longer than what can be found is long. */
async function expectStreamed(detector: GuardrailDetector, text: string): Promise<void> {
  const verdict = await detector.check(text);
  const stream = await detector.stream?.();
  let shown = "";
  let held = 0;
  for (let from = 0; from < text.length; from += PIECE) {
    shown += stream?.push(text.slice(from, from + PIECE)).text ?? "";
    // Where something is replaced the lengths cannot be compared.
    if (verdict.type === "allow") held = Math.max(held, Math.min(from + PIECE, text.length) - shown.length);
  }
  shown += stream?.end().text ?? "";
  expect(shown === (verdict.type === "redact" ? verdict.text : text)).toBe(true);
  expect(held).toBeLessThan(MOST_HELD);
}
