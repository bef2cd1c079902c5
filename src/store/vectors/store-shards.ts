import type { Json } from "../../contracts/message.ts";
import type { Store } from "../../contracts/store.ts";
import { fromBase64, toBase64 } from "../../core/base64.ts";
import { allKeysOf } from "../keys-of.ts";
import { readRecord, warnOf } from "../read-record.ts";
import { vectorCodeLength } from "./index/vector-codes.ts";
import type { Shard, ShardCommit, ShardDriver, ShardHead } from "./shards.ts";

/**
 * Shards in any store. The record of a commit is written last, and all else of it before: a commit is there as a whole or not at
 * all, though the store can write but one key at a time.
 */
export function storeShards(store: Store, prefix: string): ShardDriver {
  const commits = `${prefix}/commits/`;
  const shardKey = (id: string, shard: number, part: string): string =>
    `${prefix}/shards/${id}/${shard}/${part}`;

  return {
    name: store.name,
    commits: async () => (await allKeysOf(store, commits)).map((key) => key.slice(commits.length)),
    async open(id) {
      const found = await readRecord(store, `${commits}${id}`, isCommit);
      if (found?.damage) return damaged(store, id, found.damage);
      if (!found) return undefined;
      const heads: ShardHead[] = [];
      for (let shard = 0; shard < found.value.shards; shard++) {
        const head = await readRecord(store, shardKey(id, shard, "head"), isStoredHead);
        if (head?.damage) return damaged(store, id, head.damage);
        // Dropped by somebody meanwhile.
        if (!head) return undefined;
        heads.push({ ...head.value, codes: fromBase64(head.value.codes) });
      }
      return { commit: { ...found.value, id }, heads };
    },
    async values(id, shard) {
      const found = await readRecord(store, shardKey(id, shard, "values"), isTexts);
      if (found?.damage) throw found.damage;
      return found?.value;
    },
    async floats(id, shard) {
      const found = await readRecord(store, shardKey(id, shard, "floats"), isText);
      if (found?.damage) throw found.damage;
      return found && floatsOf(fromBase64(found.value));
    },
    async write(commit, shards) {
      const { id } = commit;
      for (const [shard, one] of shards.entries()) {
        for (const [part, value] of Object.entries(storedParts(one))) {
          await store.set(shardKey(id, shard, part), value);
        }
      }
      await store.set(`${commits}${id}`, { ...commit });
    },
    async drop(ids) {
      for (const id of ids) {
        await store.delete(`${commits}${id}`);
        for (const key of await allKeysOf(store, `${prefix}/shards/${id}/`)) await store.delete(key);
      }
    },
  };
}

interface StoredHead extends Omit<ShardHead, "codes"> {
  readonly codes: string;
}

function storedParts({ keys, tags, dimensions, found, codes, values, floats }: Shard): Record<string, Json> {
  const bytes = new Uint8Array(floats.byteLength);
  const view = new DataView(bytes.buffer);
  for (const [index, value] of floats.entries()) view.setFloat32(index * 4, value, true);
  return {
    head: { keys, tags, dimensions, found, codes: toBase64(codes) },
    values,
    ...(floats.length > 0 && { floats: toBase64(bytes) }),
  };
}

function floatsOf(bytes: Uint8Array): Float32Array {
  const floats = new Float32Array(bytes.length / 4);
  const view = new DataView(bytes.buffer, bytes.byteOffset);
  for (let index = 0; index < floats.length; index++) floats[index] = view.getFloat32(index * 4, true);
  return floats;
}

/** A commit that cannot be read hides no other one: it counts as empty, with a warning in the log. */
function damaged(
  store: Store,
  id: string,
  damage: unknown,
): { readonly commit: ShardCommit; readonly heads: readonly ShardHead[] } {
  warnOf(store, "vectors.read", damage);
  return { commit: { id, shards: 0, removed: [], namespaces: [], replaces: [] }, heads: [] };
}

function isCommit(value: unknown): value is ShardCommit {
  const { id, shards, removed, namespaces, replaces } = Object(value);
  return typeof id === "string" && Number.isInteger(shards) && [removed, namespaces, replaces].every(isTexts);
}

function isStoredHead(value: unknown): value is StoredHead {
  const { keys, tags, dimensions, found, codes } = Object(value);
  return (
    isTexts(keys) &&
    Array.isArray(tags) &&
    tags.length === keys.length &&
    tags.every(isTexts) &&
    Number.isInteger(dimensions) &&
    Array.isArray(found) &&
    found.every((at) => Number.isInteger(at) && at >= 0 && at < keys.length) &&
    typeof codes === "string" &&
    (codes.length / 4) * 3 >= (found.length > 0 ? found.length * vectorCodeLength(dimensions) : 0) &&
    isBase64(codes)
  );
}

function isTexts(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isText);
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}

function isBase64(text: string): boolean {
  return /^[A-Za-z0-9+/]*={0,2}$/.test(text);
}
