import { numbersOf } from "./numbers.ts";
import type { Line } from "./reading.ts";
import type { Token } from "./tokens.ts";

/** A part of a sentence that says one thing. */
export interface Clause {
  readonly terms: ReadonlySet<string>;
  /** The terms of what "it" stands for, or of what stands before a colon. */
  readonly topic: ReadonlySet<string>;
  /** 1 where it is wanted, -1 where it is unwanted, 0 where either may be meant. */
  polarity: -1 | 0 | 1;
  /** `N` where it is forbidden, `E` where all else is, `O` where it is obliged, `""` where it is merely said. */
  readonly order: string;
  /** The kinds of its tokens. */
  readonly kinds: string;
  /** The kinds of the tokens of its sentence, each once. */
  readonly sentence: { kinds: string };
  /** The verb that a negation stands before. */
  readonly head: string | undefined;
  /** What stands before it where it goes on with a list, and takes its polarity from there. After `,` and `j` that is a guess. */
  readonly goesOn: string;
  readonly text: string;
  /** The text without the negation that it begins with. */
  readonly bare: string;
}

interface Lead {
  readonly polarity: number;
  readonly terms: ReadonlySet<string>;
}

const NOTHING: ReadonlySet<string> = /* @__PURE__ */ new Set();
const NO_LEAD: Lead = { polarity: 0, terms: NOTHING };

/** The clauses of a text. What stands below a heading or a line that ends with a colon goes on with it. */
export function clausesOf(lines: readonly Line[]): Clause[] {
  let heading = NO_LEAD;
  let lead: Lead | undefined;
  return lines.flatMap(({ tokens, isHeading, isItem }) => {
    if (!isItem) lead = undefined;
    const clauses = clausesIn(tokens, isHeading ? NO_LEAD : (lead ?? heading));
    if (isHeading) heading = clauses.at(-1) ?? NO_LEAD;
    else if (tokens.at(-1)?.kind === ":") lead = clauses.at(-1);
    return clauses;
  });
}

function clausesIn(tokens: readonly Token[], lead: Lead): Clause[] {
  const clauses: Clause[] = [];
  let before: Clause | undefined;
  let { terms: topic } = lead;
  for (const segment of segmentsOf(tokens)) {
    if (before?.sentence !== segment.sentence) before = undefined;
    const clause = clauseOf(segment, before, lead, topic);
    if (clause === undefined) continue;
    if (before !== undefined) reachBack(clauses, clause, before);
    clauses.push(clause);
    if (!/^R[^ND]*$/.test(clause.kinds)) before = clause;
    if (clause.terms.size > 0 && !/^[CXT]/.test(clause.kinds)) topic = clause.terms;
  }
  return clauses;
}

interface Segment {
  readonly tokens: readonly Token[];
  readonly kinds: string;
  /** The kind of the token that it follows. */
  readonly mark: string;
  readonly sentence: { kinds: string };
}

/** The parts of sentences between marks and words that join them. */
function segmentsOf(tokens: readonly Token[]): Segment[] {
  const segments: Segment[] = [];
  let sentence = { kinds: "" };
  let start = 0;
  let mark = "";
  let kinds = "";
  for (let index = 0; index <= tokens.length; index++) {
    const kind = tokens[index]?.kind ?? ".";
    // "Words that nobody used", but not "that word".
    const ends = /[.,:JjBCTX]/.test(kind) || (kind === "R" && /[wU]/.test(kinds));
    if (ends) {
      if (kinds !== "") segments.push({ tokens: tokens.slice(start, index), kinds, mark, sentence });
      [mark, kinds, start] = [kind, "", index + 1];
    }
    if (!ends || /[CTXR]/.test(kind)) {
      kinds += kind;
      start = index + 1 - kinds.length;
    }
    if (!sentence.kinds.includes(kind)) sentence.kinds += kind;
    if (kind === ".") sentence = { kinds: "" };
  }
  return segments;
}

/** A negation at the end of a sentence may be about what stands before it. */
function reachBack(clauses: readonly Clause[], clause: Clause, before: Clause): void {
  if (clause.goesOn || clause.polarity > -1 || /^R(?!.*O)/.test(clause.kinds)) return;
  if (isCondition(before)) before.polarity = -1;
  // "Names, code and links must not be translated."
  if (clause.topic.size === 0 && !/^[^w]*w.*[NDIiT]/.test(clause.kinds)) return;
  for (let index = clauses.length - 1; index >= 0; index--) {
    const one = clauses[index];
    if (one?.sentence !== clause.sentence || one.order !== "" || isCondition(one)) return;
    one.polarity = 0;
  }
}

/** Whether a clause only tells when something is so. */
export function isCondition(clause: Clause): boolean {
  return /^[CX]/.test(clause.kinds);
}

function clauseOf(
  { tokens, kinds, mark, sentence }: Segment,
  before: Clause | undefined,
  lead: Lead,
  topic: ReadonlySet<string>,
): Clause | undefined {
  if (/(?<!O)NK/.test(kinds)) return undefined;
  const isNegated = /N|D(?![<>])/.test(kinds);
  const isTurned = /[IiT]|A(?!w)/.test(kinds);
  // The number says it, and may say it the other way round.
  const isBounded = numbersOf(tokens).some(({ bound }) => bound !== undefined);
  const isPlain = !isNegated && !isTurned && !isBounded && !/[EO]|P(?!N)/.test(kinds);
  const list =
    isPlain && /[,:Jj]/.test(mark) && before !== undefined && !isCondition(before) ? before : undefined;
  let order = isNegated || /I|A(?!w)/.test(kinds) ? "N" : (/[EO]/.exec(kinds)?.[0] ?? "");
  let polarity: Clause["polarity"] = isNegated === isTurned ? 1 : -1;
  if (isBounded) [polarity, order] = isNegated ? [0, ""] : [1, order.replace(/[^O]/, "")];
  else if (list !== undefined) ({ polarity, order } = list);
  else if (isPlain && lead.polarity < 0) [polarity, order] = [-1, "N"];
  if (/^R[^ND]*$/.test(kinds)) polarity = before?.polarity ?? 1;
  const isAbout = mark === ":" || (before === undefined && lead.polarity < 0);
  return {
    terms: new Set(
      tokens.filter(({ kind, word }) => /[wAU]/.test(kind) && !/\d/.test(word)).map(({ stem }) => stem),
    ),
    topic: isAbout || tokens.some(({ word }) => /^(?:it|them)$/.test(word)) ? topic : NOTHING,
    polarity,
    order: /^[CXR]/.test(kinds) ? "" : order,
    kinds,
    sentence,
    head: tokens[kinds.search(/Nw/) + 1 || -1]?.stem ?? list?.head,
    goesOn: list === undefined ? "" : mark,
    text: textOf(tokens),
    bare: textOf(tokens.slice(/^[SPO]*N/.exec(kinds)?.[0].length ?? 0)),
  };
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ word }) => word).join(" ");
}
