import type { OutboundFetch, OutboundPolicy } from "../contracts/outbound-policy.ts";
import { getAIConfig } from "../core/config.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import type { Platform } from "../core/platform.ts";
import { withoutTrailingDots } from "./internal-names.ts";

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
