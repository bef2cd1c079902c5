import type { Message, ToolCallRequest } from "../contracts/message.ts";
import type {
  FinishReason,
  Model,
  ModelCallOptions,
  ModelCapabilities,
  ModelChunk,
  ModelResponse,
} from "../contracts/model.ts";
import { ProviderError } from "../core/errors/provider-errors.ts";
import type { ModelPricing, Usage } from "../core/usage.ts";
import { wait } from "../core/wait.ts";

/** One scripted answer. */
export interface MockResponse {
  readonly content?: string;
  /** Default `tool_calls` with tool calls, else `stop`. */
  readonly finishReason?: FinishReason;
  /** Default 10 tokens in, a token per four characters out. `null` for a provider that reports none. */
  readonly usage?: Usage | null;
  readonly toolCalls?: readonly (Omit<ToolCallRequest, "id"> & { readonly id?: string })[];
  readonly reasoning?: ModelResponse["reasoning"];
  /** What a stream yields; default: the words of `content`, each followed by a space. */
  readonly deltas?: readonly string[];
  /** Milliseconds to wait before answering. */
  readonly delay?: number;
  /** Thrown instead of answering. */
  readonly error?: unknown;
}

/** What a mock model was asked. */
export interface MockCall {
  readonly messages: readonly Message[];
  readonly options: ModelCallOptions;
}

/** How a mock model is made. */
export interface MockModelConfig {
  readonly name: string;
  readonly provider?: string;
  readonly responses?: readonly MockResponse[];
  readonly capabilities?: ModelCapabilities;
  readonly pricing?: ModelPricing;
}

/** A model that answers from a script, one answer per call; the last one repeats. */
export interface MockModel extends Model {
  readonly callHistory: readonly MockCall[];
  readonly callCount: number;
}

/**
 * Makes a model that answers from a script.
 *
 * @example
 * const model = mockModel({ name: "mock", responses: [{ content: "Cairo" }] });
 */
export function mockModel(config: MockModelConfig): MockModel {
  const { responses = [], capabilities, pricing } = config;
  const history: MockCall[] = [];
  const next = async (
    messages: readonly Message[],
    options: ModelCallOptions,
  ): Promise<{ readonly scripted: MockResponse; readonly call: number }> => {
    const scripted = responses[Math.min(history.length, responses.length - 1)];
    const call = history.push({ messages: [...messages], options });
    options.signal?.throwIfAborted();
    if (!scripted) throw new ProviderError(`The mock model "${config.name}" has no responses. Pass some.`);
    if (scripted.delay) await wait(scripted.delay, options.signal);
    if (scripted.error !== undefined) throw scripted.error;
    return { scripted, call };
  };
  return {
    name: config.name,
    provider: config.provider ?? "mock",
    ...(capabilities ? { capabilities } : {}),
    ...(pricing ? { pricing } : {}),
    callHistory: history,
    get callCount() {
      return history.length;
    },
    complete: async (messages, options = {}) => {
      const { scripted, call } = await next(messages, options);
      return wholeResponse(scripted, call);
    },
    async *stream(messages, options = {}): AsyncGenerator<ModelChunk> {
      const { scripted, call } = await next(messages, options);
      yield* chunksOf(scripted, call, options.signal);
    },
  };
}

function wholeResponse(scripted: MockResponse, call: number): ModelResponse {
  const content = scripted.content ?? scripted.deltas?.join("") ?? "";
  const toolCalls = scripted.toolCalls?.map((request, index) => ({
    ...request,
    id: request.id ?? `call_${call}_${index}`,
  }));
  const usage = scripted.usage === undefined ? defaultUsage(content) : scripted.usage;
  return {
    content,
    finishReason: scripted.finishReason ?? (toolCalls?.length ? "tool_calls" : "stop"),
    ...(usage ? { usage } : {}),
    ...(toolCalls ? { toolCalls } : {}),
    ...(scripted.reasoning ? { reasoning: scripted.reasoning } : {}),
  };
}

async function* chunksOf(
  scripted: MockResponse,
  call: number,
  signal?: AbortSignal,
): AsyncGenerator<ModelChunk> {
  const { content, finishReason, usage, toolCalls = [], reasoning = [] } = wholeResponse(scripted, call);
  for (const part of reasoning) {
    yield { type: "reasoning-delta", content: part.text };
    yield { type: "reasoning", part };
  }
  for (const delta of scripted.deltas ?? words(content)) {
    signal?.throwIfAborted();
    yield { type: "delta", content: delta };
  }
  for (const request of toolCalls) {
    yield {
      type: "tool-call-delta",
      id: request.id,
      name: request.name,
      delta: JSON.stringify(request.input),
    };
    yield { type: "tool-call", ...request };
  }
  yield { type: "done", finishReason, ...(usage ? { usage } : {}) };
}

function words(content: string): string[] {
  return content === "" ? [] : content.split(" ").map((word) => `${word} `);
}

function defaultUsage(content: string): Usage {
  const output = Math.ceil(content.length / 4);
  return { input: 10, output, total: 10 + output };
}
