import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";
import { describe, it } from "vitest";
import { kvStore, objectStorageStore } from "../../runtimes/workers/index.ts";
import { streamsOnStore } from "../support/streams-on-store.ts";

describe.each(Object.entries(streamsOnStore))("a stream %s", (_name, check) => {
  it("on Workers KV", () => check(() => kvStore(env.TEST_KV, { prefix: "streams:" })));

  it("in a Durable Object", async () => {
    const object = env.TEST_OBJECT.get(env.TEST_OBJECT.idFromName("streams"));
    await runInDurableObject(object, (_instance, state) => check(() => objectStorageStore(state.storage)));
  });
});
