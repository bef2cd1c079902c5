import type { GuardrailDetector, GuardrailMatch, GuardrailVerdict } from "../contracts/detector.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { readable } from "./readable.ts";
import { type Scanner, type ScanRule, scanner } from "./scan.ts";
import { scanText } from "./scan-text.ts";
import { scanningDetector } from "./scanning-detector.ts";

/** Options of `topic`. */
export interface TopicOptions {
  /**
   * What a text must not have in it. Strings are found anywhere in it, also within words, in upper and lower case and however
   * their characters are styled. A pattern is as fast as it is: one that takes long holds the run up.
   */
  readonly deny?: readonly (string | RegExp)[] | undefined;
  /** What a text must have some of. A text of blanks alone is about nothing and passes. */
  readonly allow?: readonly (string | RegExp)[] | undefined;
  /** What becomes of a text that has what is denied, or nothing of what is allowed. Default `block`. */
  readonly onMatch?: "block" | "flag" | undefined;
  /** Default `topic`. */
  readonly name?: string | undefined;
}

/**
 * Keeps a talk to its topics: refuses texts with denied words or patterns in them, and texts without any of the allowed ones.
 * Where all that is denied are strings, a stream is held back no longer than the longest of them; with patterns and with
 * `allow`, until the whole text is there. Refuses options that cannot work with a `ConfigError`.
 *
 * @example
 * const detector = ai.guardrail.topic({ deny: ["diagnosis", /medical\s+advice/i] });
 * const verdict = await detector.check("Here is my DIAGNOSIS.");
 * verdict.type === "block" && verdict.reason; // "topic: deny"
 */
export function topic(options: TopicOptions): GuardrailDetector {
  const { deny, allow, onMatch = "block", name = "topic" } = options;
  if (!deny?.length && !allow?.length) {
    throw new ConfigError('topic: there is nothing to look for. Give "deny", "allow" or both.');
  }
  if (onMatch !== "block" && onMatch !== "flag") {
    throw new ConfigError(`topic: "onMatch" is "${String(onMatch)}". Use "block" or "flag".`);
  }
  const denied = topicsOf(deny ?? [], "deny");
  const allowed = topicsOf(allow ?? [], "allow");
  if (!allow?.length && denied.patterns.length === 0) {
    return scanningDetector({ name, onMatch, mask: "", scanner: () => denied.terms });
  }
  return {
    name,
    onlyFlags: onMatch === "flag",
    onError: "block",
    check(text) {
      const matches: GuardrailMatch[] = spansOf(denied, text).map((span) => ({
        rule: `${name}.deny`,
        label: "deny",
        span,
        score: 1,
      }));
      if (matches.length > 0) return verdict("deny", matches);
      if (!allow?.length || text.trim() === "" || spansOf(allowed, text).length > 0) return { type: "allow" };
      return verdict("allow", [{ rule: `${name}.allow`, label: "allow", score: 1 }]);
    },
  };

  function verdict(list: "deny" | "allow", matches: readonly GuardrailMatch[]): GuardrailVerdict {
    const reason = list === "deny" ? `${name}: deny` : `${name}: none of what is allowed`;
    return { type: onMatch, reason, matches };
  }
}

/** What is looked for: strings together, patterns one by one. */
interface Topics {
  readonly terms: Scanner;
  readonly patterns: readonly RegExp[];
}

function topicsOf(topics: readonly (string | RegExp)[], list: string): Topics {
  const terms: string[] = [];
  const patterns: RegExp[] = [];
  for (const one of topics) {
    if (typeof one === "string") {
      const term = folded(readable(one).text);
      if (term.trim() === "") {
        throw new ConfigError(
          `topic: "${list}" has a string with nothing to see in it. It would be found everywhere.`,
        );
      }
      terms.push(term);
    } else if (one instanceof RegExp) patterns.push(one);
    else throw new ConfigError(`topic: "${list}" has something that is neither a string nor a RegExp.`);
  }
  return { terms: scanner(terms.length > 0 ? [termRule(terms)] : []), patterns };
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
function spansOf({ terms, patterns }: Topics, text: string): (readonly [start: number, end: number])[] {
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
