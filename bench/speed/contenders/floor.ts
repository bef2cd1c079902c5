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
  MODEL,
  ORDER_JSON_SCHEMA,
  PROMPT_TOKENS,
  QUESTION,
  TOOL_DESCRIPTION,
  TOOL_NAME,
  TRIPS,
  toolInput,
} from "../work/script.ts";
import { addSchema, orderSchema } from "../work/valibot-schemas.ts";

/**
 * The hand-written loop: what a careful programmer writes without any SDK. It sends the same messages in the same bodies,
 * has valibot validate arguments and answers, tells the model of a tool's error, and keeps of a run what one needs to log
 * it: an identifier, the time and duration of every trip and tool call, and the tokens. It knows one provider and nothing
 * of events, middleware, limits, retries or nested runs.
 */
export const contender: Contender = {
  name: "floor",
  open: async () => floor(await import("valibot")),
};

interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

interface Usage {
  input: number;
  output: number;
}

interface Reply {
  readonly content: string;
  readonly calls: readonly Call[];
  readonly usage: Usage;
}

type Message =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly calls: readonly Call[] }
  | { readonly role: "tool"; readonly content: string; readonly callId: string };

interface Step {
  readonly name: string;
  readonly startedAt: string;
  readonly duration: number;
}

type Ask = (messages: readonly Message[]) => Promise<Reply>;
type CallTool = (call: Call) => Promise<{ readonly message: Message; readonly step: Step }>;

function floor(v: typeof Valibot): Works {
  const callTool = toolOf(v);
  const text = (ask: Ask) => async () => (await loop(ask, callTool)).text;
  return {
    plainRun: () => text(plainModel),
    toolRun: () => text(scriptedModel),
    wireRun: () => text(askService),
    modelStream: (deltas) => streamOf(() => piecesOf(deltas)),
    wireStream: () => streamOf(streamAnswer),
    structuredRun: () => structured(v),
  };
}

async function loop(ask: Ask, callTool: CallTool) {
  const messages: Message[] = [
    { role: "system", content: INSTRUCTIONS },
    { role: "user", content: QUESTION },
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

interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly content: string | null;
      readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
    };
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
}

async function askService(messages: readonly Message[]): Promise<Reply> {
  const completion = await post({
    model: MODEL,
    messages: messages.map(toWire),
    tools: [
      {
        type: "function",
        function: {
          name: TOOL_NAME,
          description: TOOL_DESCRIPTION,
          parameters: ADD_JSON_SCHEMA,
          strict: true,
        },
      },
    ],
  });
  const message = completion.choices[0]?.message;
  const calls = message?.tool_calls?.map((call) => ({
    id: call.id,
    name: call.function.name,
    input: JSON.parse(call.function.arguments),
  }));
  const { prompt_tokens: input, completion_tokens: output } = completion.usage;
  return { content: message?.content ?? "", calls: calls ?? [], usage: { input, output } };
}

function toWire(message: Message): object {
  if (message.role === "tool")
    return { role: "tool", tool_call_id: message.callId, content: message.content };
  if (message.role !== "assistant" || message.calls.length === 0) {
    return { role: message.role, content: message.content };
  }
  return {
    role: "assistant",
    content: message.content || null,
    tool_calls: message.calls.map(({ id, name, input }) => ({
      id,
      type: "function",
      function: { name, arguments: JSON.stringify(input) },
    })),
  };
}

async function post(body: object): Promise<Completion> {
  const response = await send(body);
  return response.json();
}

async function send(body: object, signal?: AbortSignal): Promise<Response> {
  const response = await fetch("https://api.openai.com/v1/chat/completions", {
    method: "POST",
    headers: { authorization: "Bearer key", "content-type": "application/json", accept: "application/json" },
    body: JSON.stringify(body),
    ...(signal && { signal }),
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  return response;
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

async function* streamAnswer(signal?: AbortSignal): AsyncGenerator<string> {
  const messages = [
    { role: "system", content: INSTRUCTIONS },
    { role: "user", content: QUESTION },
  ];
  const body = { model: MODEL, messages, stream: true, stream_options: { include_usage: true } };
  const response = await send(body, signal);
  if (!response.body) throw new Error("The service sent nothing.");
  const reader = response.body.getReader();
  const stop = (): void => void reader.cancel(signal?.reason).catch(() => {});
  signal?.addEventListener("abort", stop);
  const decoder = new TextDecoder();
  let rest = "";
  let isDone = false;
  try {
    for (;;) {
      const { value, done } = await reader.read();
      if (done) break;
      const events = (rest + decoder.decode(value, { stream: true })).split("\n\n");
      rest = events.pop() ?? "";
      for (const event of events) {
        const data = event.slice("data: ".length);
        if (data === "[DONE]") isDone = true;
        else {
          const delta: unknown = JSON.parse(data).choices[0]?.delta?.content;
          if (typeof delta === "string" && delta) yield delta;
        }
      }
    }
    signal?.throwIfAborted();
    if (!isDone) throw new Error("The answer was cut off.");
  } finally {
    signal?.removeEventListener("abort", stop);
    if (!isDone) stop();
  }
}

function structured(v: typeof Valibot): Run {
  const schema = orderSchema(v);
  return async () => {
    const completion = await post({
      model: MODEL,
      messages: [
        { role: "system", content: EXTRACT_INSTRUCTIONS },
        { role: "user", content: EXTRACT_QUESTION },
      ],
      response_format: {
        type: "json_schema",
        json_schema: { name: "order", strict: true, schema: ORDER_JSON_SCHEMA },
      },
    });
    return v.parse(schema, JSON.parse(completion.choices[0]?.message.content ?? ""));
  };
}
