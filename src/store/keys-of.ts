import type { Store } from "../contracts/store.ts";

/** All keys with a prefix, in ascending order, asked for page by page as they are needed. */
export async function* keysOf(store: Store, prefix: string, pageSize = 1000): AsyncGenerator<string> {
  let cursor: string | undefined;
  do {
    const page = await store.list(prefix, { limit: pageSize, cursor });
    yield* page.keys;
    cursor = page.cursor;
  } while (cursor !== undefined);
}

/** All keys with a prefix, at once. */
export async function allKeysOf(store: Store, prefix: string): Promise<string[]> {
  const keys: string[] = [];
  for await (const key of keysOf(store, prefix)) keys.push(key);
  return keys;
}

/** Removes keys, those that stand last first: what a crash leaves is the beginning of the list. */
export async function deleteFromEnd(store: Store, keys: readonly string[]): Promise<void> {
  const ordered = keys.toReversed();
  while (ordered.length > 0) {
    const some = ordered.splice(0, 100);
    if (store.batch) await store.batch(some.map((key) => ({ type: "delete", key })));
    else for (const key of some) await store.delete(key);
  }
}
