import { linkSignal } from "../../core/abort.ts";
import { joinBytes } from "../../core/join-bytes.ts";
import { readText } from "../../net/exchange.ts";
import { type CallTarget, explainFailure, serviceFailure } from "./failure.ts";
import { logCall } from "./log-call.ts";
import type { ProviderRequest } from "./protocol.ts";
import { parseAnswer } from "./read-answer.ts";
import type { AnswerSource, Transport } from "./transport.ts";

/** Who is asked for what. */
export interface ServiceTarget extends CallTarget {
  /** Whose log entries the call makes, where it is not the provider: `openai` for `ai.openai`. */
  readonly adapter?: string | undefined;
}

/**
 * Makes one request that is no chat, such as for embeddings, and reads its answer with `read`; whatever fails, rejects with
 * the error of its kind, as a model's calls do.
 *
 * @example
 * const transport = connect("https://api.openai.com/v1", {}, { fetch: async () => new Response('{"data":[]}') });
 * const request = { path: "embeddings", body: { model: "text-embedding-3-small", input: ["Hi"] } };
 * const target = { provider: "openai", name: "text-embedding-3-small" };
 * await callService(transport, request, target, undefined, readAnswer); // { data: [] }
 */
export async function callService<Piece, Answer>(
  transport: Pick<Transport<Piece>, "send">,
  request: ProviderRequest,
  target: ServiceTarget,
  signal: AbortSignal | undefined,
  read: (source: AnswerSource<Piece>, target: CallTarget) => Promise<Answer>,
): Promise<Answer> {
  const { adapter = target.provider } = target;
  const linked = linkSignal(signal);
  try {
    logCall(adapter, target, "request", { stream: false });
    const answer = await read(await transport.send(request, linked), target);
    logCall(adapter, target, "response", {});
    return answer;
  } catch (failure) {
    linked.abort();
    const error = await explainFailure(failure, target, signal);
    logCall(adapter, target, "error", error);
    throw error;
  } finally {
    linked.release();
  }
}

/**
 * The parsed JSON of an answer, whether our own transport or an official client brings it. Throws what an answer says of a
 * failure that the status called a success.
 */
export async function readAnswer(source: AnswerSource<unknown>, target: CallTarget): Promise<unknown> {
  const { response } = source;
  const answer = response
    ? parseAnswer(await readText(bytesOf(source)), response, target)
    : await source.read();
  if (Object(answer).error) throw serviceFailure(response?.status ?? 200, answer, response?.headers);
  return answer;
}

/** The bytes of an answer. */
export async function readBytes(source: AnswerSource<unknown>): Promise<Uint8Array<ArrayBuffer>> {
  const { read } = bytesOf(source);
  const pieces: Uint8Array[] = [];
  for (let piece = await read(); piece; piece = await read()) pieces.push(piece);
  return joinBytes(pieces);
}

/** An answer that comes as bytes: every one with a response does. */
export function bytesOf(source: AnswerSource<unknown>): AnswerSource<Uint8Array> {
  return {
    ...source,
    async read() {
      const piece = await source.read();
      if (piece === undefined || piece instanceof Uint8Array) return piece;
      throw new TypeError("The client gave a value where bytes were asked for.");
    },
  };
}
