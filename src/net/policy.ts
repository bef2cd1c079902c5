import { getAIConfig } from "../core/config.ts";
import { ConfigError } from "../core/errors/index.ts";
import type { Platform } from "../core/platform.ts";
import { withoutTrailingDots } from "./internal-names.ts";

/** Makes one request. The global `fetch` fits, and so does a stub `(url, init) => new Response("…")`. */
export type OutboundFetch = (url: string, init: RequestInit) => Response | Promise<Response>;

/** What an outbound request may do. Every field is optional, and what is left out has the strict default. */
export interface OutboundPolicy {
  /** `"https"` alone unless `"http"` is added. Other schemes cannot be guarded and are a `ConfigError`. */
  readonly allowedSchemes?: readonly string[] | undefined;
  /**
   * Hosts that may be reached, each with its subdomains: `docs.example.com` also allows `a.docs.example.com`, and
   * `*.example.com` only what lies below. Any public host where it is left out; an empty list allows none. The address
   * check stays on for listed hosts.
   */
  readonly hostAllowlist?: readonly string[] | undefined;
  /** `false` makes an entry of `hostAllowlist` stand for that very host. Default `true`. */
  readonly allowSubdomains?: boolean | undefined;
  /** Refuse loopback, private, link-local, metadata and other special addresses and names. Default `true`. */
  readonly denyPrivateIPsAfterDNS?: boolean | undefined;
  /** Refuse a host name where the platform cannot resolve it first. Default `false`: the report says what was unchecked. */
  readonly requireDnsCheck?: boolean | undefined;
  /** Ports that may be used besides 80 and 443; default: any that is not the port of another protocol. */
  readonly allowedPorts?: readonly number[] | undefined;
  /** Redirects that are followed. Default 5. */
  readonly maxRedirects?: number | undefined;
  /**
   * Let a browser follow redirects that it hides, for hosts on the `hostAllowlist` alone, which must be given. Only the
   * last URL can be checked then. Default `false`: such a redirect is refused.
   */
  readonly followHiddenRedirects?: boolean | undefined;
  /** The most bytes of a body, after decompression. Default 5,242,880 (5 MiB). */
  readonly maxBytes?: number | undefined;
  /** Milliseconds for everything: name look-up, all redirects and the whole body. Default 10,000. `Infinity` for none. */
  readonly timeoutMs?: number | undefined;
  /** Stops the request; so does `init.signal`. */
  readonly signal?: AbortSignal | null | undefined;
  /** Takes the place of the global `fetch`. */
  readonly fetch?: OutboundFetch | undefined;
  /** How names are resolved here. Default: the program's, `config({ platform })`. */
  readonly platform?: Platform | undefined;
}

/** A policy with every default filled in, its schemes and hosts in canonical form. */
export interface ResolvedOutboundPolicy extends OutboundPolicy {
  readonly allowedSchemes: readonly string[];
  readonly allowSubdomains: boolean;
  readonly denyPrivateIPsAfterDNS: boolean;
  readonly requireDnsCheck: boolean;
  readonly maxRedirects: number;
  readonly followHiddenRedirects: boolean;
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly fetch: OutboundFetch;
  readonly platform: Platform;
}

/**
 * Fills a policy with the strict defaults and checks it. Throws `ConfigError` (`INVALID_CONFIG`) for a field that cannot work.
 *
 * @example
 * resolveOutboundPolicy({ allowedSchemes: ["https", "http"] }).maxRedirects; // 5
 */
export function resolveOutboundPolicy(policy: OutboundPolicy = {}): ResolvedOutboundPolicy {
  const { hostAllowlist, followHiddenRedirects = false } = policy;
  if (followHiddenRedirects && !hostAllowlist) {
    throw new ConfigError(
      "followHiddenRedirects needs a hostAllowlist: the hosts between cannot be seen. Add one.",
    );
  }
  return {
    ...policy,
    allowedSchemes: (policy.allowedSchemes ?? ["https"]).map(readScheme),
    ...(hostAllowlist ? { hostAllowlist: hostAllowlist.map(readHost) } : {}),
    allowSubdomains: policy.allowSubdomains ?? true,
    denyPrivateIPsAfterDNS: policy.denyPrivateIPsAfterDNS ?? true,
    requireDnsCheck: policy.requireDnsCheck ?? false,
    maxRedirects: readNumber("maxRedirects", policy.maxRedirects ?? 5, 0),
    followHiddenRedirects,
    maxBytes: readNumber("maxBytes", policy.maxBytes ?? 5_242_880, 0),
    timeoutMs: readNumber("timeoutMs", policy.timeoutMs ?? 10_000, 1),
    fetch: policy.fetch ?? ((...args) => globalThis.fetch(...args)),
    platform: policy.platform ?? getAIConfig().platform ?? { manualRedirects: true },
  };
}

function readScheme(scheme: string): string {
  const name = scheme.toLowerCase().replace(":", "");
  if (name === "https" || name === "http") return name;
  throw new ConfigError(
    `allowedSchemes has "${scheme}". Only "https" and "http" are requests that can be guarded.`,
  );
}

/** A host as `new URL()` writes it, so that `Bücher.example.` and `xn--bcher-kva.example` are one. */
function readHost(entry: string): string {
  const below = entry.startsWith("*.") ? "*." : "";
  const bare = entry.slice(below.length);
  const text = bare.includes("::") && !bare.startsWith("[") ? `[${bare}]` : bare;
  const url = URL.canParse(`https://${text}/`) ? new URL(`https://${text}/`) : undefined;
  if (url && url.href === `https://${url.hostname}/`) return below + withoutTrailingDots(url.hostname);
  throw new ConfigError(`hostAllowlist has "${entry}". Give a host alone, such as "docs.example.com".`);
}

function readNumber(field: string, value: number, least: number): number {
  if (value >= least) return value;
  throw new ConfigError(`${field} is ${value}. Give a number of at least ${least}.`);
}
