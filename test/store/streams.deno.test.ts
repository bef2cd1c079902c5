import { afterAll, beforeAll, describe, it } from "vitest";
import { denoKvStore } from "../../runtimes/deno/index.ts";
import { denoForTests } from "../runtimes/deno/deno-for-tests.ts";
import { streamsOnStore } from "../support/streams-on-store.ts";

const deno = denoForTests();
let folder = "";
beforeAll(async () => {
  folder = await deno.makeTempDir();
});
afterAll(() => deno.remove(folder, { recursive: true }));

describe.each(Object.entries(streamsOnStore))("a stream %s", (_name, check) => {
  it("on Deno KV", () => check(() => denoKvStore(() => deno.openKv(`${folder}/store.sqlite`))));
});
