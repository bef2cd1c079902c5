import { numbersOf } from "./numbers.ts";
import { type Token, tokensOf } from "./plain-text.ts";

/** A part of a sentence that says one thing. */
export interface Clause {
  readonly terms: ReadonlySet<string>;
  /** The terms of what "it" stands for, or of the label before a colon. */
  readonly topic: ReadonlySet<string>;
  /** 1 where it is wanted, -1 where it is unwanted, 0 where either may be meant. */
  polarity: -1 | 0 | 1;
  /** The word that makes an order of it, where there is one: `never`, `only`, `must`. */
  order: string;
  /** The class of that word: `N` for what is forbidden, `E` for what excludes all else, `O` for what is obliged. */
  orderKind: "" | "N" | "E" | "O";
  /** The verb that a negation stands before. */
  readonly head: string | undefined;
  /** It permits more than it orders. */
  readonly subject: boolean;
  readonly isPermission: boolean;
  /** It goes on with a list. */
  readonly goesOn: boolean;
  /** A verb is negated. */
  readonly isVerbal: boolean;
  /** It only goes on with a list, so that its polarity is a guess. */
  readonly isGuess: boolean;
  /** It is a condition. */
  readonly isCondition: boolean;
  /** What its whole sentence holds. */
  readonly sentence: Sentence;
  readonly text: string;
}

interface Sentence {
  negated: boolean;
  excluding: boolean;
  weak: boolean;
  /** Opens an exception. */
  exception: boolean;
  /** Holds a condition, or something to go without. */
  limited: boolean;
}

/** What a heading or a line that ends with a colon says about what stands below it. */
interface Lead {
  readonly polarity: -1 | 0;
  readonly terms: ReadonlySet<string>;
}

const NO_LEAD: Lead = { polarity: 0, terms: new Set() };

/** The clauses of a plain text. Items of a list go on with what the line above them says. */
export function clausesOf(lines: readonly string[]): Clause[] {
  const clauses: Clause[] = [];
  let heading = NO_LEAD;
  let lead: Lead | undefined;
  for (const line of lines) {
    if (line.trim() === "") continue;
    const isHeading = /^\s*#/.test(line);
    const isItem = /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line);
    if (!isItem) lead = undefined;
    const found = clausesOfLine(tokensOf(line), isHeading ? NO_LEAD : (lead ?? heading));
    clauses.push(...found);
    const last = found.at(-1);
    const below: Lead = last ? { polarity: last.polarity === -1 ? -1 : 0, terms: last.terms } : NO_LEAD;
    if (isHeading) heading = below;
    else if (/:\W*$/.test(line)) lead = below;
  }
  return clauses;
}

function clausesOfLine(tokens: readonly Token[], lead: Lead): Clause[] {
  const clauses: Clause[] = [];
  let sentence = newSentence();
  let start = 0;
  let mark = "";
  let before: Clause | undefined;
  let topic = lead.terms;
  const close = (end: number): void => {
    const clause = clauseOf(tokens.slice(start, end), sentence, mark, before, lead, topic);
    if (clause === undefined) return;
    if (clause.goesOn === false && clause.polarity === -1 && clause.subject) {
      // "Names, code and links must not be translated": the list comes first.
      for (
        let index = clauses.length - 1;
        clauses[index]?.sentence === sentence &&
        clauses[index]?.orderKind === "" &&
        !clauses[index]?.isCondition;
        index--
      ) {
        const one = clauses[index];
        if (one) one.polarity = 0;
      }
    }
    // A condition holds what its sentence is about, so it is wanted or unwanted with it.
    if (before?.isCondition && !clause.isCondition && clause.polarity === -1) before.polarity = -1;
    clauses.push(clause);
    before = clause;
    if (clause.terms.size > 0 && !clause.isCondition && mark !== "T") topic = clause.terms;
  };
  for (const [index, { kind, word }] of tokens.entries()) {
    if (kind === "W") sentence.weak = true;
    if (!/^[.,JCTX]$/.test(kind)) continue;
    close(index);
    start = index + (kind === "C" || kind === "T" || kind === "X" ? 0 : 1);
    mark =
      kind === "J" && /^(?:but|then|aber)$/.test(word)
        ? "."
        : word === ":"
          ? ":"
          : kind === "J" && /^(?:and|und|et|y|e|и|和)$/.test(word)
            ? ","
            : kind;
    if (kind === ".") {
      sentence = newSentence();
      before = undefined;
    } else if (kind === "X") sentence.exception = true;
    else if (kind === "C" || kind === "T") sentence.limited = true;
  }
  close(tokens.length);
  return clauses;
}

function newSentence(): Sentence {
  return { negated: false, excluding: false, weak: false, exception: false, limited: false };
}

function clauseOf(
  tokens: readonly Token[],
  sentence: Sentence,
  mark: string,
  before: Clause | undefined,
  lead: Lead,
  topic: ReadonlySet<string>,
): Clause | undefined {
  const terms = new Set<string>();
  let order = "";
  let orderKind: Clause["orderKind"] = "";
  let head: string | undefined;
  let negated = false;
  let turned = false;
  let permitted = false;
  let subject = false;
  let verbal = false;
  let pronoun = mark === ":" || (before === undefined && lead.polarity < 0);
  for (const [index, { word, stem, kind }] of tokens.entries()) {
    const next = tokens[index + 1];
    if (kind === "N" || kind === "D") {
      if (kind === "D" && /^[<>]$/.test(next?.kind ?? "")) continue;
      if (kind === "N" && next?.kind === "K") return undefined;
      negated = true;
      subject = terms.size > 0;
      verbal ||= kind === "N";
      [order, orderKind] = [word, "N"];
      if (kind === "N" && next?.kind === "") head ??= next.stem;
    } else if (kind === "I" || kind === "i" || kind === "T") {
      turned = true;
      subject = terms.size > 0;
      verbal ||= kind === "I";
      if (kind === "I" && orderKind === "") [order, orderKind] = [word, "N"];
    } else if (kind === "E") {
      sentence.excluding = true;
      if (orderKind !== "N") [order, orderKind] = [word, "E"];
    } else if (kind === "e") sentence.excluding = true;
    else if (kind === "O" && orderKind === "") [order, orderKind] = [word, "O"];
    else if (kind === "P") permitted = next?.kind !== "N";
    else if (/^(?:it|them)$/.test(word)) pronoun = true;
    else if (kind === "" && stem !== "" && !/\d/.test(word)) terms.add(stem);
  }
  if (negated) sentence.negated = true;
  const isCondition = tokens[0]?.kind === "C" || tokens[0]?.kind === "X";
  const text = tokens.map(({ word }) => word).join(" ");
  if (numbersOf(tokens).some((fact) => fact.bound !== undefined)) {
    // The number says it, and may say it the other way round.
    return {
      terms,
      topic: new Set(),
      goesOn: false,
      subject: false,
      isVerbal: false,
      polarity: negated ? 0 : 1,
      order: "",
      orderKind: "",
      head,
      isPermission: false,
      isGuess: true,
      isCondition,
      sentence,
      text,
    };
  }
  const own = negated !== turned ? -1 : 1;
  const isPlain = orderKind === "" && !turned && !permitted;
  const goesOn =
    isPlain && before !== undefined && !before.isCondition && (mark === "," || mark === "J" || mark === ":");
  const polarity = goesOn ? before.polarity : isPlain && lead.polarity === -1 ? -1 : own;
  if (isCondition) orderKind = "";
  else if (goesOn) [order, orderKind] = [before.order, before.orderKind];
  else if (isPlain && lead.polarity === -1) [order, orderKind] = ["never", "N"];
  if (tokens.length === 0) return undefined;
  return {
    terms,
    topic: pronoun ? topic : new Set(),
    subject,
    goesOn,
    isVerbal: verbal,
    polarity,
    order,
    orderKind,
    head: head ?? (goesOn ? before.head : undefined),
    isPermission: permitted,
    isGuess: goesOn && mark === ",",
    isCondition,
    sentence,
    text,
  };
}
