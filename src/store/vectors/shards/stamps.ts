import { timedId } from "../../../core/timed-id.ts";

/** Parts of a millisecond: writers that do not know of each other seldom meet. */
const PARTS = 1024;

/**
 * When something is written: a number that is greater than all that the writer has seen, whatever its clock says. Of two
 * entries with one key the one with the greater stamp counts, wherever they lie: nobody has to wait for anybody.
 */
export function stampAfter(last: number, now: number): number {
  return Math.max(Math.floor(now) * PARTS + Math.floor(Math.random() * PARTS), last + 1);
}

/** The time of a stamp, in milliseconds. */
export function timeOfStamp(stamp: number): number {
  return stamp / PARTS;
}

/** An id of a commit that sorts behind another one, whatever the clock says. */
export function commitIdAfter(last: string, now: number): string {
  const id = timedId(now);
  return id > last ? id : timedId(timeOfCommit(last) + 1);
}

/** When a commit was made by the clock of its writer, in milliseconds. */
export function timeOfCommit(id: string): number {
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let time = 0;
  for (const digit of id.slice(0, 10)) time = time * 32 + Math.max(0, digits.indexOf(digit));
  return time;
}
