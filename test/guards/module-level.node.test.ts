import { describe, expect, it } from "vitest";
import { moduleLevelFindings } from "./module-level.ts";
import { parseFile, productFiles } from "./source.ts";

describe("module level", () => {
  it("holds declarations and literals only", () => {
    expect(productFiles().flatMap(moduleLevelFindings)).toEqual([]);
  });

  it.each([
    `const encoder = new TextEncoder();`,
    `export const schema = object({ name: string() });`,
    `export const schema = /* @__PURE__ */ object({ name: string() });`,
    `const started = Date.now();`,
    `const brand = Symbol.for("brand");`,
    `const send = globalThis.fetch;`,
    `const send = fetch;`,
    `Object.freeze(defaults);`,
    `export const { agent } = ai;`,
    `const all = [...known, "more"];`,
    `const all = { ...known };`,
    `setTimeout(() => {}, 1);`,
    `const names = new Set(["a"]);`,
    `class Registry { static entries = make(); }`,
    `class Registry { static { start(); } }`,
    `import "./side-effect.ts";`,
    `if (true) start();`,
    `export default make();`,
    `const words = "a b".split(" ");`,
    `const mark = "-"; const how = { marked: \`The sign \${mark} stands for a blank.\` };`,
  ])("refuses %s", (text) => {
    expect(moduleLevelFindings(parseFile("src/core/bad.ts", text))).not.toEqual([]);
  });

  it.each([
    `export const limits = { short: 1_000, long: 60 * 1_000, name: /a+b/u, kinds: ["a", -1] } as const;`,
    `import { base } from "./base.ts"; class Own extends base { static kind = "own"; items = []; }`,
    `const cache: Map<string, string> = new Map(); let last: string | undefined;`,
    `const one = (x: string): string => x; export const both = /* @__PURE__ */ Object.assign(one, { one });`,
    `class List { static kind = "list"; *[Symbol.iterator]() {} async [Symbol.asyncDispose]() {} }`,
    `export * as prompts from "./prompts.ts"; export type { Prompt } from "./prompt.ts";`,
    `import type { Store } from "./store.ts"; declare module "./config.ts" { interface Config { store?: Store } }`,
    `export class AIError extends Error { readonly name: string = "AIError"; }`,
  ])("allows %s", (text) => {
    expect(moduleLevelFindings(parseFile("src/core/good.ts", text))).toEqual([]);
  });
});
