import { matchesWildcard } from "./wildcard.ts";

/** What a robots.txt says to one crawler. */
export interface Robots {
  allows(url: URL): boolean;
  /** How long to wait between two requests, where it asks for that. */
  readonly crawlDelayMs: number;
  /** Addresses of sitemaps, as they stand there. */
  readonly sitemaps: readonly string[];
}

interface Rule {
  readonly allows: boolean;
  readonly pattern: string;
}

interface Group {
  readonly rules: Rule[];
  crawlDelayMs: number;
  isNamed: boolean;
}

/** What holds where there is no robots.txt, or none that could be read (RFC 9309, section 2.3.1). */
export const unrestricted: Robots = { allows: () => true, crawlDelayMs: 0, sitemaps: [] };
export const forbidden: Robots = { allows: () => false, crawlDelayMs: 0, sitemaps: [] };

/**
 * Reads a robots.txt by RFC 9309: all groups for the crawler's product token count as one, else those for `*`; the longest
 * rule that fits decides, and of two alike the one that allows. Also `Crawl-delay`, which is no part of it.
 *
 * @example
 * const robots = parseRobots("User-agent: *\nDisallow: /private/\nAllow: /private/tides$", "hedgemage");
 * robots.allows(new URL("https://a.example/private/moon")); // false
 */
export function parseRobots(text: string, token: string): Robots {
  const fields = text
    .replace(/^\ufeff/, "")
    .split(/[\r\n]/)
    .map(fieldOf);
  const own = newGroup();
  const others = newGroup();
  let named: Group[] = [];
  let isNaming = false;
  for (const [key, value] of fields) {
    if (key === "user-agent") {
      if (!isNaming) named = [];
      isNaming = true;
      const group = isProduct(value, token) ? own : value[0] === "*" ? others : newGroup();
      group.isNamed = true;
      named.push(group);
    } else {
      if (key === "allow" || key === "disallow") isNaming = false;
      for (const group of named) addTo(group, key, value);
    }
  }
  const { rules, crawlDelayMs } = own.isNamed ? own : others;
  const sitemaps = fields.flatMap(([key, value]) => (key === "sitemap" ? [value] : []));
  return { allows: (url) => isAllowed(url, rules), crawlDelayMs, sitemaps };
}

function addTo(group: Group, key: string, value: string): void {
  const isRule = value !== "" && (key === "allow" || key === "disallow");
  if (isRule) group.rules.push({ allows: key === "allow", pattern: normalized(value) });
  if (key === "crawl-delay" && Number(value) > 0) group.crawlDelayMs = Number(value) * 1000;
}

function isProduct(value: string, token: string): boolean {
  return /^[a-z_-]+/i.exec(value)?.[0].toLowerCase() === token.toLowerCase();
}

function newGroup(): Group {
  return { rules: [], crawlDelayMs: 0, isNamed: false };
}

function fieldOf(line: string): [key: string, value: string] {
  const [field = ""] = line.split("#", 1);
  const colon = field.indexOf(":");
  return [field.slice(0, Math.max(0, colon)).trim().toLowerCase(), field.slice(colon + 1).trim()];
}

function isAllowed({ pathname, search }: URL, rules: readonly Rule[]): boolean {
  if (pathname === "/robots.txt") return true;
  // In a rule these two mean something; as themselves they stand there encoded.
  const path = normalized(pathname + search)
    .replaceAll("*", "%2A")
    .replaceAll("$", "%24");
  let longest = -1;
  let allowed = true;
  for (const { allows, pattern } of rules) {
    const decides = pattern.length > longest || (pattern.length === longest && allows);
    const whole = pattern.endsWith("$");
    if (!decides || !matchesWildcard(path, whole ? pattern.slice(0, -1) : pattern, whole)) continue;
    longest = pattern.length;
    allowed = allows;
  }
  return allowed;
}

/** The same path always written the same way: beyond ASCII encoded, letters, digits and `-._~` not. */
function normalized(path: string): string {
  return path.replace(/%[\da-f]{2}|[^\x21-\x7e]/giu, (part) => {
    if (part[0] !== "%") return encoded(part);
    const character = String.fromCharCode(Number.parseInt(part.slice(1), 16));
    return /[\w.~-]/.test(character) ? character : part.toUpperCase();
  });
}

function encoded(character: string): string {
  const bytes = new TextEncoder().encode(character);
  return Array.from(bytes, (byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
}
