import type { ModelChunk, ModelResponse } from "../../contracts/model.ts";
import { type Exchange, readText } from "../../net/exchange.ts";
import { eventDecoder } from "../../net/stream.ts";
import { chatDecoder, type DecodeContext } from "./decoder.ts";
import { responseOf } from "./response-of.ts";
import { unreadableAnswer } from "./unreadable-answer.ts";

/** Turns one piece of the network, or its end, into chunks; gives `undefined` when the answer is over. */
export type TakePiece = (bytes: Uint8Array | undefined) => ModelChunk[] | Promise<ModelChunk[]> | undefined;

/**
 * Makes what reads a streamed answer piece by piece. There is a promise only where an answer is not a stream, since some
 * services do not stream, or where calls must be put right: one for each piece would cost as much as the piece. A failure
 * is thrown by the call after the one that gave what came before it. Closes the exchange when the answer is over.
 *
 * @example
 * const events = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n';
 * const exchange = await openExchange(async () => new Response(events), linkSignal());
 * const target = { provider: "openai", name: "gpt-4o" };
 * const take = streamReader(exchange, { service: OPENAI, target, toolNames: [], knownIds: [] });
 * await take(await exchange.read()); // [{ type: "delta", content: "Hi" }]
 */
export function streamReader(exchange: Exchange, context: DecodeContext): TakePiece {
  const events = eventDecoder();
  const decoder = chatDecoder(context);
  let isOpen = true;
  let isFirst = true;
  let failure: unknown;

  return (bytes) => {
    if (failure) throw failure;
    if (!isOpen) return undefined;
    // Some services send blanks until they have an answer.
    const first = isFirst ? bytes?.find((byte) => byte > 0x20) : undefined;
    isFirst &&= first === undefined;
    isOpen = bytes !== undefined;
    // No line of an event stream begins with these brackets, but every JSON body and every HTML page does.
    if (bytes && (first === 0x7b || first === 0x3c)) {
      isOpen = false;
      return readWhole(exchange, context, bytes);
    }
    const chunks: ModelChunk[] = [];
    try {
      for (const event of bytes ? events.push(bytes) : events.end()) {
        isOpen = decoder.event(event, chunks) && isOpen;
      }
      if (isOpen) return chunks;
      exchange.close();
      return decoder.end(chunks, false) ? settled(chunks, context) : chunks;
    } catch (error) {
      failure = error;
      exchange.close();
      return chunks;
    }
  };
}

/**
 * Reads a whole answer. Throws for an error inside a body that the status called a success, for an empty answer, and for
 * what is not a chat completion, such as a page of a proxy.
 *
 * @example
 * const body = { choices: [{ message: { content: "Hi" }, finish_reason: "stop" }] };
 * const exchange = await openExchange(async () => Response.json(body), linkSignal());
 * const target = { provider: "openai", name: "gpt-4o" };
 * const context = { service: OPENAI, target, toolNames: [], knownIds: [] };
 * (await readResponse(exchange, context)).content; // "Hi"
 */
export async function readResponse(exchange: Exchange, context: DecodeContext): Promise<ModelResponse> {
  return responseOf(await readWhole(exchange, context));
}

/** The chunks that the stream of a whole answer would have had. */
async function readWhole(
  exchange: Exchange,
  context: DecodeContext,
  first?: Uint8Array,
): Promise<ModelChunk[]> {
  const text = await readText(exchange, first);
  const decoder = chatDecoder(context);
  const chunks: ModelChunk[] = [];
  try {
    decoder.body(JSON.parse(text), chunks);
  } catch (cause) {
    if (!(cause instanceof SyntaxError)) throw cause;
    const type = /^[\w.+-]{1,40}\/[\w.+-]{1,40}/.exec(exchange.response.headers.get("content-type") ?? "");
    throw unreadableAnswer(context.target, text ? `is not JSON but ${type ?? "untyped"}` : "is empty", cause);
  }
  return decoder.end(chunks, true) ? settled(chunks, context) : chunks;
}

/** Calls that are not as they should be are rare, and so is what deals with them. */
async function settled(chunks: ModelChunk[], context: DecodeContext): Promise<ModelChunk[]> {
  return (await import("./settle-calls.ts")).settleCalls(chunks, context);
}
