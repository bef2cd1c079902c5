import { it } from "vitest";
import { indexedDBStore } from "../../../runtimes/browser/indexed-db-store.ts";
import { storeConformance } from "../../../src/testing/store-conformance.ts";

const name = `conformance-${crypto.randomUUID()}`;
for (const each of storeConformance({ open: (options) => indexedDBStore(name, options) })) {
  it(each.name, each.run, each.timeoutMs);
}
