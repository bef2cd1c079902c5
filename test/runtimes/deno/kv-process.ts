import { denoKvStore } from "../../../runtimes/deno/index.ts";
import { StoreConflictError } from "../../../src/core/errors/store-errors.ts";
import { denoForTests } from "./deno-for-tests.ts";
import { spiedKv } from "./spied-kv.ts";

// A process of its own on a database file: `die COMMITS` overwrites a large value and is killed by itself before the next
// operation after so many; `raise TIMES` raises a counter that other processes raise too.

const deno = denoForTests();
const [path = "", task = "", count = ""] = deno.args;
const kv = await deno.openKv(path);

if (task === "die") {
  let commits = 0;
  const dying = spiedKv(kv, {
    beforeCommit() {
      if (commits === Number(count)) deno.kill(deno.pid, "SIGKILL");
      commits += 1;
    },
  });
  await denoKvStore(dying).set("large", "n".repeat(2_000_000));
} else {
  const store = denoKvStore(kv);
  for (let raised = 0; raised < Number(count); ) {
    const entry = await store.get("counter");
    try {
      await store.set("counter", Number(entry?.value) + 1, { ifVersion: entry?.version });
      raised += 1;
    } catch (error) {
      if (!(error instanceof StoreConflictError)) throw error;
    }
  }
}
kv.close();
