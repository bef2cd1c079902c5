import { afterAll, beforeAll, describe, it } from "vitest";
import { denoKvStore } from "../../../runtimes/deno/index.ts";
import { storeVectorStore } from "../../../src/store/vectors/store-vector-store.ts";
import { vectorStoreConformance } from "../../../src/testing/vector-store-conformance.ts";
import { denoForTests } from "./deno-for-tests.ts";

const deno = denoForTests();
let folder = "";
beforeAll(async () => {
  folder = await deno.makeTempDir();
});
afterAll(() => deno.remove(folder, { recursive: true }));

describe("storeVectorStore over Deno KV, conformance", () => {
  const open = () => storeVectorStore(denoKvStore(() => deno.openKv(`${folder}/vectors.sqlite`)));
  for (const { name, run, timeoutMs } of vectorStoreConformance({ open })) it(name, run, timeoutMs);
});
