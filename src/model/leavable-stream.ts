import type { ModelChunk } from "../contracts/model.ts";
import { type LinkedSignal, linkSignal } from "../core/abort.ts";

/**
 * A stream that stops at once when its reader leaves it: the signal that `chunks` got aborts, also while it waits for a
 * model, and what it throws then is nobody's error. Starts with the first `next()`, and leaves no listener on `parent`.
 *
 * @param chunks opens the stream; what it gives is not read where the reader has left in the meantime.
 *
 * @example
 * const model = mockModel({ name: "mock", responses: [{ content: "Hi" }] });
 * const stream = leavableStream(undefined, async (signal) => model.stream([{ role: "user", content: "Hi" }], { signal }));
 * await stream.next();
 * await stream.return();
 */
export function leavableStream(
  parent: AbortSignal | undefined,
  chunks: (signal: AbortSignal) => Promise<AsyncIterable<ModelChunk>>,
): AsyncGenerator<ModelChunk, void> {
  let linked: LinkedSignal | undefined;
  let hasLeft = false;

  async function* read(): AsyncGenerator<ModelChunk, void> {
    linked = linkSignal(parent);
    try {
      const opened = await chunks(linked.signal);
      if (!hasLeft) yield* opened;
    } catch (error) {
      if (!hasLeft) throw error;
    } finally {
      linked.release();
    }
  }

  const stream = read();
  const leave = stream.return.bind(stream);
  // A generator alone would hear of it only after the step that it waits for.
  stream.return = (value) => {
    hasLeft = true;
    linked?.abort();
    return leave(value);
  };
  return stream;
}
