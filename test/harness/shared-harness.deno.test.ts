import { test } from "vitest";
import { denoKvStore } from "../../runtimes/deno/index.ts";
import { denoForTests } from "../runtimes/deno/deno-for-tests.ts";
import { expectShared } from "./harness-bench.ts";

test("H25: a harness on Deno KV is shared by many writers", async () => {
  const deno = denoForTests();
  const folder = await deno.makeTempDir();
  const kv = await deno.openKv(`${folder}/store.sqlite`);
  try {
    await expectShared(() => denoKvStore(kv));
  } finally {
    kv.close();
    await deno.remove(folder, { recursive: true });
  }
});
