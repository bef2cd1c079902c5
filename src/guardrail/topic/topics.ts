import type { GuardrailMatch, GuardrailVerdict } from "../../contracts/detector.ts";
import { readable } from "../readable.ts";
import { type Scanner, scanner } from "../scan.ts";
import { scanText } from "../scan-text.ts";
import { termRule } from "../term-rule.ts";
import type { TopicOptions } from "../topic.ts";

/** What a text may be about, and what not. */
export interface Topics {
  /** Finds the denied strings. */
  readonly denied: Scanner;
  check(text: string): GuardrailVerdict;
}

/** Makes what looks for topics. */
export function topicsOf(name: string, onMatch: "block" | "flag", { deny, allow }: TopicOptions): Topics {
  const denied = finderOf(deny);
  const allowed = finderOf(allow);
  const verdict = (what: string, matches: readonly GuardrailMatch[]): GuardrailVerdict => {
    return { type: onMatch, reason: `${name}: ${what}`, matches };
  };
  return {
    denied: denied.strings,
    check(text) {
      const matches = denied.find(text).map((span) => {
        return { rule: `${name}.deny`, label: "deny", span, score: 1 };
      });
      if (matches.length > 0) return verdict("deny", matches);
      if (!allow?.length || text.trim() === "" || allowed.find(text).length > 0) return { type: "allow" };
      return verdict("none of what is allowed", [{ rule: `${name}.allow`, label: "allow", score: 1 }]);
    },
  };
}

type Span = readonly [start: number, end: number];

/** Finds strings, and the first place of each pattern. */
function finderOf(topics: TopicOptions["deny"] = []): { strings: Scanner; find(text: string): Span[] } {
  const terms = topics.filter((topic) => typeof topic === "string");
  const patterns = topics.filter((topic) => typeof topic !== "string");
  const rule = termRule({ terms, label: "deny", score: 1, ignoreCase: true, isBounded: false });
  const strings = scanner([rule]);
  const find = (text: string): Span[] => {
    const spans: Span[] = scanText(strings, text).map(({ start, end }) => [start, end]);
    const read = readable(text);
    for (const pattern of patterns) {
      // In the text as it is given, and as people read it.
      const given = placeOf(pattern, text);
      const styled = given ?? placeOf(pattern, read.text);
      if (styled) spans.push(given ?? read.span(...styled));
    }
    return spans;
  };
  return { strings, find };
}

/** The first place of a pattern, also of one that remembers where it was or holds on to where it is. */
function placeOf(pattern: RegExp, text: string): Span | undefined {
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
