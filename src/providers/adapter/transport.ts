import type { ModelChunk, ModelResponse } from "../../contracts/model.ts";
import type { LinkedSignal } from "../../core/abort.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { type Lazy, lazy, whenLoaded } from "../../core/lazy.ts";
import type { CallTarget } from "./failure.ts";
import type { AnswerDecoder, ProviderRequest } from "./protocol.ts";

/** The part of `fetch` that the adapters use. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

/** What carries requests to a provider, and pieces of its answers back. */
export interface Transport<Piece> {
  /** Sends a request and waits for the head of its answer. Rejects with a `serviceFailure` where that is a failure. */
  send(request: ProviderRequest, linked: LinkedSignal): Promise<AnswerSource<Piece>>;
  /** Loads what makes chunks of the pieces. */
  reader(): AnswerReader<Piece> | Promise<AnswerReader<Piece>>;
}

/** An answer whose pieces come one by one. */
export interface AnswerSource<Piece> {
  /** Missing where an official client has read it. */
  readonly response?: Response;
  /** The next piece, or `undefined` at the end. Rejects with the signal's reason once that aborted. */
  read(): Promise<Piece | undefined>;
  /** Stops what is left of the answer. Does nothing after its end. */
  close(): void;
}

/** Turns one piece of an answer, or its end, into chunks; gives `undefined` when the answer is over. */
export type TakePiece<Piece> = (piece: Piece | undefined) => ModelChunk[] | Promise<ModelChunk[]> | undefined;

/** Makes chunks of the pieces that a transport brings. */
export interface AnswerReader<Piece> {
  streamReader(source: AnswerSource<Piece>, decoder: AnswerDecoder, target: CallTarget): TakePiece<Piece>;
  readResponse(
    source: AnswerSource<Piece>,
    decoder: AnswerDecoder,
    target: CallTarget,
  ): Promise<ModelResponse>;
}

/** How a connection is set up, in the options of every adapter. */
export interface ConnectionOptions {
  /** Headers of every request. In a page, each of them must be allowed by the server. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: FetchFunction;
  /** The longest wait in milliseconds for the response, and then for each piece of it. Default: no limit of ours. */
  readonly timeoutMs?: number;
}

/** Signs a request: gives the headers to add to it. */
export type Sign = (
  url: string,
  init: { headers: Record<string, string>; body: string },
) => Promise<Record<string, string>>;

/** Loads what sends requests, and reads answers that come as bytes. */
export const byteAnswers: Lazy<typeof import("./byte-answers.ts")> = /* @__PURE__ */ lazy(
  () => import("./byte-answers.ts"),
);

/**
 * Sets up where requests go. Headers are few, so that a page's request passes the CORS preflight of servers that allow
 * `authorization` and `content-type` only. Throws a `ConfigError` (`INVALID_CONFIG`) for a key that no header can carry, and for
 * an address without a scheme that is no path either.
 *
 * @param own the adapter's own headers, such as the one with the key; those that are `undefined` are left out.
 * @param sign adds what depends on the request itself.
 *
 * @example
 * const { send } = connect("http://localhost:11434/v1", {}, { fetch: async () => new Response("{}") });
 * const answer = await send({ path: "chat/completions", body: { model: "llama3.2", messages: [] } }, linkSignal());
 * answer.response?.status; // 200
 */
export function connect(
  baseURL: string,
  own: Readonly<Record<string, string | undefined>>,
  options: ConnectionOptions,
  sign?: Sign,
): Transport<Uint8Array> {
  // In a page it would be a path of the page's own origin, which would get the key.
  if (!/^(?:https?:\/)?\//i.test(baseURL)) {
    throw new ConfigError(
      'The base URL has no scheme. Begin it with "https://" or "http://"; a path of the page\'s own, with "/".',
    );
  }
  const fixed: Record<string, string> = {};
  for (const [name, given] of Object.entries(own)) {
    const value = given?.trim();
    if (!value) continue;
    // Refused here, because the runtime's own message for a bad header quotes it.
    if (!/^[ -~]+$/.test(value)) {
      throw new ConfigError("The API key holds characters that no header can carry. Copy it again.");
    }
    fixed[name] = value;
  }
  const fetch: FetchFunction = options.fetch ?? ((...request) => globalThis.fetch(...request));
  const connection = { ...options, baseURL, fixed, fetch, sign };
  return {
    reader: byteAnswers,
    send: async (request, linked) =>
      whenLoaded(byteAnswers(), ({ sendRequest }) => sendRequest(connection, request, linked)),
  };
}
