import type { Measure } from "../measure.ts";
import { installFetch, streamingFetch } from "../work/service.ts";
import { streamedBody, words } from "../work/wire.ts";

export const liveHeap: Measure = {
  name: "live-heap",
  title: "live heap after a 40,000-chunk stream, its result still held",
  unit: "MB",
  better: "lower",
  target: { value: 1.5 },
  rounds: 3,
  process: "fresh",
  nodeOptions: ["--expose-gc"],
  async prepare(contender) {
    const works = await contender.open();
    // What is compiled and cached at the first run is not what the stream leaves behind.
    installFetch(streamingFetch(streamedBody(words(100))));
    for (let index = 0; index < 5; index += 1) await works.wireStream?.()(() => true);
    installFetch(streamingFetch(streamedBody(words(40_000))));
    const stream = works.wireStream?.();
    if (!stream) return undefined;
    return async () => {
      const before = await liveBytes();
      const held = await stream(() => true);
      const value = ((await liveBytes()) - before) / 1024 / 1024;
      if (held === null) throw new Error("The stream must leave something in hand.");
      return { value: Math.max(0, value) };
    };
  },
};

/** The bytes of the heap that are reachable, once what waits to be finalised is gone. */
async function liveBytes(): Promise<number> {
  for (let index = 0; index < 3; index += 1) {
    globalThis.gc?.();
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
  return process.memoryUsage().heapUsed;
}
