import type {
  AgentInputItem,
  AssistantMessageItem,
  FunctionCallItem,
  Model,
  ModelResponse,
  StreamEvent,
} from "@openai/agents";
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

/** The OpenAI Agents SDK with its chat completions model and zod; tracing, which would send reports out, is off. */
export const contender: Contender = {
  name: "@openai/agents",
  open: async () =>
    works({
      ...(await import("@openai/agents")),
      ...(await import("openai")),
      ...(await import("zod")),
    }),
};

type Output = AssistantMessageItem | FunctionCallItem;

type Packages = Pick<
  typeof import("@openai/agents"),
  "Agent" | "OpenAIChatCompletionsModel" | "run" | "setTracingDisabled" | "tool" | "Usage"
> &
  Pick<typeof import("openai"), "OpenAI"> &
  Pick<typeof import("zod"), "z">;

function works(packages: Packages): Works {
  const { Agent, OpenAIChatCompletionsModel, OpenAI, run, setTracingDisabled, tool, Usage, z } = packages;
  setTracingDisabled(true);
  const usage = () =>
    new Usage({
      inputTokens: PROMPT_TOKENS,
      outputTokens: COMPLETION_TOKENS,
      totalTokens: PROMPT_TOKENS + COMPLETION_TOKENS,
    });
  const service = (): Model => new OpenAIChatCompletionsModel(new OpenAI({ apiKey: "key" }), MODEL);
  const writer = (model: Model) => new Agent({ name: "writer", instructions: INSTRUCTIONS, model });
  const adder = (model: Model) => {
    const addTool = tool({
      name: TOOL_NAME,
      description: TOOL_DESCRIPTION,
      parameters: addSchema(z),
      execute: async (input) => add(input),
    });
    const agent = new Agent({ name: "adder", instructions: INSTRUCTIONS, model, tools: [addTool] });
    return async () => (await run(agent, QUESTION)).finalOutput ?? "";
  };
  const streamOf = (model: Model): StreamRun => {
    const agent = writer(model);
    return async (reader, signal) => {
      const result = await run(agent, QUESTION, { stream: true, ...(signal && { signal }) });
      for await (const event of result) {
        if (event.type !== "raw_model_stream_event" || event.data.type !== "output_text_delta") continue;
        if (!reader(event.data.delta)) return result;
      }
      await result.completed;
      return result;
    };
  };
  const respond = (output: Output[]): ModelResponse => ({ usage: usage(), output });
  return {
    plainRun() {
      const agent = writer(inProcess(async () => respond([text(ANSWER)])));
      return async () => (await run(agent, QUESTION)).finalOutput ?? "";
    },
    toolRun: () => adder(inProcess(async ({ input }) => respond([scripted(input)]))),
    wireRun: () => adder(service()),
    modelStream: (deltas) => streamOf(streamingModel(deltas, usage)),
    wireStream: () => streamOf(service()),
    structuredRun() {
      const agent = new Agent({
        name: "extractor",
        instructions: EXTRACT_INSTRUCTIONS,
        model: service(),
        outputType: orderSchema(z),
      });
      return async () => (await run(agent, EXTRACT_QUESTION)).finalOutput;
    },
  };
}

function inProcess(getResponse: Model["getResponse"]): Model {
  async function* getStreamedResponse(): AsyncGenerator<StreamEvent> {}
  return { getResponse, getStreamedResponse };
}

function streamingModel(deltas: readonly string[], usage: () => ModelResponse["usage"]): Model {
  return {
    ...inProcess(async () => ({ usage: usage(), output: [text(deltas.join(""))] })),
    async *getStreamedResponse(): AsyncGenerator<StreamEvent> {
      yield { type: "response_started" };
      for (const delta of deltas) yield { type: "output_text_delta", delta };
      const { inputTokens, outputTokens, totalTokens } = usage();
      yield {
        type: "response_done",
        response: {
          id: "response",
          usage: { inputTokens, outputTokens, totalTokens },
          output: [text(deltas.join(""))],
        },
      };
    },
  };
}

function scripted(input: string | readonly AgentInputItem[]): Output {
  let results = 0;
  for (const item of typeof input === "string" ? [] : input) {
    if ("type" in item && item.type === "function_call_result") results += 1;
  }
  if (results === TRIPS) return text(ANSWER);
  return {
    type: "function_call",
    id: `item_${results}`,
    callId: `call_${results}`,
    name: TOOL_NAME,
    arguments: JSON.stringify(toolInput(results)),
    status: "completed",
  };
}

function text(content: string): AssistantMessageItem {
  return {
    type: "message",
    id: "message",
    role: "assistant",
    status: "completed",
    content: [{ type: "output_text", text: content }],
  };
}
