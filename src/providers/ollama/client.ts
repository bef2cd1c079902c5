import { type ClientCall, clientTransport } from "../adapter/client-transport.ts";
import { serviceFailure } from "../adapter/failure.ts";
import type { Transport } from "../adapter/transport.ts";

/** As much of the official client (`new Ollama(...)` of `ollama/browser`) as the adapter uses. */
export interface OllamaClient {
  chat(request: object): PromiseLike<unknown>;
  embed(request: object): PromiseLike<unknown>;
}

/** What the client streams: an iterable that can be stopped. */
interface AbortableEvents extends AsyncIterable<unknown> {
  abort?(): void;
}

/**
 * Carries requests through the official client. It takes no signal: a stream is stopped through its own `abort`, a whole
 * answer is no longer waited for. Headers of a call do not reach it.
 *
 * @example
 * const client = { chat: async () => ({ message: { content: "Hi" }, done: true }), embed: async () => ({}) };
 * const transport = ollamaTransport(client);
 */
export function ollamaTransport(client: OllamaClient): Transport<unknown> {
  const call: ClientCall = async (body, { signal }, stream, path) => {
    const answer = await (path === "api/embed" ? client.embed(body) : client.chat(body));
    return stream ? stoppable(answer as AbortableEvents, signal) : answer;
  };
  return clientTransport(call);
}

/** The client reads on when its loop is left, and has no class for what it throws inside a stream. */
function stoppable(events: AbortableEvents, signal: AbortSignal): AsyncIterable<unknown> {
  const stop = (): void => events.abort?.();
  if (signal.aborted) stop();
  signal.addEventListener("abort", stop, { once: true });
  const iterator = events[Symbol.asyncIterator]();
  return {
    [Symbol.asyncIterator]: () => ({
      async next(): Promise<IteratorResult<unknown>> {
        try {
          return await iterator.next();
        } catch (thrown) {
          const isOwn = thrown instanceof Error && thrown.name === "Error";
          if (!isOwn || signal.aborted) throw thrown;
          // So it says that the stream was cut off; the decoder knows that by itself.
          if (thrown.message.startsWith("Did not receive done")) return { done: true, value: undefined };
          throw serviceFailure(200, { error: thrown.message });
        }
      },
      async return(): Promise<IteratorResult<unknown>> {
        stop();
        return { done: true, value: undefined };
      },
    }),
  };
}
