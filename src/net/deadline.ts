import { abortable, linkSignal } from "../core/abort.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { refusal } from "./refusal.ts";

/** The time and the signals that one guarded request lives under, from the first look-up to the last byte. */
export interface Deadline {
  readonly signal: AbortSignal;
  /** Runs a step, unless it is too late; stops waiting for it when it gets too late. */
  run<Value>(step: () => Value | Promise<Value>): Promise<Value>;
  /** Turns what a step threw into what the caller should see: a refusal, the caller's own abort, or the error as it is. */
  explain(error: unknown, url: string | URL): unknown;
  /** Removes the timer and every listener. */
  release(): void;
}

/**
 * Opens a deadline that ends after `timeoutMs`, or when one of the signals aborts. Release it when the work is over.
 *
 * @example
 * const deadline = openDeadline(10_000, [AbortSignal.timeout(60_000)]);
 * await deadline.run(() => "done in time"); // "done in time"
 * deadline.release();
 */
export function openDeadline(
  timeoutMs: number,
  signals: readonly (AbortSignal | null | undefined)[],
): Deadline {
  const callers = signals.filter((signal) => signal !== null && signal !== undefined);
  const linked = linkSignal(undefined, timeoutMs);
  const stop = (): void => linked.abort(callers.find((caller) => caller.aborted)?.reason);
  for (const caller of callers) caller.addEventListener("abort", stop, { once: true });
  if (callers.some((caller) => caller.aborted)) stop();
  return {
    signal: linked.signal,
    async run(step) {
      if (linked.signal.aborted) throw linked.signal.reason;
      return abortable((async () => step())(), linked.signal);
    },
    explain(error, url) {
      if (AIError.is(error) || !linked.signal.aborted) return error;
      const caller = callers.find(({ aborted }) => aborted);
      if (caller) return abortError(caller.reason);
      const advice = `not done after ${timeoutMs} ms. Try again, or raise timeoutMs.`;
      return refusal("timeout", url, advice, { limit: timeoutMs, cause: linked.signal.reason });
    },
    release() {
      linked.release();
      for (const caller of callers) caller.removeEventListener("abort", stop);
    },
  };
}

/** The caller's reason where it is an error, as `AbortSignal` makes by default; else an `AbortError` that tells it. */
function abortError(reason: unknown): unknown {
  return reason instanceof Error ? reason : new DOMException(`Aborted: ${String(reason)}`, "AbortError");
}
