/** A signal that follows other signals and, where asked, a clock. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  /** Aborts this signal alone. */
  abort(reason?: unknown): void;
  /** Removes the listeners and the timer. Call it when the work is over, however it ended. */
  release(): void;
}

/** Runtimes let a longer timer fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;

/**
 * Makes a signal that aborts when its parent does, or after `timeoutMs` with a `TimeoutError`. More than the 24 days that
 * a timer can wait are no limit. `release()` leaves no listener on the parent and no timer behind.
 *
 * @example
 * const parent = new AbortController();
 * const linked = linkSignal(parent.signal, 5_000);
 * parent.abort();
 * linked.signal.aborted; // true
 * linked.release();
 */
export function linkSignal(parent?: AbortSignal, timeoutMs?: number): LinkedSignal {
  const controller = new AbortController();
  const follow = (): void => controller.abort(parent?.reason);
  let timer: ReturnType<typeof setTimeout> | undefined;
  if (parent?.aborted) follow();
  else parent?.addEventListener("abort", follow, { once: true });
  if (timeoutMs !== undefined && timeoutMs <= LONGEST_TIMER_MS && !controller.signal.aborted) {
    timer = setTimeout(() => controller.abort(timeoutError(timeoutMs)), timeoutMs);
  }
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    release: () => {
      parent?.removeEventListener("abort", follow);
      if (timer !== undefined) clearTimeout(timer); // the types of Workers take no undefined
    },
  };
}

/**
 * Waits for a promise, but not longer than until the signal aborts; then it rejects with the signal's reason. What the
 * promise does later is ignored. Leaves no listener behind.
 *
 * @example
 * await abortable(new Promise(() => {}), AbortSignal.abort("stopped")).catch((reason) => reason); // "stopped"
 */
export function abortable<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (!signal) return promise;
  return new Promise((resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    else signal.addEventListener("abort", stop, { once: true });
    promise.then(
      (value) => {
        signal.removeEventListener("abort", stop);
        resolve(value);
      },
      (error: unknown) => {
        signal.removeEventListener("abort", stop);
        reject(error);
      },
    );
  });
}

/** The error of work that took too long: a `TimeoutError`, never an `AbortError`. */
export function timeoutError(timeoutMs: number): DOMException {
  return new DOMException(`Not done after ${timeoutMs} ms.`, "TimeoutError");
}
