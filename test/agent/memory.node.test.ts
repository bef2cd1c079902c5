import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { Model, ModelChunk } from "../../src/contracts/model.ts";

setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

function usedMegabytes(): number {
  collectGarbage();
  return process.memoryUsage().heapUsed / 1e6;
}

const chatty: Model = {
  name: "chatty",
  provider: "test",
  complete: () => Promise.reject(new Error("not used")),
  async *stream(): AsyncGenerator<ModelChunk> {
    for (let count = 0; count < 100_000; count += 1) yield { type: "delta", content: "x" };
    yield { type: "done", finishReason: "stop" };
  },
};

test("S19: a stream keeps no event that was read, and copies no text for each", async () => {
  const before = usedMegabytes();
  const stream = agent({ model: chatty }).stream("x");
  let deltas = 0;
  for await (const event of stream) if (event.type === "agent.trip.streaming") deltas += 1;
  expect(deltas).toBe(100_000);
  // Kept events would weigh some 15 MB, a copy of the text for each of them 5 GB. The stream itself is still held.
  expect(usedMegabytes() - before).toBeLessThan(5);
  expect((await stream.result).text).toHaveLength(100_000);
});
