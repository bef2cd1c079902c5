import type { Contender } from "../contender.ts";
import type { Measure, Sample } from "../measure.ts";
import { median } from "../statistics.ts";

const RUN = "a run of 50 messages of 2 kB";

/** The texts of the whole run are 100 kB. The messages hold each once, and the report that survives with them too. */
export const checkpointsPerTrip: Measure = {
  ...inBytes((written) => total(written) / 1000),
  name: "checkpoint-bytes",
  title: `bytes written by the checkpoints of ${RUN}, once a trip`,
  unit: "kB",
  target: { value: 250 },
};

export const checkpointsPerCall: Measure = {
  ...inBytes((written) => total(written) / 1000, true),
  name: "checkpoint-bytes-per-call",
  title: `bytes written by the checkpoints of ${RUN}, after every call`,
  unit: "kB",
  target: { value: 250 },
};

export const checkpointGrowth: Measure = {
  ...inBytes(growth),
  name: "checkpoint-growth",
  title: `the median of the last quarter of the checkpoints of ${RUN}, against the first quarter`,
  unit: "×",
  target: { value: 1.5 },
};

function inBytes(
  figure: (written: readonly number[]) => number,
  perCall = false,
): Pick<Measure, "better" | "rounds" | "process" | "prepare"> {
  return {
    better: "lower",
    rounds: 1,
    process: "fresh",
    async prepare(contender: Contender) {
      const run = (await contender.open()).savedRun?.(perCall);
      return run && (async () => sampleOf(await run(), figure));
    },
  };
}

function sampleOf(written: readonly number[], figure: (written: readonly number[]) => number): Sample {
  const [first = Number.NaN] = written;
  const sizes = [first, median(written), written.at(-1) ?? Number.NaN].map(inKilobytes);
  const note = `${written.length} writes; first ${sizes[0]}, median ${sizes[1]}, last ${sizes[2]}`;
  return { value: figure(written), note };
}

/** 1 where a checkpoint writes what changed; much more where each writes the whole history again. */
function growth(written: readonly number[]): number {
  const quarter = Math.floor(written.length / 4);
  return median(written.slice(-quarter)) / median(written.slice(0, quarter));
}

function total(written: readonly number[]): number {
  return written.reduce((sum, bytes) => sum + bytes, 0);
}

function inKilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(1)} kB`;
}
