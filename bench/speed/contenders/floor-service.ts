import { INSTRUCTIONS, MODEL, QUESTION } from "../work/script.ts";

// The floor's side of the wire: requests, whole answers and streams.

/** A call of a tool, with its arguments parsed. */
export interface Call {
  readonly id: string;
  readonly name: string;
  readonly input: unknown;
}

export interface Usage {
  input: number;
  output: number;
}

/** What a model answers. */
export interface Reply {
  readonly content: string;
  readonly calls: readonly Call[];
  readonly usage: Usage;
}

export type Message =
  | { readonly role: "system" | "user"; readonly content: string }
  | { readonly role: "assistant"; readonly content: string; readonly calls: readonly Call[] }
  | { readonly role: "tool"; readonly content: string; readonly callId: string };

/** Asks a model for the next turn. */
export type Ask = (messages: readonly Message[]) => Promise<Reply>;

/** Makes a function that asks the service; `options` are the fields of the request beside model and messages. */
export function serviceWith(options: object): Ask {
  return async (messages) => {
    const body = { model: MODEL, messages: messages.map(toWire), ...options };
    const completion: Completion = await (await send(body)).json();
    const message = completion.choices[0]?.message;
    const calls = message?.tool_calls?.map((call) => ({
      id: call.id,
      name: call.function.name,
      input: JSON.parse(call.function.arguments),
    }));
    const { prompt_tokens: input, completion_tokens: output } = completion.usage;
    return { content: message?.content ?? "", calls: calls ?? [], usage: { input, output } };
  };
}

/** Streams the texts of an answer. Stops at once when the signal aborts, whatever `fetch` makes of it. */
export async function* streamAnswer(signal?: AbortSignal): AsyncGenerator<string> {
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

interface Completion {
  readonly choices: readonly {
    readonly message: {
      readonly content: string | null;
      readonly tool_calls?: readonly { id: string; function: { name: string; arguments: string } }[];
    };
  }[];
  readonly usage: { readonly prompt_tokens: number; readonly completion_tokens: number };
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
