import { describe, expect, test } from "vitest";
import type { GuardrailDetector } from "../../src/contracts/detector.ts";
import { pii } from "../../src/guardrail/pii.ts";
import { secrets } from "../../src/guardrail/secrets.ts";
import { hostileTexts } from "../support/hostile-texts.ts";

const detectors: Readonly<Record<string, GuardrailDetector>> = {
  pii: pii({ detect: "all", dictionary: ["Project Heron"], names: ["Ada Lovelace"] }),
  secrets: secrets(),
};

/** No rule reads more of a text than that before it makes up its mind: the most is a private key. */
const MOST_HELD = 17_000;

/** What takes time for each pair of characters takes minutes for texts like these. */
const LONG = 200_000;
const STREAMED = 40_000;

describe.each(Object.entries(detectors))("hostile texts, %s", (_, detector) => {
  test.each(Object.entries(hostileTexts))("%s: ends soon", { timeout: 20_000 }, async (_, textOf) => {
    const verdict = await detector.check(textOf(LONG));
    expect(["allow", "redact"]).toContain(verdict.type);
  });

  test.each(Object.entries(hostileTexts))(
    "%s: in pieces as whole, and held back no longer than a match can be",
    { timeout: 20_000 },
    async (_, textOf) => {
      const text = textOf(STREAMED);
      const verdict = await detector.check(text);
      const stream = await detector.stream?.();
      let shown = "";
      let held = 0;
      for (let from = 0; from < text.length; from += 61) {
        const { text: passed } = stream?.push(text.slice(from, from + 61)) ?? {};
        shown += passed ?? "";
        // Where something is replaced the lengths cannot be compared.
        if (verdict.type === "allow") held = Math.max(held, Math.min(from + 61, text.length) - shown.length);
      }
      shown += stream?.end().text ?? "";
      expect(shown === (verdict.type === "redact" ? verdict.text : text)).toBe(true);
      expect(held).toBeLessThan(MOST_HELD);
    },
  );
});
