import { describe, expect, it } from "vitest";
import { readRewrite } from "../../../src/prompt/refine/read-rewrite.ts";

const source = "please say hi to {{name}} in {{tone|friendly}} words";
const good = "Greet {{name}} in {{tone|friendly}} words.";
const read = (answer: string, from = source): string => readRewrite(answer, from, "5eed0001").text;

describe("what a refiner answers", () => {
  it.each([
    ["the prompt alone", good],
    ["space around it", `\n\n  ${good}\n`],
    ["C11 a fence around it", `\`\`\`\n${good}\n\`\`\``],
    ["C11 a fence with a language", `\`\`\`markdown\n${good}\n\`\`\``],
    ["tildes around it", `~~~\n${good}\n~~~`],
    ["the lines that marked it", `<prompt-5eed0001>\n${good}\n</prompt-5eed0001>`],
    ["C13 a preamble and a fence", `Sure, here is the rewritten prompt:\n\n\`\`\`\n${good}\n\`\`\``],
    ["C13 a preamble, a fence and a remark", `Here's the prompt:\n\`\`\`text\n${good}\n\`\`\`\nI kept both.`],
    ["C13 a fence and a remark", `\`\`\`\n${good}\n\`\`\`\n\nBoth placeholders are kept.`],
    ["C13 a preamble in French", `Voici le prompt :\n\`\`\`\n${good}\n\`\`\``],
    ["C13 a preamble that ends with a stop", `Sure! Here is the prompt.\n\n\`\`\`\n${good}\n\`\`\``],
    ["C13 a preamble of two lines", `Sure!\n\nHere is the prompt:\n\`\`\`\n${good}\n\`\`\``],
    ["line ends of Windows", `\`\`\`\r\n${good}\r\n\`\`\`\r\n`],
  ])("is taken out of %s", (_name, answer) => {
    expect(read(answer)).toBe(good);
  });

  it.each([
    ["two fences", `\`\`\`\n${good}\n\`\`\`\n\n\`\`\`json\n{}\n\`\`\``],
    ["a fence at its end", `${good}\n\nAnswer so:\n\`\`\`json\n{ "text": "" }\n\`\`\``],
    ["a fence in it with all placeholders", "Answer in this form:\n```\n{{name}} {{tone|friendly}}\n```"],
    ["a fence that never closes", `\`\`\`\n${good}`],
  ])("C13 stays as it is with %s", (_name, answer) => {
    expect(readRewrite(answer, source, "5eed0001")).toEqual({ text: answer });
  });

  it("keeps a fence inside of a fence", () => {
    const inner = `${good}\n\n\`\`\`json\n{ "text": "" }\n\`\`\``;
    expect(read(`\`\`\`markdown\n${inner}\n\`\`\``)).toBe(inner);
  });

  it("keeps fences inside of a longer fence", () => {
    const inner = `${good}\n\n\`\`\`\nHello.\n\`\`\``;
    expect(read(`\`\`\`\`markdown\n${inner}\n\`\`\`\``)).toBe(inner);
  });

  it("takes code in a line for no fence", () => {
    const inner = `\`\`\`a\`\`\` stays.\n${good}`;
    expect(read(`\`\`\`\n${inner}\n\`\`\``)).toBe(inner);
  });

  it("may begin with a word that only looks like the begin of a preamble", () => {
    const prompt = `Oklahoma support:\n${good}`;
    expect(readRewrite(prompt, source, "5eed0001")).toEqual({ text: prompt });
  });

  it("keeps the fence of a prompt that begins with one", () => {
    const fenced = "```\n{{name}} {{tone|friendly}}\n```";
    expect(read(fenced, fenced)).toBe(fenced);
  });

  it.each(["", "  \n ", "```\n```", "```text\n\n```"])("C11 is nothing in %j", (answer) => {
    expect(read(answer)).toBe("");
  });

  it.each([
    ["a preamble without a fence", `Sure, here is the prompt:\n\n${good}`],
    [
      "C13 a fence that lacks a placeholder",
      "Here is the prompt:\n```\nGreet {{name}}.\n```\n{{tone|friendly}}",
    ],
    ["the mark elsewhere", `${good} (5eed0001)`],
  ])("C13 has something wrong with it with %s", (_name, answer) => {
    expect(readRewrite(answer, source, "5eed0001").issue).toBeTypeOf("string");
  });

  it("may begin as its source begins", () => {
    const prompt = "Here is what you know:\n{{facts}}";
    expect(readRewrite(prompt, prompt, "5eed0001")).toEqual({ text: prompt });
  });

  it("is read in time linear in its length", () => {
    const answer = "```\n".repeat(50_000);
    const begun = performance.now();
    readRewrite(answer, source, "5eed0001");
    expect(performance.now() - begun).toBeLessThan(2000);
  });
});
