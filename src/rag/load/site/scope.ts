import { ConfigError } from "../../../core/errors/config-error.ts";
import { matchesWildcard } from "./wildcard.ts";

/** Which addresses belong to a site. */
export interface Scope {
  contains(url: URL): boolean;
  /** Whether its host is one of the site's, whatever the path. */
  hasHost(url: URL): boolean;
  /** Whether a page that belongs to it is looked at at all. */
  visits(url: URL): boolean;
  /** Whether a page that is looked at becomes a document. */
  keeps(url: URL): boolean;
}

/** What a site is said to be made of. */
export interface ScopeOptions {
  readonly allow?: readonly string[] | undefined;
  readonly include?: readonly string[] | undefined;
  readonly exclude?: readonly string[] | undefined;
}

interface Place {
  /** With its port, as `URL.host`; `*.` in front stands for all hosts below. */
  readonly host: string;
  readonly path: string;
}

/** Files that have no text for a reader. */
const notPages =
  /\.(?:png|jpe?g|gif|webp|avif|svg|ico|bmp|mp[34]|webm|mov|avi|mkv|ogg|wav|flac|zip|gz|tgz|bz2|xz|7z|rar|tar|jar|exe|dmg|msi|apk|iso|bin|wasm|css|m?js|map|woff2?|ttf|otf|eot|docx?|xlsx?|pptx?|odt|epub|rss|atom|xml)$/i;

/** Where following a link would end what the headers of the caller have opened. */
const leaves = /\/(?:log|sign)-?_?(?:out|off)\b/i;

const trackers = /^(?:utm_\w+|gclid|fbclid|msclkid|dclid|yclid|mc_cid|mc_eid|igshid|_hsenc|_hsmi)$/;

/**
 * Makes the scope of a site: the places of `allow`, else the folder of its first page. Throws `ConfigError` for a place that
 * is none.
 */
export function scopeOf(start: URL, { allow, include, exclude }: ScopeOptions): Scope {
  const places = allow ? allow.map(readPlace) : [{ host: start.host, path: new URL(".", start).pathname }];
  const fits = (url: URL, patterns: readonly string[]): boolean =>
    patterns.some((pattern) =>
      matchesWildcard(pattern[0] === "/" ? url.pathname + url.search : url.href, pattern, true),
    );
  const contains = (url: URL): boolean =>
    url.protocol === start.protocol && places.some((place) => isWithin(url, place));
  return {
    contains,
    hasHost: (url) => places.some((place) => isHost(url, place)),
    visits: (url) =>
      contains(url) &&
      !notPages.test(url.pathname) &&
      !leaves.test(url.pathname) &&
      !(exclude && fits(url, exclude)) &&
      (!include || fits(url, include)),
    keeps: (url) => !include || fits(url, include),
  };
}

function readPlace(entry: string): Place {
  const below = entry.startsWith("*.") ? "*." : "";
  const bare = entry.slice(below.length);
  const text = /^https?:\/\//i.test(bare) ? bare : `https://${bare}`;
  // Chromium keeps a host with a space, encoded.
  if (bare === "" || !URL.canParse(text) || new URL(text).host.includes("%")) {
    throw new ConfigError(
      `allow has ${JSON.stringify(entry)}. Give hosts or folders, such as "docs.example.com/guide/".`,
    );
  }
  const { host, pathname } = new URL(text);
  return { host: below + host, path: pathname };
}

function isHost({ host }: URL, place: Place): boolean {
  return place.host.startsWith("*.") ? host.endsWith(place.host.slice(1)) : host === place.host;
}

function isWithin(url: URL, place: Place): boolean {
  const { pathname } = url;
  const { path } = place;
  return (
    isHost(url, place) && (pathname === path || pathname.startsWith(path.endsWith("/") ? path : `${path}/`))
  );
}

/**
 * The address of a link as it is asked for: without fragment, credentials and what only tells where a visitor came from;
 * over TLS where the site is. `undefined` for what is no address of the web.
 */
export function pageUrl(link: string | null | undefined, from: URL): URL | undefined {
  if (!link || link.length > 2_000 || !URL.canParse(link, from)) return undefined;
  const url = new URL(link, from);
  if (url.protocol === "http:" && from.protocol === "https:" && url.port === "") url.protocol = "https:";
  if (url.protocol !== "http:" && url.protocol !== "https:") return undefined;
  url.hash = "";
  url.username = "";
  url.password = "";
  const names = [...url.searchParams.keys()].filter((name) => trackers.test(name));
  for (const name of names) url.searchParams.delete(name);
  return url;
}

/** One text for all addresses that servers give the same page for. */
export function pageKey(url: URL): string {
  const parameters = [...url.searchParams].map(([name, value]) => `${name}=${value}`).sort();
  const path = url.pathname.replace(/\/(?:index\.(?:html?|php))?$/, "");
  return `${url.host.replace(/^www\./, "")}${path}?${parameters.join("&")}`;
}

/** Whether a site that moved is the same site: its host with or without `www.`, its scheme as safe as before. */
export function isMove(from: URL, to: URL): boolean {
  const bare = (url: URL): string => url.host.replace(/^www\./, "");
  return bare(from) === bare(to) && (to.protocol === from.protocol || to.protocol === "https:");
}
