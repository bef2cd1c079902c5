import { isExpired } from "../../src/store/define-store.ts";
import type { DenoKvKey } from "./deno-kv.ts";
import { type Chunks, fieldsOf, isChunks } from "./deno-kv-chunks.ts";

/** The row of an entry: its text as UTF-8, or the cells that it lies in. */
export interface Head {
  readonly version: string;
  readonly expiresAt?: number | undefined;
  readonly content: Uint8Array | Chunks;
}

/** Where the row of an entry lies, under the prefix of its store. */
export function headKey(root: DenoKvKey, key: string): DenoKvKey {
  return [...root, "head", key];
}

/** Whether a row is one of ours: anything may stand in a database. */
export function isHead(value: unknown): value is Head {
  const { version, expiresAt, content } = fieldsOf(value);
  return (
    typeof version === "string" &&
    (expiresAt === undefined || typeof expiresAt === "number") &&
    (content instanceof Uint8Array || isChunks(content))
  );
}

/** Whether a row is an entry that is gone by now. */
export function isExpiredHead(value: unknown, now: number): boolean {
  return isHead(value) && isExpired(value, now);
}
