import type { ModelCallOptions, ModelCapabilities, ToolChoice } from "../../contracts/model.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import { clientTransport } from "../adapter/client-transport.ts";
import type { CallTarget } from "../adapter/failure.ts";
import type { Protocol } from "../adapter/protocol.ts";
import type { Transport } from "../adapter/transport.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { answerDecoder } from "./decoder.ts";
import { encodePrompt } from "./encode-prompt.ts";
import { explainThrown } from "./explain-thrown.ts";
import { type AISDKCallOptions, type AISDKLanguageModel, metadataOf } from "./language-model.ts";

/**
 * The calls of a language model of the AI SDK as a protocol.
 *
 * @example
 * const { request } = await aiSdkProtocol(languageModel, {}).encode([{ role: "user", content: "Hi" }], {}, false);
 * request.path; // "generate"
 */
export function aiSdkProtocol(source: AISDKLanguageModel, capabilities: ModelCapabilities): Protocol {
  return {
    async encode(messages, options, stream) {
      const supportedUrls = await source.supportedUrls;
      const prompt = encodePrompt(messages, { source, supportedUrls });
      const isStructured = capabilities.structuredOutput === true && options.responseSchema !== undefined;
      return {
        request: {
          path: stream ? "stream" : "generate",
          body: { prompt, ...callOptions(options, capabilities, source) },
        },
        decoder: (context) => answerDecoder({ ...context, source, isStructured }),
      };
    },
  };
}

/**
 * Carries calls to the model itself.
 *
 * @example
 * const transport = aiSdkTransport(languageModel);
 */
export function aiSdkTransport(source: AISDKLanguageModel): Transport<unknown> {
  const target = { provider: source.provider, name: source.modelId };
  return clientTransport(async (body, { signal, headers }, stream) => {
    const options = { ...body, abortSignal: signal, headers } as unknown as AISDKCallOptions;
    try {
      if (!stream) return await source.doGenerate(options);
      return partsOf((await source.doStream(options)).stream, target);
    } catch (thrown) {
      throw explainThrown(thrown, target);
    }
  });
}

function callOptions(
  options: ModelCallOptions,
  capabilities: ModelCapabilities,
  { specificationVersion }: AISDKLanguageModel,
): Omit<Partial<AISDKCallOptions>, "prompt"> {
  const { tools, toolChoice, responseSchema, stop, reasoning } = options;
  const schema = capabilities.structuredOutput ? responseSchema : undefined;
  return withoutUndefined({
    maxOutputTokens: options.maxTokens,
    temperature: options.temperature,
    topP: options.topP,
    seed: options.seed,
    stopSequences: stop?.length ? [...stop] : undefined,
    tools: tools?.length
      ? tools.map(({ name, description, input }) => ({
          type: "function",
          name,
          description,
          inputSchema: jsonSchemaOf(input) ?? {},
        }))
      : undefined,
    toolChoice: tools?.length && toolChoice ? choiceOf(toolChoice) : undefined,
    responseFormat: schema && {
      type: "json",
      schema,
      ...(typeof schema.title === "string" && { name: schema.title }),
    },
    reasoning: specificationVersion === "v4" && capabilities.reasoning ? reasoning?.effort : undefined,
    providerOptions: metadataOf(options.providerOptions),
  });
}

function choiceOf(choice: ToolChoice): { readonly type: string; readonly toolName?: string } {
  return typeof choice === "object" ? { type: "tool", toolName: choice.tool } : { type: choice };
}

/** Not every runtime can iterate over a stream. */
function partsOf(stream: ReadableStream<unknown>, target: CallTarget): AsyncIterableIterator<unknown> {
  const reader = stream.getReader();
  return {
    async next() {
      try {
        const { done, value } = await reader.read();
        return done ? { done, value: undefined } : { done, value };
      } catch (thrown) {
        throw explainThrown(thrown, target);
      }
    },
    async return() {
      await reader.cancel();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}
