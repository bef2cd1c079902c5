import type { LinkedSignal } from "../../core/abort.ts";
import type { Exchange } from "../../net/exchange.ts";
import { openAnswer } from "./open-answer.ts";
import type { ProviderRequest } from "./protocol.ts";
import type { ConnectionOptions, FetchFunction, Sign } from "./transport.ts";

/** Where requests go, and what they have in common. */
export interface Connection extends ConnectionOptions {
  /** The address before the path of each request; a query is kept. */
  readonly baseURL: string;
  /** The adapter's own headers; those of the options and of the call win over them. */
  readonly fixed: Readonly<Record<string, string>>;
  readonly fetch: FetchFunction;
  readonly sign?: Sign | undefined;
}

/**
 * Sends a request over a connection and waits for the head of its answer. Rejects with a `serviceFailure` where that is a
 * failure.
 *
 * @example
 * const baseURL = "http://localhost:11434/v1";
 * const connection = { baseURL, fixed: {}, fetch: async (url: string) => Response.json({ url }) };
 * const answer = await sendRequest(connection, { path: "models", body: {} }, linkSignal());
 * await readText(answer); // '{"url":"http://localhost:11434/v1/models"}'
 */
export async function sendRequest(
  { baseURL, fixed, headers, fetch, timeoutMs, sign }: Connection,
  { path, body, stream, accept, headers: ofCall }: ProviderRequest,
  linked: LinkedSignal,
): Promise<Exchange> {
  const [address = "", query] = baseURL.split("?");
  const sent: Record<string, string> = {
    accept: accept ?? (stream ? "text/event-stream" : "application/json"),
    ...fixed,
  };
  // The runtime writes the type of a form, with its boundary.
  if (!(body instanceof FormData)) sent["content-type"] = "application/json";
  for (const [name, value] of Object.entries({ ...headers, ...ofCall })) sent[name.toLowerCase()] = value;
  const url = `${address.replace(/\/$/, "")}/${path}${query ? `${path.includes("?") ? "&" : "?"}${query}` : ""}`;
  const text = body instanceof FormData ? body : JSON.stringify(body);
  return openAnswer(
    async (signal) => {
      // Within the time of the request: what gives the keys may ask somebody, too.
      if (sign && typeof text === "string") {
        Object.assign(sent, await sign(url, { headers: sent, body: text }));
        signal.throwIfAborted();
      }
      return fetch(url, { method: "POST", headers: sent, body: text, signal });
    },
    linked,
    timeoutMs,
  );
}
