import { denoKvStore } from "../../../runtimes/deno/index.ts";
import { live } from "../../support/crash-matrix/life.ts";
import { denoForTests } from "./deno-for-tests.ts";

// A process of the crash matrix: `DATABASE WITNESS`.

const deno = denoForTests();
const [database = "", witness = ""] = deno.args;
await live(
  witness,
  denoKvStore(() => deno.openKv(database)),
);
