import type { OutboundFetch } from "../contracts/outbound-policy.ts";
import { abortable, linkSignal } from "../core/abort.ts";
import { AIError } from "../core/errors/ai-error.ts";
import {
  InvalidRequestError,
  ProviderAuthError,
  ProviderError,
  ProviderRateLimitError,
  ProviderTimeoutError,
} from "../core/errors/provider-errors.ts";
import { retryAfterOf } from "./retry-after.ts";

/** One request to a service whose address the application's own settings give. */
export interface ServiceRequest extends Pick<RequestInit, "method" | "body"> {
  readonly url: string;
  /** How errors call the service. */
  readonly name: string;
  /** What to look at where the service refuses, such as `Check "apiKey".` */
  readonly advice: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly fetch?: OutboundFetch | undefined;
  /** Milliseconds for the whole answer. */
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Asks a service of the application's own for JSON. Rejects with a `ProviderError` of the kind that the status tells, with
 * `ProviderTimeoutError` after `timeoutMs`, with the signal's reason where that aborts. No error holds a word of the answer:
 * services quote keys and texts.
 *
 * @example
 * const fetch = async () => Response.json({ ready: true });
 * const request = { url: "https://service.example/", name: "service", advice: "", headers: {}, timeoutMs: 1_000 };
 * await askService({ ...request, fetch }); // { ready: true }
 */
export async function askService(request: ServiceRequest): Promise<unknown> {
  const { url, name, advice, timeoutMs, signal, method, body, headers } = request;
  const send = request.fetch ?? ((...args: Parameters<typeof fetch>) => globalThis.fetch(...args));
  signal?.throwIfAborted();
  const linked = linkSignal(signal, timeoutMs);
  const ask = async (): Promise<unknown> => {
    const init = { headers, signal: linked.signal, ...(method && { method }), ...(body && { body }) };
    const response = await send(url, init);
    if (response.ok) return response.json();
    response.body?.cancel().catch(() => {});
    throw failureOf(response, name, advice);
  };
  try {
    return await abortable(ask(), linked.signal);
  } catch (error) {
    signal?.throwIfAborted();
    if (linked.signal.aborted) {
      throw new ProviderTimeoutError(
        `${name}: no answer after ${timeoutMs} ms. Try again, or raise "timeoutMs".`,
      );
    }
    if (AIError.is(error)) throw error;
    // Without its cause: what fails to send a header says what is in it.
    throw new ProviderError(
      `${name}: no answer that can be read has come. Check the connection and "baseURL".`,
    );
  } finally {
    linked.release();
  }
}

function failureOf({ status, headers }: Response, name: string, advice: string): ProviderError {
  const message = `${name}: the service answered ${status}. ${advice}`;
  const options = { context: { status } };
  if (status === 401 || status === 403) return new ProviderAuthError(message, options);
  if (status === 429) {
    return new ProviderRateLimitError(`${name}: too many requests. Try again later.`, {
      ...options,
      retryAfter: retryAfterOf(headers, ""),
    });
  }
  if (status === 408 || status === 504) return new ProviderTimeoutError(message, options);
  return new (status < 500 ? InvalidRequestError : ProviderError)(message, options);
}
