/** Endings of names that only exist inside a network, by standard (RFC 6761, 6762, 7686, 8375) or by habit. */
const INTERNAL_ENDINGS: readonly string[] = [
  "localhost",
  "localdomain",
  "localdomain4",
  "localdomain6",
  "local",
  "internal",
  "intranet",
  "private",
  "lan",
  "home",
  "corp",
  "home.arpa",
  "svc",
  "consul",
  "docker",
  "onion",
  "invalid",
];

/** Names in public zones where clouds serve the credentials of a machine. */
const METADATA_NAMES: readonly string[] = [
  "metadata.packet.net",
  "metadata.platformequinix.com",
  "metadata.tencentyun.com",
  "api.metadata.cloud.ibm.com",
];

/**
 * Says why a host name can only lead inside, or `undefined` for a name that DNS has to decide. Needs no resolver.
 *
 * @example
 * internalNameReason("printer.local"); // "names ending in .local stay inside a network"
 * internalNameReason("example.com"); // undefined
 */
export function internalNameReason(hostname: string): string | undefined {
  const name = withoutTrailingDots(hostname.toLowerCase());
  const ending = INTERNAL_ENDINGS.find((candidate) => isAtOrBelow(name, candidate));
  if (ending) return `names ending in .${ending} stay inside a network`;
  if (METADATA_NAMES.some((candidate) => isAtOrBelow(name, candidate))) return "a cloud metadata service";
  return name.includes(".") ? undefined : "a name without a dot is looked up inside a network";
}

/** `localhost.` is `localhost`: a trailing dot only says that the name is complete. */
export function withoutTrailingDots(name: string): string {
  let end = name.length;
  while (end > 0 && name[end - 1] === ".") end--;
  return name.slice(0, end);
}

/** Whether a name is a domain or lies below it; `evil-example.com` is not below `example.com`. */
export function isAtOrBelow(name: string, domain: string): boolean {
  return name === domain || name.endsWith(`.${domain}`);
}
