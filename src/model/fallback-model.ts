import type { Model } from "../contracts/model.ts";
import type { AIError, AIErrorCode } from "../core/errors/ai-error.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { lazy } from "../core/lazy.ts";
import type { FallbackAttempt, FallbackBackoff, FallbackCall, FallbackPlan } from "./fallback-call.ts";
import { leavableStream } from "./leavable-stream.ts";

/** When and how a `fallbackModel` goes on to its next model. */
export interface FallbackOptions {
  /** After which errors. Default `PROVIDER_RATE_LIMIT`, `PROVIDER_TIMEOUT` and `PROVIDER_ERROR`. */
  readonly retryOn?: readonly AIErrorCode[] | ((error: AIError) => boolean);
  /** Tries a model again before the next one. Default: every model is asked once, and the next one at once. */
  readonly backoff?: FallbackBackoff;
}

/** A list of models that acts as one. */
export interface FallbackModel extends Model {
  /** The models that failed in the call that began last, in order; empty where the first one answered. */
  readonly lastAttempts: readonly FallbackAttempt[];
}

/** The same as `FallbackModel`, under the name that goes with `ModelContract`. */
export type FallbackModelContract = FallbackModel;

/** Runtimes let a longer timer fire at once. */
const LONGEST_TIMER_MS = 2_147_483_647;
const TRANSIENT: readonly AIErrorCode[] = ["PROVIDER_RATE_LIMIT", "PROVIDER_TIMEOUT", "PROVIDER_ERROR"];

/**
 * Makes one model of several: the first one answers, and where it fails in a way that may not last, the next one does. Name,
 * provider, capabilities and prices are those of the first. When all have failed, the error of the last one is thrown; an
 * error that every model would make, and a call whose signal has aborted, end it at once.
 *
 * Usage is the sum over the models that were asked, as far as they told (a failed one in its error's `context.usage`); each is
 * priced at its own rates. `providerOptions` and `headers` go only to models of the first one's provider. A backup that cannot
 * take the media in the conversation, where the first can, is passed over with `PROVIDER_INVALID_REQUEST` in `lastAttempts`;
 * one that takes no JSON Schema, where the first does, is told the schema in the system message.
 *
 * A stream can fail over only until its first chunk; later failures are thrown.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for an empty list, and for options that cannot work.
 * @example
 * const busy = mockModel({ name: "big", responses: [{ error: new ai.ProviderRateLimitError("Too many requests.") }] });
 * const spare = mockModel({ name: "small", responses: [{ content: "Cairo" }] });
 * const model = ai.fallbackModel([busy, spare]);
 * (await model.complete([{ role: "user", content: "Capital of Egypt?" }])).content; // "Cairo"
 * model.lastAttempts[0]?.model; // "big"
 */
export function fallbackModel(models: readonly Model[], options: FallbackOptions = {}): FallbackModel {
  const [primary, ...backups] = models;
  if (!primary) throw new ConfigError("A fallback model needs at least one model. Pass a list of them.");
  const plan = planOf([primary, ...backups], options);
  let latest: readonly FallbackAttempt[] = [];

  // With the first call, not with the first failure: where a network fails, nothing can be loaded any more.
  const load = lazy(() => import("./fallback-call.ts"));

  async function begin(...[messages, call = {}]: Parameters<Model["complete"]>): Promise<FallbackCall> {
    const failed: FallbackAttempt[] = [];
    latest = failed;
    const said = [...messages];
    return new (await load()).FallbackCall(plan, failed, said, call);
  }

  const { name, provider, capabilities, pricing } = primary;
  return {
    name,
    provider,
    ...(capabilities && { capabilities }),
    ...(pricing && { pricing }),
    get lastAttempts() {
      return latest;
    },
    complete: async (messages, options) => (await begin(messages, options)).complete(),
    stream: (messages, options = {}) =>
      leavableStream(options.signal, async (signal) =>
        (await begin(messages, { ...options, signal })).stream(),
      ),
  };
}

function planOf(
  models: FallbackPlan["models"],
  { retryOn = TRANSIENT, backoff }: FallbackOptions,
): FallbackPlan {
  for (const [index, model] of models.entries()) {
    if (typeof model?.complete !== "function" || typeof model.stream !== "function") {
      throw new ConfigError(
        `Entry ${index} of the fallback models is no model. Pass what an adapter's model() gives.`,
      );
    }
  }
  if (typeof retryOn !== "function" && !Array.isArray(retryOn)) {
    throw new ConfigError("retryOn of a fallback model must be a list of error codes or a function.");
  }
  const {
    attempts = 2,
    baseMs = 500,
    maxMs = 10_000,
    jitter = 0.5,
    random = () => Math.random(),
  } = backoff ?? {};
  if (!(Number.isInteger(attempts) && attempts > 0)) {
    throw new ConfigError(`backoff.attempts is ${attempts}. Use a whole number from 1 on.`);
  }
  for (const [option, value, most] of [
    ["baseMs", baseMs, LONGEST_TIMER_MS],
    ["maxMs", maxMs, LONGEST_TIMER_MS],
    ["jitter", jitter, 1],
  ] as const) {
    if (!(value >= 0 && value <= most)) {
      throw new ConfigError(`backoff.${option} is ${value}. Use a number from 0 to ${most}.`);
    }
  }
  return {
    models,
    isTransient: (error) => (typeof retryOn === "function" ? retryOn(error) : retryOn.includes(error.code)),
    waits: { attempts: backoff ? attempts : 1, baseMs, maxMs, jitter, random },
  };
}
