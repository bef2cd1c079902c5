import { env } from "cloudflare:workers";
import { describe, it } from "vitest";
import { kvStore } from "../../../runtimes/workers/index.ts";
import { storeVectorStore } from "../../../src/store/vectors/store-vector-store.ts";
import { vectorStoreConformance } from "../../../src/testing/vector-store-conformance.ts";

describe("storeVectorStore over Workers KV, conformance", () => {
  const open = () => storeVectorStore(kvStore(env.TEST_KV, { prefix: "vectors:", coalesceMs: 0 }));
  for (const { name, run, timeoutMs } of vectorStoreConformance({ open, entries: 200 }))
    it(name, run, timeoutMs);
});
