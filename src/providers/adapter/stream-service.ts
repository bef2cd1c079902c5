import { linkSignal } from "../../core/abort.ts";
import { readText } from "../../net/exchange.ts";
import { eventDecoder } from "../../net/stream.ts";
import { bytesOf, type ServiceTarget } from "./call-service.ts";
import { type CallTarget, explainFailure, serviceFailure } from "./failure.ts";
import { logCall } from "./log-call.ts";
import type { ProviderRequest } from "./protocol.ts";
import { parseAnswer } from "./read-answer.ts";
import type { AnswerSource, Transport } from "./transport.ts";

/**
 * Makes one request that is no chat and whose answer comes in pieces, and gives what `read` makes of them. The request is
 * made with the first `next()`; leaving the loop and aborting the signal cancel the body. Throws as a model's streams do.
 *
 * @example
 * const answer = 'data: {"type":"transcript.text.delta","delta":"Hi"}\n\n';
 * const transport = connect("https://api.openai.com/v1", {}, { fetch: async () => new Response(answer) });
 * const request = { path: "audio/transcriptions", body: new FormData() };
 * const target = { provider: "openai", name: "gpt-4o-transcribe" };
 * for await (const event of streamService(transport, request, target, undefined, readEvents)) console.log(event);
 */
export async function* streamService<Piece, Chunk>(
  transport: Pick<Transport<Piece>, "send">,
  request: ProviderRequest,
  target: ServiceTarget,
  signal: AbortSignal | undefined,
  read: (source: AnswerSource<Piece>, target: CallTarget) => AsyncIterable<Chunk>,
): AsyncGenerator<Chunk, void> {
  const { adapter = target.provider } = target;
  const linked = linkSignal(signal);
  let source: AnswerSource<Piece> | undefined;
  try {
    logCall(adapter, target, "request", { stream: true });
    source = await transport.send({ ...request, stream: true }, linked);
    for await (const chunk of read(source, target)) {
      linked.signal.throwIfAborted();
      yield chunk;
    }
    logCall(adapter, target, "response", {});
  } catch (failure) {
    linked.abort();
    const error = await explainFailure(failure, target, signal);
    logCall(adapter, target, "error", error);
    throw error;
  } finally {
    source?.close();
    linked.release();
  }
}

/** The bytes of an answer as they come. */
export async function* readPieces(source: AnswerSource<unknown>): AsyncGenerator<Uint8Array, void> {
  const { read } = bytesOf(source);
  for (let piece = await read(); piece; piece = await read()) yield piece;
}

/**
 * The parsed events of a streamed answer, whether our own transport or an official client brings them; the whole answer as
 * the only event where the service does not stream. Throws what an event says of a failure.
 *
 * @example
 * const exchange = await openExchange(async () => new Response('data: {"delta":"Hi"}\n\n'), linkSignal());
 * for await (const event of readEvents(exchange, { provider: "openai", name: "tts" })) event; // { delta: "Hi" }
 */
export async function* readEvents(
  source: AnswerSource<unknown>,
  target: CallTarget,
): AsyncGenerator<unknown, void> {
  for await (const value of source.response ? valuesOf(source, target) : piecesOf(source)) {
    const { error, type } = Object(value);
    if (error || type === "error") throw serviceFailure(200, value, source.response?.headers);
    yield value;
  }
}

async function* piecesOf(source: AnswerSource<unknown>): AsyncGenerator<unknown, void> {
  for (let piece = await source.read(); piece !== undefined; piece = await source.read()) yield piece;
}

async function* valuesOf(source: AnswerSource<unknown>, target: CallTarget): AsyncGenerator<unknown, void> {
  const { response } = source;
  const bytes = bytesOf(source);
  const events = eventDecoder();
  let isFirst = true;
  for (;;) {
    const piece = await bytes.read();
    const first: number | undefined = isFirst ? piece?.find((byte) => byte > 0x20) : undefined;
    isFirst &&= first === undefined;
    // No line of an event stream begins with these brackets, but every JSON body and every HTML page does.
    if (piece && (first === 0x7b || first === 0x3c)) {
      yield parseAnswer(await readText(bytes, piece), response, target);
      return;
    }
    for (const { data } of piece ? events.push(piece) : events.end()) {
      if (data === "[DONE]") return;
      yield parseAnswer(data, response, target);
    }
    if (!piece) return;
  }
}
