import type { Platform } from "../../src/contracts/platform.ts";
import { dnsOverHttps } from "../../src/net/resolvers/dns-over-https.ts";

/** What a Worker may do about names. */
export interface WorkersPlatformOptions {
  /** The service that is asked for addresses; Cloudflare's by default. `false` leaves names unchecked. */
  readonly dnsOverHttps?: boolean | string | URL | undefined;
}

/**
 * Outbound requests of a Cloudflare Worker. Names are resolved over HTTPS, two subrequests for each host on the way:
 * count them where the plan limits subrequests. Throws `ConfigError` (`INVALID_CONFIG`) for a service that is not https.
 *
 * @example
 * config({ platform: workersPlatform() });
 */
export function workersPlatform(options: WorkersPlatformOptions = {}): Platform {
  const { dnsOverHttps: service = true } = options;
  if (service === false) return { manualRedirects: true };
  const endpoint = service === true ? undefined : service;
  return { manualRedirects: true, resolveHost: dnsOverHttps({ endpoint }) };
}
