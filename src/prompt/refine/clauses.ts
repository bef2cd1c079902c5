import { numbersOf } from "./numbers.ts";
import type { Line } from "./reading.ts";
import type { Token } from "./tokens.ts";

/** A part of a sentence that says one thing. */
export interface Clause {
  readonly terms: ReadonlySet<string>;
  /** Of these, what "only" is about. */
  readonly focus: ReadonlySet<string>;
  /** The terms of what "it" stands for, or of what stands before a colon. */
  readonly topic: ReadonlySet<string>;
  /** The names of its placeholders, and the terms of an indirect question: "never tell if". */
  readonly also: string[];
  /** 1 where it is wanted, -1 where it is unwanted, 0 where either may be meant. */
  polarity: -1 | 0 | 1;
  /** `N` where it is forbidden, `E` where all else is, `O` where it is obliged, `""` where it is merely said. */
  readonly order: string;
  /** The kinds of its tokens. */
  readonly kinds: string;
  readonly sentence: Sentence;
  /** The verb that a negation stands before. */
  readonly head: string | undefined;
  /** What stands before it where it goes on with a list, and takes its polarity from there. After `,` and `j` that is a guess. */
  readonly goesOn: string;
  readonly text: string;
  /** The text without the negation that it begins with. */
  readonly bare: string;
}

/** What the clauses of a sentence have together. */
export interface Sentence {
  /** The kinds of its tokens, each once. */
  kinds: string;
  /** What it speaks of, with its numbers. */
  readonly terms: Set<string>;
  readonly texts: string[];
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
  return lines.flatMap(({ tokens, isHeading, isItem }, index) => {
    if (!isItem) lead = undefined;
    const clauses = clausesIn(tokens, isHeading ? NO_LEAD : (lead ?? heading));
    if (isHeading) heading = clauses.at(-1) ?? NO_LEAD;
    else if (tokens.at(-1)?.kind === ":" || (tokens.length < 5 && !isItem && lines[index + 1]?.isItem))
      lead = clauses.at(-1);
    return clauses;
  });
}

function clausesIn(tokens: readonly Token[], lead: Lead): Clause[] {
  const clauses: Clause[] = [];
  let before: Clause | undefined;
  let { terms: topic } = lead;
  let own = lead;
  for (const segment of segmentsOf(tokens)) {
    if (before?.sentence !== segment.sentence) before = undefined;
    if (segment.mark !== ":" && own !== lead && clauses.at(-1) === own) own = lead;
    const clause = clauseOf(segment, before, own, topic);
    if (clause === undefined) continue;
    if (before !== undefined) reachBack(clauses, clause, before);
    if (segment.mark === "C") for (const term of clause.terms) before?.also.push(term);
    // "Never: this; that."
    if (clause.polarity < 0 && clause.terms.size === 0) own = clause;
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
  readonly sentence: Sentence;
}

/** The parts of sentences between marks and words that join them. */
function segmentsOf(tokens: readonly Token[]): Segment[] {
  const segments: Segment[] = [];
  let sentence = newSentence();
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
    if (kind === ".") sentence = newSentence();
  }
  return segments;
}

function newSentence(): Sentence {
  return { kinds: "", terms: new Set(), texts: [] };
}

/** A negation at the end of a sentence may be about what stands before it. */
function reachBack(clauses: readonly Clause[], clause: Clause, before: Clause): void {
  if (clause.goesOn || clause.polarity > -1 || isRelative(clause.kinds)) return;
  if (isCondition(before)) before.polarity = -1;
  // "Names, code and links must not be translated."
  if (
    clause.topic.size === 0 &&
    clause.terms.size > 0 &&
    !/^[^w]*w.*[NDIiT]|^(?:R|[OP]+N)/.test(clause.kinds)
  )
    return;
  for (let index = clauses.length - 1; index >= 0; index--) {
    const one = clauses[index];
    if (one?.sentence !== clause.sentence || one.order !== "" || /P/.test(one.kinds) || isCondition(one))
      return;
    one.polarity = 0;
  }
}

/** Whether a clause only tells more of what stands before it: "who ask", but not "who asked is not served". */
function isRelative(kinds: string): boolean {
  return /^R/.test(kinds) && !/O|w[^w]*[Ii]$/.test(kinds) && !/^R[wi].*N/.test(kinds);
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
  const terms = termsOf(tokens);
  const focus = termsOf(tokens.slice(kinds.indexOf("E") + 1));
  const text = textOf(tokens);
  sentence.texts.push(text);
  for (const term of terms) sentence.terms.add(term);
  for (const { kind, word } of tokens) if (/[#n]/.test(kind)) sentence.terms.add(word);
  // "Each of them, but only once."
  if (terms.length === 0 && /E/.test(kinds) && !sentence.kinds.includes("e")) sentence.kinds += "e";
  const { list, order, polarity } = senseOf(tokens, kinds, mark, before, lead);
  return {
    terms: new Set(terms),
    focus: new Set(focus.length > 0 ? focus : terms),
    topic:
      mark === ":" ||
      (before === undefined && lead.polarity < 0) ||
      tokens.some(({ word }) => /^(?:it|them)$/.test(word))
        ? topic
        : NOTHING,
    also: tokens.flatMap(({ alias = [] }) => alias),
    polarity,
    order: /^[CXR]/.test(kinds) ? "" : order,
    kinds,
    sentence,
    head: tokens[kinds.search(/Nw/) + 1 || -1]?.stem ?? list?.head,
    goesOn: list === undefined ? "" : mark,
    text,
    bare: textOf(tokens.slice(/^[SPO]*N/.exec(kinds)?.[0].length ?? 0)),
  };
}

/** Whether the words of a clause want something, and whether they go on with what the clause before them wants. */
function senseOf(
  tokens: readonly Token[],
  kinds: string,
  mark: string,
  before: Clause | undefined,
  lead: Lead,
): Pick<Clause, "polarity" | "order"> & { list: Clause | undefined } {
  const isNegated = /N|D(?![<>])/.test(kinds);
  const isTurned = /(?<!^R)[Ii]|^T[^ND]*$|A(?!w)/.test(kinds);
  // The number says it, and may say it the other way round.
  const isBounded = numbersOf(tokens).some(
    (one) => one.bound !== undefined && (one.isTurned || !(isNegated || isTurned)),
  );
  const isPlain =
    !isNegated && !isTurned && !isBounded && !(mark === "J" ? /[EO]/ : /[EO]|P(?!N)/).test(kinds);
  const list =
    isPlain && /[,:Jj]/.test(mark) && before !== undefined && !isCondition(before) ? before : undefined;
  let order = isNegated || /I|A(?!w)/.test(kinds) ? "N" : (/[EO]/.exec(kinds)?.[0] ?? "");
  let polarity: Clause["polarity"] = isNegated === isTurned ? 1 : -1;
  if (isBounded) [polarity, order] = isNegated ? [0, ""] : [1, order.replace(/[^O]/, "")];
  else if (list !== undefined) ({ polarity, order } = list);
  else if (isPlain && lead.polarity < 0) [polarity, order] = [-1, "N"];
  if (/^R[^ND]*$/.test(kinds) && !/w[^w]*[Ii]$/.test(kinds)) polarity = before?.polarity ?? 1;
  return { list, order, polarity };
}

function termsOf(tokens: readonly Token[]): string[] {
  const words = tokens.filter(({ kind, word }) => /[wAUs]/.test(kind) && !/\d/.test(word));
  const long = words.filter(({ kind }) => kind !== "s");
  return (long.length > 0 ? long : words).map(({ stem }) => stem);
}

function textOf(tokens: readonly Token[]): string {
  return tokens.map(({ word }) => word).join(" ");
}
