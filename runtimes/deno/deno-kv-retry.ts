import type { DenoKvAtomic } from "./deno-kv.ts";

/** How often something is tried again that others got in the way of. */
export const ATTEMPTS = 60;

/** Does work again for as long as the database file is locked by others: then none of it has been done. */
export async function whileBusy<Value>(work: () => Promise<Value>): Promise<Value> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (cause) {
      if (attempt === ATTEMPTS || !String(cause).includes("is locked")) throw cause;
      await backOff(attempt);
    }
  }
}

/** Commits an atomic operation, and waits for others to be done. */
export function commitAtomic(atomic: DenoKvAtomic): ReturnType<DenoKvAtomic["commit"]> {
  return whileBusy(() => atomic.commit());
}

/** Waits a little longer each time, and not as long as the others do. */
export async function backOff(attempt: number): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(2 ** attempt, 200)));
}
