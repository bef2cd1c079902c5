import { codeRanges } from "../markup-ranges.ts";

/** What a text quotes, and where it points. */
export interface Quotations {
  /** Web addresses, hosts, mail addresses and names of files, in their normal form. */
  readonly links: ReadonlySet<string>;
  /** Code, as tokens with spaces between them. */
  readonly code: ReadonlySet<string>;
  /** Texts in quotation marks, in the same form. */
  readonly quotes: ReadonlySet<string>;
  /** The headings that the text asks for. */
  readonly requested: ReadonlySet<string>;
  /** The headings that it has. */
  readonly headings: ReadonlySet<string>;
  /** All of it in the form of `code`. */
  readonly spaced: string;
}

const QUOTED: RegExp =
  /"([^"\n]{1,300})"|“([^“”\n]{1,300})”|„([^„“”"\n]{1,300})[“”"]|«([^«»\n]{1,300})»|「([^「」\n]{1,300})」|(?<![\p{L}\p{N}])'([^'\n]{1,80})'(?![\p{L}\p{N}])/gu;
const CHUNK: RegExp = /[^\s<>"'`()[\]{}|,;,。、；：！？（）「」“”„«»*]+/g;
const REQUEST: RegExp = /\b(?:heading|section|column|title|field)s?\b(?:[^:\n.;]{0,40}:)?([^\n.;]*)/gi;

/** Finds what a plain text quotes. */
export function quotationsOf(text: string): Quotations {
  const code = new Set<string>();
  let prose = "";
  for (const { start, end } of codeRanges(text)) {
    const raw = text.slice(start, end);
    prose += text.slice(prose.length, start) + " ".repeat(end - start);
    const inner =
      raw.startsWith("`") && !raw.includes("\n")
        ? raw.replace(/^`+|`+$/g, "")
        : raw.replace(/^.*\n|\n.*$/g, "");
    code.add(spaced(inner));
  }
  prose += text.slice(prose.length);
  const quotes = new Set<string>();
  for (const [, ...groups] of prose.matchAll(QUOTED)) {
    const inner = groups.find((group) => group !== undefined) ?? "";
    const key = spaced(inner).replace(/ [.,;]$/, "");
    if (key !== "") quotes.add(key);
  }
  const requested = new Set<string>();
  for (const [, names = ""] of prose.matchAll(REQUEST)) {
    for (const name of names.split(/,|\band\b|\bor\b|&/)) {
      const key = spaced(name);
      if (/^\p{Lu}/u.test(key) && key.split(" ").length < 5) requested.add(key);
    }
  }
  const headings = new Set(
    [...prose.matchAll(/^#{1,6} +(.*)$/gm)].map(([, name = ""]) => spaced(name).toLowerCase()),
  );
  return { links: linksOf(text), code, quotes, requested, headings, spaced: spaced(text) };
}

/** Whether a piece of a text stands in another one, whatever white space is between its tokens. */
export function holds(text: string, piece: string): boolean {
  return ` ${text} `.includes(` ${piece} `);
}

/** Web addresses, hosts, mail addresses and names of files. */
export function linksOf(text: string): Set<string> {
  const links = new Set<string>();
  for (const [chunk] of text.matchAll(CHUNK)) {
    if (!/[\w-]{2}\.[a-z]{2}|:\/\//i.test(chunk)) continue;
    let end = chunk.length;
    while (/[.:!?/]/.test(chunk.charAt(end - 1))) end--;
    const address = chunk.slice(0, end).replace(/^.{0,20}?:\/\/|^mailto:/i, "");
    links.add(address.replace(/^[^/?#]*/, (host) => host.toLowerCase()));
  }
  return links;
}

function spaced(text: string): string {
  return (text.match(/[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? []).join(" ");
}
