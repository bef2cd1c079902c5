import { afterEach, describe, expect, it } from "vitest";
import { config } from "../../src/core/config.ts";
import { instruction, persona } from "../../src/prompt/blocks.ts";
import { prompts } from "../../src/prompt/prompts.ts";
import { mockModel } from "../../src/testing/mock-model.ts";

const invalidRequest = expect.objectContaining({
  name: "InvalidRequestError",
  code: "PROVIDER_INVALID_REQUEST",
});

/** What the registry tells the log. */
function heard(): string[] {
  const warnings: string[] = [];
  config({ logger: { warn: (_module, action, message) => warnings.push(`${action}: ${message}`) } });
  return warnings;
}

afterEach(() => {
  config({ logger: undefined });
});

describe("define", () => {
  it("registers versions oldest first, from texts and from blocks", () => {
    const registry = prompts();
    const returned = registry.define("agent", [
      { version: "1", template: "You are v1.", description: "First.", required: ["a"] },
      { template: [instruction("Be concise."), persona("You are Alex.")] },
    ]);
    expect(returned).toBe(registry);
    expect(registry.versions("agent")).toEqual(["1", "2"]);
    expect(registry.resolve("agent")).toBe("Be concise.\n\nYou are Alex.");
    expect(registry.get("agent@1").meta()).toEqual({
      name: "agent",
      version: "1",
      description: "First.",
      required: ["a"],
    });
    registry.define("agent", [{ version: "1", template: "You are v1." }]);
    expect(registry.versions("agent")).toEqual(["1", "2"]);
  });

  it("registers all, or none where one cannot be", () => {
    const registry = prompts();
    registry.create("One.", { name: "a", version: "1" });
    const versions = [
      { version: "2", template: "Two." },
      { version: "1", template: "Other." },
    ];
    expect(() => registry.define("a", versions)).toThrowError(invalidRequest);
    expect(registry.versions("a")).toEqual(["1"]);
    expect(() => registry.define("b", versions.concat({ version: "2", template: "x" }))).toThrowError(
      invalidRequest,
    );
    expect(registry.list()).toEqual(["a"]);
  });
});

describe("tags", () => {
  const registryOf = (...versions: string[]): ReturnType<typeof prompts> =>
    prompts().define(
      "a",
      versions.map((version) => ({ version, template: `Text ${version}.` })),
    );

  it("stand for versions wherever one is named, and move", () => {
    const registry = registryOf("1", "2", "3");
    expect(registry.tag("a", "production", "2")).toBe(registry);
    registry.tag("a", "__proto__", "1");
    expect(registry.resolve("a", "production")).toBe("Text 2.");
    expect(registry.resolve("a@production")).toBe("Text 2.");
    expect(registry.get("a@__proto__").meta()?.version).toBe("1");
    expect([
      registry.has("a", "production"),
      registry.has("a@production"),
      registry.has("a@staging"),
    ]).toEqual([true, true, false]);
    const merged = registry.create("Own.").merge("a", { fromVersion: "production" });
    expect(merged.resolve()).toBe("Own.\n\nText 2.");
    expect(merged.meta()?.composedFrom).toEqual(["a@2"]);
    registry.tag("a", "production", "3");
    expect(registry.resolve("a@production")).toBe("Text 3.");
    expect(Object.entries(registry.tags("a"))).toEqual([
      ["production", "3"],
      ["__proto__", "1"],
    ]);
  });

  it("R4: lose against a version of the same name, with a warning", () => {
    const warnings = heard();
    const registry = registryOf("1", "2");
    registry.tag("a", "2", "1");
    expect(registry.resolve("a@2")).toBe("Text 2.");
    expect(warnings).toEqual([expect.stringMatching(/^tag: .*"a" has a version and a tag "2"/)]);
    registry.tag("a", "stable", "1");
    expect(warnings).toHaveLength(1);
    registry.create("Text stable.", { name: "a", version: "stable" });
    expect(registry.resolve("a@stable")).toBe("Text stable.");
    expect(warnings).toHaveLength(2);
  });

  it("R6: are refused for unknown names and versions, and where a selector could not name them", () => {
    const registry = registryOf("1");
    registry.tag("a", "production", "1");
    for (const [name, tag, version] of [
      ["b", "x", "1"],
      ["a", "x", "7"],
      ["a", "x", "production"],
      ["a", "x@y", "1"],
      ["a", "", "1"],
      ["a", "x", "constructor"],
    ] as const) {
      expect(() => registry.tag(name, tag, version), `${name} ${tag} ${version}`).toThrowError(
        invalidRequest,
      );
    }
    expect(registry.tags("a")).toEqual({ production: "1" });
    expect(() => registry.tag("a", "x", "production")).toThrow('no version "production". It has: 1.');
    expect(() => registry.get("a@staging")).toThrow('no version "staging". It has: 1, production.');
    expect(() => registry.tags("b")).toThrowError(invalidRequest);
  });

  it("R6: are accepted by diff", () => {
    const registry = registryOf("1", "2").tag("a", "old", "1");
    expect(registry.diff("a", "old", "2").changed).toMatchObject([
      { from: { text: "Text 1." }, to: { text: "Text 2." } },
    ]);
    expect(() => registry.diff("a", "old", "new")).toThrowError(invalidRequest);
  });
});

describe("provenance", () => {
  it("R13: is the same for the same merge, and never counts", () => {
    const registry = prompts();
    const source = registry.create("Base.", { name: "base" });
    const anonymous = registry.create("No name.");
    const merge = (): readonly string[] | undefined =>
      registry.create("Own.").merge(source, anonymous, registry.create("Other.")).meta()?.composedFrom;
    expect(merge()).toEqual(["base@1", "anonymous"]);
    expect(merge()).toEqual(merge());
    registry.create("Base!", { name: "base" });
    expect(registry.create("Own.").merge("base").meta()?.composedFrom).toEqual(["base@2"]);
    expect(merge()).toEqual(["base@1", "anonymous"]);
  });

  it("C27: a refined prompt is refused, with a word about what to register", () => {
    const registry = prompts();
    const model = mockModel({ name: "refiner" });
    const refined = registry.create("Base.", { name: "base" }).refined({ model });
    expect(() => registry.register(refined)).toThrowError(invalidRequest);
    expect(() => registry.register(refined)).toThrow(/\.source.*refinePrompt\(\)/);
    registry.register(refined.source);
    expect(registry.versions("base")).toEqual(["1"]);
  });
});
