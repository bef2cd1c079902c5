import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { ExportedRegistry, PromptsManagerContract } from "../../src/contracts/prompts-manager.ts";
import { instruction, persona } from "../../src/prompt/blocks.ts";
import { prompts } from "../../src/prompt/prompts.ts";

const invalidRequest = expect.objectContaining({
  name: "InvalidRequestError",
  code: "PROVIDER_INVALID_REQUEST",
});

function filledRegistry(): PromptsManagerContract {
  const registry = prompts();
  registry.create("Base {{a}}.", { name: "base", version: "2", required: ["a"], description: "The base." });
  registry.create("Second.", { name: "other", description: "Before required.", required: ["x"] });
  registry.create(
    [instruction("One."), persona("Alex."), { type: "example", text: "Q", resolve: () => "Q" }],
    {
      name: "base",
    },
  );
  registry.create("Own.").merge("base@2").merge("other").meta({ name: "merged", version: "draft" });
  registry.create("Compiled.", {
    refinerModel: "mock:refiner",
    refinedFrom: "base@3",
    name: "@acme/__proto__",
    version: "__proto__",
  });
  return registry.tag("base", "production", "2").tag("base", "7", "3").tag("base", "2024", "2");
}

describe("export and import", () => {
  it("R8: come out the same again, byte for byte, with origins, tags and order", () => {
    const registry = filledRegistry();
    const snapshot = registry.export();
    const text = JSON.stringify(snapshot);
    const other = prompts();
    expect(other.import(JSON.parse(text)).map(({ status }) => status)).toEqual(Array(5).fill("added"));
    expect(JSON.stringify(other.export())).toBe(text);
    expect(JSON.stringify(registry.export())).toBe(text);
    expect(other.list()).toEqual(["base", "other", "merged", "@acme/__proto__"]);
    expect(other.get("merged").meta()).toEqual({
      name: "merged",
      version: "draft",
      required: ["a", "x"],
      composedFrom: ["base@2", "other@1"],
    });
    expect(other.get("@acme/__proto__@__proto__").meta()).toMatchObject({
      refinedFrom: "base@3",
      refinerModel: "mock:refiner",
    });
    expect(other.resolve("base@production", undefined, { a: 1 })).toBe("Base 1.");
    expect(snapshot.prompts[0]).toEqual({
      name: "base",
      versions: [
        {
          version: "2",
          description: "The base.",
          required: ["a"],
          blocks: [{ type: "instruction", text: "Base {{a}}." }],
        },
        {
          version: "3",
          blocks: [
            { type: "instruction", text: "One." },
            { type: "persona", text: "Alex." },
            { type: "example", text: "Q" },
          ],
        },
      ],
      tags: [
        { tag: "production", version: "2" },
        { tag: "7", version: "3" },
        { tag: "2024", version: "2" },
      ],
    });
  });

  it("R8: hold for every registry", () => {
    const label = fc.constantFrom("1", "2", "10", "draft", "constructor", "é", "1 2");
    const text = fc.string({ unit: "binary", maxLength: 8 });
    const version = fc.record(
      { version: label, template: text, description: text, required: fc.array(text, { maxLength: 2 }) },
      { requiredKeys: ["template"] },
    );
    fc.assert(
      fc.property(
        fc.array(fc.tuple(label, version), { maxLength: 8 }),
        fc.array(fc.tuple(label, label, label), { maxLength: 5 }),
        (versions, tags) => {
          const registry = prompts();
          // What is refused is none of the registry's.
          const tried = (work: () => unknown): void => {
            try {
              work();
            } catch {}
          };
          for (const [name, one] of versions) tried(() => registry.define(name, [one]));
          for (const [name, tag, of] of tags) tried(() => registry.tag(name, tag, of));
          const exported = JSON.stringify(registry.export());
          const other = prompts();
          other.import(JSON.parse(exported));
          expect(JSON.stringify(other.export())).toBe(exported);
        },
      ),
      { numRuns: 100 },
    );
  });

  it("add to what is there, by the rules of register", () => {
    const registry = filledRegistry();
    const before = JSON.stringify(registry.export());
    expect(registry.import(registry.export()).map(({ status }) => status)).toEqual(
      Array(5).fill("unchanged"),
    );
    expect(JSON.stringify(registry.export())).toBe(before);
    const other = prompts();
    other.create("Mine.", { name: "mine" });
    other.import(registry.export());
    expect(other.list()).toEqual(["mine", "base", "other", "merged", "@acme/__proto__"]);
    const { prompts: exported } = registry.export();
    const described = exported.map((prompt) => ({
      ...prompt,
      versions: prompt.versions.map((version) => ({ ...version, description: "Other." })),
    }));
    expect(registry.import({ v: 1, prompts: described }).map(({ status }) => status)).toEqual(
      Array(5).fill("meta-ignored"),
    );
    expect(JSON.stringify(registry.export())).toBe(before);
  });

  it("let an imported prompt be changed as the first one could", () => {
    const registry = prompts();
    registry.import(filledRegistry().export());
    const changed = registry.get("other").instruction("More.").meta({ description: "New." });
    expect(changed.meta()?.version).toBe("2");
    expect(registry.create().merge(registry.get("other@1")).meta()?.composedFrom).toEqual(["other@1"]);
  });

  it("import all or nothing", () => {
    const snapshot = filledRegistry().export();
    const registry = prompts();
    registry.create("Taken.", { name: "merged", version: "draft" }).meta({ name: "base", version: "0" });
    registry.tag("base", "production", "0");
    const before = JSON.stringify(registry.export());
    expect(() => registry.import(snapshot)).toThrowError(invalidRequest);
    expect(JSON.stringify(registry.export())).toBe(before);
    expect(registry.resolve("base@production")).toBe("Taken.");
    const last = snapshot.prompts.length - 1;
    const broken = snapshot.prompts.map((prompt, index) =>
      index === last ? { ...prompt, tags: [{ tag: "x", version: "nowhere" }] } : prompt,
    );
    const empty = prompts();
    expect(() => empty.import({ v: 1, prompts: broken })).toThrowError(invalidRequest);
    expect(empty.list()).toEqual([]);
    expect(empty.create("Works.", { name: "base" }).meta()?.version).toBe("1");
  });

  it("import nothing where the last tag of many cannot be set, and put moved tags back", () => {
    const registry = prompts().define("a", [
      { version: "1", template: "One." },
      { version: "2", template: "Two." },
    ]);
    registry.tag("a", "x", "1").tag("a", "y", "1");
    const before = JSON.stringify(registry.export());
    const tags = ["x", "y", "x", "z", "z"].map((tag) => ({ tag, version: "2" }));
    const versions = [{ version: "3", blocks: [] }];
    for (const last of ["9", "3@"]) {
      const snapshot = {
        v: 1,
        prompts: [{ name: "a", versions, tags: [...tags, { tag: "x", version: last }] }],
      };
      expect(() => registry.import(snapshot as ExportedRegistry)).toThrowError(invalidRequest);
      expect(JSON.stringify(registry.export())).toBe(before);
    }
  });

  const block = { type: "instruction", text: "secret text" };
  const version = { version: "1", blocks: [block] };
  const prompt = { name: "a", versions: [version], tags: [] };
  it.each([
    null,
    undefined,
    "[]",
    [],
    {},
    { v: 2, prompts: [] },
    { v: 1 },
    { v: 1, prompts: {} },
    ...[
      null,
      "a",
      { ...prompt, name: 1 },
      { ...prompt, name: "a@b" },
      { ...prompt, name: "" },
      { ...prompt, tags: undefined },
      { ...prompt, tags: [null] },
      { ...prompt, tags: [{ tag: "x", version: 1 }] },
      { ...prompt, versions: [null] },
      { ...prompt, versions: "1" },
      { ...prompt, versions: [], tags: [{ tag: "x", version: "1" }] },
      { ...prompt, versions: [{ blocks: [block] }] },
      { ...prompt, versions: [{ ...version, version: "1@2" }] },
      { ...prompt, versions: [{ ...version, blocks: ["text"] }] },
      { ...prompt, versions: [{ ...version, blocks: [{ type: "x" }] }] },
      { ...prompt, versions: [{ ...version, blocks: [{ ...block, text: 5 }] }] },
      { ...prompt, versions: [{ ...version, description: 5 }] },
      ...["description", "required", "composedFrom", "refinedFrom", "refinerModel"].map((key) => ({
        ...prompt,
        versions: [{ ...version, [key]: null }],
      })),
      { ...prompt, versions: [{ ...version, required: "a" }] },
      { ...prompt, versions: [{ ...version, required: [1] }] },
      { ...prompt, versions: [{ ...version, composedFrom: [null] }] },
      { ...prompt, versions: [{ ...version, refinedFrom: [] }] },
      { ...prompt, versions: [{ ...version, refinerModel: {} }] },
      { ...prompt, versions: [version, { ...version, blocks: [] }] },
    ].map((second) => ({ v: 1, prompts: [{ ...prompt, name: "first" }, second] })),
  ])("refuse what is no export, and add nothing: %j", (snapshot) => {
    const registry = prompts();
    expect(() => registry.import(snapshot as unknown as ExportedRegistry)).toThrowError(invalidRequest);
    expect(() => registry.import(snapshot as unknown as ExportedRegistry)).not.toThrow("secret text");
    expect(registry.list()).toEqual([]);
  });
});
