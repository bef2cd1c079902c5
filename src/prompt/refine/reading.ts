import { formatPlaceholder, parseTemplate } from "../grammar.ts";
import { codeRanges } from "../markup-ranges.ts";
import { type Token, tokensOf } from "./tokens.ts";
import { fold, stemOf } from "./word-classes.ts";

/** A line of prose. */
export interface Line {
  readonly tokens: readonly Token[];
  readonly isHeading: boolean;
  readonly isItem: boolean;
}

/** What a template says and quotes, in a form in which two templates can be compared. */
export interface Reading {
  /** The placeholders, each as the character that stands for it in the lines. */
  readonly placeholders: ReadonlyMap<string, string>;
  /** The prose. */
  readonly lines: readonly Line[];
  /** The fenced blocks. */
  readonly fenced: readonly Line[];
  /** Web addresses, hosts, mail addresses and names of files. */
  readonly links: ReadonlySet<string>;
  /** Code and texts in quotation marks, as tokens with spaces between them. */
  readonly code: ReadonlySet<string>;
  readonly quotes: ReadonlySet<string>;
  /** The headings that the text asks for, and those that it has. */
  readonly requested: ReadonlySet<string>;
  readonly headings: ReadonlySet<string>;
  /** All of it, as tokens with spaces around them. */
  readonly spaced: string;
}

const QUOTED: RegExp =
  /"([^"\n]{1,300})"|“([^“”\n]{1,300})”|„([^„“”"\n]{1,300})[“”"]|«([^«»\n]{1,300})»|「([^「」\n]{1,300})」|\[([^[\]\n]{2,60})\](?!\()/g;
const CHUNK: RegExp = /[^\s<>"'`()[\]{}|,;。、；：！？（）「」“”„«»*]+/g;
const REQUEST: RegExp = /\b(?:heading|section|column|title|field)s?\b(?:[^:\n.;]{0,40}:)?([^\n.;]*)/gi;
const MARKER: RegExp = /^[\s>#_-]*(?:(?:step|rule|section|part|phase|task) )?\(?\d{1,3}[.):](?= )/i;

/** Reads a template. `names` gives the same character to the same placeholder of two templates. */
export function readTemplate(template: string, names: Map<string, string>): Reading {
  const placeholders = new Map<string, string>();
  const aliases = new Map<string, string>();
  let text = "";
  for (const part of parseTemplate(template)) {
    if (typeof part === "string") {
      text += part.normalize("NFKC");
      continue;
    }
    const token = formatPlaceholder(part).normalize();
    const name = names.get(token) ?? String.fromCharCode(0xe000 + (names.size % 6400));
    names.set(token, name);
    placeholders.set(token, name);
    aliases.set(name, stemOf(fold(part.path)));
    text += name;
  }
  text = text.replace(/’/g, "'").replace(/(?![0-9])\p{Nd}/gu, decimalOf);

  const code = new Set<string>();
  const quotes = new Set<string>();
  const fences: string[] = [];
  let prose = "";
  let done = 0;
  for (const { start, end } of codeRanges(text)) {
    const raw = text.slice(start, end);
    prose += text.slice(done, start);
    done = end;
    if (raw.includes("\n")) fences.push(raw.replace(/^.*\n|\n.*$/g, ""));
    else prose += silent(raw);
    code.add(spaced(raw.includes("\n") ? (fences.at(-1) ?? "") : raw.replaceAll("`", " ")));
  }
  prose += text.slice(done);
  const requested = requestedIn(prose);
  const headings = new Set(Array.from(prose.matchAll(/^#+ +(.*)$/gm), ([, name = ""]) => spaced(name)));
  prose = prose.replace(QUOTED, (_, ...groups) => {
    const inner: string = groups.find((group) => typeof group === "string") ?? "";
    quotes.add(spaced(inner).replace(/ [.,;]$/, ""));
    return silent(inner);
  });
  return {
    placeholders,
    lines: linesOf(prose, aliases),
    fenced: linesOf(fences.join("\n"), aliases),
    links: linksOf(text),
    code,
    quotes,
    requested,
    headings,
    spaced: ` ${spaced(text)} `,
  };
}

/** Digits stand in tens, so that one is worth as much as digits stand before it. */
function decimalOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/** Words that are quoted order nothing. */
function silent(text: string): string {
  return spaced(text)
    .replace(/(?<!\S)\p{L}/gu, "`$&")
    .replace(/ ([^\p{L}\p{N}\ue000-\uf8ff]) (?=.)/gu, " ");
}

function linesOf(text: string, aliases: ReadonlyMap<string, string>): Line[] {
  return text.split("\n").flatMap((line) => {
    if (!/\S/.test(line)) return [];
    const isTag = /^\s*<\/?[\w-]{1,40}>\s*$/.test(line);
    const bare = (isTag ? line.replace(/<\/.*|[<>_-]/g, " ") : line)
      .replaceAll("*", "")
      .replace(/\b(?:e\.g|i\.e)\./gi, ":")
      .replace(/\b(?:keep|stay|steer)(?:ing)? (?:away from|clear of)/gi, "avoid")
      .replace(/\bout of (?:scope|bounds|the question)\b/gi, "forbidden")
      .replace(/\b(?:rather than|instead of)\b/gi, "without")
      .replace(/\b(?:leave|leaving|left|keep|keeping) ([^.,:;]{0,60}?)\bout\b/gi, "omit $1")
      .replace(/\b(?:ne |n')(\S{1,30} )qu(?:e |')/gi, "seulement $1")
      .replace(CHUNK, (chunk) => (isLink(chunk) ? ` ${/[.:!?]$/.exec(chunk)?.[0] ?? ""}` : chunk));
    return {
      tokens: tokensOf(bare.replace(MARKER, "")).map((token) => {
        const alias = aliases.get(token.word);
        return alias ? { ...token, alias } : token;
      }),
      isHeading: /^\s*(?:#|\*\*[^*]+\*\*:?\s*$)/.test(line) || isTag,
      isItem: /^\s*(?:[-*+•]|\d{1,3}[.)])\s/.test(line),
    };
  });
}

function isLink(chunk: string): boolean {
  // "end.Next" is a sentence that lost its space.
  return /[\p{L}\p{N}_-]\.(?:\p{Ll}{2}|\p{Lu}{2})|:\/\//u.test(chunk);
}

function linksOf(text: string): Set<string> {
  const links = new Set<string>();
  for (const [chunk] of text.matchAll(CHUNK)) {
    if (!isLink(chunk)) continue;
    let end = chunk.length;
    while (/[.:!?/]/.test(chunk.charAt(end - 1))) end--;
    const address = chunk.slice(0, end).replace(/^.{0,20}?:\/\/|^mailto:/i, "");
    links.add(address.replace(/^[^/?#]*/, (host) => host.toLowerCase()));
  }
  return links;
}

function requestedIn(prose: string): Set<string> {
  const names = Array.from(prose.matchAll(REQUEST), ([, list = ""]) => list.split(/,|\band\b|\bor\b/)).flat();
  return new Set(names.map(spaced).filter((name) => /^\p{Lu}(?:\S* ){0,3}\S*$/u.test(name)));
}

function spaced(text: string): string {
  return (text.match(/[\p{L}\p{M}\p{N}_]+|[^\s\p{L}\p{M}\p{N}_]/gu) ?? []).join(" ");
}
