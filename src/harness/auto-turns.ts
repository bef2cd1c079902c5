import type { Json } from "../contracts/message.ts";
import type { Store } from "../contracts/store.ts";
import { isConflict } from "../store/is-conflict.ts";
import { isNamed } from "../store/is-named.ts";
import { readRecord } from "../store/read-record.ts";

/** When a harness learns by itself. */
export interface AutoPace {
  /** Turns. */
  readonly interval: number;
  /** Milliseconds. */
  readonly cooldown: number;
}

/** What is kept, so that a process that ends does not begin to count anew. */
interface Turns {
  readonly v: 1;
  /** Turns since the last attempt. */
  readonly turns: number;
  /** An attempt is due, but for the cooldown. */
  readonly pending: boolean;
  /** When the last attempt began, in milliseconds since 1970. */
  readonly lastAt?: number;
}

/**
 * Counts a turn. `true` where it is time to learn; the cooldown begins at once then, so that neither a failure nor another
 * process has it tried again.
 *
 * @param compacted makes an attempt due, whatever the count.
 */
export async function countTurn(
  store: Store,
  key: string,
  { interval, cooldown }: AutoPace,
  now: number,
  compacted: boolean,
): Promise<boolean> {
  for (let tries = 0; ; tries += 1) {
    const found = await readRecord(store, key, isTurns);
    const { turns, pending, lastAt } = found?.value ?? { turns: 0, pending: false };
    const isDue = pending || compacted || turns + 1 >= interval;
    // A clock that was set back must not end all learning.
    const rests = lastAt !== undefined && now - lastAt < cooldown && now >= lastAt;
    const begins = isDue && !rests;
    const next: Turns = begins
      ? { v: 1, turns: 0, pending: false, lastAt: now }
      : { v: 1, turns: turns + 1, pending: isDue, ...(lastAt !== undefined && { lastAt }) };
    try {
      await store.set(key, { ...next }, found?.damage ? {} : { ifVersion: found?.version ?? null });
      return begins;
    } catch (error) {
      if (!isConflict(error) || tries >= 100) throw error;
    }
  }
}

function isTurns(value: unknown): value is Turns & Json {
  return (
    isNamed(value) &&
    Number.isSafeInteger(value.turns) &&
    typeof value.pending === "boolean" &&
    typeof (value.lastAt ?? 0) === "number"
  );
}
