import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import * as ai from "../../src/ai.ts";
import { instruction, persona } from "../../src/prompt/blocks.ts";
import { prompt } from "../../src/prompt/prompt-facade.ts";
import { prompts } from "../../src/prompt/prompts.ts";
import { systemPrompt } from "../../src/prompt/system-prompt.ts";
import { mockModel } from "../../src/testing/mock-model.ts";

const invalidRequest = expect.objectContaining({
  name: "InvalidRequestError",
  code: "PROVIDER_INVALID_REQUEST",
});

describe("prompt(name)", () => {
  it("is the registered prompt, in the version asked for", () => {
    const one = systemPrompt("One.", { name: "facade" });
    const two = systemPrompt("Two.", { name: "facade" });
    prompts.tag("facade", "live", "1");
    expect(prompt("facade")).toBe(two);
    expect(prompt("facade", "1")).toBe(one);
    expect(prompt("facade", "live")).toBe(one);
    expect(prompt("facade@1")).toBe(one);
    for (const call of [() => prompt("facade", "3"), () => prompt("no-such-facade")])
      expect(call).toThrowError(invalidRequest);
  });
});

describe("the entry of the package", () => {
  it("has the facade, and the key of a prompt", () => {
    expect(ai.prompt).toBe(prompt);
    expect(ai.promptKey("support", "2")).toBe("support@2");
    expect(ai.prompts).toBe(prompts);
  });
});

describe("prompt({ prompts })", () => {
  const versions = [
    { version: "1", template: "Summarize: {{text}}" },
    {
      version: "2",
      template: [persona("You are Alex."), instruction("Summarize {{text}} in {{language}}.")],
    },
  ];

  it("is a registry that shares nothing", () => {
    const registry = prompt({ prompts: [{ name: "facade-summary", versions }] });
    expect(registry.versions("facade-summary")).toEqual(["1", "2"]);
    expect(prompts.has("facade-summary")).toBe(false);
    const more = registry
      .add("facade-summary", { template: "Sum up." })
      .register({ name: "other", versions: [{ template: "Other." }] });
    expect(more).toBe(registry);
    expect(registry.versions("facade-summary")).toEqual(["1", "2", "3"]);
    expect(prompt({}).resolve).toBeTypeOf("function");
    expect(() => prompt({}).versions("other")).toThrowError(invalidRequest);
    expect(() => registry.add("other", { version: "1", template: "Else." })).toThrowError(invalidRequest);
    const twice = { name: "a", versions: [...versions, { version: "1", template: "Else." }] };
    expect(() => registry.register(twice)).toThrowError(invalidRequest);
    expect(() => registry.versions("a")).toThrowError(invalidRequest);
    expect(() => prompt({ prompts: [twice] })).toThrowError(invalidRequest);
  });

  it("resolves to a text and to a prompt for agents", async () => {
    const registry = prompt({ prompts: [{ name: "summary", versions }] });
    const resolved = registry.resolve("summary", { version: "1", placeholders: { text: "…" } });
    expect(resolved).toMatchObject({ name: "summary", version: "1", text: "Summarize: …" });
    expect(`${resolved}`).toBe("Summarize: …");
    expect(() => registry.resolve("summary", { version: "9" })).toThrowError(invalidRequest);

    const latest = registry.resolve("summary", { placeholders: { text: "{{secret}} and {{language}}" } });
    expect(latest.text).toBe("You are Alex.\n\nSummarize {{secret}} and {{language}} in {{language}}.");
    const system = latest.toSystemPrompt();
    expect(system.blocks.map(({ type }) => type)).toEqual(["persona", "instruction"]);
    const model = mockModel({ name: "mock", responses: [{ content: "Done." }] });
    const helper = agent({
      model,
      systemPrompt: system,
      placeholders: { secret: "S3CRET", language: "French" },
    });
    const { report } = await helper.execute("Go.");
    expect(model.callHistory[0]?.messages[0]?.content).toBe(
      "You are Alex.\n\nSummarize {{secret}} and {{language}} in French.",
    );
    expect(report).toMatchObject({ promptName: "summary", promptVersion: "2" });
    expect(system.instruction("More.").meta()?.version).toBeUndefined();
  });

  it("P12: makes a prompt whose values are never rendered again, whatever they hold", () => {
    const piece = fc.constantFrom(
      "{",
      "{{",
      "}}",
      "}",
      "\\",
      "\\{{",
      "{{a}}",
      "{{ b | x }}",
      "a",
      "|",
      " ",
      "\n",
      "$&",
    );
    const text = fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(text, text, (template, a) => {
        const registry = prompt({ prompts: [{ name: "p", versions: [{ template }] }] });
        const resolved = registry.resolve("p", { placeholders: { a } });
        expect(resolved.toSystemPrompt().resolve()).toBe(resolved.text);
      }),
      { numRuns: 500 },
    );
    const registry = prompt({ prompts: [{ name: "p", versions: [{ template: "{{dir}}{{file}}" }] }] });
    const resolved = registry.resolve("p", { placeholders: { dir: "C:\\" } });
    expect(resolved.toSystemPrompt().resolve({ file: "x" })).toBe("C:\\{{file}}");
  });

  it("validates to a score and notes", async () => {
    const registry = prompt({ prompts: [{ name: "summary", versions }] });
    expect(await registry.validate("summary", { version: "1" })).toEqual({
      score: 0,
      notes: [expect.stringContaining("{{text}}")],
    });
    const declare = ["text", "language"];
    expect(await registry.validate("summary", { declare })).toEqual({ score: 1, notes: [] });
    const judge = mockModel({
      name: "judge",
      responses: [{ content: '{"issues": ["Vague."], "score": 0.5}' }, { content: "No." }],
    });
    expect(await registry.validate("summary", { declare, judge })).toEqual({ score: 0.5, notes: ["Vague."] });
    expect(await registry.validate("summary", { declare, judge })).toEqual({
      score: 1,
      notes: [expect.stringContaining("no verdict")],
    });
    await expect(registry.validate("nothing")).rejects.toEqual(invalidRequest);
  });
});
