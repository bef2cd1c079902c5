import type { OutboundPolicy } from "../contracts/outbound-policy.ts";
import { guardedFetch } from "./guarded-fetch.ts";
import { outboundReport, withReport } from "./outbound-report.ts";
import { resolveOutboundPolicy } from "./policy.ts";
import { readTextCapped } from "./read-text-capped.ts";

/** The answer of a guarded request as text. */
export interface FetchedText {
  readonly ok: boolean;
  readonly status: number;
  readonly statusText: string;
  /** The body where `ok`; empty otherwise, because the body of an error is not read. */
  readonly text: string;
}

/**
 * `guardedFetch` and `readTextCapped` in one call: requests a URL under a policy and reads its text. Rejects as they do;
 * a status such as 404 does not reject. `outboundReport(result)` tells what could be checked.
 *
 * @example
 * const { ok, text } = await fetchTextWithPolicy("https://example.com/", { fetch: () => new Response("hello") });
 * text; // "hello"
 */
export async function fetchTextWithPolicy(
  url: string | URL,
  policy: OutboundPolicy = {},
  init: RequestInit = {},
): Promise<FetchedText> {
  const response = await guardedFetch(url, policy, init);
  const { ok, status, statusText } = response;
  const text = ok ? await readTextCapped(response, resolveOutboundPolicy(policy).maxBytes) : "";
  if (!ok) await response.body?.cancel();
  const report = outboundReport(response);
  const result = { ok, status, statusText, text };
  return report ? withReport(result, report) : result;
}
