import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type {
  BudgetedPrompt,
  BudgetedPromptOptions,
  BudgetSection,
} from "../../../src/contracts/budgeted-prompt.ts";
import { PromptBudgetError } from "../../../src/core/errors/prompt-errors.ts";
import { estimateTokens } from "../../../src/core/text/estimate-tokens.ts";
import { graphemeStart } from "../../../src/core/text/graphemes.ts";
import { budgetedPrompt } from "../../../src/prompt/budget/budgeted-prompt.ts";

const byWords = (text: string): number => text.split(/\s+/).filter((word) => word !== "").length;
const byUnits = (text: string): number => text.length;
/** Counts as tokenizers do: the whole has fewer tokens than its pieces together. */
const byPieces = (text: string): number => (text.match(/[a-z]{1,5}|\s?[^a-z]/gi) ?? []).length;

const prose = (sentences: number): string =>
  Array.from({ length: sentences }, (_none, index) => `Sentence ${index} says one thing.`).join(" ");

describe("a prompt within a budget", () => {
  it("is whole where all fits: intro, stable sections, others, instructions", () => {
    const { text, tokens, report } = budgetedPrompt({
      intro: "Intro.\n",
      sections: [
        { name: "a", text: "A." },
        { name: "b", text: "B.", stable: true, heading: "## B" },
        { name: "empty", text: " " },
      ],
      instructions: "Do it.",
      budget: 100,
    });
    expect(text).toBe("Intro.\n\n## B\nB.\n\nA.\n\nDo it.");
    expect(tokens).toBe(estimateTokens(text));
    expect(report).toMatchObject({
      budget: 100,
      isCut: false,
      sections: [
        { name: "a", isCut: false, kept: [[0, 2]], dropped: [] },
        { name: "b", tokens: 2 },
        { name: "empty", tokens: 0, kept: [], dropped: [] },
      ],
    });
  });

  it("B1: what a short section does not need goes to the long one", () => {
    const { tokens, report } = budgetedPrompt({
      intro: "Intro.",
      sections: [
        { name: "short", text: prose(3), priority: 9 },
        { name: "long", text: prose(2000) },
      ],
      instructions: "Do it.",
      budget: 1000,
    });
    expect(tokens).toBeLessThanOrEqual(1000);
    expect(tokens).toBeGreaterThanOrEqual(950);
    expect(report.sections.map(({ isCut }) => isCut)).toEqual([false, true]);
  });

  it("B2: refuses fixed parts or floors that are over the budget", () => {
    const sections = [{ name: "facts", text: prose(100), floor: 400 }];
    for (const options of [
      { intro: prose(100), instructions: "Do it.", budget: 100 },
      { intro: "Intro.", sections, budget: 300 },
    ]) {
      const refused = (): unknown => budgetedPrompt(options);
      expect(refused).toThrow(PromptBudgetError);
      expect(refused).toThrow(
        expect.objectContaining({ code: "PROMPT_OVER_BUDGET", budget: options.budget }),
      );
    }
    expect(() => budgetedPrompt({ sections, budget: 300 })).toThrow(/facts/);
  });

  it.each(["end", "start", "middle"] as const)(
    "B4: counts the mark and tells what was dropped, cut at the %s",
    (cut) => {
      const text = prose(200);
      const section = { name: "facts", text: `\n${text}\n`, cut, heading: "# Facts" };
      const { text: whole, report } = budgetedPrompt({
        sections: [section],
        budget: 200,
        mark: " [cut] ",
        count: byPieces,
      });
      expect(byPieces(whole)).toBeLessThanOrEqual(200);
      const [facts] = report.sections;
      expect(facts).toMatchObject({ isCut: true, tokens: byPieces(whole) });
      const shown = (facts?.kept ?? []).map(([start, end]) => section.text.slice(start, end).trim());
      expect(whole).toBe(
        `# Facts\n${cut === "start" ? "[cut] " : ""}${shown.join(" [cut] ")}${cut === "end" ? " [cut]" : ""}`,
      );
      const all = [...(facts?.kept ?? []), ...(facts?.dropped ?? [])].sort(([a], [b]) => a - b);
      expect(all.map(([start, end]) => section.text.slice(start, end)).join("")).toBe(text);
      expect(all).toHaveLength(cut === "middle" ? 3 : 2);
    },
  );

  it("keeps to floors and ceilings", () => {
    const sections: BudgetSection[] = [
      { name: "floor", text: prose(300), priority: 0.01, floor: 120 },
      { name: "ceiling", text: prose(300), priority: 50, ceiling: 80 },
      { name: "rest", text: prose(300) },
    ];
    for (const count of [estimateTokens, byWords, byPieces]) {
      const { tokens, report } = budgetedPrompt({ sections, budget: 500, count });
      const [floor, ceiling, rest] = report.sections.map((section) => section.tokens);
      expect(floor).toBeGreaterThanOrEqual(120);
      expect(floor).toBeLessThan(135);
      expect(ceiling).toBeLessThanOrEqual(80);
      expect(ceiling).toBeGreaterThan(70);
      expect(rest).toBeGreaterThan(250);
      expect(tokens).toBeLessThanOrEqual(500);
    }
    const roomy = budgetedPrompt({ sections: [{ name: "c", text: prose(300), ceiling: 50 }], budget: 9000 });
    expect(roomy.tokens).toBeLessThanOrEqual(50);
    expect(roomy.report.isCut).toBe(true);
  });

  it("tears no character apart", () => {
    const family = "👩‍👩‍👧‍👦";
    const text = `${"🇩🇪🇫🇷e\u0301한글각👍🏽\r\n".repeat(40)}${family.repeat(20)}`;
    for (let budget = 20; budget < 400; budget += 7) {
      for (const cut of ["end", "start", "middle"] as const) {
        const { report } = budgetedPrompt({ sections: [{ name: "s", text, cut }], budget, count: byUnits });
        const offsets = (report.sections[0]?.kept ?? []).flat();
        expect(offsets.map((offset) => graphemeStart(text, offset))).toEqual(offsets);
      }
    }
  });

  it("cuts where a line, a sentence or a word ends, where that is near", () => {
    const lines = `${"word ".repeat(30)}\n`.repeat(60);
    const { report } = budgetedPrompt({ sections: [{ name: "s", text: lines }], budget: 1500 });
    expect(lines[(report.sections[0]?.kept[0]?.[1] ?? 0) - 1]).toBe("\n");
    const words = "abcdefgh ".repeat(500);
    const cut = budgetedPrompt({ sections: [{ name: "s", text: words }], budget: 301 });
    expect(words[(cut.report.sections[0]?.kept[0]?.[1] ?? 0) - 1]).toBe(" ");
  });

  it("tells the tokens of a whole section as they stand in the prompt", () => {
    const { report } = budgetedPrompt({ sections: [{ name: "a", text: "A.", heading: "## A" }], budget: 9 });
    expect(report.sections).toMatchObject([{ tokens: 2, fullTokens: 2 }]);
  });

  it("counts what fits as a whole only, and what does not a few times over, whatever the length", () => {
    let calls = 0;
    let units = 0;
    const count = (text: string): number => {
      calls += 1;
      units += text.length;
      return byPieces(text);
    };
    const sections = ["a", "b", "c"].map((name, index) => ({ name, text: prose(4000), priority: 1 + index }));
    const length = 3 * prose(4000).length;
    budgetedPrompt({ sections, budget: 1e6, count });
    expect(calls).toBe(4);
    calls = units = 0;
    budgetedPrompt({ sections, budget: 30_000, count });
    expect(calls).toBeLessThan(3 * 135 + 40);
    expect(units).toBeLessThan(8 * length);
  });

  it.each(["end", "start", "middle"] as const)("cuts what never ends at the %s at once", (cut) => {
    for (const endless of ["\u0301", "👩‍", "🇩🇪", "\u1100"]) {
      const text = endless.repeat(100_000 / endless.length);
      expect(budgetedPrompt({ sections: [{ name: "s", text, cut }], budget: 900 }).tokens).toBeGreaterThan(
        855,
      );
    }
  });

  it.each<[string, Partial<BudgetedPromptOptions>]>([
    ["budget", { budget: 0 }],
    ["budget", { budget: Number.NaN }],
    ["priority", { sections: [{ name: "a", text: "", priority: 0 }] }],
    ["floor", { sections: [{ name: "a", text: "", floor: -1 }] }],
    ["ceiling", { sections: [{ name: "a", text: "", floor: 5, ceiling: 4 }] }],
    ["text", { sections: [{ name: "a", text: 5 as never }] }],
    [
      "name",
      {
        sections: [
          { name: "a", text: "" },
          { name: "a", text: "" },
        ],
      },
    ],
    ["name", { sections: [{ text: "" } as never] }],
    ["cut", { sections: [{ name: "a", text: "", cut: "top" as never }] }],
    ["heading", { sections: [{ name: "a", text: "", heading: 1 as never }] }],
    ["mark", { mark: {} as never }],
    ["intro", { intro: null as never }],
    ["count", { count: 1 as never }],
    ["count", { intro: "x", count: () => Number.NaN }],
    ["count", { intro: "x", count: (async () => 1) as never }],
  ])("refuses a %s that cannot work: %o", (what, options) => {
    expect(() => budgetedPrompt({ budget: 10, ...options })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
    expect(() => budgetedPrompt({ budget: 10, ...options })).toThrow(new RegExp(what));
  });
});

const letters = fc.constantFrom(
  "word ",
  "word ",
  "a",
  ". ",
  "\n",
  "longerword ",
  "漢字",
  "é",
  "👍🏽",
  "🇩🇪",
  "  ",
);
const sectionText = fc
  .tuple(fc.array(letters, { minLength: 1, maxLength: 25 }), fc.integer({ min: 1, max: 60 }))
  .map(([parts, times]) => parts.join("").repeat(times));
const layout = fc.record({
  intro: fc.constantFrom(
    "",
    "You are an assistant.",
    "You answer from what is below, and from nothing else.",
  ),
  instructions: fc.constantFrom("", "Answer.", "1. Cite.\n2. Be brief.\n3. Say so where you do not know."),
  share: fc.double({ min: 0.05, max: 1.2, noNaN: true }),
  sections: fc.array(
    fc.record({
      text: sectionText,
      priority: fc.constantFrom(0.2, 1, 2, 5, 30),
      floor: fc.constantFrom(0, 0, 0, 20),
      ceiling: fc.constantFrom(undefined, undefined, 60),
      cut: fc.constantFrom("end" as const, "start" as const, "middle" as const),
      heading: fc.constantFrom(undefined, "## Heading"),
      stable: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  ),
});

type Given = typeof layout extends fc.Arbitrary<infer Value> ? Value : never;

function optionsOf(
  { intro, instructions, share, sections }: Given,
  count: (text: string) => number = estimateTokens,
): BudgetedPromptOptions {
  const named = sections.map((section, index) => ({ ...section, name: `s${index}` }));
  const full = count([intro, ...sections.map(({ text }) => text), instructions].join("\n\n"));
  return { intro, instructions, sections: named, budget: Math.max(60, Math.round(full * share)), count };
}

/** What many write: each section gets the same share, cut at four characters a token. */
function plainCut({ intro = "", instructions = "", sections = [], budget }: BudgetedPromptOptions): number {
  const room = Math.max(0, budget - estimateTokens(intro + instructions));
  const share = Math.floor(room / Math.max(1, sections.length));
  return estimateTokens(
    [intro, ...sections.map(({ text }) => text.slice(0, share * 4)), instructions].join("\n\n"),
  );
}

/** What is wrong with the prompt of a layout. */
function faultsOf(options: BudgetedPromptOptions, { text, tokens, report }: BudgetedPrompt): string[] {
  const { budget, count = estimateTokens, sections = [] } = options;
  const faults: string[] = [];
  if (count(text) !== tokens) faults.push("tokens");
  if (tokens > budget) faults.push("budget");
  for (const [index, { floor = 0, ceiling = budget }] of sections.entries()) {
    const told = report.sections[index];
    if (!told || told.tokens > ceiling) faults.push("ceiling");
    if (told?.isCut && told.tokens < Math.min(floor, ceiling)) faults.push("floor");
    if (told && !told.isCut && told.tokens !== told.fullTokens) faults.push("fullTokens");
  }
  return faults;
}

/** The prompt of a layout, or nothing where its fixed parts are over the budget. */
function promptOf(options: BudgetedPromptOptions): BudgetedPrompt | undefined {
  try {
    return budgetedPrompt(options);
  } catch (error) {
    if (error instanceof PromptBudgetError) return undefined;
    throw error;
  }
}

describe("any layout", () => {
  const runs = 3000;

  it(`B5: of ${runs} random ones none is over its budget, and what was cut uses at least 95 % of it`, () => {
    const faults: string[] = [];
    let refused = 0;
    let plainOver = 0;
    let plainUse = 0;
    const use: number[] = [];
    for (const given of fc.sample(layout, { numRuns: runs, seed: 11 })) {
      const options = optionsOf(given);
      const prompt = promptOf(options);
      if (!prompt) {
        refused += 1;
        continue;
      }
      faults.push(...faultsOf(options, prompt));
      const { tokens, report } = prompt;
      // Where ceilings alone cut, the budget is not used up on purpose.
      const hasCeiling = options.sections?.some(({ ceiling }) => ceiling) && tokens < 0.97 * options.budget;
      if (
        !report.isCut ||
        (hasCeiling && budgetedPrompt({ ...options, budget: 1e9 }).tokens <= options.budget)
      )
        continue;
      use.push(tokens / options.budget);
      const plain = plainCut(options);
      if (plain > options.budget) plainOver += 1;
      else plainUse += plain / options.budget;
    }
    const mean = use.reduce((sum, share) => sum + share, 0) / use.length;
    const least = Math.min(...use);
    const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
    console.log(
      `budgets: ${runs} layouts, ${faults.length} faults, ${refused} refused, ${use.length} cut: ${percent(mean)} of the budget used, least ${percent(least)}; ` +
        `equal shares of 4 characters a token: ${plainOver} over, else ${percent(plainUse / (use.length - plainOver))} used`,
    );
    expect(faults).toEqual([]);
    expect(use.length).toBeGreaterThan(1000);
    expect(mean).toBeGreaterThan(0.95);
    expect(use.filter((share) => share < 0.95).length / use.length).toBeLessThan(0.05);
  }, 60_000);

  it.each([
    ["words", byWords],
    ["UTF-16 units", byUnits],
    ["UTF-8 bytes", (text: string) => new TextEncoder().encode(text).length],
    ["pieces of words", byPieces],
    ["fractions", (text: string) => text.length * 0.271_828],
    ["tokens and some for the message", (text: string) => estimateTokens(text) + 3],
    ["tokens rounded down", (text: string) => Math.floor(text.length / 4)],
  ])("B5: keeps to budgets, floors and ceilings in %s", (_name, count) => {
    const use: number[] = [];
    const faults: string[] = [];
    for (const given of fc.sample(layout, { numRuns: 100, seed: 13 })) {
      const options = optionsOf(given, count);
      const prompt = promptOf(options);
      if (!prompt) continue;
      faults.push(...faultsOf(options, prompt));
      if (options.sections?.every(({ ceiling }) => !ceiling) && prompt.report.isCut)
        use.push(prompt.tokens / options.budget);
    }
    expect(faults).toEqual([]);
    expect(use.length).toBeGreaterThan(10);
    expect(use.reduce((sum, share) => sum + share, 0) / use.length).toBeGreaterThan(0.95);
  });

  it("B5: a higher priority shrinks no section of its own", () => {
    for (const [index, given] of fc.sample(layout, { numRuns: 240, seed: 12 }).entries()) {
      const count = [estimateTokens, byPieces, byUnits][index % 3];
      const options = optionsOf(given, count);
      const kept = (priority: number): number => {
        const [first, ...others] = options.sections ?? [];
        if (!first) return 0;
        const prompt = promptOf({ ...options, sections: [{ ...first, priority }, ...others] });
        return (prompt?.report.sections[0]?.kept ?? []).reduce((sum, [start, end]) => sum + end - start, 0);
      };
      const lengths = [0.5, 1, 1.5, 4, 20].map(kept);
      expect(lengths).toEqual([...lengths].sort((left, right) => left - right));
    }
  }, 60_000);
});
