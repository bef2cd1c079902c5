import type { Message } from "../contracts/message.ts";
import type { AgentMiddleware, MiddlewareContext } from "../contracts/middleware.ts";
import type { Model } from "../contracts/model.ts";
import { ambientRun } from "../core/ambient.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { type Lazy, lazy, whenLoaded } from "../core/lazy.ts";

/**
 * A summary and the messages that it takes the place of, both ends included. They are counted without the system prompt: those of
 * the history come first, as the caller gave them, then those of the run.
 */
export interface CompactionResult {
  readonly summary: Message;
  readonly replacesFromIndex: number;
  readonly replacesToIndex: number;
}

/** Writes the summary of messages. `previous` is the summary of what came before them. */
export type Summarizer = (
  messages: readonly Message[],
  options: { readonly previous?: string | undefined; readonly signal: AbortSignal },
) => string | Promise<string>;

/** Options of `compaction`. Sizes are in tokens of `count`. */
export interface CompactionOptions {
  /** The model that writes summaries, or a function that does. Default the agent's own model. */
  readonly summarizer?: Model | Summarizer;
  /** How many of the latest messages stay as they are. Default 6; more where a tool call and its results belong together. */
  readonly keep?: number;
  /** How long a conversation may be before it is compacted, system prompt included. Default 32,000. */
  readonly maxTokens?: number;
  /** How long a summary may be. Default 1,000, or an eighth of a small `maxTokens`. */
  readonly maxSummaryTokens?: number;
  /** Counts the tokens of a text, at once: a tokenizer that answers with a promise does not fit. Default an estimate. */
  readonly count?: (text: string) => number;
  /** Told of every new summary, for an application that keeps the shorter history. What it throws is logged. */
  readonly onCompacted?: (compaction: CompactionResult, context: MiddlewareContext) => unknown;
  /** Default `compaction`. */
  readonly name?: string;
}

/** Options with their defaults. */
export interface CompactionPlan {
  readonly name: string;
  readonly summarizer: Model | Summarizer | undefined;
  readonly keep: number;
  readonly maxTokens: number;
  readonly maxSummaryTokens: number;
  readonly count: ((text: string) => number) | undefined;
  readonly onCompacted: CompactionOptions["onCompacted"];
  /** Summaries by what they are made of, so that the next run of a conversation need not ask again. */
  readonly known: Map<string, string>;
}

const work: Lazy<typeof import("./compaction/compact.ts")> = /* @__PURE__ */ lazy(
  () => import("./compaction/compact.ts"),
);

/**
 * Keeps long conversations within a number of tokens: before a model call the older messages are replaced by a summary. The system
 * prompt, what the user has asked first and last, and the latest messages stay word for word; a tool call stays with its results.
 * Each summary goes on from the one before. Only what the model sees is changed: the run, its report and what is saved of it keep
 * the whole conversation. Where no summary can be had the run goes on, with a warning and with long results of tools cut.
 *
 * Put it behind guards: it reads what they let pass. Its model calls are in the report of the run.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a number that is no whole number of 1 or more.
 * @example
 * const model = new LocalSDK().model({ name: "local" });
 * const longTalk = ai.agent({ model, middleware: [ai.middleware.compaction({ maxTokens: 16_000, keep: 8 })] });
 */
export function compaction(options: CompactionOptions = {}): AgentMiddleware {
  const { name = "compaction", summarizer, count, onCompacted } = options;
  const keep = whole("keep", options.keep ?? 6);
  const maxTokens = whole("maxTokens", options.maxTokens ?? 32_000);
  const share = Math.max(1, Math.min(1000, Math.floor(maxTokens / 8)));
  const maxSummaryTokens = whole("maxSummaryTokens", options.maxSummaryTokens ?? share);
  const known = new Map<string, string>();
  const plan: CompactionPlan = {
    name,
    summarizer,
    keep,
    maxTokens,
    maxSummaryTokens,
    count,
    onCompacted,
    known,
  };
  return {
    name,
    trip: {
      before(context) {
        const parent = ambientRun();
        return whenLoaded(work(), ({ compact }) => compact(plan, context, parent));
      },
    },
  };
}

function whole(option: string, value: number): number {
  if (Number.isInteger(value) && value >= 1) return value;
  throw new ConfigError(`compaction() got ${option} ${value}. Give a whole number of 1 or more.`);
}
