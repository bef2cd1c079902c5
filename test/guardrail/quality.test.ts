import { corpusAvailable } from "virtual:corpus";
import { describe, expect, test } from "vitest";
import { scoreInjection } from "../../src/guardrail/injection/score.ts";
import { injection } from "../../src/guardrail/injection.ts";
import { pii } from "../../src/guardrail/pii.ts";
import { secrets } from "../../src/guardrail/secrets.ts";
import { corpusRows } from "../support/corpus.ts";
import { isReached, qualityGroups } from "../support/guard-measures.ts";
import { ownDetectors } from "../support/own-detectors.ts";

const detectors = ownDetectors({ pii, secrets, injection, scoreInjection });

/**
 * Targets that are missed, and the value that is to be held all the same. Of the 7 lines that are hit against their label, 5 hold
 * a key: see `withoutDisputed`.
 */
const MISSED: Readonly<Record<string, number>> = { "secrets-false": 0.041 };

describe.skipIf(!corpusAvailable)("the scores on the corpora", () => {
  test.each(Object.entries(qualityGroups))("%s: as good as they are to be", async (_, group) => {
    const values = await group.measure(detectors, (path) => corpusRows(path));
    expect(values).toBeDefined();
    for (const measure of group.measures) {
      const value = values?.[measure.name] ?? Number.NaN;
      const target = MISSED[measure.name] ?? measure.target;
      // Told in full, so that it is seen to be the same on every runtime.
      console.log(`${measure.name}: ${value}`);
      const isGood = isReached({ ...measure, ...(target !== undefined && { target }) }, value);
      expect.soft(isGood, `${measure.name} is ${value}`).toBe(true);
    }
  });
});
