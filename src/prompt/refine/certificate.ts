import type {
  InvariantCertificate,
  InvariantChange,
  InvariantFamily,
} from "../../contracts/refined-prompt.ts";
import { checkParity, type ParityReport } from "../parity.ts";
import { clausesOf } from "./clauses.ts";
import { isSameNumber, type NumberFact, numbersOf } from "./numbers.ts";
import { compareObligations } from "./obligations.ts";
import { type Reading, readTemplate } from "./reading.ts";

/** Whether a rewrite may take the place of its source, and what speaks against it. */
export interface RewriteCheck {
  readonly ok: boolean;
  readonly parity: ParityReport;
  readonly certificate: InvariantCertificate;
  /** One sentence for each thing that must be put right, fit for being told to whoever rewrites. */
  readonly issues: readonly string[];
}

/**
 * Checks that a rewrite of a prompt is the same prompt in other words. With `mayDrop` whole sentences may go that neither forbid nor
 * demand in so many words, as where cases show that they do harm.
 *
 * @example
 * checkRewrite("Greet {{name}}.", "Greet the user.").issues; // ["The placeholder {{name}} is missing."]
 */
export function checkRewrite(source: string, candidate: string, mayDrop = false): RewriteCheck {
  const parity = checkParity(source, candidate);
  const certificate = certify(source, candidate, mayDrop);
  const issues = [...new Set([...parity.issues.map(({ message }) => message), ...hardIssues(certificate)])];
  return { ok: issues.length === 0, parity, certificate, issues };
}

/**
 * Compares what a rewrite must keep with its source. Hard are placeholders, numbers, addresses, quoted texts, code, headings
 * that were asked for, and what is forbidden, restricted, or turned into its opposite; what was added of the others is soft.
 *
 * @example
 * certify("Answer within 500ms.", "Answer within 500 ms.").kept.number; // 1
 */
export function certify(source: string, candidate: string, mayDrop = false): InvariantCertificate {
  const kept = { placeholder: 0, number: 0, url: 0, literal: 0, heading: 0, obligation: 0 };
  const lost: InvariantChange[] = [];
  const added: InvariantChange[] = [];
  const names = new Map<string, string>();
  const before = readTemplate(source, names);
  const after = readTemplate(candidate, names);
  const tokens = new Map([...names].map(([token, name]) => [name, token]));

  const compare = (
    family: InvariantFamily,
    list: InvariantChange[],
    items: Iterable<string>,
    isThere: (item: string) => boolean,
    hard = true,
  ): void => {
    for (const item of items) {
      const text = item.replace(/[\ue000-\uf8ff]/g, (name) => tokens.get(name) ?? name);
      if (!isThere(item)) list.push({ family, text, hard });
      else if (list === lost) kept[family]++;
    }
  };
  // A search takes its time where much is lost, and a long piece is found whole or not at all.
  let searches = 0;
  const holds = (text: string, piece: string): boolean =>
    piece.length < 500 && searches++ < 500 && text.includes(` ${piece} `);
  const now = new Set([...after.code, ...after.quotes]);
  const quoted = ` ${[...now].join(" \n ")} `;
  compare("placeholder", lost, before.placeholders.keys(), (token) => after.placeholders.has(token));
  compare("placeholder", added, after.placeholders.keys(), (token) => before.placeholders.has(token));
  compare("placeholder", lost, swapped(before, after), () => false);
  compare("url", lost, before.links, (link) => after.links.has(link));
  compare("url", added, after.links, (link) => before.links.has(link));
  compare("literal", lost, before.code, (code) => now.has(code) || holds(quoted, code));
  compare("literal", lost, before.quotes, (quote) => now.has(quote) || holds(after.spaced, quote));
  compare("heading", lost, before.requested, (heading) => holds(after.spaced, heading));
  compare("literal", added, now, (literal) => holds(before.spaced, literal), false);
  // "billing" in the place of "account", where both words are there anyway.
  const stays = (literal: string): boolean => now.has(literal) || holds(quoted, literal);
  const own = new Set([...before.code, ...before.quotes]);
  if (![...now].every((literal) => own.has(literal)))
    compare("literal", lost, before.quotes, (quote) => stays(quote) || !holds(after.spaced, quote));
  compare("heading", lost, before.headings, (heading) => after.headings.has(heading), false);
  compare("heading", added, after.headings, (heading) => before.headings.has(heading), false);
  compareNumbers(before, after, (fact, isLost, isThere) => {
    // A word may be no number: "the one that". And who writes "two rules:" adds no number.
    const hard = isLost ? !fact.isWord || fact.value !== "1" : !fact.isWord && /^-?\d/.test(fact.value);
    const text = [fact.value, fact.unit].join(" ").trim();
    compare("number", isLost ? lost : added, [text], () => isThere, hard);
  });
  const obligations = compareObligations(
    clausesOf(before.lines),
    clausesOf(after.lines),
    new Set(
      [...after.lines, ...after.fenced].flatMap(({ tokens }) =>
        tokens.flatMap(({ stem, word }) => [stem, word]),
      ),
    ),
  );
  kept.obligation = obligations.kept;
  compare("obligation", lost, obligations.lost, () => false);
  compare("obligation", lost, obligations.dropped, () => false, !mayDrop);
  compare("obligation", added, obligations.added, () => false, false);
  return { v: 1, ok: ![...lost, ...added].some(({ hard }) => hard), kept, lost, added };
}

/** A sentence for each hard change of a certificate. */
export function hardIssues({ lost, added }: InvariantCertificate): string[] {
  const told = (changes: readonly InvariantChange[], end: string): string[] =>
    changes.flatMap(({ family, text, hard }) =>
      hard ? `The ${family} ${family === "placeholder" ? text : JSON.stringify(text)} ${end}.` : [],
    );
  return [...told(lost, "is missing"), ...told(added, "was added")];
}

function compareNumbers(
  before: Reading,
  after: Reading,
  tell: (fact: NumberFact, isLost: boolean, isThere: boolean) => void,
): void {
  const [was, is] = [before, after].map(({ lines, fenced }) => ({
    prose: lines.flatMap(({ tokens }) => numbersOf(tokens)),
    code: fenced.flatMap(({ tokens }) => numbersOf(tokens)),
  }));
  if (!was || !is) return;
  for (const [facts, others, isLost] of [
    [was.prose, [...is.prose, ...is.code], true],
    [is.prose, [...was.prose, ...was.code], false],
  ] as const) {
    const [own, theirs] = [facts, others].map((list) => byValue(list));
    const told = new Map(facts.map((fact) => [JSON.stringify(fact), fact]));
    const exact = new Set(others.map((fact) => JSON.stringify(fact)));
    for (const [key, fact] of told) {
      const like = exact.has(key) ? [] : (theirs?.get(fact.value) ?? []);
      // "Call 112 right away" may become "call 112 at once", unless that is said of another 112.
      const isThere =
        exact.has(key) ||
        like.some((one) => isSameNumber(fact, one)) ||
        like.some(
          (one) =>
            isSameNumber(fact, one, true) && !own?.get(fact.value)?.some((other) => isSameNumber(other, one)),
        );
      // That a placeholder is missing is told already.
      if (!fact.isPlaceholder || (!isThere && theirs?.has(fact.value))) tell(fact, isLost, isThere);
    }
  }
}

/** The numbers by their value. Comparing all of a text that repeats one would take its time. */
function byValue(facts: readonly NumberFact[]): Map<string, NumberFact[]> {
  const groups = new Map<string, NumberFact[]>();
  for (const fact of facts) {
    const group = groups.get(fact.value) ?? [];
    groups.set(fact.value, group);
    if (group.length < 64) group.push(fact);
  }
  return groups;
}

/** Placeholders of which each stands where the other one stood, by the word before them. */
function swapped(before: Reading, after: Reading): string[] {
  const [was, is] = [placesOf(before), placesOf(after)];
  const stood = new Map([...was].map(([name, place]) => [place, name]));
  return [...is].flatMap(([name, place]) => {
    const other = stood.get(place) ?? name;
    const old = was.get(name);
    if (old === undefined || old === place || is.get(other) !== old || other < name) return [];
    return `${name} in its place, where ${other} stands,`;
  });
}

function placesOf({ lines }: Reading): Map<string, string> {
  const places = new Map<string, string>();
  for (const { tokens } of lines) {
    let last = "";
    for (const { word, kind } of tokens) {
      if (/[\ue000-\uf8ff]/.test(word)) {
        if (last !== "" && !places.has(word)) places.set(word, last);
        last = "";
      } else if (/[.]/.test(kind)) last = "";
      else if (!/^(?:of|the|an?)$/.test(word) && /\w/.test(word)) last = word;
    }
  }
  return places;
}
