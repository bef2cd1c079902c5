import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { wordDiff } from "../../../src/prompt/review/word-diff.ts";

/** The changes as one text: `[-gone-]`, `{+come+}`. */
function shown(before: string, after: string): string {
  const marks = { same: ["", ""], removed: ["[-", "-]"], added: ["{+", "+}"] } as const;
  return wordDiff(before, after)
    .map(({ kind, text }) => marks[kind][0] + text + marks[kind][1])
    .join("");
}

describe("what two texts share, word by word", () => {
  it.each([
    ["", "", ""],
    ["Be brief.", "Be brief.", "Be brief."],
    ["", "New.", "{+New.+}"],
    ["Old.", "", "[-Old.-]"],
    ["Be very brief.", "Be brief.", "Be [-very -]brief."],
    ["be brief", "Be brief.", "[-be-]{+Be+} brief{+.+}"],
    ["Use {{ name }} here", "Use {{name}} here", "Use [-{{ name }}-]{+{{name}}+} here"],
    ["Say {{tone|a b}} now", "Say {{tone|a c}} now", "Say [-{{tone|a b}}-]{+{{tone|a c}}+} now"],
    ["One.\nTwo.", "One.\n\nTwo.", "One.\n{+\n+}Two."],
    ["within 500ms", "within 600ms", "within [-500ms-]{+600ms+}"],
    ["東京は大きい", "京都は大きい", "[-東-]京{+都+}は大きい"],
    ["مرحبا يا عالم", "مرحبا عالم", "مرحبا [-يا -]عالم"],
    ["ok 👩‍💻 yes", "ok 👩‍🚀 yes", "ok [-👩‍💻-]{+👩‍🚀+} yes"],
  ])("of %j and %j", (before, after, expected) => {
    expect(shown(before, after)).toBe(expected);
  });

  it("is no crumb of a sentence that is all different", () => {
    const before = "Our team would love it if you could always try to be the kindest helper";
    const after = "Answer every question about orders that a customer of the shop may have";
    expect(wordDiff(before, after).map(({ kind }) => kind)).toEqual(["removed", "added"]);
  });

  it("keeps a placeholder and a number as shared, whatever stands around them", () => {
    const before = "please do greet our customer {{name}} in the nicest way you can";
    const after = "Say hello first to the person {{name}} before anything else happens";
    expect(wordDiff(before, after)).toContainEqual({ kind: "same", text: " {{name}} " });
  });

  it("gives back both texts, in runs that alternate", () => {
    const word = fc.constantFrom(
      "the",
      "a",
      "{{x}}",
      "1",
      ".",
      " ",
      "\n",
      "é",
      "東",
      "never",
      "{{",
      "👩‍💻",
      "\\{{y}}",
    );
    const text = fc.array(word, { maxLength: 40 }).map((words) => words.join(""));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const changes = wordDiff(before, after);
        const without = (kind: string): string =>
          changes.flatMap((change) => (change.kind === kind ? [] : [change.text])).join("");
        expect(without("added")).toBe(before);
        expect(without("removed")).toBe(after);
        expect(changes.every(({ kind }, at) => kind !== changes[at - 1]?.kind)).toBe(true);
        expect(wordDiff(before, before).every(({ kind }) => kind === "same")).toBe(true);
      }),
      { numRuns: 150 },
    );
  });

  it("takes time in proportion to long texts, also where all words are alike", () => {
    const words = (count: number, of: (at: number) => string): string =>
      Array.from({ length: count }, (_, at) => of(at)).join(" ");
    const alike = words(40_000, () => "the");
    const turned = words(40_000, (at) => (at % 2 === 0 ? "the" : "a"));
    const pool = words(40_000, (at) => `w${(at * 7919) % 640}`);
    const other = words(40_000, (at) => `w${(at * 104_729) % 640}`);
    const started = performance.now();
    for (const [before, after] of [
      [alike, turned],
      [pool, other],
    ] as const) {
      expect(wordDiff(before, after).length).toBeGreaterThan(0);
    }
    // A quadratic comparison of so many words takes a minute.
    expect(performance.now() - started).toBeLessThan(20_000);
  });
});
