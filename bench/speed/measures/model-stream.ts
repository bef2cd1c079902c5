import type { Measure } from "../measure.ts";
import { words } from "../work/wire.ts";
import { timedStream } from "./timed-stream.ts";

const DELTAS = 10_000;

export const modelStream: Measure = {
  name: "model-stream",
  title: "10,000 deltas from a model in the process through the agent's stream",
  unit: "k/s",
  better: "higher",
  target: { value: 300 },
  rounds: 11,
  process: "warm",
  async prepare(contender) {
    const deltas = words(DELTAS);
    const stream = (await contender.open()).modelStream?.(deltas);
    return stream && timedStream(stream, deltas);
  },
};
