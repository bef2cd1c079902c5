import type { ModelChunk } from "../../contracts/model.ts";
import { abortable } from "../../core/abort.ts";
import { openExchange } from "../../net/exchange.ts";
import type { WireRequest } from "./protocol.ts";
import { responseOf } from "./response-of.ts";
import type { AnswerReader, AnswerSource, Transport } from "./transport.ts";

/**
 * Calls an official client: gives its parsed answer, an iterable of its parsed events where a stream was asked for, or the
 * `Response` itself where that is what the client gives. What it throws is explained as what our own transport throws.
 *
 * @param body the fields of a form stand in it as they are, those of a name that ends with `[]` in a list.
 * @param path tells which method of the client it is, such as `chat/completions`.
 */
export type ClientCall = (
  body: WireRequest,
  options: { readonly signal: AbortSignal; readonly headers: Readonly<Record<string, string>> },
  stream: boolean,
  path: string,
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
    async send({ path, body, headers = {}, stream = false }, linked): Promise<AnswerSource<unknown>> {
      const { signal } = linked;
      const fields = body instanceof FormData ? fieldsOf(body) : body;
      const answer = await abortable(
        Promise.resolve(call(fields, { signal, headers }, stream, path)),
        signal,
      );
      if (isBinary(answer)) {
        const response = answer instanceof Response ? answer : new Response(await answer.arrayBuffer());
        return openExchange(async () => response, linked);
      }
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

/** Clients make a form of these themselves. */
function fieldsOf(form: FormData): WireRequest {
  const fields: WireRequest = {};
  for (const name of new Set(form.keys())) {
    if (name.endsWith("[]")) fields[name.slice(0, -2)] = form.getAll(name);
    else fields[name] = form.get(name);
  }
  return fields;
}

/** A response, or what stands for one in a client of another kind. */
function isBinary(value: unknown): value is { arrayBuffer(): Promise<ArrayBuffer> } {
  return typeof value === "object" && value !== null && "arrayBuffer" in value;
}

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
