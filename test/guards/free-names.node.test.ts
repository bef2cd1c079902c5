import { describe, expect, it } from "vitest";
import { forbiddenUses } from "./free-names.ts";

describe("forbidden names", () => {
  it.each([
    [`import fs from "node:fs";`, "node:fs"],
    [`const key = process.env.KEY;`, "process"],
    [`const key = globalThis.process?.env;`, "process"],
    [`const bytes = Buffer.from("");`, "Buffer"],
    [`const fs = require("fs");`, "require"],
    [`new Function("return 1")();`, "Function"],
    [`const make = Function; make("x");`, "Function"],
    [`(0, eval)("1");`, "eval"],
    [`const o = { process };`, "process"],
  ])("are seen in %s", (code, name) => {
    expect(forbiddenUses(code)).toEqual([name]);
  });

  it.each([
    `const o = { process: 1, eval() {}, require: 2 }; o.process; o.eval();`,
    `class Eval { eval = 1; process() {} }`,
    `const text = "process the Function with eval and require";`,
    `// process, eval`,
  ])("are not seen in %s", (code) => {
    expect(forbiddenUses(code)).toEqual([]);
  });
});
