import type {
  HarnessEditResult,
  HarnessEntry,
  HarnessRefinement,
  HarnessState,
} from "../contracts/harness.ts";
import { canonicalJson } from "../core/canonical-json.ts";

/** The entries of a scope while they are changed. Maps, since an id may be `constructor`. */
export interface KnownEntries {
  readonly entries: Map<string, HarnessEntry>;
  /** The last versions of the entries that were deleted: one of the same id goes on from there. */
  readonly retired: Map<string, number>;
}

/** Puts an entry in its place, or takes it away. */
export function putEntry(
  { entries, retired }: KnownEntries,
  id: string,
  after: HarnessEntry | undefined,
): void {
  const version = entries.get(id)?.version ?? retired.get(id) ?? 0;
  if (after) {
    entries.set(id, after);
    retired.delete(id);
  } else if (entries.delete(id)) retired.set(id, version);
}

/** The entries in the order of their making, so that one that was taken away and comes back stands where it stood. */
export function orderedEntries({ entries }: KnownEntries): readonly HarnessEntry[] {
  const place = ({ createdAt, id }: HarnessEntry): string => `${createdAt} ${id}`;
  return [...entries.values()].sort((one, other) => (place(one) < place(other) ? -1 : 1));
}

/** The version that an entry gets next. */
export function nextVersion({ entries, retired }: KnownEntries, id: string): number {
  return (entries.get(id)?.version ?? retired.get(id) ?? 0) + 1;
}

/**
 * Whether two entries say the same. Their versions and times do not count, so that whoever wrote the same again, or took
 * his change back, is in nobody's way.
 */
export function saysSame(one: HarnessEntry | undefined, other: HarnessEntry | undefined): boolean {
  const text = (entry: HarnessEntry | undefined): string =>
    canonicalJson(entry && { ...entry, version: 0, updatedAt: "" });
  return text(one) === text(other);
}

/** Does again what some edits did. */
export function redo(known: KnownEntries, edits: readonly HarnessEditResult[]): void {
  for (const { status, before, after } of edits) {
    if (status === "applied") putEntry(known, (after ?? before)?.id ?? "", after);
  }
}

/**
 * What is known after a whole history, from its first refinement on: the state that the store has.
 *
 * @example
 * replayHistory([]); // { version: 0, entries: [] }
 */
export function replayHistory(history: readonly HarnessRefinement[]): HarnessState {
  const known: KnownEntries = { entries: new Map(), retired: new Map() };
  for (const { edits } of history) redo(known, edits);
  return { version: history.at(-1)?.stateVersion ?? 0, entries: orderedEntries(known) };
}
