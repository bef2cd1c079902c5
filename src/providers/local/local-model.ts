import type { Message } from "../../contracts/message.ts";
import type {
  FinishReason,
  Model,
  ModelCallOptions,
  ModelChunk,
  ModelResponse,
} from "../../contracts/model.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { costOf, type ModelPricing, type Usage } from "../../core/usage.ts";
import { wait } from "../../core/wait.ts";
import { textOf } from "./read-conversation.ts";
import { type Reply, reply } from "./reply.ts";

/** How a local model is made. */
export interface LocalModelConfig {
  /** The name it goes by in reports. */
  readonly name: string;
  /** Whether an answer from tool results ends in a numbered list of its sources. Default `true`. */
  readonly sources?: boolean;
  /** The pace of a stream, for pages that show how an answer grows. As fast as the reader where it is missing. */
  readonly wordsPerSecond?: number;
  /** Prices to practise cost accounting with, in USD per million tokens. */
  readonly pricing?: ModelPricing;
}

/**
 * Makes a model that works by rules alone: no language model, no key, no network. The same conversation gives the same
 * answer on every runtime. It calls a tool that fits the question, answers with sentences quoted from the results, fills a
 * `responseSchema`, and restructures a prompt; it cannot reason, translate or converse, and says so.
 *
 * Streams come word by word, as slowly as `wordsPerSecond` says. Usage is estimated (`estimateTokens`). Both calls reject
 * with the signal's reason once it aborts. `maxTokens` and `stop` cut the text as a provider would.
 *
 * @example
 * const { content } = await localModel({ name: "local" }).complete([{ role: "user", content: "Hello" }]);
 */
export function localModel(config: LocalModelConfig): Model {
  const { name, pricing, sources = true, wordsPerSecond } = config;

  async function complete(
    messages: readonly Message[],
    options: ModelCallOptions = {},
  ): Promise<ModelResponse> {
    options.signal?.throwIfAborted();
    const { text, said, finishReason } = answerTo(messages, options);
    return {
      content: text,
      finishReason,
      usage: usageOf(messages, options, said, pricing),
      ...(said.toolCall && { toolCalls: [said.toolCall] }),
    };
  }

  async function* stream(
    messages: readonly Message[],
    options: ModelCallOptions = {},
  ): AsyncGenerator<ModelChunk> {
    options.signal?.throwIfAborted();
    const { text, said, finishReason } = answerTo(messages, options);
    for (const content of wordsWithSpaces(text)) {
      options.signal?.throwIfAborted();
      yield { type: "delta", content };
      if (wordsPerSecond !== undefined) await wait(1000 / wordsPerSecond, options.signal);
    }
    if (said.toolCall) {
      const { id, name: tool, input } = said.toolCall;
      for (const delta of wordsWithSpaces(JSON.stringify(input))) {
        options.signal?.throwIfAborted();
        yield { type: "tool-call-delta", id, name: tool, delta };
      }
      yield { type: "tool-call", ...said.toolCall };
    }
    yield { type: "done", finishReason, usage: usageOf(messages, options, said, pricing) };
  }

  function answerTo(
    messages: readonly Message[],
    options: ModelCallOptions,
  ): { readonly text: string; readonly said: Reply; readonly finishReason: FinishReason } {
    const said = reply(messages, options, { sources });
    if (said.toolCall) return { text: said.content, said, finishReason: "tool_calls" };
    const stopped = cutAtStop(said.content, options.stop ?? []);
    const text = cutAtLength(stopped, options.maxTokens);
    const cut = { ...said, content: text };
    return { text, said: cut, finishReason: text.length < stopped.length ? "length" : "stop" };
  }

  return {
    name,
    provider: "local",
    capabilities: { structuredOutput: true },
    ...(pricing && { pricing }),
    complete,
    stream,
  };
}

function usageOf(
  messages: readonly Message[],
  options: ModelCallOptions,
  said: Reply,
  pricing: ModelPricing | undefined,
): Usage {
  const tools = (options.tools ?? []).map((tool) => `${tool.name} ${tool.description}`);
  const input = [...messages.map(textOf), ...tools].reduce((sum, text) => sum + estimateTokens(text), 0);
  const output = estimateTokens(said.content + (said.toolCall ? JSON.stringify(said.toolCall.input) : ""));
  const usage: Usage = { input, output, total: input + output };
  const cost = costOf(usage, pricing);
  return cost ? { ...usage, cost } : usage;
}

function wordsWithSpaces(text: string): readonly string[] {
  return text.match(/\S+\s*|\s+/g) ?? [];
}

function cutAtStop(text: string, stops: readonly string[]): string {
  const places = stops.map((stop) => (stop === "" ? -1 : text.indexOf(stop))).filter((place) => place !== -1);
  return text.slice(0, Math.min(text.length, ...places));
}

function cutAtLength(text: string, maxTokens: number | undefined): string {
  if (maxTokens === undefined || estimateTokens(text) <= maxTokens) return text;
  let kept = "";
  for (const word of wordsWithSpaces(text)) {
    if (estimateTokens(kept + word) > maxTokens) break;
    kept += word;
  }
  return kept;
}
