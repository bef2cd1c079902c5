import { type DenoKv, denoKvStore } from "../../../runtimes/deno/index.ts";
import { timeStore } from "./loop.ts";

interface DenoForBench {
  readonly args: readonly string[];
  openKv(path: string): Promise<DenoKv>;
}

const deno: DenoForBench = Reflect.get(globalThis, "Deno");
const [path = "", count = ""] = deno.args;
console.log(JSON.stringify(await timeStore(denoKvStore(await deno.openKv(path)), Number(count))));
