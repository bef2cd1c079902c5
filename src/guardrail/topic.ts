import type { GuardrailDetector } from "../contracts/detector.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { lazy } from "../core/lazy.ts";
import { checkOnMatch } from "./check-on-match.ts";
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
  checkOnMatch("topic", onMatch, ["block", "flag"]);
  for (const one of [...(deny ?? []), ...(allow ?? [])]) refuseOdd(one);
  const load = lazy(async () => {
    const { topicsOf } = await import("./topic/topics.ts");
    return topicsOf(name, onMatch, options);
  });
  if (!allow?.length && deny?.every((one) => typeof one === "string")) {
    return scanningDetector({ name, onMatch, mask: "", scanner: async () => (await load()).denied });
  }
  return {
    name,
    onlyFlags: onMatch === "flag",
    onError: "block",
    check: async (text) => (await load()).check(text),
  };
}

function refuseOdd(topic: string | RegExp): void {
  if (typeof topic !== "string" && !(topic instanceof RegExp))
    throw new ConfigError("topic: something in the lists is neither a string nor a RegExp.");
  if (typeof topic === "string" && /^[\s\p{Cf}]*$/u.test(topic))
    throw new ConfigError("topic: a string has nothing to see in it. It would be found everywhere.");
}
