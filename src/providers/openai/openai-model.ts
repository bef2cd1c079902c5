import type { Message } from "../../contracts/message.ts";
import type { Model, ModelCallOptions, ModelChunk } from "../../contracts/model.ts";
import { type LinkedSignal, linkSignal } from "../../core/abort.ts";
import { getAIConfig } from "../../core/config.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Exchange } from "../../net/exchange.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import type { DecodeContext } from "./decoder.ts";
import { encode } from "./encode.ts";
import { explainFailure } from "./failure.ts";
import type { Service } from "./service.ts";
import type { Send } from "./transport.ts";
import { withoutUndefined } from "./without-undefined.ts";

const strictDialect: Lazy<typeof import("../../schema/dialects/openai.ts")> = /* @__PURE__ */ lazy(
  () => import("../../schema/dialects/openai.ts"),
);
const mediaEncoder: Lazy<typeof import("./encode-media.ts")> = /* @__PURE__ */ lazy(
  () => import("./encode-media.ts"),
);

/** What reads an answer is loaded while the service makes it. */
const answerReader: Lazy<AnswerReader> = /* @__PURE__ */ lazy(() => import("./read-answer.ts"));

/** What a model of this adapter is made of. */
export interface OpenAIModelSetup extends Required<Pick<Model, "name" | "provider" | "capabilities">> {
  readonly pricing: Model["pricing"];
  /** The service that answers; `isPlain` says whether OpenAI itself needs no adaption for the request. */
  readonly service: (isPlain: boolean) => Service | Promise<Service>;
  readonly send: Send;
  /** What every call is made with, unless it says otherwise. */
  readonly defaults: ModelCallOptions;
}

/**
 * Makes a model behind a chat completions endpoint.
 *
 * `complete` rejects, and the iteration of `stream` throws after the chunks that came before, with the error of the
 * failure's kind: `PROVIDER_RATE_LIMIT`, `PROVIDER_QUOTA_EXCEEDED`, `PROVIDER_AUTH`, `PROVIDER_TIMEOUT`,
 * `CONTEXT_LENGTH_EXCEEDED`, `CONTENT_FILTER`, `PROVIDER_INVALID_REQUEST`, `PROVIDER_ERROR`; `INVALID_CONFIG` for a tool
 * that has no JSON Schema; `AGENT_CANCELLED` where the signal aborted. A stream makes its request with the first `next()`;
 * leaving its loop, `return()` and aborting the signal cancel the body at once.
 *
 * @example
 * const model = openaiModel({
 *   name: "gpt-4o",
 *   provider: "openai",
 *   capabilities: {},
 *   pricing: undefined,
 *   service: () => OPENAI,
 *   send: connect("https://api.openai.com/v1", { apiKey: "sk-test" }),
 *   defaults: { maxTokens: 100 },
 * });
 */
export function openaiModel({
  service: serviceFor,
  send,
  defaults,
  pricing,
  ...identity
}: OpenAIModelSetup): Model {
  const { name: model, provider, capabilities } = identity;

  async function ask(
    messages: readonly Message[],
    call: ModelCallOptions,
    linked: LinkedSignal,
    stream: boolean,
  ): Promise<Asked> {
    const { tools, responseSchema } = call;
    const knownIds = messages.flatMap(({ toolCalls }) => toolCalls?.map(({ id }) => id) ?? []);
    const service = await serviceFor(knownIds.every(({ length }) => length <= 40));
    for (const { name, input } of tools ?? []) {
      if (jsonSchemaOf(input)) continue;
      (await import("../../schema/require-json-schema.ts")).requireJsonSchema(input, `tool "${name}"`);
    }
    // Both are large, or seldom needed.
    const isStrict = (service.isOpenAI && tools?.length) || (responseSchema && capabilities.structuredOutput);
    const dialect = isStrict ? (await strictDialect()).openaiDialect : undefined;
    const media = messages.some(hasMedia) ? (await mediaEncoder()).encodeMedia : undefined;
    const body = encode(messages, call, { model, service, capabilities, stream, dialect, media });
    log("request", { stream });
    const toolNames = tools?.map(({ name }) => name) ?? [];
    const context = { service, toolNames, knownIds, target: identity, pricing };
    const loading = answerReader();
    const sending = send(body, call.headers, linked);
    if (loading instanceof Promise) await Promise.all([loading, sending]);
    return { reader: await loading, exchange: await sending, context };
  }

  async function explain(failure: unknown, { signal }: ModelCallOptions): Promise<AIError> {
    const error = await explainFailure(failure, identity, signal);
    log("error", error);
    return error;
  }

  /** Neither prompts nor answers are logged. */
  function log(
    action: "request" | "response" | "error",
    { stream, finishReason, usage, code }: LogDetails,
  ): void {
    const details = { provider, model, stream, finishReason, usage, code };
    const level = action === "error" ? action : "debug";
    getAIConfig().logger?.[level]?.("ai.openai", action, `${action} of "${model}"`, details);
  }

  async function* chunksOf(
    messages: readonly Message[],
    call: ModelCallOptions,
    waiting: { stop?: (() => void) | undefined },
  ): AsyncGenerator<ModelChunk, void> {
    const linked = linkSignal(call.signal);
    let hasLeft = false;
    const stop = (): void => {
      hasLeft = true;
      linked.abort();
    };
    waiting.stop = stop;
    let exchange: Exchange | undefined;
    try {
      const asked = await ask(messages, call, linked, true);
      exchange = asked.exchange;
      const take = asked.reader.streamReader(exchange, asked.context);
      for (;;) {
        const taken = take(await exchange.read());
        const chunks = taken instanceof Promise ? await taken : taken;
        if (!chunks) break;
        waiting.stop = undefined;
        for (const chunk of chunks) {
          linked.signal.throwIfAborted();
          if (chunk.type === "done") log("response", chunk);
          yield chunk;
        }
        waiting.stop = stop;
      }
    } catch (error) {
      linked.abort();
      if (!hasLeft) throw await explain(error, call);
    } finally {
      exchange?.close();
      linked.release();
    }
  }

  return {
    ...identity,
    ...(pricing && { pricing }),
    async complete(messages, options = {}) {
      const call = merge(defaults, options);
      const linked = linkSignal(call.signal);
      try {
        const { reader, exchange, context } = await ask(messages, call, linked, false);
        const response = await reader.readResponse(exchange, context);
        log("response", response);
        return response;
      } catch (error) {
        linked.abort();
        throw await explain(error, call);
      } finally {
        linked.release();
      }
    },
    stream(messages, options = {}) {
      const waiting: { stop?: (() => void) | undefined } = {};
      const chunks = chunksOf(messages, merge(defaults, options), waiting);
      const leave = chunks.return.bind(chunks);
      // A generator alone would hear of it only after the read that it waits for.
      chunks.return = (value) => {
        waiting.stop?.();
        return leave(value);
      };
      return chunks;
    },
  };
}

type AnswerReader = typeof import("./read-answer.ts");

/** A request that the service has begun to answer, and what it takes to read the answer. */
interface Asked {
  readonly reader: AnswerReader;
  readonly exchange: Exchange;
  readonly context: DecodeContext;
}

/** What a log entry tells of a request, a response and an error. */
interface LogDetails {
  readonly stream?: unknown;
  readonly finishReason?: unknown;
  readonly usage?: unknown;
  readonly code?: unknown;
}

function hasMedia({ content }: Message): boolean {
  return typeof content === "object" && content.some(({ type }) => type !== "text" && type !== "reasoning");
}

/** The options of a call over the defaults of its model; options that are `undefined` do not count. */
function merge(defaults: ModelCallOptions, options: ModelCallOptions): ModelCallOptions {
  return {
    ...defaults,
    ...withoutUndefined(options),
    headers: { ...defaults.headers, ...options.headers },
    providerOptions: { ...defaults.providerOptions, ...options.providerOptions },
  };
}
