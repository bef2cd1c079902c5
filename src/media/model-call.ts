import type { MediaRunOptions } from "../contracts/media.ts";
import { abortable } from "../core/abort.ts";
import { ProviderError } from "../core/errors/provider-errors.ts";

/** What the options of a verb are the run's own of. */
type RunOptions = Omit<MediaRunOptions<never>, "on"> & { readonly on?: unknown };

/** The options of the model's call: those of the verb without what is the run's own. */
export function callOptions<Options extends RunOptions>(
  { name, observe, runId, on, sessionId, parent, signal: _given, ...options }: Options,
  signal: AbortSignal | undefined,
): Omit<Options, keyof RunOptions> & { readonly signal?: AbortSignal } {
  return signal ? { ...options, signal } : options;
}

/**
 * The chunks of a model's stream up to `done`, which it gives back. When the signal aborts it throws at once, and tells the
 * model to stop, whether or not that listens to the signal. A stream that ends without `done` was cut off: `PROVIDER_ERROR`.
 */
export async function modelChunks<Chunk extends { readonly type: string }>(
  chunks: AsyncIterable<Chunk>,
  signal: AbortSignal | undefined,
  take: (chunk: Exclude<Chunk, { readonly type: "done" }>) => Promise<void>,
): Promise<Extract<Chunk, { readonly type: "done" }>> {
  const iterator = chunks[Symbol.asyncIterator]();
  try {
    for (;;) {
      const { done, value } = await abortable(iterator.next(), signal);
      if (done) throw new ProviderError("The stream of the model broke off before its end. Try again.");
      if (isEnd(value)) return value;
      await take(value as Exclude<Chunk, { readonly type: "done" }>);
    }
  } finally {
    // Not waited for: a model that hangs would hold up the result.
    Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

function isEnd<Chunk extends { readonly type: string }>(
  chunk: Chunk,
): chunk is Extract<Chunk, { readonly type: "done" }> {
  return chunk.type === "done";
}
