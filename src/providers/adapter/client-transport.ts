import type { ModelChunk } from "../../contracts/model.ts";
import { abortable } from "../../core/abort.ts";
import type { WireRequest } from "./protocol.ts";
import { responseOf } from "./response-of.ts";
import type { AnswerReader, AnswerSource, Transport } from "./transport.ts";

/**
 * Calls an official client: gives its parsed answer, or an iterable of its parsed events where a stream was asked for.
 * What it throws is explained as what our own transport throws.
 */
export type ClientCall = (
  body: WireRequest,
  options: { readonly signal: AbortSignal; readonly headers: Readonly<Record<string, string>> },
  stream: boolean,
) => PromiseLike<unknown>;

/**
 * Carries requests through an official client instead of our own `fetch`, with its keys, retries, proxies and traces. The
 * same decoder reads what it has parsed, so that both ways give the same parts.
 *
 * @example
 * const client = { create: async () => ({ choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] }) };
 * const transport = clientTransport(() => client.create());
 */
export function clientTransport(call: ClientCall): Transport<unknown> {
  return {
    reader: () => PARSED,
    async send({ body, headers = {}, stream = false }, { signal }): Promise<AnswerSource<unknown>> {
      if (body instanceof FormData) throw new TypeError("A client takes no form.");
      const answer = await abortable(Promise.resolve(call(body, { signal, headers }, stream)), signal);
      return isEvents(answer) ? eventSource(answer, signal) : valueSource(answer);
    },
  };
}

/** Reads what a client has parsed. */
const PARSED: AnswerReader<unknown> = {
  streamReader(_source, decoder) {
    let isOpen = true;
    let failure: unknown;
    return (value) => {
      if (failure) throw failure;
      if (!isOpen) return undefined;
      isOpen = value !== undefined;
      const chunks: ModelChunk[] = [];
      if (!isOpen) return decoder.end(chunks, false);
      try {
        decoder.body(value, chunks);
      } catch (error) {
        // Thrown by the call after this one, as our own transport does: what came before it counts.
        failure = error;
      }
      return chunks;
    };
  },
  async readResponse(source, decoder) {
    const value = await source.read();
    const chunks: ModelChunk[] = [];
    decoder.body(value, chunks);
    return responseOf(await decoder.end(chunks, true));
  },
};

function isEvents(value: unknown): value is AsyncIterable<unknown> {
  return typeof value === "object" && value !== null && Symbol.asyncIterator in value;
}

function eventSource(events: AsyncIterable<unknown>, signal: AbortSignal): AnswerSource<unknown> {
  const iterator = events[Symbol.asyncIterator]();
  let isOver = false;
  return {
    async read() {
      if (isOver) return undefined;
      const { done, value } = await abortable(iterator.next(), signal);
      isOver = done === true;
      return isOver ? undefined : value;
    },
    close() {
      if (isOver) return;
      isOver = true;
      iterator.return?.().catch(() => {});
    },
  };
}

function valueSource(value: unknown): AnswerSource<unknown> {
  let isRead = false;
  return {
    async read() {
      if (isRead) return undefined;
      isRead = true;
      return value ?? null;
    },
    close() {},
  };
}
