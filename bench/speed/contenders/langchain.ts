import type { BaseChatModel, BindToolsInput } from "@langchain/core/language_models/chat_models";
import type { BaseMessage } from "@langchain/core/messages";
import type { ChatResult } from "@langchain/core/outputs";
import type { Contender, StreamRun, Works } from "../contender.ts";
import {
  ANSWER,
  add,
  COMPLETION_TOKENS,
  EXTRACT_INSTRUCTIONS,
  EXTRACT_QUESTION,
  INSTRUCTIONS,
  LONG_TEXT,
  LONG_TRIPS,
  MODEL,
  PROMPT_TOKENS,
  QUESTION,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  TRIPS,
  toolInput,
} from "../work/script.ts";
import { addSchema, orderSchema } from "../work/zod-schemas.ts";

/** LangChain with its agent, its OpenAI chat model (chat completions) and zod. */
export const contender: Contender = {
  name: "langchain",
  open: async () =>
    works({
      ...(await import("langchain")),
      ...(await import("@langchain/openai")),
      ...(await import("@langchain/core/language_models/chat_models")),
      ...(await import("@langchain/core/messages")),
      ...(await import("@langchain/core/outputs")),
      ...(await import("@langchain/langgraph-checkpoint")),
      ...(await import("zod")),
    }),
  async openValues() {
    const { InMemoryStore } = await import("@langchain/langgraph-checkpoint");
    const store = new InMemoryStore();
    return {
      set: (key, value) => store.put(["values"], key, value),
      get: async (key) => (await store.get(["values"], key))?.value,
    };
  },
};

type Packages = Pick<typeof import("langchain"), "createAgent" | "providerStrategy" | "tool"> &
  Pick<typeof import("@langchain/openai"), "ChatOpenAI"> &
  Pick<typeof import("@langchain/core/language_models/chat_models"), "BaseChatModel"> &
  Pick<typeof import("@langchain/core/messages"), "AIMessage" | "AIMessageChunk"> &
  Pick<typeof import("@langchain/core/outputs"), "ChatGenerationChunk"> &
  Pick<typeof import("@langchain/langgraph-checkpoint"), "MemorySaver"> &
  Pick<typeof import("zod"), "z">;

const INPUT = { messages: [{ role: "user", content: QUESTION }] };

function works(packages: Packages): Works {
  const { createAgent, providerStrategy, tool, ChatOpenAI, z } = packages;
  const service = (streaming = false): BaseChatModel =>
    new ChatOpenAI({ model: MODEL, apiKey: "key", streaming });
  const writer = (model: BaseChatModel) => createAgent({ model, systemPrompt: INSTRUCTIONS });
  const adder = (model: BaseChatModel) => {
    const addTool = tool(async (input) => add(input), {
      name: TOOL_NAME,
      description: TOOL_DESCRIPTION,
      schema: addSchema(z),
    });
    const agent = createAgent({ model, systemPrompt: INSTRUCTIONS, tools: [addTool] });
    return async () => lastText((await agent.invoke(INPUT)).messages);
  };
  const streamOf = (model: BaseChatModel): StreamRun => {
    const agent = writer(model);
    return async (reader, signal) => {
      const stream = await agent.stream(INPUT, { streamMode: "messages", ...(signal && { signal }) });
      const pieces: string[] = [];
      for await (const [message] of stream) {
        const delta = message.text;
        if (!delta) continue;
        pieces.push(delta);
        if (!reader(delta)) break;
      }
      return { stream, text: pieces.join("") };
    };
  };
  return {
    plainRun() {
      const agent = writer(inProcess(packages, () => ANSWER));
      return async () => lastText((await agent.invoke(INPUT)).messages);
    },
    toolRun: () => adder(inProcess(packages, scripted)),
    wireRun: () => adder(service()),
    modelStream: (deltas) => streamOf(inProcess(packages, () => deltas.join(""), deltas)),
    wireStream: () => streamOf(service(true)),
    structuredRun() {
      const agent = createAgent({
        model: service(),
        systemPrompt: EXTRACT_INSTRUCTIONS,
        responseFormat: providerStrategy(orderSchema(z)),
      });
      const input = { messages: [{ role: "user", content: EXTRACT_QUESTION }] };
      return async () => (await agent.invoke(input)).structuredResponse;
    },
    savedRun(perCall) {
      // Its one grain: every step, and what each of its tasks wrote.
      if (perCall) return undefined;
      const report = tool(async () => LONG_TEXT, {
        name: TOOL_NAME,
        description: TOOL_DESCRIPTION,
        schema: addSchema(z),
      });
      return async () => {
        const { saver, written } = countingSaver(packages);
        const model = inProcess(packages, longScript);
        const agent = createAgent({ model, tools: [report], checkpointer: saver });
        const config = { configurable: { thread_id: "run" }, recursionLimit: 200 };
        const { messages } = await agent.invoke(INPUT, config);
        if (messages.length !== 2 * LONG_TRIPS + 2) throw new Error(`${messages.length} messages.`);
        return written;
      };
    },
  };
}

/** A saver that counts the bytes that it is left with by each checkpoint, the writes of its tasks included. */
function countingSaver({ MemorySaver }: Packages) {
  const written: number[] = [];
  let waiting = 0;
  class CountingSaver extends MemorySaver {
    override async put(...args: Parameters<InstanceType<typeof MemorySaver>["put"]>) {
      const [, checkpoint, metadata] = args;
      const parts = await Promise.all([this.serde.dumpsTyped(checkpoint), this.serde.dumpsTyped(metadata)]);
      written.push(waiting + parts.reduce((sum, [, bytes]) => sum + bytes.length, 0));
      waiting = 0;
      return super.put(...args);
    }

    override async putWrites(...args: Parameters<InstanceType<typeof MemorySaver>["putWrites"]>) {
      for (const [, value] of args[1]) waiting += (await this.serde.dumpsTyped(value))[1].length;
      return super.putWrites(...args);
    }
  }
  return { saver: new CountingSaver(), written };
}

/** The tool's input where the model calls it, or a text. */
type Reply = string | { readonly id: string; readonly args: Record<string, unknown>; readonly text?: string };

function inProcess(
  { BaseChatModel, AIMessage, AIMessageChunk, ChatGenerationChunk }: Packages,
  answer: (messages: readonly BaseMessage[]) => Reply,
  deltas: readonly string[] = [],
): BaseChatModel {
  class InProcess extends BaseChatModel {
    override _llmType(): string {
      return "bench";
    }

    override bindTools(_tools: BindToolsInput[]): this {
      return this;
    }

    override async _generate(messages: BaseMessage[]): Promise<ChatResult> {
      const reply = answer(messages);
      const message =
        typeof reply === "string"
          ? new AIMessage({ content: reply })
          : new AIMessage({
              content: reply.text ?? "",
              tool_calls: [{ type: "tool_call", name: TOOL_NAME, id: reply.id, args: reply.args }],
            });
      return { generations: [{ text: message.text, message: counted(message) }] };
    }

    override async *_streamResponseChunks(
      _messages: BaseMessage[],
      _options: this["ParsedCallOptions"],
      runManager?: { handleLLMNewToken(token: string, ...more: unknown[]): Promise<void> },
    ) {
      for (const text of deltas) {
        const chunk = new ChatGenerationChunk({ text, message: new AIMessageChunk({ content: text }) });
        yield chunk;
        await runManager?.handleLLMNewToken(text, undefined, undefined, undefined, undefined, { chunk });
      }
      const message = counted(new AIMessageChunk({ content: "" }));
      yield new ChatGenerationChunk({ text: "", message });
    }
  }
  return new InProcess({});
}

function longScript(messages: readonly BaseMessage[]): Reply {
  const results = messages.reduce((count, { type }) => (type === "tool" ? count + 1 : count), 0);
  return results === LONG_TRIPS
    ? LONG_TEXT
    : { id: `call_${results}`, args: { ...toolInput(results) }, text: LONG_TEXT };
}

function scripted(messages: readonly BaseMessage[]): Reply {
  const results = messages.reduce((count, { type }) => (type === "tool" ? count + 1 : count), 0);
  return results === TRIPS ? ANSWER : { id: `call_${results}`, args: { ...toolInput(results) } };
}

/** The message with its tokens; the options of its constructor are typed too narrowly to take them. */
function counted<Message extends BaseMessage>(message: Message): Message {
  const usage = {
    input_tokens: PROMPT_TOKENS,
    output_tokens: COMPLETION_TOKENS,
    total_tokens: PROMPT_TOKENS + COMPLETION_TOKENS,
  };
  return Object.assign(message, { usage_metadata: usage });
}

function lastText(messages: readonly BaseMessage[]): string {
  return messages.at(-1)?.text ?? "";
}
