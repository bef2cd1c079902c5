import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/contracts/message.ts";
import type { ModelCallOptions } from "../../../src/contracts/model.ts";
import { GLM, LLAMA, modelAnswering, question } from "./support.ts";

const KIMI = "@cf/moonshotai/kimi-k2.6";
const SCOUT = "@cf/meta/llama-4-scout-17b-16e-instruct";
const OSS = "@cf/openai/gpt-oss-120b";
const weather = {
  name: "weather",
  description: "The weather of a city.",
  input: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const schema = {
  title: "count",
  type: "object",
  properties: { n: { type: "integer" } },
  required: ["n"],
  additionalProperties: false,
};
const picture = { type: "image", source: { base64: "R0lGODlh", mediaType: "image/gif" } } as const;
const text = (words: string) => ({ type: "text", text: words }) as const;

describe("inputs of Workers AI", () => {
  it("asks the model that the path names, not the body", async () => {
    const { model, runs } = modelAnswering({ response: "Hi" });
    await model.complete(question);
    expect(runs[0]).toMatchObject({ model: LLAMA });
    expect(runs[0]?.inputs).not.toHaveProperty("model");
    expect(defined(runs[0]?.inputs)).toEqual({
      messages: [{ role: "user", content: "?" }],
      max_tokens: 2048,
    });
  });

  it("gives answers of the older models room where their context has it", async () => {
    expect((await inputsOf(question, {}, "@cf/mistral/mistral-7b-instruct-v0.1")).max_tokens).toBeUndefined();
    expect((await inputsOf(question, { maxTokens: 9 })).max_tokens).toBe(9);
    expect((await inputsOf(question, {}, GLM)).max_tokens).toBeUndefined();
  });

  it("passes sampling, stops, tools and their choice on", async () => {
    const options = {
      temperature: 0,
      topP: 0.9,
      seed: 7,
      stop: ["END"],
      tools: [weather],
      toolChoice: { tool: "weather" },
      parallelToolCalls: false,
      providerOptions: { top_k: 5 },
    } as const;
    expect(await inputsOf(question, options)).toEqual({
      messages: [{ role: "user", content: "?" }],
      max_tokens: 2048,
      temperature: 0,
      top_p: 0.9,
      seed: 7,
      stop: ["END"],
      tools: [
        {
          type: "function",
          function: { name: "weather", description: weather.description, parameters: weather.input },
        },
      ],
      tool_choice: { type: "function", function: { name: "weather" } },
      parallel_tool_calls: false,
      top_k: 5,
    });
  });

  it("streams, and asks for usage only the models that know the option", async () => {
    for (const [name, expected] of [
      [LLAMA, undefined],
      [GLM, { include_usage: true }],
    ] as const) {
      const { model, runs } = modelAnswering({ response: "Hi" }, {}, name);
      for await (const _ of model.stream(question, { tools: [weather] }));
      expect(runs[0]?.inputs.stream).toBe(true);
      expect(runs[0]?.inputs.stream_options).toEqual(expected);
    }
  });

  const history: Message[] = [
    { role: "user", content: "Weather?" },
    {
      role: "assistant",
      content: "",
      toolCalls: [
        { id: "call_PTLP8ryZcJh3", name: "weather", input: { city: "Rome" } },
        { id: "aB3dE6gH9", name: "weather", input: {} },
        { id: "chatcmpl-tool-0a1b2c", name: "weather", input: {} },
      ],
    },
    { role: "tool", toolCallId: "call_PTLP8ryZcJh3", content: "sunny" },
    { role: "tool", toolCallId: "aB3dE6gH9", content: "rainy" },
    { role: "tool", toolCallId: "chatcmpl-tool-0a1b2c", content: "foggy" },
  ];

  it("H4: an assistant with calls alone has an empty text", async () => {
    const { messages } = await inputsOf(history);
    expect((messages as Record<string, unknown>[])[1]?.content).toBe("");
  });

  it("H5: identifiers are nine letters and digits, the same in calls and results, and no two alike", async () => {
    for (const name of [LLAMA, GLM, SCOUT]) {
      const messages = (await inputsOf(history, {}, name)).messages as {
        tool_calls?: { id: string }[];
        tool_call_id?: string;
      }[];
      const ids = messages[1]?.tool_calls?.map(({ id }) => id) ?? [];
      expect(ids).toEqual(messages.slice(2).map(({ tool_call_id }) => tool_call_id));
      expect(ids.every((id) => /^[a-zA-Z0-9]{9}$/.test(id))).toBe(true);
      expect(new Set(ids).size).toBe(3);
      expect(ids[1]).toBe("aB3dE6gH9");
      expect((await inputsOf(history, {}, name)).messages).toEqual(messages);
    }
  });

  it("H5: leaves Kimi its identifiers, which its template shows to the model", async () => {
    const toolCalls = [{ id: "functions.weather:0", name: "weather", input: {} }];
    const messages: Message[] = [
      ...question,
      { role: "assistant", content: "", toolCalls },
      { role: "tool", toolCallId: "functions.weather:0", content: "sunny" },
    ];
    expect((await inputsOf(messages, {}, KIMI)).messages).toMatchObject([
      {},
      { tool_calls: [{ id: "functions.weather:0" }] },
      { tool_call_id: "functions.weather:0" },
    ]);
  });

  it("writes texts of the older models as one, and images beside them as parts", async () => {
    const messages: Message[] = [
      { role: "user", content: [text("a"), text(""), text("b")] },
      { role: "assistant", content: [text("c")] },
      { role: "user", content: [text("What?"), picture] },
    ];
    expect((await inputsOf(messages, {}, SCOUT)).messages).toEqual([
      { role: "user", content: "a\nb" },
      { role: "assistant", content: "c" },
      {
        role: "user",
        content: [
          { type: "text", text: "What?" },
          { type: "image_url", image_url: { url: "data:image/gif;base64,R0lGODlh" } },
        ],
      },
    ]);
  });

  it.each([
    ["an image by its URL", { type: "image", source: { url: "https://example.com/a.png" } }],
    ["a PDF", { type: "pdf", source: { base64: "JVBE", mediaType: "application/pdf" } }],
    ["audio", { type: "audio", source: { base64: "AAAA", mediaType: "audio/wav" } }],
  ] as const)("the older models are not sent %s", async (_what, part) => {
    await expect(inputsOf([{ role: "user", content: [part] }], {}, SCOUT)).rejects.toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
    });
  });

  it("the newer models get images by their URLs", async () => {
    const url = "https://example.com/a.png";
    const content = [text("What?"), { type: "image", source: { url } }] as const;
    expect((await inputsOf([{ role: "user", content }], {}, KIMI)).messages).toMatchObject([
      { content: [{}, { type: "image_url", image_url: { url } }] },
    ]);
  });

  it("H6: sends thoughts back to the model that had them, and to no other", async () => {
    const thought = (model: string) =>
      ({ type: "reasoning", text: model, providerMetadata: { cloudflare: { model } } }) as const;
    const content = [
      thought(GLM),
      thought(KIMI),
      { type: "reasoning", text: "unsigned" } as const,
      text("4"),
    ];
    expect((await inputsOf([{ role: "assistant", content }], {}, GLM)).messages).toEqual([
      { role: "assistant", content: "4", reasoning: GLM },
    ]);
    expect((await inputsOf([{ role: "assistant", content }])).messages).toEqual([
      { role: "assistant", content: "4" },
    ]);
  });

  it("asks for an effort, or for no thinking", async () => {
    const asked = (name: string, effort: "high" | "none") =>
      inputsOf(question, { reasoning: { effort } }, name).then(({ messages: _, ...rest }) => rest);
    expect(await asked(GLM, "high")).toEqual({ reasoning_effort: "high" });
    expect(await asked(GLM, "none")).toEqual({ chat_template_kwargs: { enable_thinking: false } });
    expect(await asked(OSS, "none")).toEqual({});
    expect(await asked(LLAMA, "high")).toEqual({ max_tokens: 2048 });
    const providerOptions = { chat_template_kwargs: { enable_thinking: true, clear_thinking: false } };
    const own = await inputsOf(question, { reasoning: { effort: "none" }, providerOptions }, GLM);
    expect(own.chat_template_kwargs).toEqual(providerOptions.chat_template_kwargs);
  });

  it("holds an answer to a schema: in OpenAI's envelope, or bare and not streamed", async () => {
    const chat = modelAnswering({ response: "{}" }, {}, GLM);
    for await (const _ of chat.model.stream(question, { responseSchema: schema }));
    expect(chat.runs[0]?.inputs).toMatchObject({
      stream: true,
      response_format: {
        type: "json_schema",
        json_schema: { name: "count", schema: { properties: schema.properties } },
      },
    });
    const own = modelAnswering({ response: { n: 1 } });
    const texts: string[] = [];
    for await (const chunk of own.model.stream(question, { responseSchema: schema })) {
      if (chunk.type === "delta") texts.push(chunk.content);
    }
    expect(texts.join("")).toBe('{"n":1}');
    expect(own.runs[0]?.inputs.stream).toBeUndefined();
    expect(own.runs[0]?.inputs.response_format).toMatchObject({
      type: "json_schema",
      json_schema: { type: "object", properties: schema.properties },
    });
    expect(
      (await inputsOf(question, { responseSchema: schema }, "@cf/meta/llama-2-7b-chat-int8")).response_format,
    ).toBe(undefined);
  });

  it("asks for a schema in words where tools are offered, else no model could call one", async () => {
    for (const name of [LLAMA, GLM]) {
      const inputs = await inputsOf(question, { responseSchema: schema, tools: [weather] }, name);
      expect(inputs.response_format).toBeUndefined();
      expect(inputs.messages).toMatchObject([
        { role: "system", content: expect.stringContaining(JSON.stringify(schema)) },
        { role: "user", content: "?" },
      ]);
    }
  });

  it("H11: writes the parameters of a tool out", async () => {
    const input = {
      type: "object",
      properties: { at: { $ref: "#/$defs/at" } },
      $defs: { at: { type: "number" } },
    };
    expect((await inputsOf(question, { tools: [{ ...weather, input }] })).tools).toMatchObject([
      { function: { parameters: { type: "object", properties: { at: { type: "number" } } } } },
    ]);
  });
});

async function inputsOf(
  messages: readonly Message[],
  options: ModelCallOptions = {},
  name?: string,
): Promise<Record<string, unknown>> {
  const { model, runs } = modelAnswering({ response: "Hi" }, {}, name);
  await model.complete(messages, options);
  return defined(runs[0]?.inputs);
}

/** As a binding writes it. */
function defined(inputs: unknown): Record<string, unknown> {
  return JSON.parse(JSON.stringify(inputs));
}
