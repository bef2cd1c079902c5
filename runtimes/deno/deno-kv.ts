/** A key of Deno KV: parts that sort by their type, texts by their UTF-8. */
export type DenoKvKey = readonly (Uint8Array | string | number | bigint | boolean)[];

/** What Deno KV has under a key. */
export interface DenoKvEntry {
  readonly key: readonly unknown[];
  readonly value: unknown;
  /** Changes with every write; `null` where there is nothing. */
  readonly versionstamp: string | null;
}

/** Changes that Deno KV makes together, if the checks hold. */
export interface DenoKvAtomic {
  check(...checks: { readonly key: DenoKvKey; readonly versionstamp: string | null }[]): DenoKvAtomic;
  set(key: DenoKvKey, value: unknown, options?: { expireIn?: number }): DenoKvAtomic;
  delete(key: DenoKvKey): DenoKvAtomic;
  commit(): Promise<{ readonly ok: boolean; readonly versionstamp?: string }>;
}

/** The part of `Deno.Kv` that the store uses. */
export interface DenoKv {
  get(key: DenoKvKey): Promise<DenoKvEntry>;
  list(
    selector: { readonly prefix: DenoKvKey } | { readonly prefix: DenoKvKey; readonly start: DenoKvKey },
    options?: { readonly limit?: number; readonly batchSize?: number },
  ): AsyncIterable<DenoKvEntry>;
  atomic(): DenoKvAtomic;
  close(): void;
}
