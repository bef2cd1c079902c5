import type { Store, StorePage } from "../../contracts/store.ts";
import { randomId } from "../../core/ids.ts";
import type { StoreOptions } from "../../store/define-store.ts";
import type { StoreConformanceTarget } from "../store-conformance.ts";

/** What a case works on: a store, keys that nobody else has, and a clock that it can turn. */
export interface Workbench {
  readonly target: StoreConformanceTarget;
  readonly store: Store;
  /** What the keys of this case begin with. */
  readonly prefix: string;
  /** One more connection to the same state; the same store where state is not shared. */
  open(): Promise<Store>;
  /** A key of this case. */
  key(name: string): string;
  /** Turns the clock of every store of this case, in milliseconds. */
  advance(milliseconds: number): void;
  /** The options that stores of this case are opened with. */
  readonly options: StoreOptions;
  /** Has a key outside of `prefix` removed at the end. */
  cleanUp(key: string): void;
}

/** The cases of a theme by name. */
export type ConformanceTheme = Readonly<Record<string, (workbench: Workbench) => Promise<void>>>;

/** Runs a case on a workbench of its own and removes what it wrote. */
export async function withWorkbench(
  target: StoreConformanceTarget,
  body: (workbench: Workbench) => Promise<void>,
): Promise<void> {
  const prefix = `case-${randomId().slice(0, 8)}/`;
  let ahead = 0;
  const options: StoreOptions = { now: () => Date.now() + ahead };
  const extraKeys: string[] = [];
  const store = await target.open(options);
  const opened = [store];
  try {
    await body({
      target,
      store,
      prefix,
      options,
      async open() {
        if (target.isShared === false) return store;
        const another = await target.open(options);
        opened.push(another);
        return another;
      },
      key: (name) => prefix + name,
      advance(milliseconds) {
        ahead += milliseconds;
      },
      cleanUp: (key) => extraKeys.push(key),
    });
  } finally {
    // What the case found out counts, not whether it could be cleaned up after.
    await removeAll(store, prefix, extraKeys).catch(() => undefined);
    await Promise.allSettled(opened.map((each) => each.close?.()));
  }
}

/** All keys with a prefix, read page by page. */
export async function allKeys(store: Store, prefix: string, limit = 1000): Promise<string[]> {
  const keys: string[] = [];
  let cursor: string | undefined;
  do {
    const page: StorePage = await store.list(prefix, { limit, cursor });
    keys.push(...page.keys);
    cursor = page.cursor;
  } while (cursor !== undefined);
  return keys;
}

/** Does something for each of many, ten at a time: stores of other machines are slow one by one. */
export async function forAll<Item>(
  items: readonly Item[],
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  for (let start = 0; start < items.length; start += 10) {
    await Promise.all(items.slice(start, start + 10).map(work));
  }
}

async function removeAll(store: Store, prefix: string, extraKeys: readonly string[]): Promise<void> {
  const keys = [...(await allKeys(store, prefix)), ...extraKeys];
  await forAll(keys, (key) => store.delete(key));
}
