import type { Message } from "../contracts/message.ts";
import type {
  Model,
  ModelCallOptions,
  ModelCapabilities,
  ModelChunk,
  ModelResponse,
} from "../contracts/model.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { InvalidRequestError, ProviderError } from "../core/errors/provider-errors.ts";
import { addUsage, costOf, type Usage } from "../core/usage.ts";
import { wait } from "../core/wait.ts";
import { jsonInstruction } from "../schema/json-instruction.ts";
import { stoppedCall } from "./stopped-call.ts";

/** A model that failed in a call of a `fallbackModel`. */
export interface FallbackAttempt {
  /** The name of the model. */
  readonly model: string;
  readonly provider: string;
  readonly error: AIError;
  /** How long it took to fail, in milliseconds. */
  readonly duration: number;
}

/** How a model is tried again before the next one is asked. */
export interface FallbackBackoff {
  /** How often each model is asked at most. Default 2. */
  readonly attempts?: number;
  /** The first wait in milliseconds; each further one is twice as long. Default 500. */
  readonly baseMs?: number;
  /** The longest wait in milliseconds. Whoever wants a longer one (`retryAfter`) is not asked again. Default 10,000. */
  readonly maxMs?: number;
  /** The share of a wait that is left to chance, 0 to 1, so that clients do not come back together. Default 0.5. */
  readonly jitter?: number;
  /** Gives numbers from 0 to below 1. Default `Math.random`. */
  readonly random?: () => number;
}

/** What all calls of a fallback model have in common. */
export interface FallbackPlan {
  readonly models: readonly [Model, ...Model[]];
  /** Whether an error may not last, so that somebody is asked again. */
  isTransient(error: AIError): boolean;
  readonly waits: Required<FallbackBackoff>;
}

type Flag = keyof ModelCapabilities;

/** One call of a fallback model: whom it asks now, and who has failed. */
export class FallbackCall {
  readonly #plan: FallbackPlan;
  readonly #failed: FallbackAttempt[];
  readonly #asked: { readonly messages: readonly Message[]; readonly options: ModelCallOptions };
  readonly #spent: Usage = {};
  /** The model to ask now, with what it is asked. */
  #model: Model;
  #messages: readonly Message[];
  #options: ModelCallOptions;
  #index = 0;
  #tries = 1;
  #since: number = performance.now();

  /** @param failed who has failed; filled in order. */
  constructor(
    plan: FallbackPlan,
    failed: FallbackAttempt[],
    messages: readonly Message[],
    options: ModelCallOptions,
  ) {
    this.#plan = plan;
    this.#failed = failed;
    this.#asked = { messages, options };
    this.#model = plan.models[0];
    this.#messages = messages;
    this.#options = options;
  }

  /** The answer of the first model that gives one. */
  async complete(): Promise<ModelResponse> {
    for (;;) {
      try {
        return this.#settle(await this.#model.complete(this.#messages, this.#options));
      } catch (error) {
        await this.#failOver(error, false);
      }
    }
  }

  /** The chunks of the first model that gives any. */
  async *stream(): AsyncGenerator<ModelChunk, void> {
    for (;;) {
      let hasBegun = false;
      try {
        for await (const chunk of this.#model.stream(this.#messages, this.#options)) {
          hasBegun = true;
          yield chunk.type === "done" ? this.#settle(chunk) : chunk;
        }
        if (hasBegun) return;
        throw new ProviderError(`The stream of "${this.#model.name}" ended before it began. Try again.`);
      } catch (error) {
        await this.#failOver(error, hasBegun);
      }
    }
  }

  /**
   * Takes what the model threw and turns to whoever is asked next, after a wait where there is one. Rejects where nobody is:
   * with the error, or as a stopped call where the signal aborts meanwhile.
   *
   * @param hasBegun whether a part of the answer has been handed on, so that nobody else can give it.
   */
  async #failOver(error: unknown, hasBegun: boolean): Promise<void> {
    const { signal } = this.#asked.options;
    if (signal?.aborted || !AIError.is(error)) throw error;
    this.#note(error);
    if (hasBegun || !this.#plan.isTransient(error)) throw error;
    const pause = this.#pauseAfter(error);
    if (pause === undefined) {
      if (!this.#turnToNext()) throw error;
    } else {
      this.#tries += 1;
      await wait(pause, signal).catch(() => {
        throw signal ? stoppedCall(this.#model, signal) : error;
      });
    }
    this.#since = performance.now();
  }

  /** An answer, or the end of one, with the usage of the whole call. */
  #settle<Answer extends { readonly usage?: Usage }>(answer: Answer): Answer {
    const { pricing } = this.#model;
    const isPrimary = this.#index === 0;
    if (isPrimary && this.#failed.length === 0) return answer;
    const own = answer.usage && priced(answer.usage, pricing);
    const usage: Usage = { ...this.#spent };
    if (own) addUsage(usage, own);
    // Whoever prices an answer later knows the first model's rates only.
    if (!isPrimary && !usage.cost) usage.cost = undefined;
    return own || Object.keys(this.#spent).length > 0 ? { ...answer, usage } : answer;
  }

  #note(error: AIError): void {
    const { name: model, provider, pricing } = this.#model;
    this.#failed.push({ model, provider, error, duration: performance.now() - this.#since });
    const usage = error.context?.usage;
    if (isUsage(usage)) addUsage(this.#spent, priced(usage, pricing));
  }

  /** Milliseconds until the model is asked again; `undefined` where it is not. */
  #pauseAfter(error: AIError): number | undefined {
    const { attempts, baseMs, maxMs, jitter, random } = this.#plan.waits;
    if (this.#tries >= attempts) return undefined;
    const wanted =
      "retryAfter" in error && typeof error.retryAfter === "number" ? error.retryAfter : undefined;
    if (wanted !== undefined) return wanted <= maxMs ? wanted : undefined;
    return Math.min(maxMs, baseMs * 2 ** (this.#tries - 1)) * (1 - jitter * random());
  }

  /** Turns to the next model that can take the conversation. Tells whether there is one. */
  #turnToNext(): boolean {
    const [primary] = this.#plan.models;
    const { messages, options } = this.#asked;
    for (;;) {
      this.#index += 1;
      const next = this.#plan.models[this.#index];
      if (!next) return false;
      this.#model = next;
      this.#tries = 1;
      const lacks = (flag: Flag): boolean =>
        primary.capabilities?.[flag] === true && next.capabilities?.[flag] !== true;
      const missing = mediaFlags(messages).find(lacks);
      if (!missing) {
        const isSameProvider = next.provider === primary.provider;
        const adapted = adaptedTo(messages, options, isSameProvider, lacks("structuredOutput"));
        this.#messages = adapted.messages;
        this.#options = adapted.options;
        return true;
      }
      this.#since = performance.now();
      this.#note(
        new InvalidRequestError(
          `The backup "${next.name}" (${next.provider}) has no "${missing}", which the conversation needs. It was not asked.`,
        ),
      );
    }
  }
}

/** What a backup is asked: nothing that is meant for another service, and the schema in words where it takes none. */
function adaptedTo(
  messages: readonly Message[],
  { providerOptions, headers, responseSchema, ...options }: ModelCallOptions,
  isSameProvider: boolean,
  lacksSchema: boolean,
): { readonly messages: readonly Message[]; readonly options: ModelCallOptions } {
  const isSaid = lacksSchema && responseSchema !== undefined;
  return {
    messages: isSaid ? withInstruction(messages, jsonInstruction(responseSchema)) : messages,
    options: {
      ...options,
      ...(responseSchema && !isSaid && { responseSchema }),
      ...(isSameProvider && providerOptions && { providerOptions }),
      ...(isSameProvider && headers && { headers }),
    },
  };
}

function withInstruction(messages: readonly Message[], instruction: string): readonly Message[] {
  const [first, ...rest] = messages;
  return first?.role === "system" && typeof first.content === "string"
    ? [{ ...first, content: `${first.content}\n\n${instruction}` }, ...rest]
    : [{ role: "system", content: instruction }, ...messages];
}

function mediaFlags(messages: readonly Message[]): readonly Flag[] {
  const types = messages.flatMap(({ content }) =>
    typeof content === "string" ? [] : content.map(({ type }) => type),
  );
  return types.flatMap((type): readonly Flag[] =>
    type === "image" ? ["vision"] : type === "pdf" || type === "audio" ? [type] : [],
  );
}

function priced(usage: Usage, pricing: Model["pricing"]): Usage {
  const cost = "cost" in usage ? undefined : costOf(usage, pricing);
  return cost ? { ...usage, cost } : usage;
}

function isUsage(value: unknown): value is Usage {
  return typeof value === "object" && value !== null && ("input" in value || "total" in value);
}
