import { describe, expect, it } from "vitest";
import type { Message } from "../../../src/contracts/message.ts";
import type { ModelCallOptions } from "../../../src/contracts/model.ts";
import { last, modelAnswering, question } from "./support.ts";

const weather = {
  name: "weather",
  description: "The weather of a city.",
  input: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const now = { name: "now", description: "The time.", input: { type: "object", properties: {} } };
const schema = { type: "object", properties: { n: { type: "integer" } }, required: ["n"] };
const gif = "R0lGODlhAQABAAAAACw=";

describe("requests to Ollama", () => {
  it("says that an answer shall be whole, since the server streams by default", async () => {
    expect(await bodyOf(question)).toEqual({
      model: "llama3.2",
      messages: [{ role: "user", content: "?" }],
      stream: false,
    });
  });

  it("puts sampling, the cap and stops into options, and keeps the model loaded", async () => {
    const options = { temperature: 0, topP: 0.9, seed: 7, stop: ["END"], maxTokens: 50 };
    const body = await bodyOf(question, options, { keepAlive: "10m", contextLength: 16_384 });
    expect(body).toMatchObject({
      keep_alive: "10m",
      options: { temperature: 0, top_p: 0.9, seed: 7, stop: ["END"], num_predict: 50, num_ctx: 16_384 },
    });
    expect((await bodyOf(question, { stop: [] })).options).toBeUndefined();
  });

  it("merges providerOptions last, and their options one by one", async () => {
    const providerOptions = { think: "max", options: { num_ctx: 8192, temperature: 1 } };
    const body = await bodyOf(question, { temperature: 0, seed: 7, providerOptions });
    expect(body).toMatchObject({ think: "max", options: { num_ctx: 8192, temperature: 1, seed: 7 } });
  });

  it("lets a model's own keepAlive and contextLength win", async () => {
    const { fetch, asked } = (await import("./support.ts")).answering({ body: last() });
    const { OllamaSDK } = await import("../../../src/providers/ollama/index.ts");
    const sdk = new OllamaSDK({ fetch, keepAlive: 60, contextLength: 4096 });
    await sdk.model({ name: "m", keepAlive: 0, contextLength: 8192 }).complete(question);
    expect(asked[0]?.body).toMatchObject({ keep_alive: 0, options: { num_ctx: 8192 } });
  });

  it("encodes calls with their arguments as values, and results with the tool's name (H1)", async () => {
    const messages: Message[] = [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Weather?" },
      {
        role: "assistant",
        content: "",
        toolCalls: [
          { id: "a", name: "weather", input: { city: "Rome" } },
          { id: "b", name: "now", input: undefined },
        ],
      },
      { role: "tool", toolCallId: "a", content: "sunny" },
      { role: "tool", toolCallId: "b", toolName: "now", content: [{ type: "text", text: "noon" }] },
    ];
    expect((await bodyOf(messages, { tools: [weather, now] })).messages).toEqual([
      { role: "system", content: "Be brief." },
      { role: "user", content: "Weather?" },
      {
        role: "assistant",
        content: "",
        tool_calls: [
          { id: "a", function: { name: "weather", arguments: { city: "Rome" } } },
          { id: "b", function: { name: "now", arguments: {} } },
        ],
      },
      { role: "tool", content: "sunny", tool_name: "weather", tool_call_id: "a" },
      { role: "tool", content: "noon", tool_name: "now", tool_call_id: "b" },
    ]);
  });

  it("H4, H14: gives an assistant with calls alone an empty text, and leaves empty turns and texts out", async () => {
    const messages: Message[] = [
      { role: "system", content: "" },
      {
        role: "user",
        content: [
          { type: "text", text: "" },
          { type: "text", text: "Hi" },
        ],
      },
      { role: "assistant", content: [{ type: "text", text: "" }] },
      { role: "user", content: "" },
    ];
    expect((await bodyOf(messages)).messages).toEqual([
      { role: "user", content: "Hi" },
      { role: "user", content: "" },
    ]);
  });

  it("does not crash on odd histories", async () => {
    const messages: Message[] = [
      { role: "tool", content: "of no call" },
      { role: "assistant", content: "a" },
      { role: "assistant", content: "b" },
    ];
    expect((await bodyOf(messages)).messages).toEqual([
      { role: "tool", content: "of no call" },
      { role: "assistant", content: "a" },
      { role: "assistant", content: "b" },
    ]);
    expect((await bodyOf([])).messages).toEqual([]);
  });

  it("sends images as base64, also those of tools and of data URLs", async () => {
    const messages: Message[] = [
      {
        role: "user",
        content: [
          { type: "text", text: "What is this?" },
          { type: "image", source: { base64: gif, mediaType: "image/gif" } },
          { type: "file", source: { url: `data:image/gif;base64,${gif}` } },
          { type: "text", text: "Say it." },
        ],
      },
      {
        role: "tool",
        toolCallId: "a",
        content: [{ type: "image", source: { base64: gif, mediaType: "image/gif" } }],
      },
    ];
    expect((await bodyOf(messages)).messages).toMatchObject([
      { content: "What is this?\nSay it.", images: [gif, gif] },
      { role: "tool", content: "", images: [gif] },
    ]);
  });

  it.each([
    ["an image by its URL", { type: "image", source: { url: "https://example.com/a.png" } }, /base64/],
    ["a PDF", { type: "pdf", source: { base64: "JVBE", mediaType: "application/pdf" } }, /no PDF/],
    ["audio", { type: "audio", source: { base64: "AAAA", mediaType: "audio/wav" } }, /no audio/],
    ["a file", { type: "file", source: { url: "https://example.com/a.txt" } }, /no file/],
  ] as const)("refuses %s", async (_what, part, words) => {
    const rejection = expect(bodyOf([{ role: "user", content: [part] }])).rejects;
    await rejection.toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
      message: expect.stringMatching(words),
    });
  });

  it("H6: sends thoughts back to the model that had them, and to no other", async () => {
    const thought = (model: string, family = "ollama") =>
      ({ type: "reasoning", text: model, providerMetadata: { [family]: { model } } }) as const;
    const content = [
      thought("llama3.2"),
      thought("qwen3"),
      thought("llama3.2", "anthropic"),
      { type: "reasoning", text: "unsigned" } as const,
      { type: "text", text: "4" } as const,
    ];
    expect((await bodyOf([{ role: "assistant", content }])).messages).toEqual([
      { role: "assistant", content: "4", thinking: "llama3.2" },
    ]);
  });

  it.each([
    [undefined, "qwen3", undefined],
    [{ effort: "high" }, "qwen3", true],
    [{ effort: "high" }, "gpt-oss:20b", "high"],
    [{ effort: "none" }, "qwen3", false],
    [{ maxTokens: 100 }, "gpt-oss:20b", true],
    [{ effort: "high" }, "llama3.2", undefined],
  ] as const)("asks for thinking: %j of %s is %j", async (reasoning, name, think) => {
    const { model, asked } = modelAnswering({ body: last() }, {}, name);
    await model.complete(question, { reasoning });
    expect(asked[0]?.body.think).toBe(think);
  });

  it("offers tools with a plain object as their parameters (H11)", async () => {
    const tools = [
      weather,
      {
        name: "place",
        description: "",
        input: {
          $ref: "#/$defs/place",
          $defs: {
            place: { type: "object", properties: { at: { $ref: "#/$defs/point" } } },
            point: { type: "number" },
          },
        },
      },
    ];
    expect((await bodyOf(question, { tools })).tools).toEqual([
      {
        type: "function",
        function: { name: "weather", description: weather.description, parameters: weather.input },
      },
      {
        type: "function",
        function: {
          name: "place",
          description: "",
          parameters: { type: "object", properties: { at: { type: "number" } } },
        },
      },
    ]);
  });

  it.each([
    ["none", undefined],
    ["auto", ["weather", "now"]],
    ["required", ["weather", "now"]],
    [{ tool: "now" }, ["now"]],
  ] as const)("tool choice %j offers %j", async (toolChoice, names) => {
    const { tools } = await bodyOf(question, { tools: [weather, now], toolChoice });
    expect(
      (tools as { function: { name: string } }[] | undefined)?.map((tool) => tool.function.name),
    ).toEqual(names);
  });

  it("holds an answer to a schema, in words where tools are offered", async () => {
    expect((await bodyOf(question, { responseSchema: schema })).format).toEqual(schema);
    for (const system of [[], [{ role: "system", content: "Be brief." }]] as const) {
      const body = await bodyOf([...system, ...question], { responseSchema: schema, tools: [now] });
      expect(body.format).toBeUndefined();
      const [first, second] = body.messages as { role: string; content: string }[];
      expect(first).toMatchObject({
        role: "system",
        content: expect.stringContaining(JSON.stringify(schema)),
      });
      expect(first?.content.startsWith("Be brief.")).toBe(system.length > 0);
      expect(second).toEqual({ role: "user", content: "?" });
    }
    const inParts = await bodyOf([{ role: "system", content: [{ type: "text", text: "A." }] }, ...question], {
      responseSchema: schema,
      tools: [now],
    });
    expect(inParts.messages).toMatchObject([
      { content: expect.stringMatching(/^A\.[\s\S]*JSON Schema/) },
      {},
    ]);
  });

  it("leaves the schema out for models of the cloud, which are not held to one", async () => {
    for (const [setup, name] of [
      [{}, "gpt-oss:120b-cloud"],
      [{ baseURL: "https://ollama.com", apiKey: "ollama-test-key" }, "gpt-oss:120b"],
    ] as const) {
      const { model, asked } = modelAnswering({ body: last() }, setup, name);
      await model.complete(question, { responseSchema: schema });
      expect(asked[0]?.body.format).toBeUndefined();
    }
  });
});

async function bodyOf(
  messages: readonly Message[],
  options: ModelCallOptions = {},
  setup: Parameters<typeof modelAnswering>[1] = {},
): Promise<Record<string, unknown>> {
  const { model, asked } = modelAnswering({ body: last() }, setup);
  await model.complete(messages, options);
  return asked[0]?.body ?? {};
}
