import { describe, expect, it } from "vitest";
import type { RefinedPin, RefinedSystemPromptOptions } from "../../../src/contracts/refined-prompt.ts";
import { ConfigError } from "../../../src/core/errors/config-error.ts";
import { InvalidRequestError } from "../../../src/core/errors/provider-errors.ts";
import { approvePrompt, prompts, rejectPrompt } from "../../../src/prompt/index.ts";
import { type KeyValueStore, storeFrom } from "../../../src/store/key-value-store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { GOOD, OTHER, refiner, SOURCE, storedPin, warnings } from "../refine/scripted-refiner.ts";

const SECRET = "a secret of the reviewers, long enough";

/** A prompt that was compiled, in a registry of its own. */
async function compiled(options: Partial<RefinedSystemPromptOptions> = {}) {
  const registry = prompts();
  const source = registry.create(SOURCE, { name: "support" });
  const model = refiner(GOOD, OTHER);
  const refined = source.refined({ model, ...options });
  await refined.refine();
  return { registry, source, refined, model };
}

describe("a compiled prompt that is approved", () => {
  it("becomes the next version, and the tag stands for it", async () => {
    const { registry, refined } = await compiled();
    const approval = await approvePrompt({ refined, registry, tag: "production" });
    expect(approval).toEqual({ pin: refined.pin(), name: "support", version: "2", tag: "production" });
    expect(registry.get("support@production").blocks.map(({ text }) => text)).toEqual([GOOD]);
    expect(registry.get("support@2").meta()).toMatchObject({
      refinedFrom: "support@1",
      refinerModel: "mock:refiner",
    });
    expect(registry.diff("support", "1", "production")).toMatchObject({
      identical: false,
      placeholders: { added: [] },
    });
  });

  it("changes nothing when it is approved again, and tells which version the next one replaced", async () => {
    const { registry, refined } = await compiled();
    const first = await approvePrompt({ refined, registry });
    expect(await approvePrompt({ refined, registry })).toEqual(first);
    expect(first.tag).toBe("approved");
    await refined.refine({ fresh: true });
    expect(await approvePrompt({ refined, registry })).toMatchObject({ version: "3", replaced: "2" });
    expect(registry.versions("support")).toEqual(["1", "2", "3"]);
  });

  it.each(["an atomic store", "a map"])(
    "is signed in %s: who holds the key serves it, and calls no refiner",
    async (kind) => {
      const store = kind === "a map" ? new Map<string, unknown>() : memoryStore();
      const { source, registry, refined } = await compiled({ store });
      const { pin } = await approvePrompt({ refined, registry, sign: { key: SECRET, keyId: "reviewers" } });
      expect(pin.sig).toMatchObject({ alg: "HMAC-SHA-256", keyId: "reviewers" });
      expect(refined.pin()).toEqual(pin);
      if (store instanceof Map) expect(storedPin(store)).toEqual(pin);
      const strict = (key: string) =>
        source.refined({ model: refiner(OTHER), store, trust: { verify: { key, keyId: "reviewers" } } });
      expect(await strict(SECRET).tryRefine()).toMatchObject({ text: GOOD, from: "store" });
      expect((await strict(`not ${SECRET}`).tryRefine()).text).toBeUndefined();
    },
  );

  it("is what was reviewed, or nothing is approved", async () => {
    const { registry, refined } = await compiled();
    const seen = refined.pin();
    await refined.refine({ fresh: true });
    const approval = approvePrompt({ refined, registry, ...(seen && { pin: seen }) });
    await expect(approval).rejects.toThrow(InvalidRequestError);
    expect(registry.versions("support")).toEqual(["1"]);
    expect(registry.tags("support")).toEqual({});
  });

  it("leaves registry and pin as they were where the store fails", async () => {
    const map = new Map<string, unknown>();
    let broken = false;
    const store = {
      get: (key: string) => map.get(key),
      set: (key: string, value: string) => {
        if (broken) throw new Error("The disk is full.");
        map.set(key, value);
      },
    };
    const { registry, refined } = await compiled({ store });
    broken = true;
    await expect(approvePrompt({ refined, registry, sign: SECRET })).rejects.toThrow("disk is full");
    expect(refined.pin()?.sig).toBeUndefined();
    expect(registry.versions("support")).toEqual(["1"]);
    broken = false;
    expect(await approvePrompt({ refined, registry, sign: SECRET })).toMatchObject({ version: "2" });
  });

  it.each([
    ["has no name", { tag: "production" }],
    ["gets a tag that is none", { name: "support", tag: "a@b" }],
    ["gets an empty tag", { name: "support", tag: " " }],
  ])("is refused before anything changes where it %s", async (_, how) => {
    const registry = prompts();
    const refined = registry.create(SOURCE).refined({ model: refiner(GOOD) });
    await expect(approvePrompt({ refined, registry, sign: SECRET, ...how })).rejects.toThrow(
      InvalidRequestError,
    );
    expect(refined.pin()).toBeUndefined();
    expect(registry.list()).toEqual([]);
  });

  it("is refused where the prompt itself would not trust the signature", async () => {
    const { registry, refined } = await compiled({ trust: { sign: SECRET, verify: SECRET } });
    const before = refined.pin();
    await expect(approvePrompt({ refined, registry, sign: `not ${SECRET}` })).rejects.toThrow(ConfigError);
    expect(refined.pin()).toEqual(before);
  });
});

describe("a compiled prompt that is rejected", () => {
  it.each(["an atomic store", "a map"])("is served as people wrote it, and %s knows why", async (kind) => {
    const map = new Map<string, unknown>();
    const store = kind === "a map" ? map : memoryStore();
    const logger = warnings();
    const { source, refined, model } = await compiled({ store, logger });
    const rejection = await rejectPrompt({ refined, reason: " Too short. ", by: "ada" });
    expect(rejection).toMatchObject({ v: 1, rejected: true, reason: "Too short.", by: "ada" });
    expect(rejection.textHash).toMatch(/^[0-9a-f]{64}$/);
    expect(refined.pin()).toBeUndefined();
    expect(refined.blocks).toEqual(source.blocks);
    const all = storeFrom(store);
    const { keys } = await storeFrom(store instanceof Map ? listed(store) : store).list("");
    const kept = (await all.get(keys[0] ?? ""))?.value;
    expect(kept).toEqual(rejection);
    expect(await refined.tryRefine()).toMatchObject({ text: OTHER, from: "model" });
    expect(model.callCount).toBe(2);
    expect(logger.told).toEqual([expect.stringContaining("a reviewer rejected")]);
  });

  it("needs a reason, and must be what was reviewed", async () => {
    const { refined } = await compiled();
    await expect(rejectPrompt({ refined, reason: " " })).rejects.toThrow(InvalidRequestError);
    const seen: Pick<RefinedPin, "key" | "text"> = { key: refined.pin()?.key ?? "", text: OTHER };
    await expect(rejectPrompt({ refined, pin: seen, reason: "Too long." })).rejects.toThrow("has changed");
    expect(refined.pin()?.text).toBe(GOOD);
  });
});

function listed(map: Map<string, unknown>): KeyValueStore {
  return {
    get: (key) => map.get(key),
    set: (key, value) => map.set(key, value),
    list: (prefix) => [...map.keys()].filter((key) => key.startsWith(prefix)),
  };
}
