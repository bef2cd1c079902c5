import type {
  BudgetedPrompt,
  BudgetedPromptOptions,
  BudgetedSection,
  BudgetSection,
  PromptSpan,
} from "../../contracts/budgeted-prompt.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { PromptBudgetError } from "../../core/errors/prompt-errors.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { keptSpans } from "./cut-text.ts";
import { type TokenTable, tokenTable } from "./token-table.ts";

/**
 * Puts a prompt together that never has more tokens than its budget: the intro, the sections that stay the same, the others,
 * the instructions. Where not all fits, the sections share the room by water-filling: in proportion to their priorities,
 * between their floors and ceilings, and what one does not need goes to the others. Texts are cut between characters, best
 * where a line, a sentence or a word ends. A higher priority never shrinks a section.
 *
 * @throws PromptBudgetError (`PROMPT_OVER_BUDGET`) where what may not be cut is over the budget.
 * @throws ConfigError (`INVALID_CONFIG`) for a budget, a priority, a floor, a ceiling or a name that cannot work.
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
  const { budget, sections = [], count: given = estimateTokens } = options;
  checkOptions(options, sections);
  const count = (text: string): number => checkedCount(given(text));
  const parts = sections.map((section) => partOf(section, options, count));
  const written = (level: number): Layout => layOut(parts, level, options);
  const tokensAt = (layout: Layout): number => count(layout.text);

  const everything = written(Number.POSITIVE_INFINITY);
  const needed = tokensAt(everything);
  if (needed <= budget) return finished(everything, needed, parts, options, count);
  const least = written(0);
  const leastTokens = tokensAt(least);
  if (leastTokens > budget) throw overBudget(leastTokens, options, parts);
  const { layout, tokens } = fill(
    { layout: least, tokens: leastTokens, level: 0 },
    parts,
    budget,
    written,
    tokensAt,
  );
  return finished(layout, tokens, parts, options, count);
}

/** A section with what is known of it. */
interface Part {
  readonly section: BudgetSection;
  readonly text: string;
  readonly table: TokenTable;
  readonly priority: number;
  readonly floor: number;
  readonly most: number;
  /** Tokens of its heading and of one mark, for both of which it pays. */
  readonly headingTokens: number;
  readonly markTokens: number;
}

/** A prompt at one level of the water. */
interface Layout {
  readonly text: string;
  readonly spans: readonly (readonly PromptSpan[])[];
  readonly shown: readonly string[];
}

interface Filling {
  readonly layout: Layout;
  readonly tokens: number;
  readonly level: number;
}

/** Levels that are tried at most. */
const STEPS = 48;

/**
 * Finds the highest level at which the prompt is within its budget: from the level at which the sections alone would be,
 * then by halving.
 */
function fill(
  least: Filling,
  parts: readonly Part[],
  budget: number,
  written: (level: number) => Layout,
  tokensAt: (layout: Layout) => number,
): Filling {
  let low = least;
  let high = Math.max(
    ...parts.map(({ table, headingTokens, priority }) => (table.full + headingTokens) / priority),
  );
  const tryLevel = (level: number): void => {
    const layout = written(level);
    const tokens = tokensAt(layout);
    if (tokens <= budget) low = { layout, tokens, level };
    else high = level;
  };
  const guess = levelFor(parts, budget - least.tokens);
  for (const level of [guess, guess * 1.05, guess * 0.95])
    if (level > low.level && level < high) tryLevel(level);
  // Closer than a character.
  const close = 1 / (8 * Math.max(...parts.map(({ text }) => text.length)));
  for (let step = 0; step < STEPS && high - low.level > high * close; step++) {
    tryLevel((low.level + high) / 2);
  }
  return low;
}

/** The level at which the sections have so many tokens more than their floors: a guess that no text was counted for. */
function levelFor(parts: readonly Part[], room: number): number {
  let low = 0;
  let high = Math.max(...parts.map(({ most, priority }) => most / priority));
  for (let step = 0; step < STEPS; step++) {
    const level = (low + high) / 2;
    const used = parts.reduce((sum, part) => sum + shareOf(part, level) - Math.min(part.floor, part.most), 0);
    if (used <= room) low = level;
    else high = level;
  }
  return low;
}

function shareOf({ priority, floor, most }: Part, level: number): number {
  return Math.min(Math.max(priority * level, floor), most);
}

function layOut(parts: readonly Part[], level: number, options: BudgetedPromptOptions): Layout {
  const { intro = "", instructions = "", separator = "\n\n" } = options;
  const spans = parts.map((part) => spansAt(part, shareOf(part, level)));
  const shown = parts.map((part, index) => shownText(part, spans[index] ?? [], options));
  const ordered = [
    ...shown.filter((_text, index) => parts[index]?.section.stable),
    ...shown.filter((_text, index) => !parts[index]?.section.stable),
  ];
  const text = [intro.trim(), ...ordered, instructions.trim()].filter((part) => part !== "").join(separator);
  return { text, spans, shown };
}

function spansAt(
  { text, table, headingTokens, markTokens, section }: Part,
  tokens: number,
): readonly PromptSpan[] {
  const room = tokens - headingTokens;
  if (room >= table.full) return text === "" ? [] : [[0, text.length]];
  const cutRoom = room - markTokens;
  return cutRoom <= 0 ? [] : keptSpans(text, table.lengthFor(cutRoom), section.cut ?? "end");
}

function shownText(
  { text, section }: Part,
  spans: readonly PromptSpan[],
  { mark = " […] " }: BudgetedPromptOptions,
): string {
  if (spans.length === 0) return "";
  const pieces = spans.map(([start, end]) => text.slice(start, end).trim());
  const inFront = (spans[0]?.[0] ?? 0) > 0 ? mark.trimStart() : "";
  const behind = (spans.at(-1)?.[1] ?? 0) < text.length ? mark.trimEnd() : "";
  const body = inFront + pieces.join(mark) + behind;
  return section.heading === undefined ? body : `${section.heading}\n${body}`;
}

function partOf(
  section: BudgetSection,
  options: BudgetedPromptOptions,
  count: (text: string) => number,
): Part {
  const { mark = " […] " } = options;
  const { priority = 1, floor = 0, ceiling = Number.POSITIVE_INFINITY, heading, cut } = section;
  const text = section.text.trim();
  const table = tokenTable(text, count, cut === "start");
  const headingTokens = heading === undefined ? 0 : count(`${heading}\n`);
  const markTokens = count(mark);
  const whole = table.full + headingTokens;
  const part = {
    section,
    text,
    table,
    priority,
    floor,
    headingTokens,
    markTokens,
    most: Math.min(ceiling, whole),
  };
  if (ceiling >= whole) return part;
  // A table tells lengths about; a ceiling holds to the token.
  let { most } = part;
  for (let step = 0; step < STEPS && most > 0; step++) {
    const over = count(shownText(part, spansAt(part, most), options)) - ceiling;
    if (over <= 0) break;
    most -= Math.max(over, 0.5);
  }
  return { ...part, most: Math.max(0, most), floor: Math.min(floor, Math.max(0, most)) };
}

function finished(
  { text, spans, shown }: Layout,
  tokens: number,
  parts: readonly Part[],
  { budget }: BudgetedPromptOptions,
  count: (text: string) => number,
): BudgetedPrompt {
  const sections = parts.map(({ section, table, text: own, headingTokens }, index): BudgetedSection => {
    // Offsets are those of the text as it was given.
    const offset = section.text.length - section.text.trimStart().length;
    const kept = (spans[index] ?? []).map(([start, end]): PromptSpan => [start + offset, end + offset]);
    const dropped = between(kept, offset, offset + own.length);
    const body = shown[index] ?? "";
    return {
      name: section.name,
      tokens: body === "" ? 0 : count(body),
      fullTokens: table.full + headingTokens,
      isCut: dropped.length > 0,
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

function overBudget(
  needed: number,
  { budget }: BudgetedPromptOptions,
  parts: readonly Part[],
): PromptBudgetError {
  const floors = parts.filter(({ floor }) => floor > 0).map(({ section }) => section.name);
  const what =
    floors.length > 0 ? `, the instructions and the floors of ${floors.join(", ")}` : " and the instructions";
  return new PromptBudgetError(
    `The intro${what} have ${needed} tokens, but the budget is ${budget}. Raise the budget, or shorten what is never cut.`,
    { budget, needed },
  );
}

function checkOptions({ budget }: BudgetedPromptOptions, sections: readonly BudgetSection[]): void {
  if (!(Number.isFinite(budget) && budget > 0)) throw wrong("budget", budget, "a number of tokens above 0");
  const names = new Set<string>();
  for (const { name, text, priority = 1, floor = 0, ceiling = Number.POSITIVE_INFINITY } of sections) {
    if (typeof text !== "string") throw wrong(`text of "${name}"`, typeof text, "a string");
    if (names.has(name)) throw wrong("name of a section", name, "each name once");
    names.add(name);
    if (!(Number.isFinite(priority) && priority > 0))
      throw wrong(`priority of "${name}"`, priority, "a number above 0");
    if (!(floor >= 0 && Number.isFinite(floor)))
      throw wrong(`floor of "${name}"`, floor, "a number of tokens");
    if (!(ceiling >= floor)) {
      throw wrong(`ceiling of "${name}"`, ceiling, "a number of tokens that is not below the floor");
    }
  }
}

function wrong(what: string, value: unknown, instead: string): ConfigError {
  return new ConfigError(
    `budgetedPrompt(): the ${what} is ${JSON.stringify(value) ?? typeof value}. Use ${instead}.`,
  );
}

function checkedCount(tokens: number): number {
  if (Number.isFinite(tokens) && tokens >= 0) return tokens;
  throw wrong(
    'result of "count"',
    typeof tokens === "number" ? String(tokens) : typeof tokens,
    "a number, at once",
  );
}
