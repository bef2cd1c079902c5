import type { ModelChunk, ModelResponse } from "../../contracts/model.ts";
import { type Exchange, readText } from "../../net/exchange.ts";
import { eventDecoder } from "../../net/stream.ts";
import { chatDecoder, type DecodeContext } from "./decoder.ts";
import { responseOf } from "./response-of.ts";
import { unreadableAnswer } from "./unreadable-answer.ts";

/**
 * Reads a streamed answer: each call gives the chunks of one piece of the network, `undefined` comes at the end. A
 * failure is thrown by the call after the one that gave what came before it. An answer that is one JSON body is read as
 * well, since some services do not stream.
 *
 * @example
 * const events = 'data: {"choices":[{"delta":{"content":"Hi"}}]}\n\n';
 * const exchange = await openExchange(async () => new Response(events), linkSignal());
 * const target = { provider: "openai", name: "gpt-4o" };
 * const next = streamReader(exchange, { service: OPENAI, target, toolNames: [], knownIds: [] });
 * await next(); // [{ type: "delta", content: "Hi" }]
 */
export function streamReader(
  exchange: Exchange,
  context: DecodeContext,
): () => Promise<ModelChunk[] | undefined> {
  const events = eventDecoder();
  const decoder = chatDecoder(context);
  let isOpen = true;
  let isFirst = true;
  let failure: unknown;

  return async () => {
    if (failure) throw failure;
    if (!isOpen) return undefined;
    const bytes = await exchange.read();
    const first = isFirst ? bytes?.[0] : undefined;
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
      return chunks;
    }
  };
}

/**
 * Reads a whole answer. Throws for an error inside a body that the status called a success, for an empty answer, and for
 * what is no chat completion, such as a page of a proxy.
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
    const type = exchange.response.headers.get("content-type");
    throw unreadableAnswer(context.target, text ? `is not JSON but ${type}` : "is empty", cause);
  }
  return decoder.end(chunks, true) ? settled(chunks, context) : chunks;
}

/** Calls that are not as they should be are rare, and so is what deals with them. */
async function settled(chunks: ModelChunk[], context: DecodeContext): Promise<ModelChunk[]> {
  return (await import("./settle-calls.ts")).settleCalls(chunks, context);
}
