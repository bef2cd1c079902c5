import { linkSignal } from "../../core/abort.ts";
import { readText } from "../../net/exchange.ts";
import { type CallTarget, explainFailure } from "./failure.ts";
import type { ProviderRequest } from "./protocol.ts";
import { parseAnswer } from "./read-answer.ts";
import type { AnswerSource, Transport } from "./transport.ts";

/**
 * Makes one request that is no chat, such as for embeddings, and reads its answer with `read`; whatever fails, rejects with
 * the error of its kind, as a model's calls do.
 *
 * @example
 * const transport = connect("https://api.openai.com/v1", { authorization: "Bearer sk-test" }, {});
 * const request = { path: "embeddings", body: { model: "text-embedding-3-small", input: ["Hi"] } };
 * const target = { provider: "openai", name: "text-embedding-3-small" };
 * const answer = await callService(transport, request, target, undefined, readAnswer);
 */
export async function callService<Piece, Answer>(
  transport: Transport<Piece>,
  request: ProviderRequest,
  target: CallTarget,
  signal: AbortSignal | undefined,
  read: (source: AnswerSource<Piece>, target: CallTarget) => Promise<Answer>,
): Promise<Answer> {
  const linked = linkSignal(signal);
  try {
    return await read(await transport.send(request, linked), target);
  } catch (failure) {
    linked.abort();
    throw await explainFailure(failure, target, signal);
  } finally {
    linked.release();
  }
}

/** The parsed JSON of an answer. */
export async function readAnswer(source: AnswerSource<Uint8Array>, target: CallTarget): Promise<unknown> {
  return parseAnswer(await readText(source), source.response, target);
}

/** The bytes of an answer. */
export async function readBytes(source: AnswerSource<Uint8Array>): Promise<Uint8Array<ArrayBuffer>> {
  const pieces: Uint8Array[] = [];
  for (let piece = await source.read(); piece; piece = await source.read()) pieces.push(piece);
  const bytes = new Uint8Array(pieces.reduce((length, piece) => length + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
