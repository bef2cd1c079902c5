import { timedId } from "../../core/timed-id.ts";

const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 26;

/** An id of a commit that sorts behind another one, whatever the clocks of those who wrote it say. */
export function commitIdAfter(last: string | undefined, now: number): string {
  const id = timedId(now);
  return last === undefined || id > last ? id : timedId(timeOf(last) + 1);
}

/** The id of what commits were merged into: behind the last of them, before whatever was written later. */
export function mergedId(last: string): string {
  const [id = "", merges = "0"] = last.split("~");
  return `${id}~${String(Number(merges) + 1).padStart(6, "0")}`;
}

function timeOf(id: string): number {
  let time = 0;
  for (const digit of id.slice(0, length - 16)) time = time * 32 + Math.max(0, digits.indexOf(digit));
  return time;
}
