import type { Deadline } from "./deadline.ts";
import { refusal } from "./refusal.ts";

/** What holds a body in check while it is read. */
export interface BodyLimits {
  readonly url: string;
  readonly maxBytes: number;
  /** What `content-length` says, where it says a number. */
  readonly declaredBytes: number | undefined;
  /** Released when the body has ended, however it ended. */
  readonly deadline?: Deadline;
  /** Hears the error that the body ends with. */
  readonly onError?: (error: unknown) => void;
}

/**
 * A body that errors with `OutboundPolicyError` when it grows over its cap or its deadline passes, and with the
 * caller's reason when the caller aborts. Reads nothing ahead, and cancels its source once. A declared length over the
 * cap is an error of the first read.
 */
export function cappedStream(
  body: ReadableStream<Uint8Array>,
  limits: BodyLimits,
): ReadableStream<Uint8Array> {
  const { deadline, maxBytes, url } = limits;
  const reader = body.getReader();
  let total = 0;
  let ended = false;

  function end(): void {
    ended = true;
    deadline?.release();
  }

  function fail(controller: ReadableStreamDefaultController<Uint8Array>, error: unknown): void {
    if (ended) return;
    end();
    limits.onError?.(error);
    controller.error(error);
    // Cancelling a body that has failed already rejects, and tells nothing new.
    reader.cancel(error).catch(() => {});
  }

  function tooLarge(bytes: number): unknown {
    const explanation = `the body has ${bytes} bytes or more, and maxBytes is ${maxBytes}.`;
    return refusal("body-size", url, explanation, { limit: maxBytes });
  }

  return new ReadableStream<Uint8Array>(
    {
      start(controller) {
        if (!deadline) return;
        // The listener need not be removed: the signal is the deadline's own, and lives no longer than the body.
        const stop = (): void => fail(controller, deadline.explain(deadline.signal.reason, url));
        if (deadline.signal.aborted) stop();
        else deadline.signal.addEventListener("abort", stop, { once: true });
      },
      async pull(controller) {
        const declared = limits.declaredBytes ?? 0;
        if (declared > maxBytes) return fail(controller, tooLarge(declared));
        const next = await reader.read().catch((error: unknown) => ({ error }));
        if (ended) return;
        if ("error" in next) return fail(controller, deadline?.explain(next.error, url) ?? next.error);
        if (next.done) {
          end();
          return controller.close();
        }
        total += next.value.byteLength;
        if (total > maxBytes) return fail(controller, tooLarge(total));
        controller.enqueue(next.value);
      },
      cancel(reason) {
        if (ended) return;
        end();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

/** The length that a response declares, in bytes; `undefined` where it declares none or no number. */
export function declaredBytes(response: Response): number | undefined {
  const length = Number(response.headers.get("content-length") ?? Number.NaN);
  return Number.isNaN(length) ? undefined : length;
}
