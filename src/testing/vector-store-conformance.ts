import type { Vector, VectorStore } from "../contracts/vector-store.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { randomId } from "../core/ids.ts";
import { expectEqual, expectThat } from "./store-conformance/expectations.ts";

/** The store of vectors to prove. Vectors of the cases have four numbers. */
export interface VectorStoreConformanceTarget {
  /** Opens the store. Every call opens the same state once more, as another tab or process does. */
  open(): VectorStore | Promise<VectorStore>;
  /** Whether a second `open` sees what the first has written. Default true. */
  readonly isShared?: boolean | undefined;
  /** How many entries the largest case writes. Default 600. */
  readonly entries?: number | undefined;
  /** How long one case may take, in milliseconds. Default 60,000. */
  readonly timeoutMs?: number | undefined;
}

/** One rule of the contract: `run` rejects with an `Error` that says how the store broke it. */
export interface VectorStoreConformanceCase {
  readonly name: string;
  readonly timeoutMs: number;
  run(): Promise<void>;
}

type Bench = {
  readonly store: VectorStore;
  /** A namespace that nobody else has. */
  readonly space: string;
  /** The same state once more; the same store where it is not shared. */
  again(): Promise<VectorStore>;
};

/**
 * The rules of the contract of vector stores as test cases, for any test framework: search by cosine, threshold, tags and
 * namespaces, writing over, removing, many entries, two who write, and what must be refused as a whole. What a store has not
 * (its optional methods) is not asked of it.
 *
 * @example
 * const cases = vectorStoreConformance({ open: () => storeVectorStore(memoryStore()), isShared: false });
 * // for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);
 * await cases[0]?.run();
 */
export function vectorStoreConformance(target: VectorStoreConformanceTarget): VectorStoreConformanceCase[] {
  const { timeoutMs = 60_000, entries = 600 } = target;
  return Object.entries({ ...searchCases, ...writeCases, ...trouble, ...manyCases(entries) }).map(
    ([name, body]) => ({ name, timeoutMs, run: () => withBench(target, body) }),
  );
}

async function withBench(
  target: VectorStoreConformanceTarget,
  body: (bench: Bench) => Promise<void>,
): Promise<void> {
  const store = await target.open();
  const space = `case${randomId().slice(0, 8)}`;
  const opened = [store];
  try {
    await body({
      store,
      space,
      async again() {
        if (target.isShared === false) return store;
        const another = await target.open();
        opened.push(another);
        return another;
      },
    });
  } finally {
    // What the case found out counts, not whether it could be cleaned up after.
    await Promise.allSettled([space, `${space}2`].map((one) => store.removeNamespace(one)));
    await Promise.allSettled(opened.map((one) => one.close?.()));
  }
}

async function expectCode(operation: Promise<unknown>, code: string): Promise<void> {
  const error: unknown = await operation.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  expectThat(AIError.is(error) && error.code === code, `it should end with ${code} and ended with ${error}`);
}

async function keysOf(
  store: VectorStore,
  namespace: string,
  vector: Vector = [1, 0, 0, 0],
  options: object = {},
): Promise<string[]> {
  const found = await store.query(vector, { topK: 10, namespace, ...options });
  return found.map(({ key }) => key.slice(namespace.length + 1));
}

async function threeIn({ store, space }: Bench): Promise<void> {
  await store.upsert(`${space}.a.0`, { text: "a" }, [1, 0, 0, 0], ["x"]);
  await store.upsert(`${space}.b.0`, { text: "b" }, [1, 1, 0, 0], ["y", "z"]);
  await store.upsert(`${space}.c.0`, { text: "c" }, [0, 0, 3, 0]);
}

const searchCases: Record<string, (bench: Bench) => Promise<void>> = {
  async "search: the nearest come first, with value and cosine"(bench) {
    await threeIn(bench);
    const { store, space } = bench;
    const found = await store.query([5, 0, 0, 0], { topK: 3, namespace: space });
    expectEqual(
      found.map(({ key, value }) => [key, value]),
      [
        [`${space}.a.0`, { text: "a" }],
        [`${space}.b.0`, { text: "b" }],
        [`${space}.c.0`, { text: "c" }],
      ],
      "the hits",
    );
    const wanted = [1, Math.SQRT1_2, 0];
    for (const [index, { score }] of found.entries()) {
      expectThat(Math.abs(score - (wanted[index] ?? 0)) < 0.001, `score ${index} is ${score}`);
    }
  },
  async "search: topK, threshold and tags"(bench) {
    await threeIn(bench);
    const { store, space } = bench;
    const keys = (options: object) => keysOf(store, space, [1, 0, 0, 0], options);
    expectEqual(await keys({ topK: 1 }), ["a.0"], "topK");
    expectEqual(await keys({ threshold: 0.9 }), ["a.0"], "threshold");
    expectEqual(await keys({ tags: ["z", "nobody"] }), ["b.0"], "one of the tags");
    expectEqual(await keys({ tags: ["nobody"] }), [], "no such tag");
    expectEqual(await keys({ tags: [] }), ["a.0", "b.0", "c.0"], "an empty list of tags is no filter");
  },
  async "search: a namespace is no prefix of another one"({ store, space }) {
    await store.upsert(`${space}.a`, 1, [1, 0, 0, 0]);
    await store.upsert(`${space}2.a`, 2, [1, 0, 0, 0]);
    expectEqual(await keysOf(store, space), ["a"], "hits");
    await store.removeNamespace(space);
    expectEqual(await keysOf(store, space), [], "hits after its removal");
    expectEqual(await keysOf(store, `${space}2`), ["a"], "hits in the other one");
  },
  async "search: nothing in an empty namespace, nothing for a vector of zeros"(bench) {
    expectEqual(await keysOf(bench.store, bench.space), [], "hits of nothing");
    await threeIn(bench);
    expectEqual(await keysOf(bench.store, bench.space, [0, 0, 0, 0]), [], "hits of zeros");
  },
  async "search: stops with its signal"({ store, space }) {
    const signal = AbortSignal.abort();
    const refused = await store.query([1, 0, 0, 0], { topK: 1, namespace: space, signal }).then(
      () => false,
      () => true,
    );
    expectThat(refused, "a search whose signal is aborted resolved");
  },
};

const writeCases: Record<string, (bench: Bench) => Promise<void>> = {
  async "write: a key has one entry, the last"({ store, space }) {
    await store.upsert(`${space}.a`, "old", [1, 0, 0, 0], ["t"]);
    await store.upsert(`${space}.a`, "new", Float32Array.of(0, 1, 0, 0));
    expectEqual(
      (await store.query([0, 1, 0, 0], { topK: 5, namespace: space })).map(({ value }) => value),
      ["new"],
      "the value",
    );
    expectEqual(await keysOf(store, space, [0, 1, 0, 0], { tags: ["t"] }), [], "hits by the old tag");
  },
  async "write: keys of all kinds"({ store, space }) {
    const names = ["constructor", "__proto__", "a b", "潮.🌊", "%_\\", '"', "x".repeat(300)];
    for (const name of names) await store.upsert(`${space}.${name}`, name, [1, 0, 0, 0]);
    const found = await store.query([1, 0, 0, 0], { topK: 20, namespace: space });
    expectEqual(found.map(({ value }) => value).sort(), [...names].sort(), "the values");
  },
  async "write: put and remove together"({ store, space }) {
    if (!store.write || !store.read) return;
    const [a, b, c] = [`${space}.a`, `${space}.b`, `${space}.c`];
    await store.write({
      put: [
        { key: a, value: 0, vector: [1, 0, 0, 0] },
        { key: a, value: 1, vector: [1, 0, 0, 0] },
        { key: b, value: 2, vector: [1, 0, 0, 0] },
      ],
    });
    await store.write({ put: [{ key: c, value: { no: "vector" }, tags: ["t"] }], remove: [a, c, "nobody"] });
    expectEqual(
      await store.read([c, a, b]),
      [{ key: c, value: { no: "vector" }, tags: ["t"] }, undefined, { key: b, value: 2, tags: [] }],
      "the entries",
    );
    expectEqual(await keysOf(store, space), ["b"], "the hits: an entry without a vector is none");
    await store.write({});
    await store.write({ put: [{ key: a, value: 3, vector: [1, 0, 0, 0] }] });
    expectEqual((await keysOf(store, space)).sort(), ["a", "b"], "hits after a key came back");
  },
  async "write: vectors come back as they were given"({ store, space }) {
    if (!store.vectors) return;
    await store.upsert(`${space}.a`, 1, [3, 4, 0, 0.5]);
    await store.upsert(`${space}.b`, 2, [0, 0, 0, 0]);
    const [a, b, none] = await store.vectors([`${space}.a`, `${space}.b`, `${space}.c`]);
    expectEqual([...(a ?? [])], [3, 4, 0, 0.5], "the vector");
    expectEqual(b === undefined || [...b].every((one) => one === 0), true, "zeros are no direction");
    expectEqual(none, undefined, "the vector of nothing");
  },
  async "write: whoever opens the state sees it, and two may write"({ store, space, again }) {
    await store.upsert(`${space}.a`, 1, [1, 0, 0, 0]);
    const other = await again();
    expectEqual(await keysOf(other, space), ["a"], "what the other sees");
    await Promise.all([
      ...[0, 1, 2].map((index) => store.upsert(`${space}.s${index}`, index, [1, 0, 0, 0])),
      ...[0, 1, 2].map((index) => other.upsert(`${space}.o${index}`, index, [1, 0, 0, 0])),
    ]);
    const wanted = ["a", "o0", "o1", "o2", "s0", "s1", "s2"];
    expectEqual((await keysOf(store, space)).sort(), wanted, "what the one sees");
    expectEqual((await keysOf(other, space)).sort(), wanted, "what the other sees");
    await other.upsert(`${space}.s0`, "theirs", [0, 1, 0, 0]);
    expectEqual(await keysOf(store, space, [0, 1, 0, 0], { topK: 1 }), ["s0"], "what was written over");
  },
};

const trouble: Record<string, (bench: Bench) => Promise<void>> = {
  async "trouble: a vector of another length, or with a number that is none, and nothing is written"(bench) {
    await threeIn(bench);
    const { store, space } = bench;
    const write = async (vector: readonly number[]): Promise<void> => {
      if (!store.write) return store.upsert(`${space}.e`, 1, vector);
      await store.write({
        put: [
          { key: `${space}.d`, value: 1, vector: [1, 0, 0, 0] },
          { key: `${space}.e`, value: 1, vector },
        ],
      });
    };
    await expectCode(write([1, 0]), "VECTOR_DIMENSIONS");
    await expectCode(write([1, Number.NaN, 0, 0]), "VECTOR_INVALID");
    await expectCode(write([1, Number.POSITIVE_INFINITY, 0, 0]), "VECTOR_INVALID");
    await expectCode(store.query([1], { topK: 1, namespace: space }), "VECTOR_DIMENSIONS");
    expectEqual(await keysOf(store, space), ["a.0", "b.0", "c.0"], "what is there");
  },
};

function manyCases(count: number): Record<string, (bench: Bench) => Promise<void>> {
  return {
    async "many: found, read block by block, removed and written over"({ store, space, again }) {
      const vectorOf = (index: number): number[] => [Math.cos(index), Math.sin(index), 0.1, (index % 7) / 70];
      const put = Array.from({ length: count }, (_, index) => ({
        key: `${space}.doc.${index}`,
        value: { index, text: "word ".repeat(20) },
        vector: vectorOf(index),
        tags: index % 2 === 0 ? ["even"] : [],
      }));
      if (!store.write)
        for (const { key, value, vector, tags } of put) await store.upsert(key, value, vector, tags);
      await store.write?.({ put });
      const reader = await again();
      const [best] = await reader.query<{ index: number }>(vectorOf(123), { topK: 1, namespace: space });
      expectEqual(best?.value.index, 123, "the nearest");
      const even = await reader.query<{ index: number }>(vectorOf(123), {
        topK: 20,
        namespace: space,
        tags: ["even"],
      });
      expectEqual(
        even.length === 20 && even.every(({ value }) => value.index % 2 === 0),
        true,
        "hits by tag",
      );
      if (!store.write || !reader.entries) return;
      await store.write({ remove: put.slice(0, count / 2).map(({ key }) => key) });
      const left = [];
      for await (const block of reader.entries<{ index: number }>(space)) left.push(...block);
      expectEqual(
        left.map(({ value }) => value.index).sort((one, other) => one - other),
        put.slice(count / 2).map(({ value }) => value.index),
        "what is left",
      );
    },
    async "many: written one by one"({ store, space, again }) {
      for (let index = 0; index < count / 10; index++) {
        await store.upsert(`${space}.${index % 20}`, index, [
          Math.cos(index % 20),
          Math.sin(index % 20),
          0,
          0,
        ]);
      }
      const found = await (await again()).query<number>([1, 0, 0, 0], { topK: 30, namespace: space });
      expectEqual(found.length, 20, "how many there are");
      const last = found.find(({ key }) => key === `${space}.3`)?.value;
      expectEqual(last, count / 10 - 20 + 3, "the last value of a key");
    },
  };
}
