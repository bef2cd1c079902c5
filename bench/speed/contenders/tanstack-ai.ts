import type { AdapterYieldChunk, AnyTextAdapter, ModelMessage } from "@tanstack/ai";
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

/** TanStack AI with its OpenAI adapter for chat completions and zod. It always asks the service for a stream. */
export const contender: Contender = {
  name: "@tanstack/ai",
  open: async () =>
    works({
      ...(await import("@tanstack/ai")),
      ...(await import("@tanstack/ai-openai")),
      ...(await import("zod")),
    }),
};

type Packages = Pick<
  typeof import("@tanstack/ai"),
  "chat" | "EventType" | "maxIterations" | "toolDefinition"
> &
  Pick<typeof import("@tanstack/ai-openai"), "createOpenaiChatCompletions"> &
  Pick<typeof import("zod"), "z">;

const MESSAGES: ModelMessage[] = [{ role: "user", content: QUESTION }];

function works({
  chat,
  EventType,
  maxIterations,
  toolDefinition,
  createOpenaiChatCompletions,
  z,
}: Packages): Works {
  const service = () => createOpenaiChatCompletions(MODEL, "key");
  const adder = (adapter: AnyTextAdapter) => {
    const definition = toolDefinition({
      name: TOOL_NAME,
      description: TOOL_DESCRIPTION,
      inputSchema: addSchema(z),
      outputSchema: z.number(),
    });
    const tools = [definition.server(add)];
    const agentLoopStrategy = maxIterations(10);
    return () =>
      chat({
        adapter,
        messages: MESSAGES,
        systemPrompts: [INSTRUCTIONS],
        tools,
        agentLoopStrategy,
        stream: false,
      });
  };
  const streamOf =
    (adapter: AnyTextAdapter): StreamRun =>
    async (reader, signal) => {
      const abortController = new AbortController();
      const follow = (): void => abortController.abort(signal?.reason);
      signal?.addEventListener("abort", follow, { once: true });
      const pieces: string[] = [];
      const stream = chat({ adapter, messages: MESSAGES, systemPrompts: [INSTRUCTIONS], abortController });
      for await (const chunk of stream) {
        if (chunk.type === EventType.RUN_ERROR) throw new Error(chunk.message);
        if (chunk.type !== EventType.TEXT_MESSAGE_CONTENT) continue;
        pieces.push(chunk.delta);
        if (!reader(chunk.delta)) break;
      }
      signal?.removeEventListener("abort", follow);
      return { stream, text: pieces.join("") };
    };
  return {
    plainRun() {
      const adapter = inProcess(EventType, () => textChunks(EventType, [ANSWER]));
      return () => chat({ adapter, messages: MESSAGES, systemPrompts: [INSTRUCTIONS], stream: false });
    },
    toolRun: () => adder(inProcess(EventType, (messages) => scripted(EventType, messages))),
    wireRun: () => adder(service()),
    modelStream: (deltas) => streamOf(inProcess(EventType, () => textChunks(EventType, deltas))),
    wireStream: () => streamOf(service()),
    structuredRun() {
      const adapter = service();
      const outputSchema = orderSchema(z);
      const messages: ModelMessage[] = [{ role: "user", content: EXTRACT_QUESTION }];
      return async () => chat({ adapter, messages, systemPrompts: [EXTRACT_INSTRUCTIONS], outputSchema });
    },
  };
}

type EventTypes = Packages["EventType"];

function inProcess(
  types: EventTypes,
  answer: (messages: readonly ModelMessage[]) => Iterable<AdapterYieldChunk>,
): AnyTextAdapter {
  return {
    kind: "text",
    name: "bench",
    model: "in-process",
    // Types only; there is nothing at run time.
    "~types": undefined as never,
    async *chatStream({ messages, runId = "run", threadId = "thread" }) {
      yield { type: types.RUN_STARTED, runId, threadId, model: "in-process", timestamp: Date.now() };
      yield* answer(messages);
    },
    structuredOutput: () => Promise.reject(new Error("It has no structured output.")),
  };
}

function* textChunks(types: EventTypes, deltas: readonly string[]): Generator<AdapterYieldChunk> {
  const base = { messageId: "message", model: "in-process", timestamp: Date.now() };
  yield { ...base, type: types.TEXT_MESSAGE_START, role: "assistant" };
  for (const delta of deltas) yield { ...base, type: types.TEXT_MESSAGE_CONTENT, delta };
  yield { ...base, type: types.TEXT_MESSAGE_END };
  yield finished(types, "stop");
}

function* scripted(types: EventTypes, messages: readonly ModelMessage[]): Generator<AdapterYieldChunk> {
  const results = messages.reduce((count, message) => (message.role === "tool" ? count + 1 : count), 0);
  if (results === TRIPS) return yield* textChunks(types, [ANSWER]);
  const base = { toolCallId: `call_${results}`, model: "in-process", timestamp: Date.now() };
  const input = toolInput(results);
  const named = { toolCallName: TOOL_NAME, toolName: TOOL_NAME };
  yield { ...base, ...named, type: types.TOOL_CALL_START, index: 0 };
  yield { ...base, type: types.TOOL_CALL_ARGS, delta: JSON.stringify(input) };
  yield { ...base, ...named, type: types.TOOL_CALL_END, input };
  yield finished(types, "tool_calls");
}

function finished(types: EventTypes, finishReason: "stop" | "tool_calls"): AdapterYieldChunk {
  return {
    type: types.RUN_FINISHED,
    runId: "run",
    threadId: "thread",
    model: "in-process",
    timestamp: Date.now(),
    finishReason,
    usage: {
      promptTokens: PROMPT_TOKENS,
      completionTokens: COMPLETION_TOKENS,
      totalTokens: PROMPT_TOKENS + COMPLETION_TOKENS,
    },
  };
}
