import { APICallError } from "@ai-sdk/provider";
import { embed, embedMany, generateText, jsonSchema, Output, stepCountIs, streamText, tool } from "ai";
import { describe, expect, test } from "vitest";
import type { Message } from "../../../src/contracts/message.ts";
import type { Model } from "../../../src/contracts/model.ts";
import { ProviderAuthError, ProviderRateLimitError } from "../../../src/core/errors/provider-errors.ts";
import {
  fromEmbeddingModel,
  fromLanguageModel,
  toEmbeddingModel,
  toLanguageModel,
} from "../../../src/providers/ai-sdk/index.ts";
import { LocalSDK } from "../../../src/providers/local/index.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { type MockModelConfig, mockModel } from "../../../src/testing/index.ts";
import { respond, sse } from "../support.ts";

// The AI SDK itself, as its users call it.

const signature = { ours: { signature: "c2ln" } };
const replies: MockModelConfig["responses"] = [
  {
    content: "Let me see.",
    finishReason: "tool_calls",
    toolCalls: [{ id: "c1", name: "weather", input: { city: "Kyoto" }, providerMetadata: signature }],
  },
  { content: "It is mild." },
];
const weather = tool({
  description: "Tells the weather.",
  inputSchema: jsonSchema<{ city: string }>({
    type: "object",
    properties: { city: { type: "string" } },
    required: ["city"],
  }),
  execute: async ({ city }) => `Mild in ${city}`,
});
const tools = { weather };

describe.each(["v3", "v4"] as const)("a model of ours in the AI SDK, as %s", (version) => {
  const use = (model: Model) =>
    version === "v3" ? toLanguageModel(model, { version }) : toLanguageModel(model);

  test("generateText runs tools, and their calls come back as they were", async () => {
    const model = mockModel({ name: "m", responses: replies });
    const result = await generateText({
      model: use(model),
      tools,
      stopWhen: stepCountIs(3),
      prompt: "Kyoto?",
    });
    expect(result.text).toBe("It is mild.");
    expect(result.steps).toHaveLength(2);
    expect(result.steps[0]?.toolResults).toMatchObject([{ toolName: "weather", output: "Mild in Kyoto" }]);
    expect(result.totalUsage).toMatchObject({ inputTokens: 20 });
    const asked = model.callHistory[1]?.messages as Message[];
    expect(asked).toMatchObject([
      { role: "user" },
      { role: "assistant", toolCalls: [{ id: "c1", input: { city: "Kyoto" }, providerMetadata: signature }] },
      { role: "tool", toolCallId: "c1", content: "Mild in Kyoto" },
    ]);
  });

  test("streamText does, too", async () => {
    const model = mockModel({ name: "m", responses: replies });
    const result = streamText({ model: use(model), tools, stopWhen: stepCountIs(3), prompt: "Kyoto?" });
    let text = "";
    for await (const delta of result.textStream) text += delta;
    expect(text.replaceAll(" ", "")).toBe("Letmesee.Itismild.");
    expect(await result.finishReason).toBe("stop");
    expect((await result.steps).map(({ toolCalls }) => toolCalls.length)).toEqual([1, 0]);
  });

  test("structured output, with and without a schema of the model's own", async () => {
    const schema = jsonSchema<{ mood: string }>({ type: "object", properties: { mood: { type: "string" } } });
    for (const structuredOutput of [true, false]) {
      const capabilities = { structuredOutput };
      const model = mockModel({ name: "m", capabilities, responses: [{ content: '{"mood":"calm"}' }] });
      const { output } = await generateText({
        model: use(model),
        output: Output.object({ schema }),
        prompt: "Mood?",
      });
      expect(output).toEqual({ mood: "calm" });
      const [call] = model.callHistory;
      expect(call?.options?.responseSchema !== undefined).toBe(structuredOutput);
      expect(call?.messages[0]?.role).toBe(structuredOutput ? "user" : "system");
    }
  });

  test("its retries know what can help", async () => {
    const late = new ProviderRateLimitError("Slow down.", { retryAfter: 1 });
    const model = mockModel({ name: "m", responses: [{ content: "", error: late }, { content: "Hi" }] });
    expect((await generateText({ model: use(model), prompt: "Hi" })).text).toBe("Hi");
    const wrong = new ProviderAuthError("Wrong key.", { context: { status: 401 } });
    const failing = mockModel({ name: "m", responses: [{ content: "", error: wrong }] });
    const error = await generateText({ model: use(failing), prompt: "Hi" }).catch(
      (thrown: unknown) => thrown,
    );
    expect(APICallError.isInstance(error)).toBe(true);
    expect(error).toMatchObject({ statusCode: 401, cause: wrong });
    expect(failing.callCount).toBe(1);
  });

  test("an abort is its abort", async () => {
    const controller = new AbortController();
    const model = mockModel({ name: "m", responses: [{ content: "Hi", delay: 1000 }] });
    const running = generateText({ model: use(model), prompt: "Hi", abortSignal: controller.signal });
    controller.abort();
    await expect(running).rejects.toMatchObject({ name: "AbortError" });
  });

  test("pictures come as bytes", async () => {
    const model = mockModel({
      name: "m",
      capabilities: { vision: true },
      responses: [{ content: "A dot." }],
    });
    const image = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const content = [{ type: "file", mediaType: "image", data: image }] as const;
    await generateText({ model: use(model), messages: [{ role: "user", content: [...content] }] });
    expect(model.callHistory[0]?.messages[0]?.content).toEqual([
      { type: "image", source: { base64: "iVBORw0KGgo=", mediaType: "image/png" } },
    ]);
  });
});

test("an adapter of ours answers the AI SDK over the wire", async () => {
  const events = sse(
    { choices: [{ delta: { content: "Hi" } }] },
    { choices: [{ delta: {}, finish_reason: "stop" }], usage: { prompt_tokens: 3, completion_tokens: 1 } },
    "[DONE]",
  );
  const asked: unknown[] = [];
  const openai = new OpenAISDK({
    apiKey: "sk-test",
    fetch: async (_url, init) => {
      asked.push(JSON.parse(String(init.body)));
      return respond({ body: events });
    },
  });
  const result = streamText({
    model: toLanguageModel(openai.model({ name: "gpt-4o" })),
    prompt: "Hello",
    providerOptions: { openai: { metadata: { trace: "1" } } },
  });
  expect(await result.text).toBe("Hi");
  expect(await result.usage).toMatchObject({ inputTokens: 3, outputTokens: 1, totalTokens: 4 });
  expect(asked).toMatchObject([{ model: "gpt-4o", metadata: { trace: "1" } }]);
});

test("there and back through both packages", async () => {
  const model = mockModel({ name: "m", responses: replies });
  const back = fromLanguageModel(toLanguageModel(model));
  const result = await generateText({
    model: toLanguageModel(back),
    tools,
    stopWhen: stepCountIs(3),
    prompt: "Kyoto?",
  });
  expect(result.text).toBe("It is mild.");
  expect(model.callHistory[1]?.messages[1]).toMatchObject({ toolCalls: [{ providerMetadata: signature }] });
});

test("embedders, both ways", async () => {
  const embedder = new LocalSDK().embedder();
  const { embedding } = await embed({ model: toEmbeddingModel(embedder), value: "The tide turns." });
  expect(embedding).toEqual((await embedder.embed("The tide turns.")).vector);
  const back = fromEmbeddingModel(toEmbeddingModel(embedder, { version: "v3" }));
  const { vectors } = await back.embedMany(["tide", "moon"]);
  const { embeddings } = await embedMany({ model: toEmbeddingModel(back), values: ["tide", "moon"] });
  expect(embeddings).toEqual(vectors);
});
