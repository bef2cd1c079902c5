import { type Clause, isCondition } from "./clauses.ts";

/** What became of what a text forbids, demands and restricts, each in its words. */
export interface ObligationChanges {
  kept: number;
  /** Lost, turned round or weakened. */
  readonly lost: string[];
  readonly added: string[];
}

/** The clauses of a text by their terms. */
type ClauseIndex = ReadonlyMap<string, readonly Clause[]>;

/** How much of a clause stands in the ones that are most like it, among those that say the same and the opposite. */
interface Likeness {
  same: number;
  opposite: number;
  any: number;
  twin?: Clause;
  contrary?: Clause;
}

/** A clause says what another one says from this share of its terms on, by weight. */
const LIKE = 0.4;

/** Compares the obligations of two texts. */
export function compareObligations(before: readonly Clause[], after: readonly Clause[]): ObligationChanges {
  const source = indexOf(before);
  const candidate = indexOf(after);
  const same = new Set(after.map(identityOf));
  // "Don't guess, use links" may go on with what not to do, but not where it was "don't guess, don't use links".
  const guessed = new Set(after.filter(({ goesOn }) => /[,j]/.test(goesOn)).map(({ text }) => text));
  const changes: ObligationChanges = { kept: 0, lost: [], added: [] };
  for (const clause of before) {
    const isTurned = clause.bare !== clause.text && guessed.has(clause.bare);
    if (
      !same.has(identityOf(clause)) &&
      (isTurned || isChanged(clause, likenessOf(clause, candidate, source), source))
    ) {
      changes.lost.push(clause.text);
    } else if (clause.order !== "") changes.kept++;
  }
  for (const clause of after) {
    if (clause.order !== "" && !clause.goesOn && likenessOf(clause, source, candidate).same < LIKE)
      changes.added.push(clause.text);
  }
  return changes;
}

function identityOf({ text, polarity, sentence }: Clause): string {
  return `${polarity}${/X/.test(sentence.kinds)}${text}`;
}

/** Whether a clause was lost, turned round or weakened. */
function isChanged(clause: Clause, likeness: Likeness, source: ClauseIndex): boolean {
  const { same, opposite, any, twin, contrary } = likeness;
  const { polarity, order, goesOn, terms, head } = clause;
  if (polarity === 0 || terms.size === 0) return false;
  if (isCondition(clause)) {
    const alike = [twin, contrary].filter((one) => one !== undefined && isSameCondition(clause, one));
    return (
      alike.length > 0 && alike.every((one) => /[ND]/.test(one?.kinds ?? "") !== /[ND]/.test(clause.kinds))
    );
  }
  if (order === "N" || order === "E") {
    const like = order === "E" ? 0.3 : goesOn ? 0.55 : LIKE;
    if (!/[,j]/.test(goesOn)) return same < like || same < opposite || isWeakened(clause, twin);
    if (same >= like) return false;
    return any < like || (opposite >= LIKE && head !== undefined && contrary?.terms.has(head) === true);
  }
  return (
    isForbidden(clause, likeness, source) ||
    (order === "O" && ((any < 0.25 && terms.size > 1) || isWeakened(clause, twin)))
  );
}

function isSameCondition(one: Clause, other: Clause): boolean {
  return `${one.kinds[0]}${other.kinds[0]}` === "CC" && share(one, other) * share(other, one) === 1;
}

/** What is wanted may be said in other words, but not be forbidden. */
function isForbidden(clause: Clause, { same, opposite, contrary }: Likeness, source: ClauseIndex): boolean {
  if (opposite < 0.6 || opposite <= same || !/[NI]/.test(contrary?.kinds ?? "") || contrary?.goesOn !== "")
    return false;
  return share(contrary, clause) >= 0.6 && likenessOf(contrary, source, source).same < opposite;
}

function isWeakened({ order, sentence }: Clause, twin: Clause | undefined): boolean {
  if (twin === undefined) return false;
  const now = twin.sentence.kinds;
  if (/W/.test(now) && !/W/.test(sentence.kinds)) return true;
  return order === "O"
    ? /P(?!N)/.test(twin.kinds)
    : order === "N" && /X/.test(now) && !/[XCT]/.test(sentence.kinds);
}

/** How many of the terms of a clause another one has. */
function share(clause: Clause, { terms }: Clause): number {
  return [...clause.terms].filter((term) => terms.has(term)).length / clause.terms.size;
}

function likenessOf(clause: Clause, index: ClauseIndex, weights: ClauseIndex): Likeness {
  const scores = new Map<Clause, number>();
  let total = 0;
  for (const term of clause.terms) {
    // Rare terms tell clauses apart, and placeholders more so; a prohibition is often said with another verb.
    const factor = /[\ue000-\uf8ff]/.test(term) ? 2 : term === clause.head ? 0.25 : 1;
    const weight = factor / (weights.get(term)?.length ?? 1);
    total += weight;
    // A word of many clauses says little of any, and comparing all of them would take its time.
    for (const other of index.get(term)?.slice(0, 64) ?? [])
      scores.set(other, (scores.get(other) ?? 0) + weight);
  }
  const result: Likeness = { same: 0, opposite: 0, any: 0 };
  for (const [other, score] of scores) {
    const part = score / total;
    result.any = Math.max(result.any, part);
    if (agrees(clause, other)) {
      if (part > result.same) [result.same, result.twin] = [part, other];
    } else if (other.polarity === -clause.polarity && part > result.opposite)
      [result.opposite, result.contrary] = [part, other];
  }
  return result;
}

function agrees(clause: Clause, other: Clause): boolean {
  if (clause.order === "E") return other.polarity < 0 || /[EeND]/.test(other.sentence.kinds);
  if (clause.polarity < 0 && other.order === "E") return /[CTX]/.test(clause.sentence.kinds);
  return other.polarity === 0 || other.polarity === clause.polarity;
}

function indexOf(clauses: readonly Clause[]): ClauseIndex {
  const index = new Map<string, Clause[]>();
  for (const clause of clauses) {
    for (const term of new Set([...clause.terms, ...clause.topic])) {
      const list = index.get(term);
      if (list) list.push(clause);
      else index.set(term, [clause]);
    }
  }
  return index;
}
