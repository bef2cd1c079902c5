import type { Embedder } from "../contracts/embedder.ts";
import type { AgentMiddleware, MiddlewareContext, TripContext } from "../contracts/middleware.ts";
import type { Store } from "../contracts/store.ts";
import type { VectorStore } from "../contracts/vector-store.ts";
import { getAIConfig } from "../core/config.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { lazy } from "../core/lazy.ts";
import { checkNamespace } from "../store/vectors/check-namespace.ts";
import type { SimilarityCache } from "../store/vectors/store-vector-store.ts";

/**
 * Who shares answers: the runs of one `sessionId`, and those without one (`session`), all runs (`shared`), or those for which the
 * function gives the same key; `undefined` from it is the pool of those without one.
 */
export type SemanticCacheScope = "session" | "shared" | ((context: TripContext) => string | undefined);

/** Options of `semanticCache`. */
export interface SemanticCacheOptions {
  readonly embedder: Embedder;
  /** Default `ai.config({ defaultStore })`. */
  readonly store?: VectorStore | Store | SimilarityCache | undefined;
  /** The least cosine of two questions that get the same answer, from 0 to 1. Default 0.95. */
  readonly threshold?: number | undefined;
  /** Milliseconds that an answer is good for. For ever where it is missing. */
  readonly ttlMs?: number | undefined;
  /** What all keys begin with. Default `ai.semanticCache`. */
  readonly namespace?: string | undefined;
  /** Default `session`. */
  readonly scope?: SemanticCacheScope | undefined;
  /** Default `semanticCache`. */
  readonly name?: string | undefined;
  /** The clock, in milliseconds since 1970. Default `Date.now`. */
  readonly now?: (() => number) | undefined;
}

/** Options with their defaults. */
export interface SemanticCacheSettings {
  readonly embedder: Embedder;
  readonly store: VectorStore | Store | SimilarityCache;
  readonly threshold: number;
  readonly ttlMs: number | undefined;
  readonly namespace: string;
  readonly scope: SemanticCacheScope;
  readonly name: string;
  readonly now: () => number;
}

/**
 * Gives the answer of before to a question that was asked before, in the same words or in others that mean the same, without a
 * model call: first by the SHA-256 of the whole request, then by the angle between the vectors of the two questions. Everything
 * else of the request must be equal to the letter: the model, its options, tools and schema, the system prompt and the
 * conversation before the question.
 *
 * It looks at the first model call of a run only, and keeps only whole answers in text (`stop`) that call no tools; one that a
 * schema shall accept is kept when it has. An answer from the cache has used nothing; `report.annotations[name]` has `hit`:
 * `exact` or `similar`. A store or an embedder that fails is a miss, with a warning.
 *
 * Put it in front of guards: what they refuse is then never kept. Answers are shared within a session only, unless `scope` says
 * otherwise: what one user was told can be private.
 *
 * @throws ConfigError (`INVALID_CONFIG`) without a store or an embedder, or for a number that cannot work.
 * @example
 * const embedder = new LocalSDK().embedder();
 * const model = mockModel({ name: "mock", responses: [{ content: "Cairo." }, { content: "Asked again." }] });
 * const cached = ai.middleware.semanticCache({ embedder, store: memoryStore() });
 * const helper = ai.agent({ model, middleware: [cached] });
 * await helper.execute("What is the capital of Egypt?");
 * (await helper.execute("What is the capital of Egypt?")).text; // "Cairo."
 */
export function semanticCache(options: SemanticCacheOptions): AgentMiddleware {
  const { embedder, store = getAIConfig().defaultStore, threshold = 0.95, ttlMs } = options;
  const {
    namespace = "ai.semanticCache",
    scope = "session",
    name = "semanticCache",
    now = Date.now,
  } = options;
  if (typeof embedder?.embed !== "function") throw new ConfigError('A semantic cache needs an "embedder".');
  if (!store) {
    const message = 'A semantic cache has no store. Pass "store", or set ai.config({ defaultStore }) before.';
    throw new ConfigError(message);
  }
  checkNamespace("a semantic cache", namespace);
  if (!(threshold >= 0 && threshold <= 1) || (ttlMs !== undefined && !(ttlMs > 0))) {
    const message = `A semantic cache takes a "threshold" from 0 to 1 and a "ttlMs" above 0, not ${threshold} and ${ttlMs}.`;
    throw new ConfigError(message);
  }
  if (typeof scope !== "function" && scope !== "session" && scope !== "shared") {
    throw new ConfigError('The "scope" of a semantic cache is "session", "shared" or a function.');
  }
  const settings: SemanticCacheSettings = {
    embedder,
    store,
    threshold,
    ttlMs,
    namespace,
    scope,
    name,
    now,
  };
  const load = lazy(async () => {
    const { CachedAnswers } = await import("./semantic-cache/cached-answers.ts");
    return new CachedAnswers(settings);
  });
  /** No run fails for its cache. */
  const unharmed = async <Value>(
    { warn, signal }: Pick<MiddlewareContext, "warn" | "signal">,
    work: () => Promise<Value>,
  ): Promise<Value | undefined> => {
    try {
      return await work();
    } catch (error) {
      signal.throwIfAborted();
      return void warn(`${name} failed`, { error });
    }
  };
  return {
    name,
    trip: {
      before: (context) => {
        if (context.tripIndex > 0) return;
        return unharmed(context, async () => (await load()).find(context));
      },
      after: (context, response) => {
        // What was asked again was not the answer.
        if (context.tripIndex > 0) return void context.state.delete(name);
        return unharmed(context, async () => (await load()).answered(context, response));
      },
    },
    execute: {
      after: (context, { error }) => {
        if (error || !context.state.has(name)) return;
        return unharmed(context, async () => (await load()).accepted(context));
      },
    },
  };
}
