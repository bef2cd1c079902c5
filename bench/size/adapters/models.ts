import type { Model } from "hedgemage";
import type { AISDKCallOptions } from "hedgemage/ai-sdk";
import type { AiLike } from "hedgemage/workers-ai";
import { fakeModel } from "../../../test/providers/ai-sdk/fake-language-model.ts";
import { fakeLanguageModel } from "../../../test/providers/chrome/fake-language-model.ts";
import { chatCompletions } from "../../../test/providers/services/chat-completions.ts";
import { converse } from "../../../test/providers/services/converse.ts";
import { gemini } from "../../../test/providers/services/gemini.ts";
import { messages } from "../../../test/providers/services/messages.ts";
import { ollamaChat } from "../../../test/providers/services/ollama-chat.ts";
import type { Said, ServiceUnderTest } from "../../../test/providers/services/service.ts";
import { workersAI } from "../../../test/providers/services/workers-ai.ts";
import { streamOf } from "../../../test/providers/support.ts";
import { built } from "../built.ts";

type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What each model answers where it has the tool, and what it answers then, or where it has none. */
const CALL: Said = { calls: [{ id: "call_1", name: "add", input: { a: 2, b: 3 } }] };
const ANSWER: Said = { texts: ['{"sum"', ":5}"] };

/** By the name of the adapter's export: a model of the built package whose service is played. */
export const models: Readonly<Record<string, () => Promise<Model>>> = {
  async OpenAISDK() {
    const { OpenAISDK } = await built<typeof import("hedgemage/openai")>("hedgemage/openai");
    // Nobody stands between the adapter and OpenAI, as in a program that gives a key only.
    globalThis.fetch = playing(chatCompletions) as typeof globalThis.fetch;
    return new OpenAISDK({ apiKey: "sk-test" }).model({ name: "gpt-4o-mini" });
  },
  async AnthropicSDK() {
    const { AnthropicSDK } = await built<typeof import("hedgemage/anthropic")>("hedgemage/anthropic");
    const fetch = playing(messages);
    return new AnthropicSDK({ apiKey: "sk-ant-test", fetch }).model({ name: "claude-sonnet-4-5" });
  },
  async GoogleSDK() {
    const { GoogleSDK } = await built<typeof import("hedgemage/google")>("hedgemage/google");
    return new GoogleSDK({ apiKey: "test", fetch: playing(gemini) }).model({ name: "gemini-2.5-flash" });
  },
  async BedrockSDK() {
    const { BedrockSDK } = await built<typeof import("hedgemage/bedrock")>("hedgemage/bedrock");
    const credentials = { accessKeyId: "AKIDEXAMPLE", secretAccessKey: "secret" };
    const sdk = new BedrockSDK({ region: "us-east-1", credentials, fetch: playing(converse) });
    return sdk.model({ name: "anthropic.claude-sonnet-4-5-20250929-v1:0" });
  },
  async OllamaSDK() {
    const { OllamaSDK } = await built<typeof import("hedgemage/ollama")>("hedgemage/ollama");
    return new OllamaSDK({ fetch: playing(ollamaChat) }).model({ name: "qwen3:8b" });
  },
  async WorkersAISDK() {
    const { WorkersAISDK } = await built<typeof import("hedgemage/workers-ai")>("hedgemage/workers-ai");
    const fetch = playing(workersAI);
    const binding: AiLike = {
      run: (model, inputs) => fetch(`https://binding.example/${model}`, { body: JSON.stringify(inputs) }),
    };
    return new WorkersAISDK({ binding }).model({ name: "@cf/meta/llama-4-scout-17b-16e-instruct" });
  },
  async ChromeAI() {
    const { ChromeAI } = await built<typeof import("hedgemage/chrome")>("hedgemage/chrome");
    const call = '<tool_call>{"name": "add", "arguments": {"a": 2, "b": 3}}</tool_call>';
    const { languageModel } = fakeLanguageModel({
      answer: (input, { created }) =>
        JSON.stringify(input).includes("Result of the tool") || !JSON.stringify(created).includes("tools")
          ? '{"sum":5}'
          : call,
    });
    return new ChromeAI({ languageModel }).model();
  },
  async fromLanguageModel() {
    const { fromLanguageModel } = await built<typeof import("hedgemage/ai-sdk")>("hedgemage/ai-sdk");
    const call = { type: "tool-call", toolCallId: "call_1", toolName: "add", input: '{"a":2,"b":3}' };
    const text = '{"sum":5}';
    const { source } = fakeModel();
    const isOver = ({ prompt, tools = [] }: AISDKCallOptions) =>
      tools.length === 0 || prompt.some(({ role }) => role === "tool");
    return fromLanguageModel({
      ...source,
      async doGenerate(options) {
        const content = [isOver(options) ? { type: "text", text } : call];
        return { ...(await source.doGenerate(options)), content };
      },
      async doStream(options) {
        const { finishReason, usage } = await source.doGenerate(options);
        const said = [
          { type: "text-start", id: "0" },
          { type: "text-delta", id: "0", delta: text },
          { type: "text-end", id: "0" },
        ];
        const stream = [...(isOver(options) ? said : [call]), { type: "finish", finishReason, usage }];
        return fakeModel({ stream }).source.doStream(options);
      },
    });
  },
};

/** Plays a service. */
function playing({ events, whole, streamType }: ServiceUnderTest): Fetch {
  return async (url, { body }) => {
    const text = String(body);
    const isOver = /tool_result|toolResult|functionResponse|"role":"tool"/.test(text);
    const said = isOver || !text.includes('"add"') ? ANSWER : CALL;
    const isStream = /"stream":true|treamGenerateContent|converse-stream/.test(`${url} ${text}`);
    if (!isStream) return Response.json(whole(said));
    return new Response(streamOf(events(said)), {
      headers: { "content-type": streamType },
    });
  };
}
