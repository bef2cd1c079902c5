export { assertUrlAllowed } from "./assert-url-allowed.ts";
export { type FetchedText, fetchTextWithPolicy } from "./fetch-text-with-policy.ts";
export { guardedFetch } from "./guarded-fetch.ts";
export { type OutboundReport, outboundReport } from "./outbound-report.ts";
export { type ResolvedOutboundPolicy, resolveOutboundPolicy } from "./policy.ts";
export { readTextCapped } from "./read-text-capped.ts";
export type { OutboundRefusalReason } from "./refusal.ts";
export { type DnsOverHttpsOptions, dnsOverHttps } from "./resolvers/dns-over-https.ts";
