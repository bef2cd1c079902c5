import type { Store, StoreEntry } from "../../contracts/store.ts";
import { expectThat, isConflict } from "./expectations.ts";
import { atomic } from "./version-cases.ts";
import type { ConformanceTheme } from "./workbench.ts";

/** Two writers in random order against the law that holds in every order. */
export function scheduleCases(): ConformanceTheme {
  return {
    "two writers in 1,000 random schedules lose no update": atomic(async ({ store, key, open, target }) => {
      const writers = [store, await open()];
      const keys = [key("a"), key("b")];
      const { schedules = 1000, seed = 1 } = target;
      const history = new History();
      for (let schedule = 0; schedule < schedules; schedule += 1) {
        const random = randomNumbers(seed + schedule);
        const label = `in the schedule of seed ${seed + schedule}`;
        const steps = writers.map((writer, index) =>
          act(writer, keys, history, random, `${schedule}.${index}`),
        );
        await interleave(steps, random);
        for (const each of keys) history.check(each, await store.get(each), label);
      }
    }),
  };
}

/** What was confirmed, per key: which value was written over which. */
class History {
  readonly #current = new Map<
    string,
    { made: Set<string>; replaced: Map<string, string>; seen: Set<string> }
  >();

  saw(key: string, entry: StoreEntry | undefined): string {
    const token = entry === undefined ? "" : String(entry.value);
    this.#of(key).seen.add(token);
    return token;
  }

  /** A change was confirmed: `token` (nothing for a removal) over `parent` (nothing for a creation). */
  changed(key: string, parent: string, token: string): void {
    const { made, replaced } = this.#of(key);
    if (token !== "") made.add(token);
    // Nothing may be replaced many times, whatever was written once only.
    const before = parent === "" ? undefined : replaced.get(parent);
    expectThat(
      before === undefined,
      `${parent} was replaced twice, by ${before} and ${token || "a removal"}`,
    );
    if (parent !== "") replaced.set(parent, token || "a removal");
  }

  /** With nobody writing: exactly the one value that was not replaced is there, and nobody saw one that never was. */
  check(key: string, entry: StoreEntry | undefined, label: string): void {
    const present = this.saw(key, entry);
    const { made, replaced, seen } = this.#of(key);
    const left = [...made].filter((token) => !replaced.has(token));
    const expected = present === "" ? [] : [present];
    const isLawful = left.length === expected.length && left[0] === expected[0];
    expectThat(isLawful, `${label}, "${present}" is there where "${left}" should be: an update is lost`);
    for (const token of seen) {
      expectThat(token === "" || made.has(token), `${label}, ${token} was read but never confirmed`);
    }
    this.#current.set(key, { made: new Set(left), replaced: new Map(), seen: new Set() });
  }

  #of(key: string): { made: Set<string>; replaced: Map<string, string>; seen: Set<string> } {
    let facts = this.#current.get(key);
    if (!facts) {
      facts = { made: new Set(), replaced: new Map(), seen: new Set() };
      this.#current.set(key, facts);
    }
    return facts;
  }
}

/** One writer: reads, then writes, removes or writes both keys, over what it read. Gives way before every call. */
async function* act(
  store: Store,
  keys: readonly string[],
  history: History,
  random: () => number,
  name: string,
): AsyncGenerator<undefined, void> {
  for (let step = 0; step < 2; step += 1) {
    const token = `${name}.${step}`;
    const chosen = random() < 0.3 && store.batch ? keys : keys.slice(random() < 0.5 ? 1 : 0).slice(0, 1);
    const parents: { key: string; parent: string; version: string | undefined }[] = [];
    for (const key of chosen) {
      const entry = await store.get(key);
      parents.push({ key, parent: history.saw(key, entry), version: entry?.version });
      yield;
    }
    const isRemoval = random() < 0.25;
    try {
      const confirmed = await change(store, parents, token, isRemoval);
      for (const { key, parent, made } of confirmed) history.changed(key, parent, made);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    yield;
  }
}

async function change(
  store: Store,
  parents: readonly { readonly key: string; readonly parent: string; readonly version: string | undefined }[],
  token: string,
  isRemoval: boolean,
): Promise<{ key: string; parent: string; made: string }[]> {
  const parts = parents.map(({ key, parent, version }) => {
    const removes = isRemoval && version !== undefined;
    return { key, parent, version, removes, made: removes ? "" : token };
  });
  const [first] = parts;
  if (parts.length > 1) {
    await store.batch?.(
      parts.map(({ key, version, removes }) =>
        removes
          ? { type: "delete", key, ifVersion: version }
          : { type: "set", key, value: token, ifVersion: version ?? null },
      ),
    );
  } else if (first?.removes) await store.delete(first.key, { ifVersion: first.version });
  else if (first) await store.set(first.key, token, { ifVersion: first.version ?? null });
  return parts;
}

/** Runs writers in an order drawn at random: sometimes one call after the other, sometimes both on their way at once. */
async function interleave(
  writers: readonly AsyncGenerator<undefined, void>[],
  random: () => number,
): Promise<void> {
  const running = new Map<AsyncGenerator<undefined, void>, Promise<unknown>>();
  const open = new Set(writers);
  while (open.size > 0) {
    const idle = [...open].filter((writer) => !running.has(writer));
    const writer = idle[Math.floor(random() * idle.length)];
    if (writer) {
      const step = writer.next().then(({ done }) => {
        running.delete(writer);
        if (done) open.delete(writer);
      });
      running.set(writer, step);
    }
    if (random() < 0.5 || idle.length < 2) await Promise.race(running.values());
  }
}

/** Mulberry32: small, and the same on every engine. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
