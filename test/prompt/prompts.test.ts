import { afterEach, describe, expect, it } from "vitest";
import type { SystemPromptContract } from "../../src/contracts/system-prompt.ts";
import { config } from "../../src/core/config.ts";
import { defaultPromptsManager, prompts } from "../../src/prompt/prompts.ts";
import { systemPrompt } from "../../src/prompt/system-prompt.ts";

const invalidRequest = expect.objectContaining({
  name: "InvalidRequestError",
  code: "PROVIDER_INVALID_REQUEST",
});

/** A prompt as another copy of the package would hand it over: nothing registers it but `register`. */
function foreign(text: string, name?: string, version?: string): SystemPromptContract {
  const prompt = systemPrompt(text);
  const identity = { ...(name === undefined ? {} : { name }), ...(version === undefined ? {} : { version }) };
  return { ...prompt, meta: Object.assign(() => identity, {}) as SystemPromptContract["meta"] };
}

afterEach(() => {
  config({ logger: undefined });
});

describe("the registry of prompts", () => {
  it("finds every named prompt of the program", () => {
    const prompt = systemPrompt("You are support for {{product}}.", { name: "registry-support" });
    expect(prompts.get("registry-support")).toBe(prompt);
    expect(prompts.resolve("registry-support", undefined, { product: "Hedge" })).toBe(
      "You are support for Hedge.",
    );
    expect(prompts.has("registry-support")).toBe(true);
    expect(prompts.list()).toContain("registry-support");
    expect(defaultPromptsManager().get("registry-support@1")).toBe(prompt);
    systemPrompt("Anonymous.");
    expect(prompts.list()).not.toContain("anonymous");
  });

  it("makes isolated ones that share nothing", () => {
    const [one, other] = [prompts(), prompts()];
    const prompt = one.create("Hello {{name}}.", { name: "registry-isolated" });
    expect(one.get("registry-isolated")).toBe(prompt);
    expect(one.resolve("registry-isolated@1", undefined, { name: "Ada" })).toBe("Hello Ada.");
    expect([other.has("registry-isolated"), prompts.has("registry-isolated")]).toEqual([false, false]);
    expect(prompt.meta({ version: "b" }).meta()?.version).toBe("b");
    expect(one.versions("registry-isolated")).toEqual(["1", "b"]);
    expect(one.create().merge("registry-isolated@1").meta()?.composedFrom).toEqual(["registry-isolated@1"]);
  });

  it("gives itself back from what can be chained", () => {
    expect(prompts.define("registry-chain", [{ template: "x" }])).toBe(prompts);
    expect(prompts.tag("registry-chain", "live", "1")).toBe(prompts);
    const registry = prompts();
    expect(registry.define("a", [{ template: "x" }]).tag("a", "live", "1")).toBe(registry);
  });

  it("gives the latest by order of registration, or the version asked for", () => {
    const registry = prompts();
    for (const version of ["2", "draft", "1"]) registry.create(`Text ${version}.`, { name: "a", version });
    expect(registry.versions("a")).toEqual(["2", "draft", "1"]);
    expect(registry.resolve("a")).toBe("Text 1.");
    expect(registry.resolve("a", "draft")).toBe("Text draft.");
    expect(registry.resolve("a@2")).toBe("Text 2.");
    expect([registry.has("a@2"), registry.has("a", "3"), registry.has("b")]).toEqual([true, false, false]);
  });

  it("R1: derives the highest integer label plus one", () => {
    const registry = prompts();
    registry.create("Two.", { name: "a", version: "2" });
    expect(registry.create("Three.", { name: "a" }).meta()?.version).toBe("3");
    for (const version of ["2025-draft", "1e6", "0x99", "-7", "8.5"])
      registry.create("Draft.", { name: "a", version });
    expect(registry.create("Four.", { name: "a" }).meta()?.version).toBe("4");
    expect(registry.versions("a").at(-1)).toBe("4");
  });

  it("R2: takes the same text again for the same version", () => {
    const registry = prompts();
    registry.create("One.", { name: "a" });
    expect(registry.create("One.", { name: "a" }).meta()?.version).toBe("1");
    registry.create("Two.", { name: "a" });
    expect(registry.create("One.", { name: "a" }).meta()?.version).toBe("1");
    expect(registry.versions("a")).toEqual(["1", "2"]);
    expect(registry.resolve("a")).toBe("Two.");
    expect(registry.register(foreign("Two.", "a"))).toEqual({ name: "a", version: "2", status: "unchanged" });
    registry.create("One.", { name: "a", version: "3" });
    expect(registry.create("One.", { name: "a" }).meta()?.version).toBe("3");
  });

  it("R3: refuses other content under a key that is taken", () => {
    const registry = prompts();
    registry.create("One.", { name: "a", version: "1" });
    expect(() => registry.create("One!", { name: "a", version: "1" })).toThrowError(invalidRequest);
    expect(() => registry.create("One!", { name: "a", version: "1" })).toThrow('"a@1"');
    expect(registry.resolve("a")).toBe("One.");
  });

  it("R3: reports a change of meta alone, and keeps what stood", () => {
    const warnings: unknown[] = [];
    config({ logger: { warn: (...entry) => warnings.push(entry) } });
    const registry = prompts();
    registry.create("One.", { name: "a", description: "first" });
    registry.create("One.", { name: "a", description: "first" });
    expect(warnings).toEqual([]);
    registry.create("One.", { name: "a", description: "second" });
    expect(warnings).toMatchObject([
      ["ai.prompts", "register", expect.stringContaining('"a@1"'), { version: "1" }],
    ]);
    expect(registry.register(foreign("One.", "a", "1")).status).toBe("meta-ignored");
    expect(registry.get("a").meta()?.description).toBe("first");
  });

  it("R5: parts name and version at the last @, and knows scopes", () => {
    const registry = prompts();
    registry.create("One.", { name: "@acme/support", version: "1" });
    registry.create("Two.", { name: "@acme/support", version: "2" });
    expect(registry.resolve("@acme/support@1")).toBe("One.");
    expect(registry.resolve("@acme/support")).toBe("Two.");
    expect(() => registry.get("a@b@c")).toThrowError(invalidRequest);
    expect(() => registry.get("@acme/support@")).toThrowError(invalidRequest);
    for (const meta of [
      { name: "a@b" },
      { name: "@a@b" },
      { name: "a", version: "1@2" },
      { name: " " },
      { name: "a", version: "" },
    ]) {
      expect(() => registry.create("x", meta), JSON.stringify(meta)).toThrowError(invalidRequest);
    }
    expect(registry.list()).toEqual(["@acme/support"]);
  });

  it("refuses a name, a version and a tag that are no text", () => {
    const registry = prompts();
    registry.create("One.", { name: "a" });
    for (const meta of [{ name: 5 }, { name: "a", version: 2 }, { name: null }, { name: "a", version: {} }])
      expect(() => registry.create("x", meta as never), JSON.stringify(meta)).toThrowError(invalidRequest);
    expect(() => registry.tag("a", 1 as never, "1")).toThrowError(invalidRequest);
    expect(() => registry.register(foreign("x", "a", 2 as never))).toThrowError(invalidRequest);
    expect(JSON.stringify(registry.export())).toContain('"versions":[{"version":"1"');
    expect(registry.versions("a")).toEqual(["1"]);
  });

  it("takes time linear in the names that are defined", () => {
    const registry = prompts();
    const started = performance.now();
    for (let index = 0; index < 20_000; index++) registry.define(`n${index}`, [{ template: "x" }]);
    expect(registry.list()).toHaveLength(20_000);
    // It was minutes where all that is registered was copied each time.
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("refuses unknown names and versions, and a prompt without a name", () => {
    const registry = prompts();
    registry.create("One.", { name: "a" });
    expect(() => registry.get("b")).toThrow('"b". Registered are: a.');
    expect(() => registry.get("a@7")).toThrow('no version "7". It has: 1.');
    expect(() => registry.versions("b")).toThrowError(invalidRequest);
    expect(() => registry.resolve("a", "")).toThrowError(invalidRequest);
    expect(() => registry.get("constructor")).toThrowError(invalidRequest);
    expect(() => registry.register(foreign("x"))).toThrowError(invalidRequest);
    expect(registry.list()).toEqual(["a"]);
  });

  it("registers a prompt made elsewhere, under its own version or a derived one", () => {
    const registry = prompts();
    expect(registry.register(foreign("x", "a", "7"))).toEqual({ name: "a", version: "7", status: "added" });
    expect(registry.register(foreign("y", "a"))).toEqual({ name: "a", version: "8", status: "added" });
    expect(registry.create().merge("a").meta()?.composedFrom).toEqual(["a@8"]);
  });
});
