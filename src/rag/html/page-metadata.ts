import { clipped } from "../../core/text/clipped.ts";
import type { PageMetadata } from "./page.ts";
import type { PageFacts } from "./page-facts.ts";

const longest = 1000;
const dataLimit = 500_000;
const separator = /\s[|\u2013\u2014\u00b7\u00bb:-]{1,2}\s/g;
/** 1900. */
const earliest = -2_208_988_800_000;
const months = "janfebmaraprmayjunjulaugsepoctnovdec";

/**
 * Makes metadata of what a page says of itself: Open Graph, Dublin Core and other `<meta>`, JSON-LD of schema.org,
 * `<title>`, `<link>`, `<time>` and bylines. What cannot be read as what it should be is left out.
 */
export function pageMetadata(facts: PageFacts, baseUrl: string | undefined): PageMetadata {
  const { meta, texts } = facts;
  const data = articleData(facts.data);
  const first = (...names: string[]): string | undefined => {
    for (const name of names) {
      const value = tidy(meta.get(name));
      if (value) return value;
    }
    return undefined;
  };
  const siteName = first("og:site_name") ?? nameOf(data.publisher) ?? first("application-name");
  const found: Record<keyof PageMetadata, string | undefined> = {
    title: titleOf(
      first("dc.title", "dcterm.title", "dcterms.title", "parsely-title", "og:title") ?? tidy(data.headline),
      tidy(texts.get("title")),
      tidy(texts.get("h1")),
      siteName,
    ),
    description:
      first("description", "og:description", "twitter:description", "dc.description") ??
      tidy(data.description),
    author:
      authorOf(first("dc.creator", "dcterm.creator", "author", "article:author", "parsely-author")) ??
      authorOf(nameOf(data.author)) ??
      authorOf(texts.get("author")) ??
      authorOf(texts.get("byline")),
    published:
      isoDate(
        first("article:published_time", "datepublished", "parsely-pub-date", "pubdate", "publishdate"),
      ) ??
      isoDate(tidy(data.datePublished)) ??
      isoDate(first("dc.date", "dcterms.date", "dcterms.created", "date")) ??
      isoDate(facts.times[0]),
    modified:
      isoDate(
        first(
          "article:modified_time",
          "datemodified",
          "og:updated_time",
          "dcterms.modified",
          "last-modified",
        ),
      ) ?? isoDate(tidy(data.dateModified)),
    language:
      languageTag(facts.language) ??
      languageTag(first("content-language", "og:locale", "dc.language")) ??
      languageTag(tidy(data.inLanguage)),
    canonicalUrl: webAddress(facts.canonical || first("og:url"), facts.base || baseUrl),
    siteName,
    robots: first("robots")?.toLowerCase(),
  };
  return Object.fromEntries(Object.entries(found).filter(([, value]) => value));
}

function tidy(value: unknown): string | undefined {
  if (typeof value !== "string") return undefined;
  return (
    clipped(
      value
        .slice(0, 2 * longest)
        .replace(/\s+/g, " ")
        .trim(),
      longest,
    ) || undefined
  );
}

/** The title without the site's name, where the site says its name or the headline is a part of the title. */
function titleOf(
  told: string | undefined,
  title: string | undefined,
  headline: string | undefined,
  siteName: string | undefined,
): string | undefined {
  const whole = told ?? title ?? headline;
  if (!whole) return undefined;
  const borders = [...whole.matchAll(separator)];
  const last = borders.at(-1);
  const start = borders[0];
  if (last && start) {
    const isSite = (part: string): boolean => part.toLowerCase() === siteName?.toLowerCase();
    if (isSite(whole.slice(last.index + last[0].length))) return whole.slice(0, last.index);
    if (isSite(whole.slice(0, start.index))) return whole.slice(start.index + start[0].length);
    const parts = [start, last].flatMap(({ index, 0: { length } }) => [
      whole.slice(0, index),
      whole.slice(index + length),
    ]);
    // A short headline is the site's name as often as not.
    if (headline && headline.length * 2 > whole.length && parts.includes(headline)) return headline;
  }
  return whole;
}

function authorOf(told: string | undefined): string | undefined {
  const words = tidy(told)?.replace(/^(?:(?:written |posted )?by|von|par|por)[\s:]+/i, "");
  const name = words
    ?.split(/ [|\u2013\u2014\u00b7-]|,? (?:published|posted|updated|on|edited by)\b| \d/i, 1)[0]
    ?.trim();
  return name && name.length <= 100 && !/^(?:https?:|@|\d)/.test(name) && /\p{L}/u.test(name)
    ? name
    : undefined;
}

/** A date of ISO 8601 as it is, its time in UTC where the zone is told; a day of English words as an ISO date. */
function isoDate(told: string | undefined): string | undefined {
  if (!told) return undefined;
  const iso = /^(\d{4}-\d\d-\d\d)(?:[T ]\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)? ?(Z|[+-]\d\d:?\d\d)?)?/i.exec(
    told.trim(),
  );
  const day = iso?.[1];
  if (iso && day) {
    const start = new Date(`${day}T00:00:00Z`);
    // Some engines count on from days that a month does not have.
    if (!(start.getTime() > earliest) || !start.toISOString().startsWith(day)) return undefined;
    const zone = iso[2]?.replace(/^(...)(\d\d)$/, "$1:$2");
    if (!zone) return day;
    const time = iso[0]
      .slice(0, -(iso[2]?.length ?? 0))
      .trim()
      .replace(" ", "T");
    const date = new Date(time + zone);
    return Number.isNaN(date.getTime()) ? undefined : date.toISOString();
  }
  const words =
    /(\d{1,2})\.? ([a-z]{3})[a-z]{0,7}\.?,? (\d{4})|([a-z]{3})[a-z]{0,7}\.? (\d{1,2}),? (\d{4})/i.exec(
      told.slice(0, 100),
    );
  const [, date = words?.[5], month = words?.[4], year = words?.[6]] = words ?? [];
  const number = months.indexOf(month?.toLowerCase() ?? "-") / 3;
  if (!Number.isInteger(number) || number < 0 || Number(date) < 1 || Number(date) > 31) return undefined;
  return `${year}-${String(number + 1).padStart(2, "0")}-${date?.padStart(2, "0")}`;
}

function languageTag(told: string | undefined): string | undefined {
  const tag = told
    ?.trim()
    .split(/[,;\s]/, 1)[0]
    ?.replace(/_/g, "-");
  if (!tag) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

function webAddress(told: string | undefined, base: string | undefined): string | undefined {
  if (!told) return undefined;
  try {
    const url = new URL(told, base);
    return /^https?:$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}

/** The first article that JSON-LD tells of, else the first thing with a headline or a date. */
function articleData(scripts: readonly string[]): Record<string, unknown> {
  let other: Record<string, unknown> | undefined;
  const waiting: unknown[] = [];
  for (const script of scripts) {
    if (script.length > dataLimit) continue;
    try {
      waiting.push(JSON.parse(script));
    } catch {
      // A page's own mistake; what else it says of itself is used.
    }
  }
  for (let place = 0; place < Math.min(waiting.length, 200); place++) {
    const thing = waiting[place];
    if (Array.isArray(thing)) waiting.push(...thing.slice(0, 100));
    else if (isRecord(thing)) {
      if (/Article|Posting|Report/.test(String(thing["@type"]))) return thing;
      if (thing.headline || thing.datePublished) other ??= thing;
      waiting.push(thing["@graph"], thing.mainEntity);
    }
  }
  return other ?? {};
}

/** The name of a person or organisation, or the names of several. */
function nameOf(thing: unknown): string | undefined {
  if (Array.isArray(thing)) {
    const names = thing.slice(0, 10).map(nameOf);
    return names.filter((name) => name !== undefined).join(", ") || undefined;
  }
  return tidy(isRecord(thing) ? thing.name : thing);
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
