import type {
  BudgetedPrompt,
  BudgetedPromptOptions,
  BudgetedSection,
  PromptSpan,
} from "../../contracts/budgeted-prompt.ts";
import { PromptBudgetError } from "../../core/errors/prompt-errors.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { checkBudget, checkedCount } from "./check-budget.ts";
import { type SectionPart, sectionPart } from "./section-part.ts";

/**
 * Puts a prompt together that never has more tokens than its budget: the intro, the sections that stay the same, the others,
 * the instructions. Where not all fits, the sections share the room by water-filling: in proportion to their priorities,
 * between their floors and ceilings, and what one does not need goes to the others. Texts are cut between characters, best
 * where a line, a sentence or a word ends. A higher priority never shrinks a section.
 *
 * @throws PromptBudgetError (`PROMPT_OVER_BUDGET`) where what may not be cut is over the budget.
 * @throws ConfigError (`INVALID_CONFIG`) for an option that cannot work, and for a counter that gives no number.
 * @example
 * const { text, report } = budgetedPrompt({
 *   intro: "You answer from the documents below.",
 *   sections: [
 *     { name: "manual", text: "The tide turns twice a day. ".repeat(500), priority: 2 },
 *     { name: "notes", text: "It was late on Monday. ".repeat(500) },
 *   ],
 *   instructions: "Answer in one sentence.",
 *   budget: 300,
 * });
 * report.sections.map(({ isCut }) => isCut); // [true, true]
 */
export function budgetedPrompt(options: BudgetedPromptOptions): BudgetedPrompt {
  checkBudget(options);
  const { budget, sections = [], count: given = estimateTokens, mark = " […] " } = options;
  const count = (text: string): number => checkedCount(given(text));
  const parts = sections.map((section) => sectionPart(section, mark, count));
  const filling = (level: number): Filling => {
    const layout = layOut(parts, level, options);
    return { ...layout, level, tokens: count(layout.text) };
  };

  const everything = filling(Number.POSITIVE_INFINITY);
  if (everything.tokens <= budget) return finished(everything, parts, budget, count);
  const least = filling(0);
  if (least.tokens > budget) throw overBudget(least.tokens, budget, parts);
  const best = fill(least, everything, parts, options, count);
  return finished(best, parts, budget, count);
}

/** A prompt at one level of the water. */
interface Layout {
  readonly text: string;
  readonly spans: readonly (readonly PromptSpan[])[];
  readonly shown: readonly string[];
}

interface Filling extends Layout {
  readonly level: number;
  readonly tokens: number;
}

/** Levels that are tried at most. Few of them are counted: most of the last ones change nothing. */
const STEPS = 96;

/**
 * Finds the highest level at which the prompt is within its budget: from the level at which the sections alone would be,
 * then by turns where a straight line between the bounds meets the budget, and half way.
 */
function fill(
  least: Filling,
  everything: Filling,
  parts: readonly SectionPart[],
  options: BudgetedPromptOptions,
  count: (text: string) => number,
): Filling {
  const { budget } = options;
  let low = least;
  let high = { ...everything, level: Math.max(...parts.map(({ fullAt }) => fullAt)) };
  // Closer than a character.
  const close = 1 / (8 * Math.max(...parts.map(({ text }) => text.length)));
  let level = levelFor(parts, budget - least.tokens);
  for (let step = 0; step < STEPS && high.level - low.level > high.level * close; step++) {
    if (!(level > low.level && level < high.level)) level = (low.level + high.level) / 2;
    const layout = layOut(parts, level, options);
    const same = [low, high].find(({ text }) => text === layout.text);
    const tried = { ...layout, level, tokens: same?.tokens ?? count(layout.text) };
    if (tried.tokens <= budget) low = tried;
    else high = tried;
    const slope = (high.level - low.level) / (high.tokens - low.tokens);
    level = step % 2 === 0 ? low.level + slope * (budget - low.tokens + 0.5) : 0;
  }
  return low;
}

/** The level at which the sections have so many tokens more than at the lowest: a guess that no text was counted for. */
function levelFor(parts: readonly SectionPart[], room: number): number {
  const sharesAt = (level: number): number => parts.reduce((sum, part) => sum + part.shareAt(level), 0);
  const most = room + sharesAt(0);
  let low = 0;
  let high = Math.max(...parts.map(({ fullAt }) => fullAt));
  for (let step = 0; step < 32; step++) {
    const level = (low + high) / 2;
    if (sharesAt(level) <= most) low = level;
    else high = level;
  }
  return low;
}

function layOut(parts: readonly SectionPart[], level: number, options: BudgetedPromptOptions): Layout {
  const { intro = "", instructions = "", separator = "\n\n" } = options;
  const spans = parts.map((part) => part.spansAt(part.shareAt(level)));
  const shown = parts.map((part, index) => part.shown(spans[index] ?? []));
  const ordered = [
    ...shown.filter((_text, index) => parts[index]?.section.stable),
    ...shown.filter((_text, index) => !parts[index]?.section.stable),
  ];
  const text = [intro.trim(), ...ordered, instructions.trim()].filter((part) => part !== "").join(separator);
  return { text, spans, shown };
}

function finished(
  { text, tokens, spans, shown }: Filling,
  parts: readonly SectionPart[],
  budget: number,
  count: (text: string) => number,
): BudgetedPrompt {
  const sections = parts.map(({ section, text: own, full }, index): BudgetedSection => {
    // Offsets are those of the text as it was given.
    const offset = section.text.length - section.text.trimStart().length;
    const kept = (spans[index] ?? []).map(([start, end]): PromptSpan => [start + offset, end + offset]);
    const dropped = between(kept, offset, offset + own.length);
    const isCut = dropped.length > 0;
    const body = shown[index] ?? "";
    return {
      name: section.name,
      tokens: !isCut ? full : body === "" ? 0 : count(body),
      fullTokens: full,
      isCut,
      kept,
      dropped,
    };
  });
  return { text, tokens, report: { budget, isCut: sections.some(({ isCut }) => isCut), sections } };
}

function between(kept: readonly PromptSpan[], start: number, end: number): PromptSpan[] {
  const dropped: PromptSpan[] = [];
  let at = start;
  for (const [from, to] of kept) {
    if (from > at) dropped.push([at, from]);
    at = to;
  }
  if (at < end) dropped.push([at, end]);
  return dropped;
}

function overBudget(needed: number, budget: number, parts: readonly SectionPart[]): PromptBudgetError {
  const floors = parts.flatMap(({ section: { name, floor = 0 } }) => (floor > 0 ? [name] : []));
  const what =
    floors.length > 0 ? `, the instructions and the floors of ${floors.join(", ")}` : " and the instructions";
  return new PromptBudgetError(
    `The intro${what} have ${needed} tokens, but the budget is ${budget}. Raise the budget, or shorten what is never cut.`,
    { budget, needed },
  );
}
