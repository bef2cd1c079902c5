import fc from "fast-check";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { Store } from "../../../src/contracts/store.ts";
import type { VectorEntry } from "../../../src/contracts/vector-store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { storeVectorStore } from "../../../src/store/vectors/store-vector-store.ts";
import { dyingStore } from "../../support/dying-store.ts";
import { type Fate, faultyStore } from "../../support/faulty-store.ts";
import { seededRandom } from "../../support/random.ts";
import { slowStore } from "../../support/slow-store.ts";
import { watchStore } from "../../support/watched-store.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

type Handle = ReturnType<typeof storeVectorStore>;

/** The same store without `batch`, as some platforms are. */
function withoutBatch({ batch: _, ...store }: Store): Store {
  return store;
}

function vectorOf(index: number): number[] {
  return [Math.cos(index), Math.sin(index), 0.5];
}

/** All entries of a namespace, by key. */
async function everything(handle: Handle, namespace: string): Promise<Record<string, unknown>> {
  const found: Record<string, unknown> = {};
  for await (const block of handle.entries(namespace)) {
    const keys = block.map(({ key }) => key);
    expect(keys).toEqual([...keys].sort());
    for (const { key, value } of block) {
      expect(key in found).toBe(false);
      found[key] = value;
    }
  }
  return found;
}

async function foundKeys(handle: Handle, namespace?: string): Promise<string[]> {
  const found = await handle.query([1, 1, 1], { topK: 10_000, namespace });
  return found.map(({ key }) => key).sort();
}

describe("shards of vectors, against a map", () => {
  const spaces = ["a", "a2", "a.b"];
  const key = fc.tuple(fc.constantFrom(...spaces), fc.nat(30)).map(([space, name]) => `${space}.${name}`);
  const entry = fc.record({ key, hasVector: fc.boolean(), tag: fc.constantFrom("x", "y") });
  const step = fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        put: fc.array(entry, { maxLength: 4 }),
        remove: fc.array(key, { maxLength: 3 }),
      }),
    },
    { weight: 1, arbitrary: fc.record({ put: fc.array(entry, { minLength: 40, maxLength: 60 }) }) },
    { weight: 1, arbitrary: fc.record({ clear: fc.constantFrom(...spaces) }) },
    { weight: 1, arbitrary: fc.constant({ reopen: true }) },
  );

  it.each([
    ["with batches", (store: Store) => store],
    ["without", withoutBatch],
  ])("any writes through three handles leave what they say, %s", async (_name, over) => {
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(fc.nat(2), step), { maxLength: 60 }), async (steps) => {
        const store = over(memoryStore());
        const handles = [storeVectorStore(store), storeVectorStore(store), storeVectorStore(store)];
        const model = new Map<string, { value: number; hasVector: boolean; tag: string }>();
        let value = 0;
        for (const [which, one] of steps) {
          const handle = handles[which] ?? storeVectorStore(store);
          if ("reopen" in one) await handle.close();
          else if ("clear" in one) {
            await handle.removeNamespace(one.clear);
            for (const name of [...model.keys()]) if (name.startsWith(`${one.clear}.`)) model.delete(name);
          } else {
            const remove = "remove" in one ? one.remove : [];
            const put = one.put.map((each): VectorEntry => {
              value += 1;
              return {
                key: each.key,
                value,
                tags: [each.tag],
                ...(each.hasVector && { vector: vectorOf(value) }),
              };
            });
            await handle.write({ put, remove });
            for (const name of remove) model.delete(name);
            for (const [index, { key: name, value: written }] of put.entries()) {
              const { hasVector = false, tag = "" } = one.put[index] ?? {};
              model.set(name, { value: Number(written), hasVector, tag });
            }
          }
          const reader = handles[(which + 1) % 3] ?? handle;
          const vectors = [...model].filter(([, { hasVector }]) => hasVector);
          expect(await foundKeys(reader)).toEqual(vectors.map(([name]) => name).sort());
          const some = await reader.query([1, 1, 1], { topK: 999, namespace: "a", tags: ["x"] });
          const wanted = vectors.filter(([name, { tag }]) => name.startsWith("a.") && tag === "x");
          expect(some.map((hit) => [hit.key, hit.value]).sort()).toEqual(
            wanted.map(([name, entryOf]) => [name, entryOf.value]).sort(),
          );
        }
        const inA = [...model].filter(([name]) => name.startsWith("a."));
        const last = Object.fromEntries(inA.map(([name, entryOf]) => [name, entryOf.value]));
        for (const handle of [...handles, storeVectorStore(store)]) {
          expect(await everything(handle, "a")).toEqual(last);
        }
        const [read] = await (handles[0] as Handle).read(["a.0"]);
        expect(read?.value).toBe(model.get("a.0")?.value);
      }),
      { numRuns: 8 },
    );
  });
});

describe("shards of vectors, writers at once", () => {
  it.each([1, 2, 3])(
    "four handles lose nothing of each other, and a reader misses nothing (%d)",
    async (seed) => {
      const random = seededRandom(seed);
      const inner = memoryStore();
      const open = (): Handle =>
        storeVectorStore(slowStore(seed === 2 ? withoutBatch(inner) : inner, random));
      const handles = [open(), open(), open(), open()];
      const reader = open();
      const confirmed = new Set<string>();
      let isDone = false;
      const read = async (): Promise<void> => {
        while (!isDone) {
          // Turns alone would keep everything else from its turn.
          await new Promise((resolve) => setTimeout(resolve));
          const before = [...confirmed];
          const found = new Set(await foundKeys(reader));
          expect(before.filter((name) => !found.has(name))).toEqual([]);
          const [some = ""] = before.slice(-1);
          if (some) expect((await reader.read([some]))[0]?.key).toBe(some);
        }
      };
      const write = async (handle: Handle, name: string): Promise<void> => {
        for (let index = 0; index < 60; index += 1) {
          const name_ = `n.${name}${index}`;
          await handle.upsert(name_, index, vectorOf(index));
          confirmed.add(name_);
          await handle.upsert("n.shared", `${name}${index}`, vectorOf(index));
          if (index % 3 === 0) {
            confirmed.delete(name_);
            await handle.write({ remove: [name_] });
          }
        }
      };
      const reading = read();
      await Promise.all(handles.map((handle, index) => write(handle, "abcd".charAt(index))));
      isDone = true;
      await reading;
      const wanted = [...confirmed, "n.shared"].sort();
      const shared = (await storeVectorStore(inner).read(["n.shared"]))[0]?.value;
      expect("abcd".split("").map((name) => `${name}59`)).toContain(shared);
      for (const handle of [...handles, reader, storeVectorStore(inner)]) {
        expect(await foundKeys(handle)).toEqual(wanted);
        expect((await handle.read(["n.shared"]))[0]?.value).toBe(shared);
      }
    },
  );

  it("a clock that is an hour late takes nothing from what was seen", async () => {
    const store = memoryStore();
    const [early, late] = [storeVectorStore(store), storeVectorStore(store)];
    await early.upsert("n.a", "first", vectorOf(1));
    const now = Date.now();
    const clock = vi.spyOn(Date, "now").mockReturnValue(now - 3_600_000);
    await late.upsert("n.a", "second", vectorOf(1));
    await late.upsert("n.b", "second", vectorOf(1));
    for (let index = 0; index < 40; index += 1) await late.upsert(`m.${index}`, index, vectorOf(index));
    clock.mockRestore();
    expect((await early.read(["n.a", "n.b"])).map((entry) => entry?.value)).toEqual(["second", "second"]);
    await early.write({ remove: ["n.a"] });
    expect(await late.read(["n.a"])).toEqual([undefined]);
    expect(await foundKeys(storeVectorStore(store), "m")).toHaveLength(40);
  });
});

describe("shards of vectors, trouble", () => {
  const put = (count: number, value: string): VectorEntry[] =>
    Array.from({ length: count }, (_, index) => ({ key: `n.${index}`, value, vector: vectorOf(index) }));

  it.each([
    ["before", (store: Store) => store],
    ["after", (store: Store) => store],
    ["before", withoutBatch],
    ["after", withoutBatch],
  ] as const)(
    "a process that dies %s any write of many entries or of a merge leaves old or new",
    async (when, over) => {
      for (let at = 0; at < 40; at += 1) {
        const inner = memoryStore();
        const first = storeVectorStore(inner);
        for (let index = 0; index < 15; index += 1)
          await first.upsert(`one.${index}`, index, vectorOf(index));
        await first.write({ put: put(5, "old") });
        const { store, died } = dyingStore(over(inner), at, when);
        const dying = storeVectorStore(store);
        const work = async (): Promise<boolean> => {
          await dying.write({ put: put(70, "new"), remove: ["one.0"] });
          await dying.removeNamespace("one");
          return false;
        };
        const isDead = await Promise.race([died.then(() => true), work()]);
        const after = storeVectorStore(inner);
        const values = Object.values(await everything(after, "n"));
        const isNew = values.includes("new");
        expect(values).toEqual(Array(isNew ? 70 : 5).fill(isNew ? "new" : "old"));
        const ones = Object.keys(await everything(after, "one")).length;
        expect(isNew ? [14, 0] : [15]).toContain(ones);
        await after.upsert("n.later", "later", vectorOf(1));
        expect(await foundKeys(storeVectorStore(inner), "n")).toHaveLength(values.length + 1);
        if (!isDead) break;
      }
    },
  );

  it("what a dead process left unfinished is removed when nobody can be writing it any more", async () => {
    const inner = memoryStore();
    const { store, died } = dyingStore(withoutBatch(inner), 2, "after");
    void storeVectorStore(store).write({ put: put(70, "new") });
    await died;
    const orphans = async (): Promise<number> => (await inner.list("hedgemage.vectors/shards/")).keys.length;
    expect(await orphans()).toBe(3);
    const remove = async (): Promise<void> => {
      const handle = storeVectorStore(inner);
      await handle.upsert("m.a", 1, [1, 0]);
      await handle.removeNamespace("m");
    };
    await remove();
    expect(await orphans()).toBe(3);
    const now = Date.now();
    vi.spyOn(Date, "now").mockReturnValue(now + 7_200_000);
    await remove();
    expect(await orphans()).toBe(0);
  });

  it("whatever fails or has no answer, what was confirmed stays, and the rest is old or new", async () => {
    const fate = fc.constantFrom<Fate>("done", "done", "done", "fails", "unanswered");
    await fc.assert(
      fc.asyncProperty(fc.array(fate, { maxLength: 60 }), fc.boolean(), async (fates, batches) => {
        const inner = memoryStore();
        const handle = storeVectorStore(faultyStore(batches ? inner : withoutBatch(inner), fates));
        const allowed = new Map<string, unknown[]>();
        for (let index = 0; index < 30; index += 1) {
          const name = `n.${index % 12}`;
          const before = allowed.get(name) ?? [undefined];
          const isRemoval = index % 7 === 6;
          const entries =
            index % 5 === 4
              ? put(12, `all ${index}`)
              : [{ key: name, value: index, vector: vectorOf(index) }];
          const change = isRemoval ? { remove: [name] } : { put: entries };
          const names = isRemoval ? [name] : entries.map(({ key }) => key);
          const value = isRemoval ? undefined : entries[0]?.value;
          const isDone = await handle.write(change).then(
            () => true,
            () => false,
          );
          for (const each of names)
            allowed.set(each, isDone ? [value] : [...(allowed.get(each) ?? [undefined]), value]);
          if (isRemoval && !isDone) allowed.set(name, [...before, undefined]);
        }
        for (const reader of [handle, storeVectorStore(inner)]) {
          const found = await reader.read([...allowed.keys()]);
          for (const [index, values] of [...allowed.values()].entries())
            expect(values).toContainEqual(found[index]?.value);
          const keys = await foundKeys(reader, "n");
          expect(keys).toEqual(found.flatMap((one) => one?.key ?? []).sort());
        }
      }),
      { numRuns: 12 },
    );
  });

  it("what was removed is remembered for ten minutes, and then forgotten", async () => {
    const store = memoryStore();
    const handle = storeVectorStore(store);
    const commits = async (): Promise<number> =>
      (await store.list("hedgemage.vectors/commits/", { limit: 1000 })).keys.length;
    const start = Date.now();
    const clock = vi.spyOn(Date, "now");
    for (let index = 0; index < 400; index += 1) {
      clock.mockReturnValue(start + index * 10_000);
      await handle.upsert(`n.${index}`, index, [1, index]);
      if (index >= 5) await handle.write({ remove: [`n.${index - 5}`] });
      if (index % 50 === 49) await handle.removeNamespace("other");
    }
    expect(await foundKeys2(handle)).toHaveLength(5);
    expect(await commits()).toBeLessThan(40);
    const bytes = JSON.stringify(
      await Promise.all(
        (await store.list("", { limit: 1000 })).keys.map(async (name) => (await store.get(name))?.value),
      ),
    ).length;
    // Tombstones of ten minutes are 60, not 395.
    expect(bytes).toBeLessThan(20_000);
    expect(await foundKeys2(storeVectorStore(store))).toHaveLength(5);
  });

  async function foundKeys2(handle: Handle): Promise<string[]> {
    return (await handle.query([1, 1], { topK: 1000 })).map(({ key }) => key);
  }
});

describe("shards of vectors, what they cost", () => {
  it("entries written one by one are written a few times each, however many there are", async () => {
    const bytesFor = async (count: number): Promise<number> => {
      const { batch: _, ...inner } = memoryStore();
      const watch = watchStore(inner);
      const handle = storeVectorStore(watch.store);
      for (let index = 0; index < count; index += 1)
        await handle.upsert(`n.${index}`, index, vectorOf(index));
      expect((await inner.list("", { limit: 1000 })).keys.length).toBeLessThan(60);
      return watch.bytes / count;
    };
    const [few, many] = [await bytesFor(300), await bytesFor(1200)];
    expect(many).toBeLessThan(few * 1.3);
  });

  it("a search reads only what its hits lie in, and the second time nothing", async () => {
    const inner = memoryStore();
    const random = seededRandom(1);
    const vectors = Array.from({ length: 2000 }, () => Array.from({ length: 24 }, () => random() - 0.5));
    const put = vectors.map((vector, index) => ({ key: `n.${index}`, value: index, vector }));
    await storeVectorStore(inner).write({ put });
    const watch = watchStore(inner);
    const handle = storeVectorStore(watch.store);
    const find = async (index: number): Promise<unknown> =>
      (await handle.query<number>(vectors[index] ?? [], { topK: 1 }))[0]?.value;
    await find(0);
    watch.gets = 0;
    expect(await find(1000)).toBe(1000);
    expect(watch.gets).toBeLessThanOrEqual(10);
    watch.gets = 0;
    expect(await find(1000)).toBe(1000);
    expect(watch.gets).toBe(0);
  });

  it("numbers that floats of 32 bits cannot hold are found all the same", async () => {
    const handle = storeVectorStore(memoryStore());
    await handle.upsert("n.huge", 1, [1e300, 1e300]);
    await handle.upsert("n.tiny", 2, [1e-300, 0]);
    const [huge, tiny] = await handle.query([1, 1], { topK: 2 });
    expect([huge?.value, tiny?.value]).toEqual([1, 2]);
    expect(huge?.score).toBeCloseTo(1, 6);
    expect(tiny?.score).toBeCloseTo(Math.SQRT1_2, 6);
  });

  it("values of a megabyte each are not written over and over", async () => {
    const { batch: _, ...inner } = memoryStore();
    const watch = watchStore(inner);
    const handle = storeVectorStore(watch.store);
    const large = "x".repeat(1_000_000);
    for (let index = 0; index < 20; index += 1) await handle.upsert(`n.${index}`, large, [1, index]);
    expect(watch.bytes).toBeLessThan(23_000_000);
    expect(await handle.query([1, 0], { topK: 100 })).toHaveLength(20);
  });
});
