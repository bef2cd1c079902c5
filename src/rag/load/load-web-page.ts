import type { OutboundPolicy } from "../../contracts/outbound-policy.ts";
import type { RagLoaderResult } from "../../contracts/retrieval.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import { guardedFetch } from "../../net/guarded-fetch.ts";
import { refusal } from "../../net/refusal.ts";
import { discard } from "./discard.ts";
import type { LoadWebOptions } from "./load-web.ts";
import { documentsOf, readWebPage } from "./web-page.ts";

/** What is asked for, the best first. Short enough that a page may send it to another origin without asking first. */
export const acceptedTypes =
  "text/html,application/xhtml+xml,text/markdown,text/*;q=.9,application/pdf,*/*;q=.5";

/** What `loadWeb` does, loaded with its first call. */
export async function loadWebPage(url: string | URL, options: LoadWebOptions): Promise<RagLoaderResult> {
  const { policy = {}, headers, signal } = options;
  const init = { headers: { accept: acceptedTypes, ...headers }, ...(signal && { signal }) };
  try {
    const response = await requestPage(url, policy, init);
    const page = await readWebPage(response);
    const { documents } = await documentsOf(page, options.id ?? withoutCredentials(url), options);
    return documents;
  } catch (error) {
    throw reachError(url, error, [signal, policy.signal]);
  }
}

/** A guarded request whose status is one of success, or a redirect where the caller follows by itself. */
export async function requestPage(
  url: string | URL,
  policy: OutboundPolicy,
  init: RequestInit,
): Promise<Response> {
  const response = await guardedFetch(url, policy, init);
  if (response.ok) return response;
  discard(response);
  throw refusal("status", url, `it answered with status ${response.status}.`, { status: response.status });
}

/** What `fetch` itself throws says little and is no error of ours; what the caller's signal says stays as it is. */
export function reachError(
  url: string | URL,
  error: unknown,
  signals: readonly (AbortSignal | null | undefined)[],
): unknown {
  if (AIError.is(error) || signals.some((signal) => signal?.aborted)) return error;
  return refusal("network", url, "no answer, or it broke off. Look at the cause.", { cause: error });
}

/** An address as it may be kept and shown. */
export function withoutCredentials(address: string | URL): string {
  const url = new URL(address);
  url.username = "";
  url.password = "";
  return url.href;
}
