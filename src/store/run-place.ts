import type { AgentSnapshot, JournalPlace, SnapshotStore } from "../contracts/snapshot.ts";
import type { Store } from "../contracts/store.ts";
import { type CancelRequest, cancelRequested, requestCancel } from "./cancel-stream.ts";
import { EventRows } from "./event-rows.ts";
import {
  applyEntry,
  closeJournal,
  hasJournal,
  Journal,
  type JournalEntry,
  type JournalReading,
  type JournalState,
  journalRuns,
  readJournal,
} from "./journal.ts";
import { deleteJournal } from "./journal-removal.ts";
import { liveStream } from "./live-streams.ts";
import { plainJson } from "./plain-json.ts";

/** Where the checkpoints of one run go. */
export interface RunLog {
  /** Adds what a checkpoint changes. `ends` says that the run is over. */
  append(entry: JournalEntry, ends?: boolean): Promise<void>;
}

/** The runs that a store keeps, whichever kind of store it is. */
export interface RunPlace {
  /** The name of the store, for messages. */
  readonly name: string;
  /** Whether two processes that work on one run are told apart. */
  readonly atomic: boolean;
  read(runId: string): Promise<JournalReading | undefined>;
  /** Whether anything is kept of a run. */
  has(runId: string): Promise<boolean>;
  /** The log of a run: a new one, or one that goes on after what was read. */
  log(runId: string, reading?: JournalReading): RunLog;
  /** The ids of the runs that have not ended. */
  open(): Promise<readonly string[]>;
  /** Takes an ended run off the open ones. */
  close(runId: string): Promise<void>;
  delete(runId: string): Promise<void>;
  /**
   * The wish to cancel the run, which is the wish to cancel the stream of the same id: whoever stops one stops both. A store
   * of the application's own keeps no wishes.
   */
  readonly wish?: CancelWishes;
}

/** Wishes to cancel runs. */
export interface CancelWishes {
  get(runId: string): Promise<CancelRequest | undefined>;
  set(runId: string, reason: string | undefined): Promise<void>;
  delete(runId: string): Promise<void>;
}

/**
 * The runs of any store: a `Store` and `ai.snapshot.*` are written as journals; a snapshot store of the application's own
 * gets the whole run at every checkpoint.
 */
export function runPlace(target: Store | SnapshotStore): RunPlace {
  if ("traits" in target) return inJournal({ store: target, prefix: "runs" });
  return target.journal ? inJournal(target.journal) : inSnapshots(target);
}

function inJournal(place: JournalPlace): RunPlace {
  const { store } = place;
  const wish: CancelWishes = {
    get: (runId) => cancelRequested(store, runId),
    async set(runId, reason) {
      await requestCancel(new EventRows(store, runId), reason);
      liveStream(store, runId)?.cancel?.(reason);
    },
    async delete(runId) {
      await store.delete(await new EventRows(store, runId).key("cancel"));
    },
  };
  return {
    name: store.name,
    atomic: store.traits.atomic && !store.traits.eventual,
    read: (runId) => readJournal(place, runId),
    has: (runId) => hasJournal(place, runId),
    log: (runId, reading) => new Journal(place, runId, reading),
    open: () => journalRuns(place, "open"),
    close: (runId) => closeJournal(place, runId),
    delete: (runId) => deleteJournal(place, runId),
    wish,
  };
}

function inSnapshots(store: SnapshotStore): RunPlace {
  const read = async (runId: string): Promise<JournalReading | undefined> => {
    const snapshot = await store.load(runId);
    return snapshot && { state: plainJson(snapshot) as JournalState, length: 1 };
  };
  return {
    name: "snapshot",
    // What an object of the application promises about races is the application's to know.
    atomic: true,
    read,
    has: async (runId) => (await store.load(runId)) !== undefined,
    log: (runId, reading) => {
      let state: JournalState = reading?.state ?? {};
      let before: Promise<void> = Promise.resolve();
      return {
        append(entry) {
          state = applyEntry(entry, state);
          // The fields of an agent's entries make up its snapshot.
          const snapshot = plainJson({ ...state, runId }) as unknown as AgentSnapshot;
          const saved = before.then(() => store.save(snapshot));
          before = saved.catch(() => {});
          return saved;
        },
      };
    },
    async open() {
      const runIds = (await store.list?.()) ?? [];
      const open = await Promise.all(
        runIds.map((runId) =>
          store.load(runId).then(
            (snapshot) => snapshot?.status === "running",
            // Whoever takes up the others shall be told of it.
            () => true,
          ),
        ),
      );
      return runIds.filter((_, index) => open[index]);
    },
    close: async () => {},
    delete: (runId) => store.delete(runId),
  };
}
