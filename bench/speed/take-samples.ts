import { FLOOR } from "./contenders.ts";
import type { Measure, Sample } from "./measure.ts";
import { deviation, median } from "./statistics.ts";
import { WorkerProcess } from "./worker-process.ts";

/** What one contender reached in one measure. */
export interface Result {
  readonly who: string;
  readonly value: number;
  /** The median absolute deviation of the samples. */
  readonly deviation: number;
  /** The median over the rounds of its value divided by the floor's of the same round. */
  readonly timesFloor: number | undefined;
  readonly note: string;
  readonly isBad: boolean;
}

/** Somebody who could not be measured. */
export interface Dropped {
  readonly who: string;
  readonly why: string;
}

/**
 * Takes the samples of one measure, interleaved: every round asks every contender once, each round in another order, one
 * process at a time, so that what slows the machine down slows all of them down.
 */
export async function takeSamples(
  measure: Measure,
  names: readonly string[],
): Promise<{ readonly results: readonly Result[]; readonly dropped: readonly Dropped[] }> {
  const source = measure.process === "fresh" ? freshSamples(measure) : await warmSamples(measure, names);
  const samples = new Map<string, Sample[]>(names.map((name) => [name, []]));
  const dropped: Dropped[] = [];
  for (let round = 0; round < measure.rounds; round += 1) {
    for (const name of rotate([...samples.keys()], round)) {
      try {
        const sample = await source.take(name);
        if (sample) samples.get(name)?.push(sample);
        else samples.delete(name);
      } catch (error) {
        dropped.push({ who: name, why: error instanceof Error ? error.message : String(error) });
        samples.delete(name);
      }
    }
  }
  source.end();
  const floor = samples.get(FLOOR);
  return { results: [...samples].map(([who, taken]) => resultOf(who, taken, floor)), dropped };
}

interface SampleSource {
  /** Takes a sample; nothing where the contender has no such work. */
  take(name: string): Promise<Sample | undefined>;
  end(): void;
}

function freshSamples(measure: Measure): SampleSource {
  return {
    async take(name) {
      const worker = new WorkerProcess(name, measure);
      try {
        return (await worker.isReady()) ? await worker.sample() : undefined;
      } finally {
        worker.end();
      }
    },
    end() {},
  };
}

async function warmSamples(measure: Measure, names: readonly string[]): Promise<SampleSource> {
  const workers = new Map<string, { worker: WorkerProcess; isReady: Promise<boolean> }>();
  for (const name of names) {
    const worker = new WorkerProcess(name, measure);
    const isReady = worker.isReady();
    workers.set(name, { worker, isReady });
    // One after the other: a contender must not warm up against the warm-up of another one.
    await isReady.catch(() => {});
  }
  return {
    async take(name) {
      const entry = workers.get(name);
      return (await entry?.isReady) ? entry?.worker.sample() : undefined;
    },
    end() {
      for (const { worker } of workers.values()) worker.end();
    },
  };
}

function rotate<Item>(items: readonly Item[], by: number): Item[] {
  const start = items.length === 0 ? 0 : by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

function resultOf(who: string, samples: readonly Sample[], floor: readonly Sample[] | undefined): Result {
  const values = samples.map(({ value }) => value);
  const ratios = samples.flatMap(({ value }, round) => {
    const base = floor?.[round]?.value;
    return base ? [value / base] : [];
  });
  const worst = samples.find(({ isBad }) => isBad) ?? samples.at(-1);
  return {
    who,
    value: median(values),
    deviation: deviation(values),
    timesFloor: ratios.length > 0 ? median(ratios) : undefined,
    note: worst?.note ?? "",
    isBad: samples.some(({ isBad }) => isBad),
  };
}
