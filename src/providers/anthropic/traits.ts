import { generationOf } from "./capabilities.ts";

/** What a model takes and what it refuses, beside its capabilities. */
export interface Traits {
  /** The most tokens that one answer may have. */
  readonly longestAnswer: number;
  /** Thinks as much as it finds right, and no budget can be set. */
  readonly onlyAdaptive: boolean;
  /** Can think without a budget. */
  readonly adaptive: boolean;
  /** Takes `output_config.effort`. */
  readonly effort: boolean;
  /** How it is told not to think: a value of `thinking.type`, `undefined` where it does not unless asked, `false` where it always does. */
  readonly unthinking: "disabled" | "between_tools" | undefined | false;
  /** Takes `temperature` and `top_p`: any, or one of the two. */
  readonly sampling: "any" | "one" | undefined;
  /** Goes on with an answer that the conversation ends with. */
  readonly prefill: boolean;
  /** Can be made to call a tool. */
  readonly forcedTools: boolean;
  /** Takes system messages between the others. */
  readonly midSystem: boolean;
}

/**
 * What a model takes, by its name, as the guides to each generation of Claude tell it. Servers of other models that speak
 * the same protocol follow the early generations.
 *
 * @example
 * traitsOf("claude-opus-4-7").sampling; // undefined
 */
export function traitsOf(name: string): Traits {
  const { family, version } = generationOf(name);
  const isLarge = family === "fable" || family === "mythos";
  return {
    longestAnswer: longestAnswer(family, version),
    adaptive: version >= 406,
    onlyAdaptive: version >= 407,
    effort: version >= 406 || (version === 405 && family === "opus"),
    unthinking: unthinking(family, version),
    sampling: version >= 407 ? undefined : version > 400 ? "one" : "any",
    prefill: version < 406,
    forcedTools: version < 501 || family === "haiku",
    midSystem: version >= (family === "opus" ? 408 : isLarge ? 500 : 501),
  };
}

function longestAnswer(family: string, version: number): number {
  if (version === 0) return 8192;
  if (version < 305) return 4096;
  if (version < 307) return 8192;
  if (version >= 406) return 128_000;
  return family === "opus" && version < 405 ? 32_000 : 64_000;
}

function unthinking(family: string, version: number): Traits["unthinking"] {
  if (version < 500) return undefined;
  if (family === "sonnet") return version === 500 ? "disabled" : "between_tools";
  return family === "haiku" || (family === "opus" && version === 500) ? "disabled" : false;
}
