import { describe, expect, it } from "vitest";
import type { SystemPromptBlockContract } from "../../src/contracts/system-prompt.ts";
import { instruction, persona } from "../../src/prompt/blocks.ts";
import { prompts } from "../../src/prompt/prompts.ts";
import { systemPrompt } from "../../src/prompt/system-prompt.ts";

const texts = (prompt: { blocks: readonly SystemPromptBlockContract[] }): string[] =>
  prompt.blocks.map(({ type, text }) => `${type}: ${text}`);
const invalidRequest = expect.objectContaining({
  name: "InvalidRequestError",
  code: "PROVIDER_INVALID_REQUEST",
});

describe("systemPrompt", () => {
  it("is empty, one instruction, or the blocks in their order", () => {
    expect(systemPrompt().blocks).toEqual([]);
    expect(systemPrompt().resolve()).toBe("");
    expect(texts(systemPrompt("Be brief."))).toEqual(["instruction: Be brief."]);
    expect(texts(systemPrompt([instruction("a"), persona("b"), instruction("c")]))).toEqual([
      "instruction: a",
      "persona: b",
      "instruction: c",
    ]);
  });

  it("puts a persona in front, or in place of the one that is there", () => {
    const base = systemPrompt().instruction("a").persona("first").instruction("b");
    expect(texts(base)).toEqual(["persona: first", "instruction: a", "instruction: b"]);
    const inMiddle = systemPrompt([instruction("a"), persona("first"), instruction("b")]).persona("second");
    expect(texts(inMiddle)).toEqual(["instruction: a", "persona: second", "instruction: b"]);
    expect(texts(systemPrompt().persona(persona("p")).instruction(instruction("i")))).toEqual([
      "persona: p",
      "instruction: i",
    ]);
  });

  it("fills placeholders of every block from one bag of values", () => {
    const prompt = systemPrompt()
      .persona("You are {{name}}.")
      .instruction("Respond in {{language|English}} as {{name}}.");
    expect(prompt.resolve({ name: "Alex" })).toBe("You are Alex.\n\nRespond in English as Alex.");
    expect(prompt.resolve({ name: "Alex", language: "Arabic" })).toContain("Respond in Arabic as Alex.");
    expect(prompt.resolve()).toContain("You are {{name}}.");
  });

  it("leaves out blocks that are blank once they are filled", () => {
    expect(
      systemPrompt([
        instruction("a"),
        instruction("{{note|}}"),
        instruction(" "),
        instruction("b"),
      ]).resolve(),
    ).toBe("a\n\nb");
  });

  it("gives a new prompt for every change and never changes one", () => {
    const base = systemPrompt().persona("Alex").instruction("Cite.");
    const arabic = base.instruction("Prefer Arabic.");
    const renamed = base.meta({ description: "base" });
    const merged = base.merge(persona("Ada"), instruction("More."));
    expect(texts(base)).toEqual(["persona: Alex", "instruction: Cite."]);
    expect(base.meta()).toBeUndefined();
    expect(texts(arabic)).toHaveLength(3);
    expect(renamed.meta()).toEqual({ description: "base" });
    expect(texts(merged)).toEqual(["persona: Ada", "instruction: Cite.", "instruction: More."]);
  });

  it("cannot be changed from outside", () => {
    const list = [instruction("a")];
    const required = ["a"];
    const prompt = systemPrompt(list, { description: "d", required });
    list.push(instruction("b"));
    required.push("b");
    expect(prompt.blocks).toHaveLength(1);
    expect(prompt.meta()).toEqual({ description: "d", required: ["a"] });
    for (const value of [prompt, prompt.blocks, prompt.blocks[0], prompt.meta(), prompt.meta()?.required]) {
      expect(Object.isFrozen(value)).toBe(true);
    }
  });

  it("works with blocks of another copy of the package and of other kinds", () => {
    const foreign = {
      type: "persona",
      text: "You are {{name}}.",
      resolve: () => "You are {{name}}.",
    } as const;
    const clock = { type: "clock", text: "Now.", resolve: () => "It is {{hour|noon}}." };
    const prompt = systemPrompt([clock]).merge(foreign);
    expect(prompt.resolve({ name: "Ada" })).toBe("You are Ada.\n\nIt is noon.");
    expect(texts(prompt.persona("Alex"))).toEqual(["persona: Alex", "clock: Now."]);
  });

  it("refuses what is no block and no text", () => {
    const wrong: unknown = JSON.parse('{"type":"persona","text":"x"}');
    for (const make of [
      () => Reflect.apply(systemPrompt, undefined, [[wrong]]),
      () => Reflect.apply(systemPrompt, undefined, [["text"]]),
      () => Reflect.apply(persona, undefined, [undefined]),
      () => Reflect.apply(instruction, undefined, [7]),
      () => Reflect.apply(systemPrompt().instruction, undefined, [undefined]),
      () => Reflect.apply(systemPrompt().merge, undefined, [wrong]),
      () => Reflect.apply(systemPrompt().merge, undefined, [undefined]),
      () => Reflect.apply(systemPrompt().merge, undefined, [instruction("a"), "b"]),
      () => Reflect.apply(systemPrompt, undefined, [7]),
    ]) {
      expect(make).toThrowError(invalidRequest);
    }
  });
});

describe("meta of a prompt", () => {
  it("is what was given, and merges changes shallowly", () => {
    const base = systemPrompt("You are support.", { name: "meta-base", version: "1", required: ["product"] });
    expect(base.meta()).toEqual({ name: "meta-base", version: "1", required: ["product"] });
    const next = base.meta({ version: "2", description: "d" });
    expect(next.meta()).toEqual({ name: "meta-base", version: "2", required: ["product"], description: "d" });
    expect(base.meta()?.version).toBe("1");
    expect(next.blocks).toEqual(base.blocks);
  });

  it("loses a key that is set to undefined", () => {
    const prompt = systemPrompt("x", { description: "d", required: ["a"] });
    expect(prompt.meta({ description: undefined }).meta()).toEqual({ required: ["a"] });
    expect(prompt.meta({ description: undefined, required: undefined }).meta()).toBeUndefined();
  });

  it("registers a prompt once it has a name, and anew under each version", () => {
    expect(prompts.has("meta-late")).toBe(false);
    const named = systemPrompt("x").meta({ name: "meta-late" });
    expect(prompts.get("meta-late")).toBe(named);
    const second = named.meta({ version: "beta" });
    expect(prompts.versions("meta-late")).toEqual(["1", "beta"]);
    expect(prompts.get("meta-late")).toBe(second);
  });

  it("shows a derived version, which a changed prompt does not inherit", () => {
    const prompt = systemPrompt("x", { name: "meta-derived" });
    expect(prompt.meta()).toEqual({ name: "meta-derived", version: "1" });
    const fork = prompt.instruction("y");
    expect(fork.meta()).toEqual({ name: "meta-derived" });
    expect(prompts.versions("meta-derived")).toEqual(["1"]);
    expect(fork.meta({ description: "longer" }).meta()?.version).toBe("2");
  });

  it("stays on a prompt with more blocks, which is registered only once it is named anew", () => {
    const base = systemPrompt("x", { name: "meta-fork", version: "1", required: ["a"] });
    const fork = base.instruction("y").persona("z");
    expect(fork.meta()).toEqual({ name: "meta-fork", version: "1", required: ["a"] });
    expect(prompts.get("meta-fork@1")).toBe(base);
    expect(() => fork.meta({ description: "d" })).toThrowError(invalidRequest);
    expect(prompts.get(fork.meta({ version: "2" }).meta()?.name ?? "").blocks).toHaveLength(3);
  });
});

describe("merge", () => {
  const base = systemPrompt([persona("You are {{name}}."), instruction("Be terse.")], {
    name: "merge-base",
    version: "2",
    required: ["name"],
  });

  it("folds blocks in without a trace", () => {
    const prompt = systemPrompt().merge(persona("You are Alex."), instruction("Be concise."));
    expect(texts(prompt)).toEqual(["persona: You are Alex.", "instruction: Be concise."]);
    expect(prompt.meta()).toBeUndefined();
  });

  it("folds another prompt in, with its label and what it requires", () => {
    const merged = systemPrompt([persona("Old."), instruction("Own.")], { required: ["own"] }).merge(base);
    expect(texts(merged)).toEqual([
      "persona: You are {{name}}.",
      "instruction: Own.",
      "instruction: Be terse.",
    ]);
    expect(merged.meta()).toEqual({ required: ["own", "name"], composedFrom: ["merge-base@2"] });
  });

  it("folds a registered prompt in: the latest, or the version asked for", () => {
    systemPrompt("First.", { name: "merge-global", version: "1" });
    systemPrompt("Second.", { name: "merge-global", version: "2" });
    const prompt = systemPrompt("Own.");
    expect(texts(prompt.merge("merge-global"))).toEqual(["instruction: Own.", "instruction: Second."]);
    const pinned = prompt.merge("merge-global", { fromVersion: "1" });
    expect(texts(pinned)).toEqual(["instruction: Own.", "instruction: First."]);
    expect(pinned.meta()?.composedFrom).toEqual(["merge-global@1"]);
    expect(prompt.merge("merge-global@1").meta()?.composedFrom).toEqual(["merge-global@1"]);
    expect(() => prompt.merge("merge-nobody")).toThrowError(invalidRequest);
    expect(() => prompt.merge("merge-global", { fromVersion: "9" })).toThrowError(invalidRequest);
  });

  it("R13: labels the same source the same way each time, without a counter", () => {
    const anonymous = systemPrompt("Somebody's.");
    const merge = () =>
      systemPrompt("Own.").merge(base).merge(anonymous).merge(systemPrompt("Nobody's.")).merge(base);
    expect(merge().meta()?.composedFrom).toEqual(["merge-base@2", "anonymous"]);
    expect(merge().meta()).toEqual(merge().meta());
  });

  it("R13: labels a source with the version that was derived for it", () => {
    systemPrompt("Seven.", { name: "merge-derived", version: "7" });
    const eighth = systemPrompt("Eight.", { name: "merge-derived" });
    expect(systemPrompt().merge(eighth).meta()?.composedFrom).toEqual(["merge-derived@8"]);
    expect(systemPrompt().merge("merge-derived").meta()?.composedFrom).toEqual(["merge-derived@8"]);
  });

  it("folds several prompts in by one call, and a prompt of another copy of the package", () => {
    const foreign = { ...base, meta: () => ({ name: "elsewhere", version: "3" }) };
    const merged = Reflect.apply(systemPrompt().merge, undefined, [foreign, base]);
    expect(merged.meta()?.composedFrom).toEqual(["elsewhere@3", "merge-base@2"]);
  });
});
