import type { Platform } from "../../src/contracts/platform.ts";
import { dnsOverHttps } from "../../src/net/resolvers/dns-over-https.ts";

/** What a page may do about names. */
export interface BrowserPlatformOptions {
  /** Ask this service, or Cloudflare's for `true`, for the addresses of a name. Left out, names go unchecked. */
  readonly dnsOverHttps?: boolean | string | URL | undefined;
}

/**
 * Outbound requests of a page or one of its workers. A page cannot resolve names by itself and never sees the target of
 * a redirect; with `dnsOverHttps` it asks a service, which then learns the names. Throws `ConfigError` (`INVALID_CONFIG`) for a
 * service that is not https.
 *
 * @example
 * config({ platform: browserPlatform({ dnsOverHttps: true }) });
 */
export function browserPlatform(options: BrowserPlatformOptions = {}): Platform {
  const { dnsOverHttps: service = false } = options;
  if (service === false) return { manualRedirects: false };
  const endpoint = service === true ? undefined : service;
  return { manualRedirects: false, resolveHost: dnsOverHttps({ endpoint }) };
}
