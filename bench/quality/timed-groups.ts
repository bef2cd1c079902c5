import type { QualityMeasure } from "../../test/support/guard-measures.ts";
import type { Contender, Offer, Value, WorkKind } from "./contender.ts";
import { timedTexts } from "./corpora.ts";
import { takeHostile } from "./hostile.ts";
import { throughput } from "./timing.ts";

interface TimedGroup {
  readonly measures: readonly QualityMeasure[];
  /** The values by the names of the measures. */
  measure(
    offers: readonly (readonly [Contender, Offer])[],
  ): Promise<Readonly<Record<string, readonly Value[]>>>;
}

const words: Readonly<Record<WorkKind, string>> = {
  pii: "PII, all that can be told by its form",
  secrets: "Secrets",
  injection: "Injection",
};

/** The least throughput, in MB/s. */
const targets: Readonly<Partial<Record<WorkKind, number>>> = { pii: 40, injection: 15 };

/** What is measured by the clock. */
export const timedGroups: Readonly<Record<string, TimedGroup>> = {
  throughput: {
    measures: kinds().map((kind) => ({
      name: `${kind}-throughput`,
      title: `${words[kind]}: throughput, texts of 4 kB, one core`,
      unit: "MB/s",
      better: "higher",
      ...(targets[kind] && { target: targets[kind] }),
    })),
    async measure(offers) {
      const results: Record<string, Value[]> = {};
      for (const kind of kinds()) {
        const texts = await timedTexts(kind);
        results[`${kind}-throughput`] = [];
        for (const [{ who }, { work }] of offers) {
          const own = work[kind];
          if (own) results[`${kind}-throughput`]?.push({ who, value: await throughput(own, texts) });
        }
      }
      return results;
    },
  },
  hostile: {
    measures: kinds().flatMap((kind): QualityMeasure[] => [
      {
        name: `${kind}-hostile`,
        title: `${words[kind]}: a hostile text of 1 MB, the slowest family`,
        unit: "s",
        better: "lower",
        target: 0.3,
      },
      {
        name: `${kind}-growth`,
        title: `${words[kind]}: how many times as long twice the text takes, the worst family`,
        unit: "×",
        better: "lower",
        target: 2.6,
      },
    ]),
    async measure(offers) {
      const results: Record<string, Value[]> = {};
      for (const kind of kinds()) {
        const slowest: Value[] = [];
        const growth: Value[] = [];
        for (const [{ who }, { work }] of offers) {
          if (!work[kind]) continue;
          const hostile = await takeHostile(who, kind);
          slowest.push({ who, value: hostile.slowest, note: hostile.note });
          growth.push({ who, value: hostile.growth });
        }
        results[`${kind}-hostile`] = slowest;
        results[`${kind}-growth`] = growth;
      }
      return results;
    },
  },
};

function kinds(): readonly WorkKind[] {
  return ["pii", "secrets", "injection"];
}
