import type { Measure } from "../measure.ts";
import { installFetch, streamingFetch } from "../work/service.ts";
import { streamedBody, words } from "../work/wire.ts";
import { timedStream } from "./timed-stream.ts";

const CHUNKS = 10_000;

export const wireStream: Measure = {
  name: "wire-stream",
  title: "10,000-chunk SSE through adapter and agent stream",
  unit: "k/s",
  better: "higher",
  target: { timesFloor: 0.6 },
  rounds: 11,
  process: "warm",
  async prepare(contender) {
    const deltas = words(CHUNKS);
    installFetch(streamingFetch(streamedBody(deltas)));
    const stream = (await contender.open()).wireStream?.();
    return stream && timedStream(stream, deltas);
  },
};
