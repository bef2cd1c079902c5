import type { Fetch } from "./service.ts";

/** What a stubborn service saw of the reader's wish to stop. */
export interface Watch {
  readonly fetch: Fetch;
  /** When the body was cancelled, by `performance.now()`; `undefined` until then. */
  cancelledAt: number | undefined;
  cancels: number;
  pulls: number;
}

/**
 * Plays a service behind a `fetch` that ignores its signal, as wrappers and mocks do: the body streams a chunk every two
 * milliseconds until it is cancelled. Its own timers hold no process and do not count as left over.
 */
export function stubbornService(chunks: readonly Uint8Array[]): Watch {
  const watch: Watch = {
    cancelledAt: undefined,
    cancels: 0,
    pulls: 0,
    fetch: async () => {
      let next = 0;
      const body = new ReadableStream<Uint8Array>(
        {
          async pull(controller) {
            watch.pulls += 1;
            const chunk = chunks[next];
            next += 1;
            await new Promise((resolve) => setTimeout(resolve, 2).unref());
            if (watch.cancels > 0) return;
            if (chunk) controller.enqueue(chunk);
            else controller.close();
          },
          cancel() {
            watch.cancelledAt ??= performance.now();
            watch.cancels += 1;
          },
        },
        { highWaterMark: 0 },
      );
      return new Response(body, { status: 200, headers: { "content-type": "text/event-stream" } });
    },
  };
  return watch;
}
