import { linkSignal } from "../../core/abort.ts";
import type { PinPlace } from "./refine-options.ts";

/** The part of the Web Locks API (`navigator.locks`) that is used. */
export interface WebLocks {
  request<Result>(
    name: string,
    options: { readonly signal: AbortSignal },
    work: () => Promise<Result>,
  ): Promise<Result>;
}

/**
 * Does some work while it holds the lock of a pin among the tabs of one origin, so that of these one asks the store and the
 * others need not. Where there are no such locks, or one is held for longer than `waitMs`, the work is done without: what is
 * right is the store's to tell.
 */
export async function inWebLock<Result>(
  { key, signal }: Pick<PinPlace, "key" | "signal">,
  locks: WebLocks | null = webLocks(),
  waitMs: number,
  work: () => Promise<Result>,
): Promise<Result> {
  if (!locks) return work();
  const limit = linkSignal(signal, waitMs);
  let isLocked = false;
  try {
    return await locks.request(`hedgemage ${key}`, { signal: limit.signal }, () => {
      isLocked = true;
      return work();
    });
  } catch (error) {
    if (isLocked) throw error;
    signal.throwIfAborted();
    return await work();
  } finally {
    limit.release();
  }
}

function webLocks(): WebLocks | null {
  const { navigator } = globalThis as { readonly navigator?: { readonly locks?: WebLocks } };
  return navigator?.locks ?? null;
}
