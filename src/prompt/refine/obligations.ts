import { type Clause, isCondition, type Sentence } from "./clauses.ts";

/** What became of what a text forbids, demands and restricts, each in its words. */
export interface ObligationChanges {
  kept: number;
  /** Lost, turned round or weakened. */
  readonly lost: string[];
  /** Whole sentences that neither forbid nor demand in so many words, and of which nothing is left. */
  readonly dropped: string[];
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

/** Compares the obligations of two texts. `words` are the stems of all that the second one says. */
export function compareObligations(
  before: readonly Clause[],
  after: readonly Clause[],
  words: ReadonlySet<string>,
): ObligationChanges {
  const source = indexOf(before);
  const known = new Set(before.map(identityOf));
  const candidate = indexOf(after);
  // What a copy of one rule says is no proof that another one is still there.
  const copies = new Set(after.filter((clause) => known.has(identityOf(clause))));
  const same = new Set(after.map(identityOf));
  // "Don't guess, use links" may go on with what not to do, but not where it was "don't guess, don't use links".
  const guessed = new Set(after.filter(({ goesOn }) => /[,j]/.test(goesOn)).map(({ text }) => text));
  const changes: ObligationChanges = { kept: 0, lost: [], dropped: [], added: [] };
  for (const clause of before) {
    const isTurned = clause.bare !== clause.text && guessed.has(clause.bare);
    if (
      !same.has(identityOf(clause)) &&
      (isTurned || isChanged(clause, likenessOf(clause, candidate, source, copies), source))
    ) {
      changes.lost.push(clause.text);
    } else if (clause.order !== "") changes.kept++;
  }
  const bound = new Set(before.filter(({ order }) => order !== "").map(({ sentence }) => sentence));
  for (const sentence of lostSentences(before, words)) {
    changes[bound.has(sentence) ? "lost" : "dropped"].push(sentence.texts.join(", "));
  }
  for (const clause of after) {
    if (clause.order !== "" && !clause.goesOn && likenessOf(clause, source, candidate).same < LIKE)
      changes.added.push(clause.text);
  }
  return changes;
}

/** Sentences that say what no other one says, of which nothing is left. */
function lostSentences(before: readonly Clause[], words: ReadonlySet<string>): Sentence[] {
  const sentences = [...new Set(before.map(({ sentence }) => sentence))];
  const counts = new Map<string, number>();
  for (const { terms } of sentences) for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
  return sentences.filter(({ terms }, index) => {
    const own = [...terms].filter((term) => counts.get(term) === 1);
    // Who the model is, is often said first, and may go without saying.
    const isLong = own.length > (index === 0 ? 3 : 2) && own.join("").length > 8;
    return isLong && own.filter((term) => words.has(term)).length <= own.length / 5;
  });
}

function identityOf({ text, polarity, sentence }: Clause): string {
  return `${polarity}${/X/.test(sentence.kinds)}${text}`;
}

/** Whether a clause was lost, turned round or weakened. */
function isChanged(clause: Clause, likeness: Likeness, source: ClauseIndex): boolean {
  const { same, opposite, any, twin, contrary } = likeness;
  const { polarity, order, goesOn, terms, head, kinds } = clause;
  if (polarity === 0 || terms.size === 0) return false;
  if (isCondition(clause)) return isOtherCondition(clause, likeness);
  if (order === "N" || order === "E") {
    const like = order === "E" ? 0.3 : goesOn ? 0.55 : LIKE;
    if (!/[,j]/.test(goesOn)) return same < like || same < opposite || isWeakened(clause, twin);
    if (same >= like) return false;
    return any < like || (opposite >= LIKE && head !== undefined && contrary?.terms.has(head) === true);
  }
  if (polarity < 0 && /^S*i/.test(kinds) && same < LIKE && opposite >= 0.6) return true;
  return (
    isForbidden(clause, likeness, source) ||
    (order === "O" && ((any < 0.3 && terms.size > 1) || isWeakened(clause, twin)))
  );
}

/** Whether an exception was lost, or a condition turned round. */
function isOtherCondition(clause: Clause, { any, twin, contrary }: Likeness): boolean {
  if (/^X/.test(clause.kinds) && any < 0.3) return true;
  const alike = [twin, contrary].filter((one) => one !== undefined && isSameCondition(clause, one));
  return (
    alike.length > 0 && alike.every((one) => /[ND]/.test(one?.kinds ?? "") !== /[ND]/.test(clause.kinds))
  );
}

function isSameCondition(one: Clause, other: Clause): boolean {
  return `${one.kinds[0]}${other.kinds[0]}` === "CC" && share(one, other) * share(other, one) >= 0.5;
}

/** What is wanted may be said in other words, but not be forbidden. */
function isForbidden(
  clause: Clause,
  { same, opposite, twin, contrary }: Likeness,
  source: ClauseIndex,
): boolean {
  if (
    opposite < LIKE ||
    (opposite <= same && !(twin && isCondition(twin))) ||
    !/[NI]/.test(contrary?.kinds ?? "") ||
    contrary?.goesOn !== ""
  )
    return false;
  return (
    share(contrary, clause) >= (opposite < 0.6 ? 1 : 0.6) &&
    likenessOf(contrary, source, source).same < opposite
  );
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

function likenessOf(
  clause: Clause,
  index: ClauseIndex,
  weights: ClauseIndex,
  copies?: ReadonlySet<Clause>,
): Likeness {
  const scores = new Map<Clause, number>();
  let total = 0;
  for (const term of clause.focus) {
    // Rare terms tell clauses apart, and placeholders more so; a prohibition is often said with another verb.
    const factor = /[\ue000-\uf8ff]/.test(term) ? 2 : term === clause.head ? 0.25 : 1;
    const weight = clause.order === "E" ? 1 : factor / (weights.get(term)?.length ?? 1);
    total += weight;
    // A word of many clauses says little of any, and comparing all of them would take its time.
    for (const other of index.get(term)?.slice(0, 64) ?? [])
      scores.set(other, (scores.get(other) ?? 0) + weight);
  }
  const result: Likeness = { same: 0, opposite: 0, any: 0 };
  for (const [other, score] of scores) {
    const part = score / total;
    if (part < 1 && copies?.has(other)) continue;
    result.any = Math.max(result.any, part);
    if (agrees(clause, other, part)) {
      if (part > result.same) [result.same, result.twin] = [part, other];
    } else if (other.polarity === -clause.polarity && part > result.opposite)
      [result.opposite, result.contrary] = [part, other];
  }
  return result;
}

function agrees(clause: Clause, other: Clause, part: number): boolean {
  if (clause.order === "E")
    return (
      /[eDXTB]/.test(other.sentence.kinds) ||
      (part >= 0.5 && (other.polarity < 0 || /N/.test(other.sentence.kinds))) ||
      (/E/.test(other.sentence.kinds) &&
        (/E|^R/.test(other.kinds) || other.goesOn !== "" || isCondition(other)))
    );
  if (clause.polarity < 0 && other.order === "E") return /[CTX]/.test(clause.sentence.kinds);
  return other.polarity === 0 || other.polarity === clause.polarity;
}

function indexOf(clauses: readonly Clause[]): ClauseIndex {
  const index = new Map<string, Clause[]>();
  for (const clause of clauses) {
    for (const term of new Set([...clause.terms, ...clause.topic, ...clause.also])) {
      const list = index.get(term);
      if (list) list.push(clause);
      else index.set(term, [clause]);
    }
  }
  return index;
}
