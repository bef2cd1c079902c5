import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { PromptDiff } from "../../src/contracts/prompts-manager.ts";
import type { SystemPromptBlockContract } from "../../src/contracts/system-prompt.ts";
import { instruction, persona } from "../../src/prompt/blocks.ts";
import { diffPrompts } from "../../src/prompt/diff-prompts.ts";
import { systemPrompt } from "../../src/prompt/system-prompt.ts";

type Input = string | SystemPromptBlockContract;

function diff(from: readonly Input[], to: readonly Input[]): PromptDiff {
  const [before, after] = [from, to].map((side) =>
    systemPrompt(side.map((part) => (typeof part === "string" ? instruction(part) : part))),
  );
  return diffPrompts(before ?? systemPrompt(), after ?? systemPrompt());
}

/** The difference in texts alone. */
function texts(from: readonly Input[], to: readonly Input[]): unknown {
  const { added, removed, changed } = diff(from, to);
  return {
    added: added.map(({ text }) => text),
    removed: removed.map(({ text }) => text),
    changed: changed.map((pair) => [pair.from.text, pair.to.text]),
  };
}

describe("diff of prompts", () => {
  it("says that equal blocks are the same", () => {
    expect(diff(["a", persona("b {{c}}")], ["a", persona("b {{c}}")])).toEqual({
      identical: true,
      added: [],
      removed: [],
      changed: [],
      placeholders: { added: [], removed: [] },
      tokenDelta: 0,
    });
    expect(diff([], []).identical).toBe(true);
    expect(diff([], ["a"]).identical).toBe(false);
    expect(diff([persona("a")], [instruction("a")])).toMatchObject({
      identical: false,
      changed: [{ from: { type: "persona", text: "a" }, to: { type: "instruction", text: "a" } }],
    });
  });

  it("finds blocks by their content: one in front does not change those behind it", () => {
    expect(texts(["a", "b"], ["new", "a", "b"])).toEqual({ added: ["new"], removed: [], changed: [] });
    expect(texts(["a", "b", "c"], ["a", "c"])).toEqual({ added: [], removed: ["b"], changed: [] });
    expect(texts(["a", "b"], ["b", "a"])).toMatchObject({ changed: [] });
  });

  it("pairs a changed block with the one that is most like it", () => {
    expect(texts(["Help with orders."], ["Be kind.", "Help with all orders."])).toEqual({
      added: ["Be kind."],
      removed: [],
      changed: [["Help with orders.", "Help with all orders."]],
    });
    expect(texts(["You are v1."], [persona("You are Alex."), "Be concise."])).toEqual({
      added: ["Be concise."],
      removed: [],
      changed: [["You are v1.", "You are Alex."]],
    });
    expect(texts(["Obey.", "Say hello to all.", "z"], ["Say hello to everybody.", "z"])).toEqual({
      added: [],
      removed: ["Obey."],
      changed: [["Say hello to all.", "Say hello to everybody."]],
    });
    expect(texts(["x"], ["y"])).toEqual({ added: [], removed: [], changed: [["x", "y"]] });
  });

  it("tells the placeholders that came and went, and how much longer the template is", () => {
    const { placeholders, tokenDelta } = diff(
      ["Hi {{ name }} {{language|English}}", "{{a"],
      ["Hi {{name}} {{language|German}} \\{{x}}", "}} {{b}}"],
    );
    expect(placeholders).toEqual({
      added: ["{{language|German}}", "{{b}}"],
      removed: ["{{language|English}}"],
    });
    expect(tokenDelta).toBeGreaterThan(0);
    expect(diff(["a".repeat(400)], [""]).tokenDelta).toBe(-100);
  });

  it("takes a prompt of thousands of blocks", () => {
    const many = (count: number, word: string): string[] =>
      Array.from({ length: count }, (_, index) => `${word} ${index} ${"word ".repeat(20)}`);
    const started = performance.now();
    expect(texts(many(1_500, "a"), many(3_000, "b"))).toMatchObject({ removed: [] });
    expect(texts(many(3_000, "a"), ["b", ...many(3_000, "a")])).toEqual({
      added: ["b"],
      removed: [],
      changed: [],
    });
    expect(diff(["x"], many(3_000, "{{a}}").concat("x")).added).toHaveLength(3_000);
    expect(performance.now() - started).toBeLessThan(20_000);
  });

  it("accounts for every block once, with as many equal ones as can be, for all prompts", () => {
    const side = fc.array(fc.constantFrom("a b", "a c", "d", "e f g", ""), { maxLength: 7 });
    fc.assert(
      fc.property(side, side, (from, to) => {
        const { added, removed, changed } = diff(from, to);
        const kept = from.length - removed.length - changed.length;
        expect(to.length - added.length - changed.length).toBe(kept);
        const rest = (side: readonly string[], gone: readonly { text: string }[]): string[] => {
          const left = [...side];
          for (const { text } of gone) left.splice(left.indexOf(text), 1);
          return left.sort();
        };
        const before = rest(from, [...removed, ...changed.map((pair) => pair.from)]);
        expect(before).toEqual(rest(to, [...added, ...changed.map((pair) => pair.to)]));
        expect(kept).toBe(longestShared(from, to));
        expect(Math.min(added.length, removed.length) === 0 || kept > 0).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

function longestShared(left: readonly string[], right: readonly string[]): number {
  const [first, ...rest] = left;
  if (first === undefined || right.length === 0) return 0;
  const at = right.indexOf(first);
  const without = longestShared(rest, right);
  return at < 0 ? without : Math.max(without, 1 + longestShared(rest, right.slice(at + 1)));
}
