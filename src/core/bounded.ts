import { abortable, linkSignal } from "./abort.ts";

/** Waits for some work for so many milliseconds at most, and no longer than a signal allows. Rejects with `TimeoutError` or its reason. */
export async function bounded<Value>(
  work: Promise<Value>,
  timeoutMs: number,
  signal?: AbortSignal,
): Promise<Value> {
  const limit = linkSignal(signal, timeoutMs);
  try {
    return await abortable(work, limit.signal);
  } finally {
    limit.release();
  }
}
