import type { LanguageModelV4, LanguageModelV4StreamPart } from "@ai-sdk/provider";
import type { Contender, StreamRun, Works } from "../contender.ts";
import {
  ANSWER,
  add,
  COMPLETION_TOKENS,
  EXTRACT_INSTRUCTIONS,
  EXTRACT_QUESTION,
  INSTRUCTIONS,
  MODEL,
  PROMPT_TOKENS,
  QUESTION,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  TRIPS,
  toolInput,
} from "../work/script.ts";
import { addSchema, orderSchema } from "../work/zod-schemas.ts";

/** The Vercel AI SDK with its agent class, its OpenAI provider (chat completions) and zod. */
export const contender: Contender = {
  name: "ai",
  open: async () =>
    works({
      ...(await import("ai")),
      ...(await import("@ai-sdk/openai")),
      ...(await import("zod")),
    }),
};

type Packages = Pick<typeof import("ai"), "ToolLoopAgent" | "Output" | "tool"> &
  Pick<typeof import("@ai-sdk/openai"), "createOpenAI"> &
  Pick<typeof import("zod"), "z">;

function works({ ToolLoopAgent, Output, tool, createOpenAI, z }: Packages): Works {
  const service = () => createOpenAI({ apiKey: "key" }).chat(MODEL);
  const writer = (model: LanguageModelV4) => new ToolLoopAgent({ model, instructions: INSTRUCTIONS });
  const adder = (model: LanguageModelV4) => {
    const tools = {
      [TOOL_NAME]: tool({ description: TOOL_DESCRIPTION, inputSchema: addSchema(z), execute: add }),
    };
    const agent = new ToolLoopAgent({ model, instructions: INSTRUCTIONS, tools });
    return async () => (await agent.generate({ prompt: QUESTION })).text;
  };
  const streamOf = (model: LanguageModelV4): StreamRun => {
    const agent = writer(model);
    return async (reader, signal) => {
      const result = await agent.stream({ prompt: QUESTION, ...(signal && { abortSignal: signal }) });
      for await (const delta of result.textStream) if (!reader(delta)) return result;
      return { result, text: await result.text };
    };
  };
  return {
    plainRun() {
      const agent = writer(inProcess(async () => text(ANSWER)));
      return async () => (await agent.generate({ prompt: QUESTION })).text;
    },
    toolRun: () => adder(inProcess(scripted)),
    wireRun: () => adder(service()),
    modelStream: (deltas) => streamOf(streamingModel(deltas)),
    wireStream: () => streamOf(service()),
    structuredRun() {
      const agent = new ToolLoopAgent({
        model: service(),
        instructions: EXTRACT_INSTRUCTIONS,
        output: Output.object({ schema: orderSchema(z) }),
      });
      return async () => (await agent.generate({ prompt: EXTRACT_QUESTION })).output;
    },
  };
}

type Generate = LanguageModelV4["doGenerate"];
type Generated = Awaited<ReturnType<Generate>>;

function inProcess(doGenerate: Generate): LanguageModelV4 {
  return {
    specificationVersion: "v4",
    provider: "bench",
    modelId: "in-process",
    supportedUrls: {},
    doGenerate,
    doStream: () => Promise.reject(new Error("It does not stream.")),
  };
}

function streamingModel(deltas: readonly string[]): LanguageModelV4 {
  return {
    ...inProcess(async () => text(deltas.join(""))),
    async doStream() {
      const parts: LanguageModelV4StreamPart[] = [
        { type: "stream-start", warnings: [] },
        { type: "text-start", id: "1" },
        ...deltas.map((delta) => ({ type: "text-delta", id: "1", delta }) as const),
        { type: "text-end", id: "1" },
        { type: "finish", usage: usage(), finishReason: { unified: "stop", raw: "stop" } },
      ];
      let next = 0;
      const stream = new ReadableStream<LanguageModelV4StreamPart>({
        pull(controller) {
          const part = parts[next];
          next += 1;
          if (part) controller.enqueue(part);
          else controller.close();
        },
      });
      return { stream };
    },
  };
}

const scripted: Generate = async ({ prompt }) => {
  const results = prompt.reduce((count, message) => (message.role === "tool" ? count + 1 : count), 0);
  if (results === TRIPS) return text(ANSWER);
  const input = JSON.stringify(toolInput(results));
  return {
    content: [{ type: "tool-call", toolCallId: `call_${results}`, toolName: TOOL_NAME, input }],
    finishReason: { unified: "tool-calls", raw: "tool_calls" },
    usage: usage(),
    warnings: [],
  };
};

function text(content: string): Generated {
  return {
    content: [{ type: "text", text: content }],
    finishReason: { unified: "stop", raw: "stop" },
    usage: usage(),
    warnings: [],
  };
}

function usage(): Generated["usage"] {
  return {
    inputTokens: { total: PROMPT_TOKENS, noCache: PROMPT_TOKENS, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: COMPLETION_TOKENS, text: COMPLETION_TOKENS, reasoning: 0 },
  };
}
