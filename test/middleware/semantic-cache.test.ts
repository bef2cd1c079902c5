import { afterEach, describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentConfig } from "../../src/agent/agent-config.ts";
import type { AgentExecuteOptions } from "../../src/contracts/agent.ts";
import type { Embedder } from "../../src/contracts/embedder.ts";
import type { VectorStore } from "../../src/contracts/vector-store.ts";
import { config } from "../../src/core/config.ts";
import { guardrail } from "../../src/middleware/guardrail.ts";
import { type SemanticCacheOptions, semanticCache } from "../../src/middleware/semantic-cache.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { type MockModel, type MockResponse, mockModel } from "../../src/testing/mock-model.ts";
import { tool } from "../../src/tool/tool.ts";
import { plainVectorStore } from "../support/plain-vector-store.ts";
import { tableEmbedder } from "../support/table-embedder.ts";

afterEach(() => void config({ defaultStore: undefined }));

const ask = "What is the capital of Egypt?";
const alike = "Egypt's capital, what is it?";
const other = "What is the capital of Kenya?";
const embedder = tableEmbedder({ [ask]: [1, 0, 0], [alike]: [0.98, 0.199, 0], [other]: [0.8, 0.6, 0] });

const answers = (count = 9): readonly MockResponse[] =>
  Array.from({ length: count }, (_, index) => ({ content: `Answer ${index + 1}.` }));

/** A store that can read what it is asked for by key. */
function readingStore(): ReturnType<typeof plainVectorStore> {
  const store = plainVectorStore();
  const read: NonNullable<VectorStore["read"]> = async <Value>(keys: readonly string[]) =>
    keys.map((key) => {
      const entry = store.kept.get(key);
      return entry && { key, value: entry.value as Value, tags: [] };
    });
  return Object.assign(store, { read });
}

function cached(
  options: Partial<SemanticCacheOptions> = {},
  more: Partial<AgentConfig> & { readonly responses?: readonly MockResponse[] } = {},
) {
  const { responses = answers(), ...agentMore } = more;
  const model = mockModel({ name: "mock", responses });
  const store = options.store ?? readingStore();
  const warnings: string[] = [];
  const logger = { warn: (_module: string, _action: string, message: string) => void warnings.push(message) };
  const middleware = [semanticCache({ embedder, store, ...options })];
  const helper = agent({ model, middleware, logger, ...agentMore });
  const say = async (text: string, given: AgentExecuteOptions = {}) =>
    (await helper.execute(text, given)).text;
  return { model, store, helper, say, warnings };
}

describe("ai.middleware.semanticCache", () => {
  test("refuses what cannot work when it is made", () => {
    const store = plainVectorStore();
    const wrong = [
      { embedder },
      { store },
      { embedder, store, threshold: 2 },
      { embedder, store, threshold: Number.NaN },
      { embedder, store, ttlMs: 0 },
      { embedder, store, namespace: "a/b" },
      { embedder, store, scope: "tenant" },
    ] as never[];
    for (const one of wrong) {
      expect(() => semanticCache(one)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
    }
    config({ defaultStore: memoryStore() });
    expect(semanticCache({ embedder }).name).toBe("semanticCache");
  });

  test("answers the same words without the model or the embedder, and uses nothing", async () => {
    const asking = tableEmbedder({ [ask]: [1, 0, 0] });
    const { helper, model, say } = cached({ embedder: asking });
    await say(ask);
    const { text, usage, report } = await helper.execute(ask);
    expect([text, model.callCount, asking.asked]).toEqual(["Answer 1.", 1, [ask]]);
    expect(usage).toMatchObject({ input: 0, output: 0, total: 0 });
    expect(report.annotations).toEqual({ semanticCache: { hit: "exact" } });
  });

  test("answers what means the same, and nothing below the threshold", async () => {
    for (const store of [plainVectorStore(), readingStore()]) {
      const { helper, say } = cached({ store });
      expect(await say(ask)).toBe("Answer 1.");
      const { text, report } = await helper.execute(alike);
      expect([text, report.annotations]).toEqual(["Answer 1.", { semanticCache: { hit: "similar" } }]);
      expect(await say(other)).toBe("Answer 2.");
    }
    const strict = cached({ threshold: 0.99 });
    expect([await strict.say(ask), await strict.say(alike)]).toEqual(["Answer 1.", "Answer 2."]);
  });

  test("streams what it has", async () => {
    const { helper, say, model } = cached();
    await say(ask);
    const stream = helper.stream(ask);
    let text = "";
    for await (const event of stream) if (event.type === "agent.trip.streaming") text += event.delta;
    expect([text, (await stream.result).text, model.callCount]).toEqual(["Answer 1.", "Answer 1.", 1]);
  });

  test("keeps sessions apart, unless it is told otherwise", async () => {
    const { say } = cached();
    const [a, b, none] = [{ sessionId: "a" }, { sessionId: "b" }, {}];
    expect(await say(ask, a)).toBe("Answer 1.");
    expect([await say(ask, b), await say(alike, b)]).toEqual(["Answer 2.", "Answer 2."]);
    expect([await say(ask, none), await say(alike, none)]).toEqual(["Answer 3.", "Answer 3."]);
    expect([await say(alike, a), await say(ask, a)]).toEqual(["Answer 1.", "Answer 1."]);

    const shared = cached({ scope: "shared" });
    expect([await shared.say(ask, a), await shared.say(alike, b)]).toEqual(["Answer 1.", "Answer 1."]);

    const tenants = cached({ scope: ({ sessionId }) => (sessionId === "b" ? undefined : "tenant") });
    expect([await tenants.say(ask, a), await tenants.say(ask)]).toEqual(["Answer 1.", "Answer 1."]);
    expect(await tenants.say(ask, b)).toBe("Answer 2.");
  });

  test("asks for the scope again on reading, where a store looks over the walls between them", async () => {
    const store = plainVectorStore({ looksOverWalls: true });
    const { say } = cached({ store });
    for (const sessionId of ["a", "b", "c"]) await say(ask, { sessionId });
    expect(await say(alike, { sessionId: "c" })).toBe("Answer 3.");
    expect(await say(alike, { sessionId: "d" })).toBe("Answer 4.");
  });

  test("mixes up no models, prompts, schemas, options, tools or conversations", async () => {
    const store = readingStore();
    const middleware = [semanticCache({ embedder, store, scope: "shared" })];
    const output = { type: "object", properties: { city: { type: "string" } }, required: ["city"] } as const;
    const look = (description: string) =>
      tool({ name: "look", description, input: { type: "object", properties: {} }, execute: () => 1 });
    const native = { structuredOutput: true };
    const json = (name: string, more: object = {}): MockModel =>
      mockModel({ name, responses: [{ content: '{"city":"Cairo"}' }], ...more });
    const worlds: (Omit<AgentConfig, "model"> & { model: MockModel; execute?: AgentExecuteOptions })[] = [
      { model: json("one") },
      { model: json("two") },
      { model: json("one", { provider: "elsewhere" }) },
      { model: json("one"), systemPrompt: "Be brief." },
      { model: json("one"), systemPrompt: "Be long." },
      { model: json("one"), execute: { output } },
      { model: json("one", { capabilities: native }), execute: { output } },
      { model: json("one", { capabilities: native }), execute: { output: { ...output, required: [] } } },
      { model: json("one"), modelOptions: { temperature: 1 } },
      { model: json("one"), tools: [look("Looks.")] },
      { model: json("one"), tools: [look("Looks again.")] },
      { model: json("one"), execute: { history: [{ role: "user", content: "Hi." }] } },
      { model: json("one"), execute: { history: [{ role: "user", content: "Ho." }] } },
    ];
    for (const { execute = {}, ...world } of worlds) {
      const helper = agent({ ...world, middleware });
      await helper.execute(ask, execute);
      await helper.execute(ask, execute);
      await helper.execute(alike, execute);
      expect(world.model.callCount).toBe(1);
    }
    expect(store.kept.size).toBe(worlds.length);
  });

  test("keeps no answer that calls tools, was cut off, is empty, or comes after the first trip", async () => {
    const note = tool({
      name: "note",
      description: "Notes.",
      input: { type: "object", properties: {} },
      execute: () => "noted",
    });
    const responses: MockResponse[] = [
      { toolCalls: [{ name: "note", input: {} }] },
      { content: "Done." },
      { content: "Half", finishReason: "length" },
      { content: "" },
    ];
    const store = readingStore();
    const { say, model } = cached({ store }, { responses, tools: [note] });
    for (let run = 0; run < 3; run += 1) await say(ask);
    expect([model.callCount, store.kept.size]).toEqual([4, 0]);
  });

  test("keeps a structured answer when its schema has accepted it", async () => {
    const output = { type: "object", properties: { city: { type: "string" } }, required: ["city"] } as const;
    const responses = [{ content: "no JSON" }, { content: '{"city":"Cairo"}' }];
    const store = readingStore();
    const { helper, model } = cached({ store }, { responses });
    expect((await helper.execute(ask, { output })).error).toBeDefined();
    expect(store.kept.size).toBe(0);
    const repaired = await cached({ store }, { responses }).helper.execute(ask, {
      output,
      repair: { maxAttempts: 1 },
    });
    expect([repaired.data, store.kept.size]).toEqual([{ city: "Cairo" }, 0]);
    expect((await helper.execute(ask, { output })).data).toEqual({ city: "Cairo" });
    expect((await helper.execute(alike, { output })).data).toEqual({ city: "Cairo" });
    expect(model.callCount).toBe(2);
  });

  test("keeps nothing that a guard behind it has refused", async () => {
    const store = readingStore();
    const strict = guardrail({ outputCheck: () => ({ ok: false, reason: "no" }) });
    const model = mockModel({ name: "mock", responses: answers() });
    const middleware = [semanticCache({ embedder, store }), strict];
    const { error } = await agent({ model, middleware }).execute(ask);
    expect([error?.code, store.kept.size]).toEqual(["GUARDRAIL_VIOLATION", 0]);
  });

  test("lets answers expire", async () => {
    let now = 1000;
    const { say } = cached({ ttlMs: 500, now: () => now });
    await say(ask);
    now = 1499;
    expect([await say(ask), await say(alike)]).toEqual(["Answer 1.", "Answer 1."]);
    now = 1500;
    expect(await say(ask)).toBe("Answer 2.");
    expect(await say(alike)).toBe("Answer 2.");
  });

  test("compares the question, not the other parts of its message", async () => {
    const reminder = { type: "text", text: "A long text that is always the same. ".repeat(9) } as const;
    const withReminder = (text: string) => ({
      name: "reminder",
      execute: {
        hides: () => [{ role: "user", content: [reminder, { type: "text", text }] } as const],
      },
    });
    const store = readingStore();
    const model = mockModel({ name: "mock", responses: answers() });
    const say = async (text: string) => {
      const middleware = [withReminder(text), semanticCache({ embedder, store })];
      return (await agent({ model, middleware }).execute(text)).text;
    };
    expect([await say(ask), await say(alike), await say(other)]).toEqual([
      "Answer 1.",
      "Answer 1.",
      "Answer 2.",
    ]);
  });

  test("is no hindrance where its store or its embedder fails, and says so", async () => {
    const down = async (): Promise<never> => {
      throw new Error("down");
    };
    const broken: Partial<SemanticCacheOptions>[] = [
      { store: { upsert: down, query: down, removeNamespace: down } },
      { embedder: { ...embedder, embed: down } },
      { embedder: { ...embedder, embed: async () => ({ vector: [Number.NaN], dimensions: 1, usage: {} }) } },
      { embedder: { ...embedder, embed: async () => undefined } as unknown as Embedder },
      { scope: () => Promise.resolve("tenant") as never },
      {
        scope: () => {
          throw new Error("no tenant");
        },
      },
    ];
    for (const options of broken) {
      const { say, warnings } = cached(options);
      expect([await say(ask), await say(ask)]).toEqual(["Answer 1.", "Answer 2."]);
      expect(warnings).toContain("semanticCache failed");
    }
  });

  test("takes nothing for an answer that it has not written", async () => {
    const store = readingStore();
    const { say } = cached({ store });
    await say(ask);
    for (const [key, entry] of [...store.kept]) {
      for (const value of [null, "Answer 0.", { content: 1 }, { content: "Forged." }]) {
        await store.upsert(`${key}-${String(value)}`, value, entry.vector);
      }
    }
    expect(await say(alike)).toBe("Answer 1.");
  });

  test("stops with its run", async () => {
    const controller = new AbortController();
    const hanging: Embedder = {
      ...embedder,
      embed: () => {
        controller.abort();
        return new Promise(() => {});
      },
    };
    const { helper, model } = cached({ embedder: hanging });
    const { error } = await helper.execute(ask, { signal: controller.signal });
    expect([error?.code, model.callCount]).toEqual(["AGENT_CANCELLED", 0]);
  });

  test("lives in any store, for every process that opens it", async () => {
    const disk = memoryStore();
    config({ defaultStore: { ...disk } });
    const mine = agent({
      model: mockModel({ name: "mock", responses: answers() }),
      middleware: [semanticCache({ embedder })],
    });
    await mine.execute(ask, { sessionId: "a" });
    const { say, model } = cached({ store: { ...disk } });
    expect([await say(ask, { sessionId: "a" }), await say(alike, { sessionId: "a" })]).toEqual([
      "Answer 1.",
      "Answer 1.",
    ]);
    expect(model.callCount).toBe(0);
    await say(alike, { sessionId: "b" });
    expect(model.callCount).toBe(1);
  });
});
