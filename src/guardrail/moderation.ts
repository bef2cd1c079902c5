import type { GuardrailDetector } from "../contracts/detector.ts";
import type { Moderator } from "../contracts/moderation.ts";
import type { OutboundFetch } from "../contracts/outbound-policy.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { lazy } from "../core/lazy.ts";
import { checkOnMatch } from "./check-on-match.ts";

/** A client with OpenAI's `moderations.create`, such as `new OpenAI()`. */
export interface ModerationClient {
  readonly moderations: {
    create(
      request: { readonly model: string; readonly input: string[] },
      options?: { readonly signal?: AbortSignal },
    ): PromiseLike<{ readonly results: readonly unknown[] }>;
  };
}

/** Options of `moderation`. */
export interface ModerationGuardOptions {
  /**
   * Categories that block a text, such as `violence`, each with those below it, such as `violence/graphic`. What else is found
   * flags it.
   */
  readonly blockOn?: readonly string[] | undefined;
  /** What becomes of a text with a category that is not in `blockOn`. Default `flag`. */
  readonly onMatch?: "flag" | "block" | undefined;
  /** From which score on, from 0 to 1, a category counts. Those left out count where the model says so. */
  readonly thresholds?: Readonly<Record<string, number>> | undefined;
  /** Default `omni-moderation-latest`. A `Moderator` has its own. */
  readonly model?: string | undefined;
  /** Who is asked: a client of OpenAI's, or a moderator such as `openai.moderation()`. Without it, `fetch` and `apiKey` are used. */
  readonly client?: ModerationClient | Moderator | undefined;
  /** The key, or what gives it. Never in code that browsers load: give them a `baseURL` of yours that adds it. */
  readonly apiKey?: string | (() => string | Promise<string>) | undefined;
  /** Default `https://api.openai.com/v1`. */
  readonly baseURL?: string | undefined;
  readonly fetch?: OutboundFetch | undefined;
  /** How long one request may take, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Default `moderation`. */
  readonly name?: string | undefined;
}

/**
 * Asks a moderation model whether a text is harmful. Long texts are asked about in pieces that overlap. Sees the whole text
 * before any of it is shown, unless it only flags. Where the service fails, the policy's `onError` decides what becomes of the
 * text. Refuses options that cannot work with a `ConfigError`, and so does its first check where there is neither a client
 * nor a key; rejects with a `ProviderError` where the service fails, and with the signal's reason once that aborted.
 *
 * @example
 * const client = { moderations: { create: async () => ({ results: [{ flagged: true, categories: { violence: true } }] }) } };
 * const detector = ai.guardrail.moderation({ client, blockOn: ["violence"] });
 * const verdict = await detector.check("a threat");
 * verdict.type === "block" && verdict.reason; // "moderation: violence"
 */
export function moderation(options: ModerationGuardOptions = {}): GuardrailDetector {
  const { blockOn = [], onMatch = "flag", thresholds = {}, name = "moderation" } = options;
  checkOnMatch("moderation", onMatch, ["flag", "block"]);
  const [badCategory] = Object.entries(thresholds).find(([, score]) => !(score >= 0 && score <= 1)) ?? [];
  if (badCategory !== undefined) {
    throw new ConfigError(
      `moderation: the threshold of "${badCategory}" is no score. Use a number from 0 to 1.`,
    );
  }
  if (blockOn.some((category) => typeof category !== "string" || category === "")) {
    throw new ConfigError('moderation: "blockOn" has an empty category. Use names such as "violence".');
  }
  const { client } = options;
  if (client && !("moderations" in client) && !("moderateMany" in client)) {
    throw new ConfigError('moderation: "client" has neither "moderations.create" nor "moderateMany".');
  }
  const settings = { ...options, blockOn, onMatch, thresholds, name };
  const loaded = lazy(() => import("./moderation/check.ts"));
  return {
    name,
    onlyFlags: blockOn.length === 0 && onMatch === "flag",
    check: async (text, context) => (await loaded()).checkModeration(settings, text, context?.signal),
  };
}
