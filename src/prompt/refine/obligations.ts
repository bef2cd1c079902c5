import type { InvariantChange } from "../../contracts/refined-prompt.ts";
import type { Clause } from "./clauses.ts";

/** What became of what a text forbids, demands and restricts. */
export interface ObligationChanges {
  readonly kept: number;
  readonly lost: readonly InvariantChange[];
  readonly added: readonly InvariantChange[];
}

/** The clauses of a text by their terms, and in how many of them a term stands. */
interface ClauseIndex {
  readonly clauses: readonly Clause[];
  readonly byTerm: ReadonlyMap<string, readonly Clause[]>;
}

/** How much of a clause stands in the one that is most like it, among those that say the same and the opposite. */
interface Likeness {
  same: number;
  opposite: number;
  any: number;
  twin: Clause | undefined;
  contrary: Clause | undefined;
}

/** A clause says what another one says from this share of its terms on, by weight. */
const LIKE = 0.4;

/** A common word says little about a clause, so no more clauses than these are compared for it. */
const MOST_CLAUSES = 64;

/** Compares the obligations of two texts. */
export function compareObligations(before: readonly Clause[], after: readonly Clause[]): ObligationChanges {
  const source = indexOf(before);
  const candidate = indexOf(after);
  const lost: InvariantChange[] = [];
  const added: InvariantChange[] = [];
  let kept = 0;
  const texts = new Map(after.map((clause) => [clause.text, clause]));
  for (const clause of before) {
    const exact = texts.get(clause.text);
    if (
      exact !== undefined &&
      exact.polarity === clause.polarity &&
      exact.sentence.exception === clause.sentence.exception
    ) {
      if (clause.orderKind !== "") kept++;
      continue;
    }
    const change = changeOf(clause, likenessOf(clause, candidate, source), source);
    const text = `${clause.order} ${clause.text}`.trim();
    if (change !== "") lost.push({ family: "obligation", text, hard: true });
    else if (clause.orderKind !== "") kept++;
  }
  for (const clause of after) {
    if (clause.orderKind === "" || clause.isGuess) continue;
    const { same } = likenessOf(clause, source, candidate);
    if (same < LIKE) added.push({ family: "obligation", text: clause.text, hard: false });
  }
  return { kept, lost, added };
}

/** Whether a clause was lost, turned round or weakened; `""` where it was kept, or says nothing that must be kept. */
function changeOf(
  clause: Clause,
  likeness: Likeness,
  source: ClauseIndex,
): "" | "lost" | "turned" | "weakened" {
  const { same, opposite, any, twin, contrary } = likeness;
  if (clause.isCondition)
    return same < opposite &&
      contrary?.isCondition &&
      share(clause, contrary) === 1 &&
      share(contrary, clause) === 1
      ? "turned"
      : "";
  if (clause.polarity === 0) return "";
  if (clause.terms.size === 0) return "";
  const isForbidden = clause.orderKind === "N" || clause.orderKind === "E";
  const like = clause.orderKind === "E" ? 0.3 : clause.goesOn ? 0.55 : LIKE;
  if (isForbidden && !clause.isGuess) {
    if (same < like || same < opposite) return opposite >= LIKE ? "turned" : "lost";
    if (twin?.sentence.weak && !clause.sentence.weak) return "weakened";
    if (
      twin?.sentence.exception &&
      !clause.sentence.exception &&
      !clause.sentence.limited &&
      clause.orderKind === "N"
    )
      return "weakened";
    return "";
  }
  if (isForbidden) {
    if (same >= like) return "";
    if (clause.head !== undefined && contrary?.terms.has(clause.head) && opposite >= LIKE) return "turned";
    return any < like ? "lost" : "";
  }
  // What is wanted may be said in other words, but not be forbidden.
  if (opposite >= 0.6 && opposite > same && contrary?.isVerbal && !contrary.isGuess) {
    if (share(contrary, clause) >= 0.6 && likenessOf(contrary, source, source).same < opposite)
      return "turned";
  }
  if (clause.orderKind !== "O") return "";
  if (clause.terms.size > 1 && any < 0.25) return "lost";
  return twin?.isPermission || (twin?.sentence.weak && !clause.sentence.weak) ? "weakened" : "";
}

/** How many of the terms of a clause another one has. */
function share(clause: Clause, { terms }: Clause): number {
  return [...clause.terms].filter((term) => terms.has(term)).length / clause.terms.size;
}

function likenessOf(clause: Clause, index: ClauseIndex, weights: ClauseIndex): Likeness {
  const scores = new Map<Clause, number>();
  let total = 0;
  for (const term of clause.terms) {
    const weight = weightOf(term, clause, weights);
    total += weight;
    for (const other of index.byTerm.get(term)?.slice(0, MOST_CLAUSES) ?? []) {
      scores.set(other, (scores.get(other) ?? 0) + weight);
    }
  }
  const result: Likeness = { same: 0, opposite: 0, any: 0, twin: undefined, contrary: undefined };
  for (const [other, score] of scores) {
    const share = score / total;
    result.any = Math.max(result.any, share);
    if (agrees(clause, other)) {
      if (share > result.same) [result.same, result.twin] = [share, other];
    } else if (other.polarity === -clause.polarity && share > result.opposite) {
      [result.opposite, result.contrary] = [share, other];
    }
  }
  return result;
}

/** Rare terms tell clauses apart, and placeholders more so; the verb of a prohibition is often another one. */
function weightOf(term: string, clause: Clause, { byTerm }: ClauseIndex): number {
  const weight = 1 / (byTerm.get(term)?.length ?? 1);
  if (/[\ue000-\uf8ff]/.test(term)) return 2 * weight;
  return term === clause.head ? weight / 4 : weight;
}

function agrees(clause: Clause, other: Clause): boolean {
  if (clause.orderKind === "E")
    return other.sentence.excluding || other.sentence.negated || other.polarity < 0;
  if (clause.polarity < 0 && other.orderKind === "E")
    return clause.sentence.limited || clause.sentence.exception;
  return other.polarity === 0 || other.polarity === clause.polarity;
}

function indexOf(clauses: readonly Clause[]): ClauseIndex {
  const byTerm = new Map<string, Clause[]>();
  for (const clause of clauses) {
    for (const term of new Set([...clause.terms, ...clause.topic])) {
      const list = byTerm.get(term);
      if (list) list.push(clause);
      else byTerm.set(term, [clause]);
    }
  }
  return { clauses, byTerm };
}
