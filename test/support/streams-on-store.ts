import { expect } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentEvent } from "../../src/contracts/agent.ts";
import type { LoggedEvent } from "../../src/contracts/event-log.ts";
import type { Store } from "../../src/contracts/store.ts";
import { cancelStream, readStream } from "../../src/store/cancel-stream.ts";
import { eventLog } from "../../src/store/event-log.ts";
import { resumableStream } from "../../src/store/resumable-stream.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

/** What holds of a stream on any store. `open` gives a further handle of the same data, as another process has one. */
export const streamsOnStore: Readonly<Record<string, (open: () => Store) => Promise<void>>> = {
  async "A1: is left and taken up again by id from another handle, each event once and in order"(open) {
    const words = Array.from({ length: 400 }, (_, index) => `${index} ü水 `);
    const helper = agent({ model: mockModel({ name: "m", responses: [{ deltas: words }] }) });
    const id = crypto.randomUUID();
    const store = open();
    const stream = resumableStream(() => helper.stream("q"), { store, id });
    const other = open();
    const seen: LoggedEvent<AgentEvent>[] = [];
    for (const size of [1, 7, 100, 1000]) {
      let count = 0;
      for await (const logged of readStream<AgentEvent>(other, id, { after: seen.at(-1)?.id, pollMs: 20 })) {
        seen.push(logged);
        count += 1;
        if (count === size) break;
      }
    }
    expect(seen.map((logged) => logged.id)).toEqual(seen.map((_, index) => String(index + 1)));
    const text = seen.map(({ event }) => (event.type === "agent.trip.streaming" ? event.delta : "")).join("");
    expect(text).toBe(words.join(""));
    expect((await stream.result).text).toBe(text);
    await stream.ended;
    const log = eventLog(other, id, { waitMs: 0 });
    await log.delete();
    await expect(log.read().next()).rejects.toMatchObject({ code: "STREAM_NOT_FOUND" });
    await Promise.all([store.close?.(), other.close?.()]);
  },

  async "A1: is cancelled from another handle while a tool runs"(open) {
    const slow = tool({
      name: "slow",
      description: "never comes back by itself",
      input: { type: "object" },
      execute: (_input, { signal }) =>
        new Promise((_resolve, reject) => {
          signal?.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    const model = mockModel({ name: "m", responses: [{ toolCalls: [{ name: "slow", input: {} }] }] });
    const id = crypto.randomUUID();
    const store = open();
    const other = open();
    const stream = resumableStream(() => agent({ model, tools: [slow] }).stream("q"), {
      store,
      id,
      pollMs: 50,
    });
    for await (const { event } of readStream<AgentEvent>(other, id)) {
      if (event.type === "agent.tool.calling") break;
    }
    const end = { outcome: "cancelled", reason: "enough" };
    expect(await cancelStream(other, id, "enough")).toEqual(end);
    expect(await stream.ended).toEqual(end);
    expect((await stream.result).error).toMatchObject({ code: "AGENT_CANCELLED", reason: "enough" });
    await Promise.all([store.close?.(), other.close?.()]);
  },
};
