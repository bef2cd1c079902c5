import type { Platform } from "../../src/contracts/platform.ts";
import { dnsOverHttps } from "../../src/net/resolvers/dns-over-https.ts";

/** What an extension may do about names. */
export interface ExtensionPlatformOptions {
  /** Ask this service, or Cloudflare's for `true`, for the addresses of a name. Left out, names go unchecked. */
  readonly dnsOverHttps?: boolean | string | URL | undefined;
}

/**
 * Outbound requests of an extension: its service worker, panel and offscreen document. Host permissions lift CORS, which
 * makes the guard matter more than in a page; redirects stay hidden all the same. The service of `dnsOverHttps` has to
 * be in the extension's `connect-src`. Throws `ConfigError` (`INVALID_CONFIG`) for a service that is not https.
 *
 * @example
 * config({ platform: extensionPlatform({ dnsOverHttps: "https://dns.google/resolve" }) });
 */
export function extensionPlatform(options: ExtensionPlatformOptions = {}): Platform {
  const { dnsOverHttps: service = false } = options;
  if (service === false) return { manualRedirects: false };
  const endpoint = service === true ? undefined : service;
  return { manualRedirects: false, resolveHost: dnsOverHttps({ endpoint }) };
}
