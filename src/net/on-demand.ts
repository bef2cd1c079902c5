// The outbound guard as the main entry exports it: loaded with the first request, because a page that imports the package
// for its agents should not download it. `hedgemage/net` has the same functions at once.

import { outboundReport as reportOf } from "./outbound-report.ts";

export type { FetchedText } from "./fetch-text-with-policy.ts";
export type { OutboundReport } from "./outbound-report.ts";
export type { ResolvedOutboundPolicy } from "./policy.ts";
export type { OutboundRefusalReason } from "./refusal.ts";

/**
 * What could be checked of a request: hand it a response of `guardedFetch` or a result of `fetchTextWithPolicy`.
 *
 * @example
 * const policy = { fetch: () => new Response("hello") };
 * outboundReport(await guardedFetch("https://example.com/", policy))?.redirects; // 0
 */
export const outboundReport: typeof reportOf = (result) => reportOf(result);

/**
 * Requests a URL that somebody else supplied, and every redirect, under a policy: scheme, host, port and address are
 * checked, the body is capped and timed. Rejects with `OutboundPolicyError` (`OUTBOUND_POLICY`).
 *
 * @example
 * const response = await guardedFetch("https://docs.example.com/page", { hostAllowlist: ["docs.example.com"] });
 * const page = await readTextCapped(response, 2_000_000);
 */
export const guardedFetch: typeof import("./index.ts").guardedFetch = async (url, policy, init) =>
  (await import("./index.ts")).guardedFetch(url, policy, init);

/**
 * `guardedFetch` and `readTextCapped` in one call. Rejects as they do; a status such as 404 does not reject.
 *
 * @example
 * const { ok, text } = await fetchTextWithPolicy("https://example.com/", { maxBytes: 100_000 });
 */
export const fetchTextWithPolicy: typeof import("./index.ts").fetchTextWithPolicy = async (
  url,
  policy,
  init,
) => (await import("./index.ts")).fetchTextWithPolicy(url, policy, init);

/**
 * Checks a URL against a policy without requesting it, names resolved where the platform can. Rejects with
 * `OutboundPolicyError` (`OUTBOUND_POLICY`), else gives the parsed URL.
 *
 * @example
 * (await assertUrlAllowed("https://example.com/a/../b")).pathname; // "/b"
 * await assertUrlAllowed("http://example.com/"); // rejects with OUTBOUND_POLICY
 */
export const assertUrlAllowed: typeof import("./index.ts").assertUrlAllowed = async (url, policy) =>
  (await import("./index.ts")).assertUrlAllowed(url, policy);

/**
 * Reads a body as text and gives up beyond `maxBytes` (default 5 MiB). Rejects with `OutboundPolicyError`
 * (`OUTBOUND_POLICY`) of reason `body-size`.
 *
 * @example
 * await readTextCapped(new Response("hello"), 100); // "hello"
 */
export const readTextCapped: typeof import("./index.ts").readTextCapped = async (response, maxBytes) =>
  (await import("./index.ts")).readTextCapped(response, maxBytes);
