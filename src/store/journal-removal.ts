import type { JournalPlace } from "../contracts/snapshot.ts";
import { randomId } from "../core/ids.ts";
import { EventRows } from "./event-rows.ts";
import { doAll, entriesPrefix, type JournalState, marks, numberText, type StoredEntry } from "./journal.ts";
import { allKeysOf, deleteFromEnd } from "./keys-of.ts";

/**
 * Removes all that is kept of a run, a wish to cancel it as well. The first entry goes first: without it the rest is no run
 * that could be resumed. The marks go last: what a crash leaves behind is still listed, and can be removed again.
 */
export async function deleteJournal(place: JournalPlace, runId: string): Promise<void> {
  const { store } = place;
  const entries = await allKeysOf(store, await entriesPrefix(place, runId));
  const listed = await marks(place, runId, "open");
  const wish = await new EventRows(store, runId).key("cancel");
  await deleteFromEnd(store, [...entries, wish, ...listed.map(({ key }) => key)].toReversed());
}

/** Puts a whole state in the place of all entries of a run, whatever they tell. */
export async function replaceJournal(place: JournalPlace, runId: string, state: JournalState): Promise<void> {
  const { store, ttlMs } = place;
  const prefix = await entriesPrefix(place, runId);
  const first = prefix + numberText(0);
  const value = { set: state, by: randomId(), through: 1 } satisfies StoredEntry;
  const which = state.status === "running" ? "open" : "ended";
  await doAll(store, [...(await marks(place, runId, which)), { type: "set", key: first, value, ttlMs }]);
  // From now on the others belong to no run.
  const rest = (await allKeysOf(store, prefix)).filter((key) => key !== first);
  await deleteFromEnd(store, rest);
}
