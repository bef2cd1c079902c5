import type { StoreDriver } from "../../src/contracts/store.ts";
import { StoreError } from "../../src/core/errors/store-errors.ts";
import { type ObjectStorage, objectStorageDriver } from "./object-storage-store.ts";
import {
  decodeChanges,
  decodeMessage,
  encodeMessage,
  encodeRecord,
  type WireAnswer,
  type WireRequest,
} from "./object-wire.ts";

/**
 * The Durable Object class that `durableObjectStore` keeps its entries in. Export it from the Worker's main module, and name
 * it under `new_sqlite_classes`. It answers requests of the store only: never forward a visitor's request to it.
 *
 * It speaks over `fetch`, not RPC: so it needs no import of the Workers runtime, a body is streamed where an RPC message
 * ends at 32 MiB, and there are no stubs to dispose of.
 *
 * @example
 * export { HedgemageStore } from "hedgemage/workers";
 */
export class HedgemageStore {
  /** Lets `DurableObjectNamespace<HedgemageStore>` of Cloudflare's types take the class. */
  declare readonly __DURABLE_OBJECT_BRAND: never;
  readonly #driver: StoreDriver;

  constructor(context: { readonly storage: ObjectStorage }, _env?: unknown) {
    this.#driver = objectStorageDriver(context.storage);
  }

  /** Does what a `durableObjectStore` asks; a failure is part of the answer. */
  async fetch(request: { text(): Promise<string> }): Promise<Response> {
    const body = await request.text();
    try {
      return new Response(await this.#answer(body));
    } catch (cause) {
      return new Response(encodeMessage({ error: this.#errorOf(cause) }));
    }
  }

  async #answer(body: string): Promise<string> {
    const message = decodeMessage<WireRequest>(body);
    const head = message?.head;
    switch (head?.do) {
      case "read": {
        const record = await this.#driver.read(head.key);
        return record
          ? encodeMessage({ record: encodeRecord(record) }, [record.text])
          : encodeMessage({ record: null });
      }
      case "commit": {
        const changes = decodeChanges(head.changes, message?.texts ?? "");
        return encodeMessage({ commit: await this.#driver.commit(changes, head.now) });
      }
      case "keys": {
        const { prefix, limit, cursor, now } = head;
        return encodeMessage({ page: await this.#driver.keys(prefix, limit, cursor, now) });
      }
      default: {
        const what = "A HedgemageStore object answers durableObjectStore of the same version only.";
        return encodeMessage({ error: { code: "STORE_UNSUPPORTED", message: what } });
      }
    }
  }

  #errorOf(cause: unknown): Extract<WireAnswer, { error: unknown }>["error"] {
    // The only one that the driver itself throws.
    if (cause instanceof StoreError) return { code: "STORE_CORRUPT", message: cause.message };
    const why = cause instanceof Error ? cause.message : String(cause);
    return this.#driver.failure?.(cause) ?? { code: "STORE_UNAVAILABLE", message: why };
  }
}
