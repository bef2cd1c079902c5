import { describe, expect, it } from "vitest";
import { docstringFindings } from "./docstrings.ts";
import { publicSymbols } from "./public-symbols.ts";

describe("what the package exports", () => {
  it("has docstrings that begin with a sentence, and functions and classes an example", () => {
    expect(publicSymbols().flatMap(docstringFindings)).toEqual([]);
  });
});

describe("the check of docstrings", () => {
  it.each([
    ["export function open() {}", "has no docstring"],
    ["/* Opens it. */ export function open() {}", "has no docstring"],
    ["/** Opens it. */\nconst a = 1;\nexport function open() {}", "has no docstring"],
    ["/** Opens it. */\nexport function open() {}", "has no @example"],
    ["/** Opens it. */\nexport const open = () => 1;", "has no @example"],
    ["/** Opens it. */\nexport const open = /* @__PURE__ */ Object.assign(a, {});", "has no @example"],
    ["/** Opens it. */\nexport class Door {}", "has no @example"],
    ["/** opens it\n * @example\n * open(); */\nexport function open() {}", "does not begin with a sentence"],
    ["/** @example open(); */\nexport function open() {}", "does not begin with a sentence"],
    ["/** A door */\nexport interface Door {}", "does not begin with a sentence"],
  ])("refuses %j", (text, problem) => {
    expect(check({ "index.ts": text })).toEqual([expect.stringMatching(`index.ts:\\d+ \\w+ ${problem}`)]);
  });

  it.each([
    "/** Opens it.\n * @example\n * open(); */\nexport function open() {}",
    "/** Opens it.\n *\n * @example\n * open(); */\n// Why it is so.\nexport const open = () => 1;",
    "/** Opens it.\n * @example\n * open(); */\nexport function open(a: 1): void;\nexport function open(a: 2): void;",
    "/** `open` is its state. */\nexport type State = 1;",
    "/** The door is stuck. Code `STUCK`. */\nexport class StuckError extends Error {}",
    "/** How many there are. */\nexport const COUNT = 3;",
    "function hidden() {}",
  ])("allows %j", (text) => {
    expect(check({ "index.ts": text })).toEqual([]);
  });

  it("looks through every way to export, and at each declaration once", () => {
    const files = {
      "index.ts": `export * from "./a.ts"; export * as group from "./a.ts"; export { x as y } from "./deep/b.ts";`,
      "a.ts": "export function a() {}",
      "deep/b.ts": `export const x = 1; export const z = 2; export { a } from "../a.ts";`,
    };
    const read = (path: string): string => files[path as keyof typeof files];
    const found = publicSymbols([{ specifier: "door", source: "index.ts" }], read);
    expect(found.map((symbol) => symbol.exports.map(({ name }) => name))).toEqual([["a", "group.a"], ["y"]]);
    expect(check(files)).toEqual(["a.ts:1 a has no docstring", "deep/b.ts:1 x has no docstring"]);
  });
});

function check(files: Record<string, string>): string[] {
  const starts = [{ specifier: "door", source: "index.ts" }];
  return publicSymbols(starts, (path) => files[path] ?? "").flatMap(docstringFindings);
}
