/** One block of addresses that no outbound request may reach: the block in CIDR form, and why. */
export type SpecialBlock = readonly [block: string, reason: string];

/**
 * IPv4 blocks that are not public web servers. Follows the IANA IPv4 Special-Purpose Address Registry, with multicast
 * and the address where Azure keeps its platform service. Blocks that the registry calls reachable but where only network
 * infrastructure answers (anycast relays, DNS sinks) are refused too.
 */
export const SPECIAL_IPV4: readonly SpecialBlock[] = [
  ["0.0.0.0/8", "this network, RFC 791"],
  ["10.0.0.0/8", "private network, RFC 1918"],
  ["100.64.0.0/10", "shared address space of carriers and clouds, RFC 6598"],
  ["127.0.0.0/8", "loopback, RFC 1122"],
  ["168.63.129.16/32", "Azure platform service"],
  ["169.254.0.0/16", "link-local and cloud metadata, RFC 3927"],
  ["172.16.0.0/12", "private network, RFC 1918"],
  ["192.0.0.0/24", "IETF protocol assignments, RFC 6890"],
  ["192.0.2.0/24", "documentation, RFC 5737"],
  ["192.31.196.0/24", "AS112 DNS sink, RFC 7535"],
  ["192.52.193.0/24", "multicast tunnelling, RFC 7450"],
  ["192.88.99.0/24", "6to4 relay, RFC 7526"],
  ["192.168.0.0/16", "private network, RFC 1918"],
  ["192.175.48.0/24", "AS112 DNS sink, RFC 7534"],
  ["198.18.0.0/15", "benchmarking, RFC 2544"],
  ["198.51.100.0/24", "documentation, RFC 5737"],
  ["203.0.113.0/24", "documentation, RFC 5737"],
  ["224.0.0.0/4", "multicast, RFC 5771"],
  ["240.0.0.0/4", "reserved and broadcast, RFC 1112"],
];

/**
 * IPv6 blocks that are not public web servers, the narrower block first. Follows the IANA IPv6 Special-Purpose Address
 * Registry. What lies outside of 2000::/3 is refused as a whole by the classifier; blocks there are named for their
 * reason. Tunnels that carry an IPv4 address (6to4, Teredo, IPv4-compatible, IPv4-translated) are refused whatever they carry.
 */
export const SPECIAL_IPV6: readonly SpecialBlock[] = [
  ["::/128", "unspecified address, RFC 4291"],
  ["::1/128", "loopback, RFC 4291"],
  ["::ffff:0:0:0/96", "IPv4-translated address, RFC 2765"],
  ["::/96", "IPv4-compatible address, RFC 4291"],
  ["64:ff9b:1::/48", "local NAT64 prefix, RFC 8215"],
  ["100::/64", "discard prefix, RFC 6666"],
  ["100:0:0:1::/64", "dummy prefix, RFC 9780"],
  ["2001::/32", "Teredo tunnel, RFC 4380"],
  ["2001:2::/48", "benchmarking, RFC 5180"],
  ["2001:10::/28", "ORCHID, RFC 4843"],
  ["2001::/23", "IETF protocol assignments, RFC 2928"],
  ["2001:db8::/32", "documentation, RFC 3849"],
  ["2002::/16", "6to4 tunnel, RFC 3056"],
  ["2620:4f:8000::/48", "AS112 DNS sink, RFC 7534"],
  ["3fff::/20", "documentation, RFC 9637"],
  ["5f00::/16", "segment routing, RFC 9602"],
  ["fc00::/7", "unique local address, RFC 4193"],
  ["fe80::/10", "link-local, RFC 4291"],
  ["fec0::/10", "site-local, RFC 3879"],
  ["ff00::/8", "multicast, RFC 4291"],
];

/** IPv6 prefixes whose last 32 bits are an IPv4 address that really is reached: it decides. */
export const IPV4_CARRIERS: readonly SpecialBlock[] = [
  ["::ffff:0:0/96", "IPv4-mapped"],
  ["64:ff9b::/96", "NAT64"],
];
