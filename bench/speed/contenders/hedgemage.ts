import type { Json, Model, ModelChunk, ModelResponse, Store } from "../../../dist/src/index.js";
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
import { addSchema, orderSchema } from "../work/valibot-schemas.ts";

/** The built package, as it ships, with valibot schemas. */
export const contender: Contender = {
  name: "hedgemage",
  open: async () =>
    works({
      ...(await import("../../../dist/src/index.js")),
      ...(await import("../../../dist/src/providers/openai/index.js")),
      ...(await import("../../../dist/src/schema/from-valibot.js")),
      valibot: await import("valibot"),
    }),
  async openValues() {
    const { memoryStore } = await import("../../../dist/src/index.js");
    const store = memoryStore();
    return {
      set: (key, value) => store.set(key, value as Json),
      get: async (key) => (await store.get(key))?.value,
    };
  },
};

type Packages = Pick<typeof import("../../../dist/src/index.js"), "agent" | "memoryStore" | "tool"> &
  Pick<typeof import("../../../dist/src/providers/openai/index.js"), "OpenAISDK"> &
  Pick<typeof import("../../../dist/src/schema/from-valibot.js"), "fromValibot"> & {
    readonly valibot: typeof import("valibot");
  };

function works({ agent, memoryStore, tool, OpenAISDK, fromValibot, valibot }: Packages): Works {
  const service = (): Model => new OpenAISDK({ apiKey: "key" }).model({ name: MODEL });
  const adder = (model: Model) => {
    const input = fromValibot(addSchema(valibot));
    const addTool = tool({ name: TOOL_NAME, description: TOOL_DESCRIPTION, input, execute: add });
    return agent({ name: "adder", model, systemPrompt: INSTRUCTIONS, tools: [addTool] });
  };
  const writer = (model: Model) => agent({ name: "writer", model, systemPrompt: INSTRUCTIONS });
  return {
    plainRun() {
      const runner = writer(inProcess(async () => answer(ANSWER)));
      return async () => textOf(await runner.execute(QUESTION));
    },
    toolRun() {
      const runner = adder(inProcess(scriptedModel));
      return async () => textOf(await runner.execute(QUESTION));
    },
    wireRun() {
      const runner = adder(service());
      return async () => textOf(await runner.execute(QUESTION));
    },
    modelStream: (deltas) => streamOf(writer(streamingModel(deltas))),
    wireStream: () => streamOf(writer(service())),
    structuredRun() {
      const runner = agent({
        name: "extractor",
        model: service(),
        systemPrompt: EXTRACT_INSTRUCTIONS,
        output: fromValibot(orderSchema(valibot)),
      });
      return async () => {
        const { data, error } = await runner.execute(EXTRACT_QUESTION);
        if (error) throw error;
        return data;
      };
    },
    savedRun(perCall) {
      const input = fromValibot(addSchema(valibot));
      const execute = (): string => LONG_TEXT;
      const report = tool({ name: TOOL_NAME, description: TOOL_DESCRIPTION, input, execute });
      return async () => {
        const { store, written } = countingStore(memoryStore());
        const model = inProcess(longModel);
        const runner = agent({
          name: "reporter",
          model,
          tools: [report],
          maxTrips: LONG_TRIPS + 1,
          durable: { store, mode: perCall ? "per-call" : "per-trip" },
        });
        textOf(await runner.execute(QUESTION));
        return written;
      };
    },
  };
}

/** A store that counts the bytes of each write: keys, and values as JSON. */
function countingStore(store: Store): { store: Store; written: number[] } {
  const written: number[] = [];
  const bytesOf = (key: string, value?: Json): number =>
    Buffer.byteLength(key) + Buffer.byteLength(JSON.stringify(value) ?? "");
  return {
    written,
    store: {
      ...store,
      set(key, value, options) {
        written.push(bytesOf(key, value));
        return store.set(key, value, options);
      },
      async batch(operations) {
        const sizes = operations.map((one) => bytesOf(one.key, one.type === "set" ? one.value : undefined));
        written.push(sizes.reduce((sum, size) => sum + size, 0));
        await store.batch?.(operations);
      },
    },
  };
}

const longModel: Model["complete"] = async (messages) => {
  const results = messages.reduce((count, message) => (message.role === "tool" ? count + 1 : count), 0);
  if (results === LONG_TRIPS) return answer(LONG_TEXT);
  return {
    ...answer(LONG_TEXT),
    finishReason: "tool_calls",
    toolCalls: [{ id: `call_${results}`, name: TOOL_NAME, input: toolInput(results) }],
  };
};

function streamOf(runner: ReturnType<Packages["agent"]>): StreamRun {
  return async (reader, signal) => {
    const stream = runner.stream(QUESTION, { signal });
    for await (const event of stream) {
      if (event.type === "agent.trip.streaming" && !reader(event.delta)) break;
    }
    return stream.result;
  };
}

function textOf({ text, error }: { readonly text?: string; readonly error?: Error | undefined }): string {
  if (error) throw error;
  return text ?? "";
}

const scriptedModel: Model["complete"] = async (messages) => {
  const results = messages.reduce((count, message) => (message.role === "tool" ? count + 1 : count), 0);
  if (results === TRIPS) return answer(ANSWER);
  return {
    ...answer(""),
    finishReason: "tool_calls",
    toolCalls: [{ id: `call_${results}`, name: TOOL_NAME, input: toolInput(results) }],
  };
};

function answer(content: string): ModelResponse {
  return { content, finishReason: "stop", usage: usage() };
}

function usage() {
  return { input: PROMPT_TOKENS, output: COMPLETION_TOKENS, total: PROMPT_TOKENS + COMPLETION_TOKENS };
}

function inProcess(complete: Model["complete"]): Model {
  async function* stream(): AsyncGenerator<ModelChunk> {}
  return { name: "in-process", provider: "bench", complete, stream };
}

function streamingModel(deltas: readonly string[]): Model {
  return {
    ...inProcess(async () => answer(deltas.join(""))),
    async *stream(): AsyncGenerator<ModelChunk> {
      for (const content of deltas) yield { type: "delta", content };
      yield { type: "done", finishReason: "stop", usage: usage() };
    },
  };
}
