import type OpenAI from "openai";
import type * as Valibot from "valibot";
import type { Contender, Run, StreamRun, Works } from "../contender.ts";
import {
  ADD_JSON_SCHEMA,
  add,
  EXTRACT_INSTRUCTIONS,
  EXTRACT_QUESTION,
  INSTRUCTIONS,
  MODEL,
  ORDER_JSON_SCHEMA,
  QUESTION,
  TOOL_DESCRIPTION,
  TOOL_NAME,
} from "../work/script.ts";
import { addSchema, orderSchema } from "../work/valibot-schemas.ts";

/** The official client, with a hand-written loop around it and valibot for what it does not validate. */
export const contender: Contender = {
  name: "openai",
  open: async () => works(await import("openai"), await import("valibot")),
};

type Client = typeof import("openai");

function works({ OpenAI }: Client, v: typeof Valibot): Works {
  const client = (): OpenAI => new OpenAI({ apiKey: "key" });
  return {
    wireRun: () => looping(client(), v),
    wireStream: () => streamOf(client()),
    structuredRun: () => structured(client(), v),
  };
}

const TOOLS: OpenAI.ChatCompletionTool[] = [
  {
    type: "function",
    function: {
      name: TOOL_NAME,
      description: TOOL_DESCRIPTION,
      parameters: { ...ADD_JSON_SCHEMA },
      strict: true,
    },
  },
];

function looping(client: OpenAI, v: typeof Valibot): Run<string> {
  const schema = addSchema(v);
  const answer = (text: string): string => {
    const parsed = v.safeParse(schema, JSON.parse(text));
    return parsed.success ? JSON.stringify(add(parsed.output)) : `Error: ${parsed.issues[0].message}`;
  };
  return async () => {
    const messages: OpenAI.ChatCompletionMessageParam[] = [
      { role: "system", content: INSTRUCTIONS },
      { role: "user", content: QUESTION },
    ];
    for (let turn = 0; turn < 10; turn += 1) {
      const completion = await client.chat.completions.create({ model: MODEL, messages, tools: TOOLS });
      const message = completion.choices[0]?.message;
      if (!message?.tool_calls) return message?.content ?? "";
      messages.push(message);
      for (const call of message.tool_calls) {
        if (call.type !== "function") continue;
        messages.push({ role: "tool", tool_call_id: call.id, content: answer(call.function.arguments) });
      }
    }
    throw new Error("No answer after ten turns.");
  };
}

function streamOf(client: OpenAI): StreamRun {
  return async (reader, signal) => {
    const pieces: string[] = [];
    const stream = await client.chat.completions.create(
      {
        model: MODEL,
        messages: [
          { role: "system", content: INSTRUCTIONS },
          { role: "user", content: QUESTION },
        ],
        stream: true,
        stream_options: { include_usage: true },
      },
      { signal },
    );
    for await (const chunk of stream) {
      const delta = chunk.choices[0]?.delta.content;
      if (!delta) continue;
      pieces.push(delta);
      if (!reader(delta)) break;
    }
    return { stream, text: pieces.join("") };
  };
}

function structured(client: OpenAI, v: typeof Valibot): Run {
  const schema = orderSchema(v);
  return async () => {
    const completion = await client.chat.completions.create({
      model: MODEL,
      messages: [
        { role: "system", content: EXTRACT_INSTRUCTIONS },
        { role: "user", content: EXTRACT_QUESTION },
      ],
      response_format: {
        type: "json_schema",
        json_schema: { name: "order", strict: true, schema: { ...ORDER_JSON_SCHEMA } },
      },
    });
    return v.parse(schema, JSON.parse(completion.choices[0]?.message.content ?? ""));
  };
}
