import type { PendingInterrupt } from "../contracts/interrupt.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { randomId } from "../core/ids.ts";
import type { InterruptResumeOptions } from "./resume.ts";

/**
 * Keeps decisions on other calls of a turn away while it is run anew, so that each finds what those before it have done: its
 * requests are marked, by everybody in the same order.
 *
 * @returns takes the marks off that the new turn has left. `undefined` where another decision is at work.
 */
export async function holdTurn(
  { kept }: PendingInterrupt,
  { store, takeOver = false }: Pick<InterruptResumeOptions, "store" | "takeOver">,
): Promise<(() => Promise<void>) | undefined> {
  const own = randomId();
  const waits = kept?.waits ?? [];
  const release = async (): Promise<void> => {
    for (const interruptId of waits) {
      const unmarked = (found: PendingInterrupt): PendingInterrupt =>
        found.heldBy === own ? withoutMark(found) : found;
      await store.update?.(interruptId, unmarked).catch(() => false);
    }
  };
  for (const interruptId of waits) {
    // One that is decided is in nobody's way.
    let isFree = true;
    await store.update?.(interruptId, (found) => {
      const { heldBy = own } = found;
      isFree = takeOver || (heldBy === own && isSame(found.kept, kept));
      return isFree ? { ...found, heldBy: own } : found;
    });
    if (isFree) continue;
    await release();
    return undefined;
  }
  return release;
}

/** A request that nobody holds. */
export function withoutMark({ heldBy: _, ...pending }: PendingInterrupt): PendingInterrupt {
  return pending;
}

/** Whether two requests of a turn have the same beside them. Each is signed by itself. */
function isSame(one: PendingInterrupt["kept"], other: PendingInterrupt["kept"]): boolean {
  const [first, second] = [one, other].map((kept) => canonicalJson({ ...kept, signature: undefined }));
  return first === second;
}
