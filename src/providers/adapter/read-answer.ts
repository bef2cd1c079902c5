import type { ModelChunk, ModelResponse } from "../../contracts/model.ts";
import { readText } from "../../net/exchange.ts";
import { eventDecoder } from "../../net/stream.ts";
import type { CallTarget } from "./failure.ts";
import type { AnswerDecoder } from "./protocol.ts";
import { responseOf } from "./response-of.ts";
import type { AnswerSource, TakePiece } from "./transport.ts";
import { unreadableAnswer } from "./unreadable-answer.ts";

/**
 * Makes what reads a streamed answer piece by piece. There is a promise only where an answer is not a stream, since some
 * services do not stream, or where calls must be put right: one for each piece would cost as much as the piece. A failure
 * is thrown by the call after the one that gave what came before it. Closes the exchange when the answer is over.
 *
 * @example
 * const events = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n';
 * const exchange = await openExchange(async () => new Response(events), linkSignal());
 * const target = { provider: "openai", name: "gpt-4o" };
 * const decoder = chatDecoder({ service: OPENAI, target, toolNames: [], knownIds: [] });
 * const take = streamReader(exchange, decoder, target);
 * await take(await exchange.read()); // [{ type: "delta", content: "Hi" }]
 */
export function streamReader(
  source: AnswerSource<Uint8Array>,
  decoder: AnswerDecoder,
  target: CallTarget,
): TakePiece<Uint8Array> {
  const events = decoder.frames?.() ?? eventDecoder();
  let isOpen = true;
  let isFirst = true;
  let failure: unknown;

  return (bytes) => {
    if (failure) throw failure;
    if (!isOpen) return undefined;
    // Some services send blanks until they have an answer. A zero is none: binary streams begin with it.
    const first = isFirst ? bytes?.find((byte) => byte > 0x20 || byte === 0) : undefined;
    isFirst &&= first === undefined;
    isOpen = bytes !== undefined;
    // No line of an event stream begins with these brackets, but every JSON body and every HTML page does.
    const isJson = first === 0x7b || first === 0x5b;
    if (bytes && (first === 0x3c || (isJson && !decoder.isJsonLines))) {
      isOpen = false;
      return readWhole(source, decoder, target, bytes);
    }
    const chunks: ModelChunk[] = [];
    try {
      for (const event of bytes ? events.push(bytes) : events.end()) {
        isOpen = decoder.event(event, chunks) && isOpen;
      }
      if (isOpen) return chunks;
      source.close();
      return decoder.end(chunks, false);
    } catch (error) {
      failure = error;
      source.close();
      return chunks;
    }
  };
}

/**
 * Reads a whole answer. Throws for an error inside a body that the status called a success, for an empty answer, and for
 * what is not an answer, such as a page of a proxy.
 *
 * @example
 * const body = { choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] };
 * const exchange = await openExchange(async () => Response.json(body), linkSignal());
 * const target = { provider: "openai", name: "gpt-4o" };
 * const decoder = chatDecoder({ service: OPENAI, target, toolNames: [], knownIds: [] });
 * (await readResponse(exchange, decoder, target)).content; // "Hi"
 */
export async function readResponse(
  source: AnswerSource<Uint8Array>,
  decoder: AnswerDecoder,
  target: CallTarget,
): Promise<ModelResponse> {
  return responseOf(await readWhole(source, decoder, target));
}

/** The chunks that the stream of a whole answer would have had. */
async function readWhole(
  source: AnswerSource<Uint8Array>,
  decoder: AnswerDecoder,
  target: CallTarget,
  first?: Uint8Array,
): Promise<ModelChunk[]> {
  const chunks: ModelChunk[] = [];
  decoder.body(parseAnswer(await readText(source, first), source.response, target), chunks);
  return decoder.end(chunks, true);
}

/**
 * Parses the JSON of an answer. Throws a `ProviderError` (`PROVIDER_ERROR`) that tells what came instead: nothing, or a
 * text of another type.
 *
 * @example
 * parseAnswer('{"data":[]}', undefined, { provider: "openai", name: "text-embedding-3-small" }); // { data: [] }
 */
export function parseAnswer(text: string, response: Response | undefined, target: CallTarget): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    const type = /^[\w.+-]{1,40}\/[\w.+-]{1,40}/.exec(response?.headers.get("content-type") ?? "");
    throw unreadableAnswer(target, text ? `is not JSON but ${type ?? "untyped"}` : "is empty", cause);
  }
}
