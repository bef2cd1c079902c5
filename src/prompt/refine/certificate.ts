import type {
  InvariantCertificate,
  InvariantChange,
  InvariantFamily,
} from "../../contracts/refined-prompt.ts";
import { formatPlaceholder, placeholdersOf } from "../grammar.ts";
import { codeRanges } from "../markup-ranges.ts";
import { checkParity, type ParityReport } from "../parity.ts";
import { clausesOf } from "./clauses.ts";
import { holds, type Quotations, quotationsOf } from "./literals.ts";
import { isSameNumber, type NumberFact, numbersOf } from "./numbers.ts";
import { compareObligations } from "./obligations.ts";
import { plainText, tokensOf } from "./plain-text.ts";

/** Whether a rewrite may take the place of its source, and what speaks against it. */
export interface RewriteCheck {
  readonly ok: boolean;
  readonly parity: ParityReport;
  readonly certificate: InvariantCertificate;
  /** One sentence for each thing that must be put right, fit for being told to whoever rewrites. */
  readonly issues: readonly string[];
}

/** The changes of all families. */
class Changes {
  readonly kept: Record<InvariantFamily, number> = {
    placeholder: 0,
    number: 0,
    url: 0,
    literal: 0,
    heading: 0,
    obligation: 0,
  };
  readonly lost: InvariantChange[] = [];
  readonly added: InvariantChange[] = [];

  compare(
    family: InvariantFamily,
    items: Iterable<string>,
    isKept: (item: string) => boolean,
    hard: boolean,
    list: InvariantChange[],
  ): void {
    for (const text of items) {
      if (!isKept(text)) list.push({ family, text, hard });
      else if (list === this.lost) this.kept[family]++;
    }
  }
}

/**
 * Checks that a rewrite of a prompt is the same prompt in other words.
 *
 * @example
 * checkRewrite("Greet {{name}}.", "Greet the user.").issues; // ["The placeholder {{name}} is missing."]
 */
export function checkRewrite(source: string, candidate: string): RewriteCheck {
  const parity = checkParity(source, candidate);
  const certificate = certify(source, candidate);
  const issues = [...new Set([...parity.issues.map(({ message }) => message), ...hardIssues(certificate)])];
  return { ok: issues.length === 0, parity, certificate, issues };
}

/**
 * Compares what a rewrite must keep with its source.
 *
 * @example
 * certify("Answer within 500ms.", "Answer within 500 ms.").kept.number; // 1
 */
export function certify(source: string, candidate: string): InvariantCertificate {
  const names = new Map<string, string>();
  const before = read(source, names);
  const after = read(candidate, names);
  const changes = new Changes();
  const { lost, added, kept } = changes;
  changes.compare("placeholder", before.tokens, (token) => after.tokens.has(token), true, lost);
  changes.compare("placeholder", after.tokens, (token) => before.tokens.has(token), true, added);
  lost.push(...swapped(before, after, names));
  const b = before.quotations;
  const a = after.quotations;
  changes.compare("url", b.links, (link) => a.links.has(link), true, lost);
  changes.compare("url", a.links, (link) => b.links.has(link), true, added);
  const quoted = [...a.code, ...a.quotes].join(" \n ");
  changes.compare("literal", b.code, (code) => a.code.has(code) || holds(quoted, code), true, lost);
  changes.compare("literal", b.quotes, (quote) => a.quotes.has(quote) || holds(a.spaced, quote), true, lost);
  changes.compare(
    "literal",
    new Set([...a.code, ...a.quotes]),
    (text) => holds(b.spaced, text),
    false,
    added,
  );
  changes.compare("heading", b.requested, (heading) => holds(a.spaced, heading), true, lost);
  changes.compare("heading", b.headings, (heading) => a.headings.has(heading), false, lost);
  changes.compare("heading", a.headings, (heading) => b.headings.has(heading), false, added);
  for (const fact of before.numbers) {
    if (after.all.some((one) => isSameNumber(fact, one))) kept.number++;
    else lost.push({ family: "number", text: textOf(fact), hard: fact.value !== "1" || !fact.isWord });
  }
  for (const fact of after.numbers) {
    if (before.all.some((one) => isSameNumber(fact, one))) continue;
    added.push({ family: "number", text: textOf(fact), hard: !fact.isWord && /^-?\d/.test(fact.value) });
  }
  const obligations = compareObligations(before.clauses, after.clauses);
  kept.obligation = obligations.kept;
  lost.push(...obligations.lost);
  added.push(...obligations.added);
  return { v: 1, ok: ![...lost, ...added].some(({ hard }) => hard), kept, lost, added };
}

/** Placeholders that stand where another one stood, and the other way round. */
function swapped(before: Reading, after: Reading, names: ReadonlyMap<string, string>): InvariantChange[] {
  const tokens = new Map([...names].map(([token, name]) => [name, token]));
  const found: InvariantChange[] = [];
  for (const level of [0, 1] as const) {
    const was = before.places[level];
    const is = after.places[level];
    const meets = (one: ReadonlySet<string> | undefined, other: ReadonlySet<string> | undefined): boolean =>
      [...(one ?? [])].some((word) => other?.has(word));
    const moved = [...is].filter(([name, words]) => was.has(name) && !meets(words, was.get(name)));
    for (const [name, words] of moved.slice(0, 64)) {
      const other = moved.find(
        ([one, theirs]) => one > name && meets(words, was.get(one)) && meets(theirs, was.get(name)),
      );
      if (other) {
        found.push({
          family: "placeholder",
          text: `${tokens.get(name)} in its place, where ${tokens.get(other[0])} stands,`,
          hard: true,
        });
      }
    }
  }
  return found;
}

type Places = Map<string, Set<string>>;

/** The word before each placeholder, and the last word before it that carries a meaning. */
function placesOf(lines: readonly string[]): readonly [Places, Places] {
  const places: [Places, Places] = [new Map(), new Map()];
  const note = (level: 0 | 1, name: string, word: string): void => {
    const words = places[level].get(name) ?? new Set();
    places[level].set(name, words.add(word));
  };
  for (const line of lines) {
    let last = "";
    let meaning = "";
    for (const { word, stem, kind } of tokensOf(line)) {
      if (/[\ue000-\uf8ff]/.test(word)) {
        if (last !== "") note(0, word, last);
        if (meaning !== "") note(1, word, meaning);
        last = "";
        continue;
      }
      if (kind === ".") meaning = "";
      last = /\w/.test(word) ? word : "";
      if (kind === "" && stem !== "") meaning = stem;
    }
  }
  return places;
}

interface Reading {
  readonly places: readonly [Places, Places];
  readonly tokens: ReadonlySet<string>;
  readonly quotations: Quotations;
  readonly numbers: readonly NumberFact[];
  readonly all: readonly NumberFact[];
  readonly clauses: ReturnType<typeof clausesOf>;
}

function read(template: string, names: Map<string, string>): Reading {
  const text = plainText(template, names);
  const quotations = quotationsOf(text);
  const lines = linesOf(text);
  const bare = linesOf(withoutFences(text));
  return {
    tokens: new Set(placeholdersOf(template).map((one) => formatPlaceholder(one).normalize())),
    quotations,
    places: placesOf(lines),
    numbers: bare.flatMap((line) => numbersOf(tokensOf(line))),
    all: lines.flatMap((line) => numbersOf(tokensOf(line))),
    clauses: clausesOf(linesOf(sealed(withoutFences(text)), false)),
  };
}

function linesOf(text: string, strip = true): string[] {
  return text.split("\n").map((line) => {
    const bare = line
      .replace(/[^\s<>"'`()[\]{}|,;]*(?:\w\w\.[a-z]{2}|:\/\/)[^\s<>"'`()[\]{}|,;。]*/gi, " link ")
      .replace(/\*+/g, "");
    return strip
      ? bare.replace(/^[\s>#_-]*(?:(?:step|rule|section|part|phase|task) )?\(?\d{1,3}[.):](?= )/i, " ")
      : bare;
  });
}

/** Words in quotation marks and in code order nothing. */
function sealed(text: string): string {
  return text.replace(
    /`([^`\n]+)`|"([^"\n]+)"|“([^“”\n]+)”|«([^«»\n]+)»|„([^„“”\n]+)[“”]/g,
    (_, ...groups) => {
      const inner = String(groups.slice(0, 5).find((one) => one !== undefined));
      return (
        (inner.match(/[\p{L}\p{M}\p{N}_\ue000-\uf8ff]+/gu) ?? [])
          .map((word) => (/^\p{L}/u.test(word) ? `\`${word}` : word))
          .join(" ") + (/[.!?]$/.test(inner) ? "." : "")
      );
    },
  );
}

function withoutFences(text: string): string {
  let rest = "";
  let done = 0;
  for (const { start, end } of codeRanges(text)) {
    if (!text.slice(start, end).includes("\n")) continue;
    rest += text.slice(done, start);
    done = end;
  }
  return rest + text.slice(done);
}

function textOf({ value, unit }: NumberFact): string {
  return unit === undefined ? value : `${value} ${unit}`;
}

/** A sentence for each hard change of a certificate. */
export function hardIssues(certificate: InvariantCertificate): string[] {
  const told = (changes: readonly InvariantChange[], end: string): string[] =>
    changes
      .filter(({ hard }) => hard)
      .map(
        ({ family, text }) =>
          `The ${family} ${family === "placeholder" ? text : JSON.stringify(text)} ${end}.`,
      );
  return [...told(certificate.lost, "is missing"), ...told(certificate.added, "was added")];
}
