import { indexedDBStore } from "../runtimes/browser/indexed-db-store.ts";
import { denoKvStore } from "../runtimes/deno/deno-kv-store.ts";
import { chromeStore } from "../runtimes/extension/chrome-store.ts";
import { d1Store } from "../runtimes/workers/d1-store.ts";
import { durableObjectStore } from "../runtimes/workers/durable-object-store.ts";
import { kvStore } from "../runtimes/workers/kv-store.ts";
import { objectStorageStore } from "../runtimes/workers/object-storage-store.ts";
import type { StoreTraits } from "../src/contracts/store.ts";
import { memoryStore } from "../src/store/memory-store.ts";
import { postgresStore } from "../src/store/postgres-store.ts";
import { redisStore } from "../src/store/redis-store.ts";

/** What one driver promises, and where it can be used. */
export interface DriverTraits {
  readonly name: string;
  readonly entry: string;
  readonly home: string;
  readonly traits: StoreTraits;
}

const PAGES = "pages, workers and extensions";
const WORKERS = "Cloudflare Workers";

/** What the drivers of the package promise, as they say it themselves. No client is asked anything for that. */
export function driverTraits(): DriverTraits[] {
  const locks = { request: unused };
  const namespace = { getWithMetadata: unused, put: unused, delete: unused, list: unused };
  const storage = { sql: { exec: unused }, transactionSync: unused };
  const redis = { get: unused, eval: unused };
  return [
    row("memoryStore", "hedgemage", "everywhere", memoryStore()),
    row("indexedDBStore", "hedgemage/browser", PAGES, indexedDBStore("traits")),
    row(
      "chromeStore",
      "hedgemage/extension",
      "extensions, area `local`",
      chromeStore({ area: "local", locks }),
    ),
    row("chromeStore", "hedgemage/extension", "the same, `session`", chromeStore({ area: "session", locks })),
    row("chromeStore", "hedgemage/extension", "the same, `sync`", chromeStore({ area: "sync", locks })),
    row("kvStore", "hedgemage/workers", WORKERS, kvStore(namespace)),
    row("durableObjectStore", "hedgemage/workers", WORKERS, durableObjectStore({ getByName: unused })),
    row("objectStorageStore", "hedgemage/workers", "inside a Durable Object", objectStorageStore(storage)),
    row("d1Store", "hedgemage/workers", WORKERS, d1Store({ prepare: unused, batch: unused })),
    row("denoKvStore", "hedgemage/deno", "Deno, Deno Deploy", denoKvStore(unused)),
    row(
      "postgresStore",
      "hedgemage",
      "any client; PGlite in a page",
      postgresStore({ client: { query: unused } }),
    ),
    row("redisStore", "hedgemage", "any client", redisStore({ client: redis })),
  ];
}

function row(name: string, entry: string, home: string, { traits }: { traits: StoreTraits }): DriverTraits {
  return { name, entry, home, traits };
}

function unused(): never {
  throw new Error("A driver asked its client while its traits were read.");
}
