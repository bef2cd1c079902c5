import type * as Valibot from "valibot";
import type { Contender, Run, StreamRun, Works } from "../contender.ts";
import {
  ADD_JSON_SCHEMA,
  ANSWER,
  add,
  COMPLETION_TOKENS,
  EXTRACT_INSTRUCTIONS,
  EXTRACT_QUESTION,
  INSTRUCTIONS,
  ORDER_JSON_SCHEMA,
  PROMPT_TOKENS,
  QUESTION,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  TRIPS,
  toolInput,
} from "../work/script.ts";
import { addSchema, orderSchema } from "../work/valibot-schemas.ts";
import { type Ask, type Call, type Message, serviceWith, streamAnswer, type Usage } from "./floor-service.ts";

/**
 * The hand-written loop: what a careful programmer writes without any SDK. It sends the same messages in the same bodies,
 * has valibot validate arguments and answers, tells the model of a tool's error, and keeps of a run what one needs to log
 * it: an identifier, the time and duration of every trip and tool call, and the tokens. It knows one provider and nothing
 * of events, middleware, limits, retries or nested runs.
 */
export const contender: Contender = {
  name: "floor",
  open: async () => floor(await import("valibot")),
  async openValues() {
    const texts = new Map<string, string>();
    return {
      set: async (key, value) => texts.set(key, JSON.stringify(value)),
      get: async (key) => JSON.parse(texts.get(key) ?? "null"),
    };
  },
};

interface Step {
  readonly name: string;
  readonly startedAt: string;
  readonly duration: number;
}

type CallTool = (call: Call) => Promise<{ readonly message: Message; readonly step: Step }>;

function floor(v: typeof Valibot): Works {
  const callTool = toolOf(v);
  const text = (ask: Ask) => async () => (await loop(INSTRUCTIONS, QUESTION, ask, callTool)).text;
  return {
    plainRun: () => text(plainModel),
    toolRun: () => text(scriptedModel),
    wireRun: () => text(serviceWith({ tools: [TOOL] })),
    modelStream: (deltas) => streamOf(() => piecesOf(deltas)),
    wireStream: () => streamOf(streamAnswer),
    structuredRun: () => structured(v, callTool),
  };
}

async function loop(instructions: string, question: string, ask: Ask, callTool: CallTool) {
  const messages: Message[] = [
    { role: "system", content: instructions },
    { role: "user", content: question },
  ];
  const run = {
    id: crypto.randomUUID(),
    startedAt: new Date().toISOString(),
    text: "",
    usage: { input: 0, output: 0 },
    steps: [] as Step[],
  };
  for (let turn = 0; turn < 10; turn += 1) {
    const begun = stepBegun("model");
    const { content, calls, usage } = await ask(messages);
    run.steps.push(begun());
    run.usage.input += usage.input;
    run.usage.output += usage.output;
    messages.push({ role: "assistant", content, calls });
    if (calls.length === 0) return { ...run, text: content, endedAt: new Date().toISOString() };
    for (const { message, step } of await Promise.all(calls.map(callTool))) {
      messages.push(message);
      run.steps.push(step);
    }
  }
  throw new Error("No answer after ten turns.");
}

function stepBegun(name: string): () => Step {
  const startedAt = new Date().toISOString();
  const begun = performance.now();
  return () => ({ name, startedAt, duration: performance.now() - begun });
}

function toolOf(v: typeof Valibot): CallTool {
  const schema = addSchema(v);
  const answer = async (input: unknown): Promise<string> => {
    const parsed = v.safeParse(schema, input);
    if (!parsed.success) return `Error: ${parsed.issues[0].message}`;
    try {
      return JSON.stringify(await add(parsed.output));
    } catch (error) {
      return `Error: ${error}`;
    }
  };
  return async ({ id, name, input }) => {
    const begun = stepBegun(name);
    const content = await answer(input);
    return { message: { role: "tool", callId: id, content }, step: begun() };
  };
}

/** Models in this process. */
const plainModel: Ask = async () => ({ content: ANSWER, calls: [], usage: usage() });

const scriptedModel: Ask = async (messages) => {
  const results = messages.reduce((count, message) => (message.role === "tool" ? count + 1 : count), 0);
  if (results === TRIPS) return { content: ANSWER, calls: [], usage: usage() };
  const call = { id: `call_${results}`, name: TOOL_NAME, input: toolInput(results) };
  return { content: "", calls: [call], usage: usage() };
};

function usage(): Usage {
  return { input: PROMPT_TOKENS, output: COMPLETION_TOKENS };
}

function streamOf(open: (signal?: AbortSignal) => AsyncIterable<string>): StreamRun {
  return async (reader, signal) => {
    const pieces: string[] = [];
    for await (const delta of open(signal)) {
      pieces.push(delta);
      if (!reader(delta)) break;
    }
    return pieces.join("");
  };
}

async function* piecesOf(deltas: readonly string[]): AsyncGenerator<string> {
  yield* deltas;
}

const TOOL = {
  type: "function",
  function: { name: TOOL_NAME, description: TOOL_DESCRIPTION, parameters: ADD_JSON_SCHEMA, strict: true },
};

const ORDER_FORMAT = {
  type: "json_schema",
  json_schema: { name: "order", strict: true, schema: ORDER_JSON_SCHEMA },
};

function structured(v: typeof Valibot, callTool: CallTool): Run {
  const schema = orderSchema(v);
  const ask = serviceWith({ response_format: ORDER_FORMAT });
  return async () => {
    const { text } = await loop(EXTRACT_INSTRUCTIONS, EXTRACT_QUESTION, ask, callTool);
    return v.parse(schema, JSON.parse(text));
  };
}
