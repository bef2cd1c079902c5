import { expect, test } from "vitest";
import type { Message } from "../../../src/contracts/message.ts";
import { localModel } from "../../../src/providers/local/local-model.ts";

const thanks: readonly Message[] = [{ role: "user", content: "Thank you!" }];

test("wordsPerSecond holds the next word back, and an abort ends the wait", async () => {
  const model = localModel({ name: "local", wordsPerSecond: 0.001 });
  const controller = new AbortController();
  const chunks = model.stream(thanks, { signal: controller.signal })[Symbol.asyncIterator]();
  expect((await chunks.next()).value).toEqual({ type: "delta", content: "You " });

  const second = chunks.next();
  const seen = await Promise.race([
    second,
    new Promise((resolve) => setTimeout(resolve, 20, "still waiting")),
  ]);
  expect(seen).toBe("still waiting");

  controller.abort(new Error("closed"));
  await expect(second).rejects.toThrow("closed");
});

test("without wordsPerSecond a stream sets no timer", async () => {
  const set = globalThis.setTimeout;
  let timers = 0;
  globalThis.setTimeout = ((...args: Parameters<typeof set>) => {
    timers += 1;
    return set(...args);
  }) as typeof set;
  try {
    for await (const _chunk of localModel({ name: "local" }).stream(thanks)) void _chunk;
  } finally {
    globalThis.setTimeout = set;
  }
  expect(timers).toBe(0);
});
