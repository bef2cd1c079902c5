import { afterEach, describe, expect, test } from "vitest";
import type { Embedder } from "../../src/contracts/embedder.ts";
import type { MemoryTier } from "../../src/contracts/memory.ts";
import { config } from "../../src/core/config.ts";
import { type MemoryConfig, memory } from "../../src/memory/memory.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { plainVectorStore } from "../support/plain-vector-store.ts";
import { tableEmbedder } from "../support/table-embedder.ts";

afterEach(() => void config({ defaultStore: undefined }));

const table = {
  "What to drink?": [1, 0, 0],
  "The user likes tea.": [0.96, 0.28, 0],
  "The user likes coffee.": [0.8, 0.6, 0],
  "The moon is far.": [0, 1, 0],
};
const embedder = tableEmbedder(table);
const ask = "What to drink?";
const tea = "The user likes tea.";
const coffee = "The user likes coffee.";

const vectors = (more: Partial<MemoryConfig> = {}, store = plainVectorStore()) => {
  const semantic = { embedder, store };
  return { store, memory: memory({ working: false, semantic, defaultTier: "semantic", ...more }) };
};
const textsOf = (found: readonly { readonly text: string }[]): string[] => found.map(({ text }) => text);

describe("ai.memory", () => {
  test("refuses what cannot work when it is made", () => {
    const store = plainVectorStore();
    const wrong: MemoryConfig[] = [
      { working: false },
      { semantic: { embedder } },
      { episodic: { embedder } },
      { procedural: { embedder } },
      { semantic: { store } as never },
      { working: false, semantic: { embedder, store } },
      { defaultTier: "episodic" },
      { working: { maxItems: 0 } },
      { working: { maxItems: 1.5 } },
      { working: { maxItems: Number.POSITIVE_INFINITY } },
      { k: -1 },
      { threshold: 1.1 },
      { threshold: Number.NaN },
      { episodic: { embedder, store, recencyWeight: 2 } },
      { episodic: { embedder, store, halfLifeMs: 0 } },
      { procedural: { embedder, store, reinforcementWeight: -1 } },
      { semantic: { embedder, store, namespace: "" } },
      { semantic: { embedder, store, namespace: "a/b" } },
    ];
    for (const one of wrong) {
      expect(() => memory(one)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
    }
    config({ defaultStore: memoryStore() });
    expect(memory({ semantic: { embedder } }).tiers).toEqual(["working", "semantic"]);
  });

  test("works without any configuration: the newest first, whatever is asked", async () => {
    const working = memory({});
    await working.remember([{ text: "one" }, { text: "two", metadata: { from: "crm" } }, { text: "three" }]);
    const found = await working.recall("anything", { k: 2 });
    expect(found).toEqual([
      { id: expect.any(String), text: "three", tier: "working", score: 1 },
      { id: expect.any(String), text: "two", tier: "working", score: 0.5, metadata: { from: "crm" } },
    ]);
    expect(await working.recall("anything", { k: 0 })).toEqual([]);
  });

  test("lets the oldest of all scopes go where the working tier is full, in the order they came", async () => {
    const working = memory({ working: { maxItems: 2 } });
    await working.remember({ text: "first", scope: "a" });
    await working.remember({ text: "second", scope: "b" });
    // Written over in its place: it stays the oldest.
    await working.remember({ text: "first", scope: "a", metadata: { again: true } });
    await working.remember({ text: "third", scope: "b" });
    expect(await working.recall("x", { scope: "a" })).toEqual([]);
    expect(textsOf(await working.recall("x", { scope: "b" }))).toEqual(["third", "second"]);
  });

  test("finds facts by their cosine, the best first, none below the threshold", async () => {
    const { memory: facts } = vectors();
    await facts.remember([
      { text: coffee, metadata: { source: "crm" } },
      { text: tea, id: "t" },
      { text: "The moon is far." },
    ]);
    const found = await facts.recall(ask);
    expect(found.map(({ id, text, tier }) => [id, text, tier])).toEqual([
      ["t", tea, "semantic"],
      [expect.any(String), coffee, "semantic"],
    ]);
    expect(found.map(({ score }) => Math.round(score * 100))).toEqual([96, 80]);
    expect(found[1]?.metadata).toEqual({ source: "crm" });
    expect(textsOf(await facts.recall(ask, { threshold: 0.9 }))).toEqual([tea]);
    expect(textsOf(await facts.recall(ask, { k: 1 }))).toEqual([tea]);
    expect(await facts.recall("Something else.")).toEqual([]);
    expect(await facts.recall("")).toEqual([]);
  });

  test("writes over what has the same id, or the same text", async () => {
    const { memory: facts, store } = vectors();
    await facts.remember([{ text: tea }, { text: tea }, { text: coffee, id: "drink" }]);
    await facts.remember([{ text: tea }, { text: "The moon is far.", id: "drink" }]);
    expect(store.kept.size).toBe(2);
    expect(textsOf(await facts.recall(ask))).toEqual([tea]);
  });

  test.each<MemoryTier>(["working", "semantic", "episodic", "procedural"])(
    "the scope is a wall in the %s tier, also for the same text and for a store that looks over it",
    async (tier) => {
      for (const looksOverWalls of [false, true]) {
        const store = plainVectorStore({ looksOverWalls });
        const all = memory({
          semantic: { embedder, store },
          episodic: { embedder, store },
          procedural: { embedder, store },
          defaultTier: tier,
        });
        const scopes = [undefined, "", "a", "b", "undefined", "0", "a.b", "__proto__"];
        for (const scope of scopes) await all.remember({ text: tea, scope, metadata: { of: String(scope) } });
        for (const scope of scopes) {
          const found = await all.recall(ask, { scope, tier, k: 20 });
          expect(found.map((one) => [one.scope, one.metadata])).toEqual([[scope, { of: String(scope) }]]);
        }
        expect(await all.recall(ask, { scope: "c" })).toEqual([]);
      }
    },
  );

  test("items of another scope do not take the places of one's own", async () => {
    const { memory: facts } = vectors();
    await facts.remember(
      Array.from({ length: 50 }, (_, index) => ({ text: tea, id: `foreign ${index}`, scope: "busy" })),
    );
    await facts.remember({ text: coffee, scope: "mine" });
    expect(textsOf(await facts.recall(ask, { k: 1, scope: "mine" }))).toEqual([coffee]);
  });

  test("recent events count more, and what is not alike is not found for being recent", async () => {
    let now = 0;
    const store = plainVectorStore();
    const events = memory({
      episodic: { embedder, store, halfLifeMs: 1000, now: () => now },
      defaultTier: "episodic",
      working: false,
    });
    await events.remember({ text: tea, id: "old" });
    now = 1000;
    await events.remember([{ text: tea, id: "new" }, { text: "The moon is far." }]);
    const found = await events.recall(ask);
    expect(found.map(({ id }) => id)).toEqual(["new", "old"]);
    expect(found.map(({ score }) => score)).toEqual([
      expect.closeTo(0.7 * 0.96 + 0.3, 5),
      expect.closeTo(0.7 * 0.96 + 0.15, 5),
    ]);
    now = -5000;
    for (const { score } of await events.recall(ask)) expect(score).toBeLessThanOrEqual(1);
    const pure = memory({
      episodic: { embedder, store, recencyWeight: 0, now: () => now },
      defaultTier: "episodic",
      working: false,
    });
    expect((await pure.recall(ask))[0]?.score).toBeCloseTo(0.96, 5);
  });

  test("each use makes a procedure stronger by less; recalling is no use", async () => {
    const store = plainVectorStore();
    const { memory: how } = vectors({
      semantic: undefined,
      procedural: { embedder, store, reinforcementWeight: 0.5 },
      defaultTier: "procedural",
    });
    const scores: number[] = [];
    for (let uses = 0; uses < 4; uses += 1) {
      await how.remember({ text: coffee });
      await how.recall(ask);
      scores.push((await how.recall(ask))[0]?.score ?? 0);
    }
    const gains = scores.slice(1).map((score, index) => score - (scores[index] ?? 0));
    expect(scores[0]).toBeCloseTo(0.4, 5);
    expect(gains.every((gain, index) => gain > 0 && gain < (gains[index - 1] ?? 1))).toBe(true);
    // Used more often, it comes before what is more alike.
    await how.remember({ text: tea });
    expect(textsOf(await how.recall(ask))).toEqual([coffee, tea]);
    expect(textsOf(await how.recall(ask, { scope: "b" }))).toEqual([]);
  });

  test("counts every use of those that remember at once, in one memory and in two", async () => {
    const store = plainVectorStore();
    const make = () => memory({ working: false, procedural: { embedder, store }, defaultTier: "procedural" });
    const [one, other] = [make(), make()];
    await Promise.all([
      one.remember([{ text: tea }, { text: tea }]),
      other.remember({ text: tea }),
      one.remember({ text: tea }),
      other.remember({ text: tea, scope: "b" }),
    ]);
    const uses = [...store.kept.values()].map(({ value }) => (value as { uses: number }).uses);
    expect(uses.sort()).toEqual([1, 4]);
  });

  test("merges the tiers by score, and asks each embedder once", async () => {
    const asking = tableEmbedder(table);
    const store = plainVectorStore();
    const all = memory({
      semantic: { embedder: asking, store },
      episodic: { embedder: asking, store },
      procedural: { embedder: tableEmbedder(table), store },
    });
    await all.remember([
      { text: "Just now.", tier: "working" },
      { text: tea, tier: "semantic" },
      { text: coffee, tier: "episodic" },
      { text: coffee, tier: "procedural" },
    ]);
    asking.asked.length = 0;
    const found = await all.recall(ask);
    expect(found.map(({ tier }) => tier)).toEqual(["working", "semantic", "episodic", "procedural"]);
    for (const { score } of found) expect(score >= 0 && score <= 1).toBe(true);
    expect(asking.asked).toEqual([ask]);
    expect((await all.recall(ask, { tier: "episodic" })).map(({ tier }) => tier)).toEqual(["episodic"]);
  });

  test("forgets a tier, or everything, in every scope, and nothing else that is in the store", async () => {
    const store = plainVectorStore();
    const make = (namespace?: string) =>
      memory({
        semantic: { embedder, store, namespace },
        episodic: { embedder, store, namespace: "ai.memory" },
        defaultTier: "semantic",
      });
    const all = make("ai.memory");
    const beside = make("ai.memory2");
    await beside.remember({ text: tea });
    for (const scope of [undefined, "a"]) {
      for (const tier of ["working", "semantic", "episodic"] as const) {
        await all.remember({ text: tea, tier, scope });
      }
    }
    await all.clear("semantic");
    const left = async (scope?: string) => (await all.recall(ask, { scope })).map(({ tier }) => tier);
    expect([await left(), await left("a")]).toEqual([
      ["working", "episodic"],
      ["working", "episodic"],
    ]);
    await all.clear();
    expect([await left(), await left("a")]).toEqual([[], []]);
    expect(await beside.recall(ask)).toHaveLength(1);
  });

  test("tells of a tier that is off, and of an item without a text or with a scope that is none", async () => {
    const working = memory({});
    const refused = { code: "INVALID_CONFIG" };
    await expect(working.remember({ text: "x", tier: "semantic" })).rejects.toMatchObject(refused);
    await expect(working.recall("x", { tier: "semantic" })).rejects.toMatchObject(refused);
    await expect(working.clear("semantic")).rejects.toMatchObject(refused);
    const scope = Promise.resolve("a") as never;
    await expect(working.remember({ text: "x", scope })).rejects.toMatchObject(refused);
    await expect(working.recall("x", { scope })).rejects.toMatchObject(refused);
    await expect(working.remember({ text: "" })).rejects.toMatchObject(refused);
    await expect(working.remember([{ text: "good" }, {} as never])).rejects.toMatchObject(refused);
    expect(await working.recall("x")).toEqual([]);
  });

  test.each([
    [
      "a number that is none",
      "VECTOR_INVALID",
      {
        vectors: [
          [1, 0, 0],
          [1, Number.NaN, 0],
        ],
      },
    ],
    ["too few vectors", "VECTOR_INVALID", { vectors: [[1, 0, 0]] }],
    ["an empty vector", "VECTOR_INVALID", { vectors: [[1, 0, 0], []] }],
    ["no vectors", "VECTOR_INVALID", {}],
    [
      "another length",
      "VECTOR_DIMENSIONS",
      {
        vectors: [
          [1, 0, 0],
          [1, 0],
        ],
      },
    ],
  ])("keeps nothing where an embedder gives %s", async (_what, code, answer) => {
    const store = plainVectorStore();
    const broken = { ...embedder, embedMany: async () => answer } as unknown as Embedder;
    const all = memory({ semantic: { embedder: broken, store }, episodic: { embedder, store } });
    const items = [
      { text: "a", tier: "working" },
      { text: "b", tier: "semantic" },
      { text: "c", tier: "semantic" },
      { text: "d", tier: "episodic" },
    ] as const;
    await expect(all.remember(items)).rejects.toMatchObject({ code });
    expect([store.kept.size, await all.recall(ask)]).toEqual([0, []]);
  });

  test("does not take what others have written for its own", async () => {
    const { memory: facts, store } = vectors();
    await facts.remember({ text: tea });
    for (const value of [null, "text", { id: 1 }, { text: tea }]) {
      const [key = ""] = store.kept.keys();
      await store.upsert(`${key}${String(value)}`, value, [1, 0, 0]);
    }
    expect(await facts.recall(ask)).toHaveLength(1);
  });

  test("passes a signal on, and stops with it", async () => {
    const signals: unknown[] = [];
    const listening: Embedder = {
      ...embedder,
      embed: async (text, options) => {
        signals.push(options?.signal);
        return embedder.embed(text);
      },
    };
    const store = plainVectorStore();
    const { signal } = new AbortController();
    await memory({ semantic: { embedder: listening, store } }).recall(ask, { signal });
    expect([signals, store.queries[0]?.signal]).toEqual([[signal], signal]);
  });

  test("lives in any store, for every process that opens it, each tier with an embedder of its own", async () => {
    const disk = memoryStore();
    const wide = tableEmbedder({ [ask]: [1, 0, 0, 0, 0], [coffee]: [0.8, 0.6, 0, 0, 0] });
    const open = () => {
      config({ defaultStore: { ...disk } });
      return memory({ semantic: { embedder }, procedural: { embedder: wide }, defaultTier: "semantic" });
    };
    const before = open();
    await before.remember([
      { text: tea, scope: "ada", metadata: { source: "crm" } },
      { text: coffee, tier: "procedural", scope: "ada" },
    ]);
    const after = open();
    await after.remember({ text: coffee, tier: "procedural", scope: "ada" });
    const found = await after.recall(ask, { scope: "ada" });
    expect(found).toMatchObject([
      { text: tea, tier: "semantic", scope: "ada", metadata: { source: "crm" } },
      { text: coffee, tier: "procedural" },
    ]);
    expect(found[1]?.score).toBeCloseTo(0.7 * 0.8 + 0.3 * 0.5, 2);
    expect(await before.recall(ask, { scope: "ada" })).toEqual(found);
    expect(await after.recall(ask)).toEqual([]);
    await after.clear("semantic");
    expect((await before.recall(ask, { scope: "ada" })).map(({ tier }) => tier)).toEqual(["procedural"]);
  });

  test("takes a cache with similarity for its store", async () => {
    const store = plainVectorStore();
    const cache = {
      set: (key: string, value: unknown, { vector }: { vector: number[] }) =>
        store.upsert(key, value, vector),
      similar: (vector: number[], options: { topK: number; threshold?: number }) =>
        store.query(vector, options),
      removeNamespace: store.removeNamespace,
    };
    const facts = memory({ semantic: { embedder, store: cache }, defaultTier: "semantic" });
    await facts.remember({ text: tea, scope: "ada" });
    expect(textsOf(await facts.recall(ask, { scope: "ada" }))).toEqual([tea]);
    expect(await facts.recall(ask)).toEqual([]);
  });
});
