import type { StoredRecord } from "../../src/contracts/store.ts";
import { wait } from "../../src/core/wait.ts";

/** A new record, or none to remove the key, and the time of the store's clock. */
export interface PacedChange {
  readonly record: StoredRecord | undefined;
  readonly now: number;
}

/** Writes of keys, each at most once in a while. */
export interface PacedWrites {
  /** Resolves when the change, or a later one of the same key, was accepted. */
  write(key: string, change: PacedChange): Promise<void>;
  /** The last change of a key made here, for as long as the platform may still show an older one. */
  seen(key: string): PacedChange | undefined;
}

/** The changes of one key, numbered. */
interface Cell {
  /** The last change, its number, and when it came. */
  change: PacedChange;
  latest: number;
  at: number;
  /** Up to which number changes were accepted, up to which they failed, and why. */
  accepted: number;
  failed: number;
  cause: unknown;
  /** Until then nobody writes: the pause between two writes, or the lease of who is writing. */
  pauseUntil: number;
}

/** For so long a platform may still show what was there before: KV keeps what it read for a minute. */
const SEEN_MS = 60_000;
/** UTF-16 units of the texts that are kept for it; the oldest go first. */
const SEEN_UNITS = 8_388_608;
/** Who writes and does not come back for so long was a request that has ended. */
const LEASE_MS = 10_000;

/**
 * Paces writes: the first goes out at once, those that come within `pauseMs` are merged into one of the last value. A write
 * that the platform limits is tried once more after the pause; a merged write that fails, fails for all that were in it.
 *
 * Each caller waits by its own timer and writes on its own behalf, nobody for another's promise: in Workers a request may
 * end at any time, and takes its timers and calls with it.
 */
export function pacedWrites(
  put: (key: string, change: PacedChange) => Promise<void>,
  pauseMs: number,
  isRateLimit: (cause: unknown) => boolean,
): PacedWrites {
  const cells = new Map<string, Cell>();
  const keptMs = Math.max(SEEN_MS, 2 * pauseMs);
  let units = 0;

  const forget = (key: string, { change }: Cell): void => {
    units -= change.record?.text.length ?? 0;
    cells.delete(key);
  };

  const sweep = (at: number): void => {
    for (const [key, cell] of cells) {
      const isOld = at >= cell.at + keptMs;
      if (!isOld && units <= SEEN_UNITS) return;
      const isPending = Math.max(cell.accepted, cell.failed) < cell.latest;
      if (isOld || !isPending) forget(key, cell);
    }
  };

  const enter = (key: string, change: PacedChange): Cell => {
    const at = Date.now();
    const before = cells.get(key);
    if (before) forget(key, before);
    const cell = before ?? { change, latest: 0, at, accepted: 0, failed: 0, cause: undefined, pauseUntil: 0 };
    Object.assign(cell, { change, latest: cell.latest + 1, at });
    // Always the last of the map, which so goes from the oldest to the newest.
    cells.set(key, cell);
    units += change.record?.text.length ?? 0;
    sweep(at);
    return cell;
  };

  return {
    async write(key, change) {
      const cell = enter(key, change);
      const mine = cell.latest;
      let wasLimited = false;
      while (cell.accepted < mine) {
        if (cell.failed >= mine) throw cell.cause;
        const delay = cell.pauseUntil - Date.now();
        if (delay > 0) {
          await wait(Math.min(delay, Math.max(pauseMs, 10)));
          continue;
        }
        const turn = cell.latest;
        cell.pauseUntil = Date.now() + LEASE_MS;
        try {
          await put(key, cell.change);
          cell.accepted = turn;
        } catch (cause) {
          if (wasLimited || !isRateLimit(cause)) Object.assign(cell, { failed: turn, cause });
          wasLimited = true;
        }
        cell.pauseUntil = Date.now() + pauseMs;
      }
    },
    seen(key) {
      const cell = cells.get(key);
      const isShown = cell && cell.failed < cell.latest && Date.now() < cell.at + keptMs;
      return isShown ? cell.change : undefined;
    },
  };
}
