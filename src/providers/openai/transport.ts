import type { LinkedSignal } from "../../core/abort.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { type Exchange, openExchange, readText } from "../../net/exchange.ts";
import { serviceFailure } from "./failure.ts";

/** The part of `fetch` that this adapter uses. */
export type FetchFunction = (url: string, init: RequestInit) => Promise<Response>;

/** How a connection is set up; see `OpenAIOptions`. */
export interface ConnectionOptions {
  readonly apiKey?: string;
  readonly organization?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly fetch?: FetchFunction;
  readonly timeoutMs?: number;
}

/** Sends the body of a request and waits for the head of its response. */
export type Send = (
  body: Readonly<Record<string, unknown>>,
  headers: Readonly<Record<string, string>> | undefined,
  linked: LinkedSignal,
) => Promise<Exchange>;

/** The longest error body that is looked at, in characters. */
const LONGEST_ERROR = 100_000;

/**
 * Sets up where requests go. Headers are few, so that a page's request passes the CORS preflight of servers that allow
 * `authorization` and `content-type` only. Throws a `ConfigError` (`INVALID_CONFIG`) for a key that no header can carry.
 *
 * @example
 * const send = connect("http://localhost:11434/v1", { fetch: async () => new Response("{}") });
 * const exchange = await send({ model: "llama3.2", messages: [] }, undefined, linkSignal());
 * exchange.response.status; // 200
 */
export function connect(
  baseURL: string,
  { apiKey, organization, headers, timeoutMs, ...options }: ConnectionOptions,
): Send {
  const fetch: FetchFunction = options.fetch ?? ((...request) => globalThis.fetch(...request));
  const [address = "", query] = baseURL.split("?");
  const url = `${address}${address.endsWith("/") ? "" : "/"}chat/completions${query ? `?${query}` : ""}`;
  const key = apiKey?.trim();
  // Refused here, because the runtime's own message for a bad header quotes it.
  if (key && !/^[!-~]+$/.test(key)) {
    throw new ConfigError("The API key holds characters that no header can carry. Copy it again.");
  }
  const fixed = {
    "content-type": "application/json",
    ...(key && { authorization: `Bearer ${key}` }),
    ...(organization && { "openai-organization": organization }),
  };
  return async (body, own, linked) => {
    const sent: Record<string, string> = {
      accept: body.stream ? "text/event-stream" : "application/json",
      ...fixed,
    };
    for (const [name, value] of Object.entries({ ...headers, ...own })) sent[name.toLowerCase()] = value;
    const text = JSON.stringify(body);
    const exchange = await openExchange(
      (signal) => fetch(url, { method: "POST", headers: sent, body: text, signal }),
      linked,
      timeoutMs,
    );
    const { ok, status, headers: told } = exchange.response;
    if (ok) return exchange;
    const complaint = await readText(exchange, undefined, LONGEST_ERROR);
    exchange.close();
    throw serviceFailure(status, complaint, told);
  };
}
