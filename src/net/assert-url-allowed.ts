import type { OutboundPolicy } from "../contracts/outbound-policy.ts";
import { classifyAddress, parseAddress } from "./addresses.ts";
import { BLOCKED_PORTS } from "./blocked-ports.ts";
import { type Deadline, openDeadline } from "./deadline.ts";
import { internalNameReason, isAtOrBelow, withoutTrailingDots } from "./internal-names.ts";
import { type ResolvedOutboundPolicy, resolveOutboundPolicy } from "./policy.ts";
import { refusal } from "./refusal.ts";

/**
 * Checks a URL against a policy without requesting it: scheme, port, host allowlist, and the addresses behind the host.
 * Resolves to the parsed URL; rejects with `OutboundPolicyError` (`OUTBOUND_POLICY`), whose `context.reason` names the
 * rule. A name that the platform cannot resolve passes on its looks, unless the policy has `requireDnsCheck`. The answer
 * holds for now: a name may resolve differently in the request itself.
 *
 * @example
 * await assertUrlAllowed("https://169.254.169.254/latest/"); // rejects with OUTBOUND_POLICY: cloud metadata
 */
export async function assertUrlAllowed(url: string | URL, policy: OutboundPolicy = {}): Promise<URL> {
  const resolved = resolveOutboundPolicy(policy);
  const target = parseUrl(url);
  const deadline = openDeadline(resolved.timeoutMs, [resolved.signal]);
  try {
    await checkUrl(target, resolved, deadline);
    return target;
  } catch (error) {
    throw deadline.explain(error, target);
  } finally {
    deadline.release();
  }
}

/** Parses a URL, or refuses it as `invalid-url`. */
export function parseUrl(url: string | URL): URL {
  if (URL.canParse(String(url))) return new URL(url);
  throw refusal(
    "invalid-url",
    url,
    "this is not an absolute URL. Give one such as https://example.com/page.",
  );
}

/** Throws where the policy forbids the URL. Tells whether the addresses behind its host were seen. */
export async function checkUrl(
  url: URL,
  policy: ResolvedOutboundPolicy,
  deadline: Deadline,
  redirects?: number,
): Promise<{ dnsChecked: boolean }> {
  const host = url.hostname;
  const details = { host, redirects };
  const scheme = url.protocol.slice(0, -1);
  if (!policy.allowedSchemes.includes(scheme)) {
    const allowed = policy.allowedSchemes.join(" and ");
    throw refusal(
      "scheme",
      url,
      `the scheme ${scheme} is not allowed, only ${allowed}. See allowedSchemes.`,
      details,
    );
  }
  // The URL standard knows no host with a %, but Chromium keeps one for a character that it should reject.
  if (host.includes("%")) throw refusal("invalid-url", url, `${host} is not a host name.`, details);
  if (url.port !== "" && !isPortAllowed(Number(url.port), policy)) {
    throw refusal("port", url, `port ${url.port} is not a web port. See allowedPorts.`, details);
  }
  if (!isListed(host, policy)) {
    throw refusal("host-allowlist", url, `${host} is not on the hostAllowlist. Add it to reach it.`, details);
  }
  if (!policy.denyPrivateIPsAfterDNS) return { dnsChecked: false };
  if (parseAddress(host)) {
    requirePublic(host, url, details);
    return { dnsChecked: true };
  }
  const reason = internalNameReason(host);
  if (reason) throw refusal("internal-name", url, `${host} is not public: ${reason}.`, details);
  return checkAddresses(url, policy, deadline, details);
}

function isPortAllowed(port: number, { allowedPorts }: ResolvedOutboundPolicy): boolean {
  return allowedPorts ? [80, 443, ...allowedPorts].includes(port) : !BLOCKED_PORTS.includes(port);
}

function isListed(hostname: string, { hostAllowlist, allowSubdomains }: ResolvedOutboundPolicy): boolean {
  if (!hostAllowlist) return true;
  const host = withoutTrailingDots(hostname);
  return hostAllowlist.some((entry) => {
    if (entry.startsWith("*.")) return host.endsWith(entry.slice(1));
    return allowSubdomains ? isAtOrBelow(host, entry) : host === entry;
  });
}

interface HostDetails {
  readonly host: string;
  readonly redirects: number | undefined;
}

/** Every address of the name has to be public: the request may go to any of them. */
async function checkAddresses(
  url: URL,
  policy: ResolvedOutboundPolicy,
  deadline: Deadline,
  details: HostDetails,
): Promise<{ dnsChecked: boolean }> {
  const { platform } = policy;
  if (!platform.resolveHost) {
    if (!policy.requireDnsCheck) return { dnsChecked: false };
    const advice = `${details.host} cannot be resolved on this platform. Give one with resolveHost, or the address.`;
    throw refusal("dns", url, advice, details);
  }
  const addresses = await deadline
    .run(() => platform.resolveHost?.(details.host, { signal: deadline.signal }) ?? [])
    .catch((cause: unknown) => {
      if (deadline.signal.aborted) throw cause;
      throw refusal("dns", url, `the name ${details.host} could not be resolved.`, { ...details, cause });
    });
  if (addresses.length === 0) throw refusal("dns", url, `the name ${details.host} has no address.`, details);
  for (const address of addresses) requirePublic(address, url, details);
  return { dnsChecked: true };
}

function requirePublic(address: string, url: URL, details: HostDetails): void {
  const { verdict, reason } = classifyAddress(address);
  if (verdict === "allow") return;
  const which = address === details.host ? address : `${details.host} resolves to ${address}, which`;
  const explanation = `${which} is not public (${reason}). See denyPrivateIPsAfterDNS.`;
  throw refusal("internal-address", url, explanation, { ...details, address });
}
