import type { GuardrailMatch, GuardrailVerdict } from "../../contracts/detector.ts";
import { readable } from "../readable.ts";
import { type Scanner, type ScanRule, scanner } from "../scan.ts";
import { scanText } from "../scan-text.ts";
import type { TopicOptions } from "../topic.ts";

/** What a text may be about, and what not. */
export class Topics {
  /** Finds the denied strings. */
  readonly denied: Scanner;
  readonly #name: string;
  readonly #onMatch: "block" | "flag";
  readonly #deny: readonly RegExp[];
  /** What a text must have some of; missing where it may be about anything. */
  readonly #allow: { readonly terms: Scanner; readonly patterns: readonly RegExp[] } | undefined;

  constructor(
    name: string,
    onMatch: "block" | "flag",
    deny: TopicOptions["deny"] = [],
    allow: TopicOptions["allow"] = [],
  ) {
    this.#name = name;
    this.#onMatch = onMatch;
    this.denied = termScanner(deny);
    this.#deny = deny.filter(isPattern);
    if (allow.length > 0) this.#allow = { terms: termScanner(allow), patterns: allow.filter(isPattern) };
  }

  check(text: string): GuardrailVerdict {
    const denied = spansOf(this.denied, this.#deny, text);
    const rule = `${this.#name}.deny`;
    if (denied.length > 0) {
      return this.#verdict(
        "deny",
        denied.map((span) => ({ rule, label: "deny", span, score: 1 })),
      );
    }
    const allow = this.#allow;
    if (!allow || text.trim() === "" || spansOf(allow.terms, allow.patterns, text).length > 0)
      return { type: "allow" };
    return this.#verdict("none of what is allowed", [
      { rule: `${this.#name}.allow`, label: "allow", score: 1 },
    ]);
  }

  #verdict(what: string, matches: readonly GuardrailMatch[]): GuardrailVerdict {
    return { type: this.#onMatch, reason: `${this.#name}: ${what}`, matches };
  }
}

function isPattern(topic: string | RegExp): topic is RegExp {
  return typeof topic !== "string";
}

function termScanner(topics: readonly (string | RegExp)[]): Scanner {
  const terms = topics.flatMap((topic) => (isPattern(topic) ? [] : folded(readable(topic).text)));
  return scanner(terms.length > 0 ? [termRule(terms)] : []);
}

function termRule(terms: readonly string[]): ScanRule {
  const byFirst = new Map<string, string[]>();
  for (const term of terms) byFirst.set(term.charAt(0), [...(byFirst.get(term.charAt(0)) ?? []), term]);
  const firsts = [...byFirst.keys()].filter((first) => first < "\x80").join("");
  return {
    // Lower case of what is not ASCII can be ASCII: the sign of Kelvin is a "k".
    triggers: `${firsts}${firsts.toUpperCase()}*`,
    look(search, at) {
      const { text } = search;
      for (const term of byFirst.get(folded(text.charAt(at))) ?? []) {
        const found = folded(text.slice(at, at + term.length));
        if (found === term) search.add({ start: at, end: at + term.length, label: "deny", score: 1 });
        else if (at + term.length > text.length && term.startsWith(found)) search.wait(at);
      }
    },
  };
}

/** In lower case, character by character: a text must not get longer, and a letter not depend on its place in a word. */
function folded(text: string): string {
  let result = "";
  for (let at = 0; at < text.length; at++) {
    const character = text.charAt(at);
    const lower = character.toLowerCase();
    result += lower === "ς" ? "σ" : lower.length === 1 ? lower : character;
  }
  return result;
}

/** Where something of the topics stands in a text. Patterns are looked for in the text as it is given and as people read it. */
function spansOf(
  terms: Scanner,
  patterns: readonly RegExp[],
  text: string,
): (readonly [start: number, end: number])[] {
  const spans = scanText(terms, text).map(({ start, end }) => [start, end] as const);
  const read = readable(text);
  for (const pattern of patterns) {
    const given = placeOf(pattern, text);
    const styled = given ?? placeOf(pattern, read.text);
    if (styled) spans.push(given ?? read.span(...styled));
  }
  return spans;
}

/** The first place of a pattern, also of one that remembers where it was or holds on to where it is. */
function placeOf(pattern: RegExp, text: string): [start: number, end: number] | undefined {
  const { lastIndex } = pattern;
  try {
    for (let from = 0; from <= text.length; from++) {
      pattern.lastIndex = from;
      const match = pattern.exec(text);
      if (match) return [match.index, match.index + match[0].length];
      if (!pattern.sticky) return undefined;
    }
    return undefined;
  } finally {
    pattern.lastIndex = lastIndex;
  }
}
