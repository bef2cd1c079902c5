import { describe, expect, it } from "vitest";
import { agent, tool } from "../../../src/index.ts";
import { BedrockSDK } from "../../../src/providers/bedrock/index.ts";
import { answering, collect, doneOf, errorOf, textOf } from "../support.ts";
import { answer, answerFrames, CLAUDE, encodeFrame, framesOf, modelOver, NOVA, streamed } from "./support.ts";

const QUESTION = [{ role: "user", content: "?" }] as const;
const KEYS = { accessKeyId: "AKID", secretAccessKey: "secret" };

describe("BedrockSDK", () => {
  it.each([
    ["a region that is none", { region: "us-east-1.example.com/" }],
    ["no region", { region: "" }],
    ["a variable that is not set", { region: String(undefined) }],
    [
      "credentials that lack a key",
      { region: "us-east-1", credentials: { accessKeyId: "AKID", secretAccessKey: "" } },
    ],
    ["a key that no header can carry", { region: "us-east-1", apiKey: "kéy" }],
  ])("refuses %s", (_what, options) => {
    expect(() => new BedrockSDK(options)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });

  it("names the provider, the model and its price", async () => {
    const pricing = { [NOVA]: { input: 1, output: 2 } };
    const { fetch } = answering({ body: answer([{ text: "Hi" }]) });
    const sdk = new BedrockSDK({ region: "us-east-1", apiKey: "k", provider: "aws", pricing, fetch });
    const model = sdk.model({ name: NOVA });
    expect(model).toMatchObject({ name: NOVA, provider: "aws", pricing: { input: 1, output: 2 } });
    expect((await model.complete(QUESTION)).usage?.cost).toEqual({ input: 3e-6, output: 2e-6 });
    expect(await sdk.count("The tide turns twice a day.")).toBe(7);
  });

  it.each<[string, object]>([
    [CLAUDE, { vision: true, structuredOutput: true, reasoning: true, promptCaching: true, pdf: true }],
    ["anthropic.claude-v2", { pdf: true }],
    ["anthropic.claude-3-haiku-20240307-v1:0", { vision: true, pdf: true }],
    [
      "anthropic.claude-opus-4-1-20250805-v1:0",
      { vision: true, reasoning: true, promptCaching: true, pdf: true },
    ],
    [
      "global.anthropic.claude-opus-4-6-v1",
      { vision: true, structuredOutput: true, reasoning: true, promptCaching: true, pdf: true },
    ],
    ["us.amazon.nova-micro-v1:0", { promptCaching: true }],
    ["eu.amazon.nova-pro-v1:0", { vision: true, promptCaching: true, pdf: true }],
    ["us.amazon.nova-2-lite-v1:0", { vision: true, reasoning: true, promptCaching: true, pdf: true }],
    ["us.meta.llama3-1-70b-instruct-v1:0", { pdf: true }],
    ["us.meta.llama4-scout-17b-instruct-v1:0", { vision: true, pdf: true }],
    ["openai.gpt-oss-20b-1:0", { structuredOutput: true, reasoning: true }],
    ["deepseek.v3-v1:0", { structuredOutput: true }],
    ["us.deepseek.r1-v1:0", {}],
    ["us.mistral.pixtral-large-2502-v1:0", { vision: true, pdf: true }],
    ["cohere.command-r-plus-v1:0", { pdf: true }],
    ["somebody.new-model", {}],
    [
      "arn:aws:bedrock:us-east-1:123456789012:inference-profile/us.amazon.nova-pro-v1:0",
      { vision: true, promptCaching: true, pdf: true },
    ],
  ])("knows what %s can do", (name, capabilities) => {
    expect(modelOver(async () => new Response(), { name }).capabilities).toEqual(capabilities);
  });

  it("is told what it does not know", () => {
    expect(
      modelOver(async () => new Response(), { name: "somebody.new-model", vision: true, reasoning: true })
        .capabilities,
    ).toEqual({
      vision: true,
      reasoning: true,
    });
  });

  it.each([
    ["us.meta.llama4-scout-17b-instruct-v1:0", "converse"],
    ["mistral.mistral-large-2407-v1:0", "converse"],
    ["us.writer.palmyra-x5-v1:0", "converse"],
    ["mistral.mistral-large-3-675b-instruct", "converse-stream"],
    [CLAUDE, "converse-stream"],
  ])("streams what %s has tools for as it can: %s", async (name, operation) => {
    const paths: string[] = [];
    const accepted: unknown[] = [];
    const model = modelOver(
      async (url, { headers }) => {
        paths.push(url.slice(url.lastIndexOf("/") + 1));
        accepted.push(Object(headers).accept);
        const isStream = url.endsWith("-stream");
        return isStream ? streamed(framesOf(...answerFrames("Hi"))) : Response.json(answer([{ text: "Hi" }]));
      },
      { name },
    );
    const tools = [{ name: "now", description: "now", input: { type: "object" } }];
    for (const options of [{ tools }, {}]) {
      const { chunks, error } = await collect(model.stream(QUESTION, options));
      expect([textOf(chunks), error]).toEqual(["Hi", undefined]);
      expect(doneOf(chunks)).toMatchObject({
        finishReason: "stop",
        usage: { input: 3, output: 1, total: 4 },
      });
    }
    expect(paths).toEqual([operation, "converse-stream"]);
    expect(accepted[0]).toBe(
      operation === "converse" ? "application/json" : "application/vnd.amazon.eventstream",
    );
  });

  it("treats an ARN as the model behind it", async () => {
    const name = "arn:aws:bedrock:us-east-1:123456789012:application-inference-profile/a1b2c3";
    const body = answer([
      { reasoningContent: { reasoningText: { text: "Hm.", signature: "sig" } } },
      { text: "Hi" },
    ]);
    const { fetch, asked } = answering({ body });
    const model = modelOver(fetch, { name, base: "us.anthropic.claude-sonnet-4-5-20250929-v1:0" });
    const { reasoning = [] } = await model.complete(QUESTION, { reasoning: { maxTokens: 2000 } });
    expect(asked[0]?.url).toContain(`/model/${encodeURIComponent(name)}/converse`);
    expect(asked[0]?.body).toMatchObject({
      additionalModelRequestFields: { thinking: { budget_tokens: 2000 } },
    });
    await modelOver(fetch).complete([...QUESTION, { role: "assistant", content: reasoning }, ...QUESTION]);
    expect(JSON.stringify(asked[1]?.body)).toContain('"signature":"sig"');
  });

  it("sends headers and options of the caller", async () => {
    const { fetch, asked } = answering({ body: answer([{ text: "Hi" }]) });
    const sdk = new BedrockSDK({
      region: "us-east-1",
      credentials: KEYS,
      headers: { "X-Team": "tides" },
      fetch,
    });
    await sdk.model({ name: NOVA, temperature: 0 }).complete(QUESTION, { headers: { "x-amzn-trace": "1" } });
    expect(asked[0]?.headers).toMatchObject({ "x-team": "tides", "x-amzn-trace": "1" });
    expect(asked[0]?.headers.authorization).toContain("SignedHeaders=host;x-amz-date;x-amzn-trace,");
    expect(asked[0]?.body).toMatchObject({ inferenceConfig: { temperature: 0 } });
  });

  it("waits for keys no longer than for an answer, and not where the caller left", async () => {
    let give = (_keys: typeof KEYS): void => {};
    let requests = 0;
    const sdk = new BedrockSDK({
      region: "us-east-1",
      credentials: () => new Promise<typeof KEYS>((resolve) => (give = resolve)),
      timeoutMs: 20,
      fetch: async () => {
        requests += 1;
        return new Response();
      },
    });
    const model = sdk.model({ name: NOVA });
    expect(await errorOf(model.complete(QUESTION))).toMatchObject({ code: "PROVIDER_TIMEOUT" });
    expect((await collect(model.stream(QUESTION))).error).toMatchObject({ code: "PROVIDER_TIMEOUT" });
    const controller = new AbortController();
    const left = errorOf(model.complete(QUESTION, { signal: controller.signal }));
    controller.abort();
    expect(await left).toMatchObject({ code: "AGENT_CANCELLED" });
    give(KEYS);
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(requests).toBe(0);
  });

  it("gives up after the time that it was given", async () => {
    const fetch = (_url: string, { signal }: RequestInit): Promise<Response> =>
      new Promise((_resolve, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const model = modelOver(fetch, {}, { timeoutMs: 10 });
    expect(await errorOf(model.complete(QUESTION))).toMatchObject({ code: "PROVIDER_TIMEOUT" });
  });

  it("S21: cancels the body when a stream is left or aborted", async () => {
    for (const leave of ["break", "abort"]) {
      let cancelled = 0;
      const bytes = framesOf(...answerFrames("Hi").slice(0, 2));
      const body = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(bytes),
        cancel: () => {
          cancelled += 1;
        },
      });
      const controller = new AbortController();
      const model = modelOver(async () => new Response(body));
      let error: unknown;
      try {
        for await (const chunk of model.stream(QUESTION, { signal: controller.signal })) {
          if (chunk.type !== "delta") continue;
          if (leave === "break") break;
          controller.abort();
        }
      } catch (thrown) {
        error = thrown;
      }
      expect(cancelled).toBe(1);
      if (leave === "abort") expect(error).toMatchObject({ code: "AGENT_CANCELLED" });
    }
  });

  it("runs an agent with a tool, whole and streamed, with the same report of tokens", async () => {
    const call = { toolUse: { toolUseId: "t1", name: "weather", input: { city: "Rome" } } };
    const whole = [answer([{ text: "Let me see." }, call], "tool_use"), answer([{ text: "Sunny." }])];
    const frames = [
      framesOf(
        ["contentBlockDelta", { contentBlockIndex: 0, delta: { text: "Let me see." } }],
        [
          "contentBlockStart",
          { contentBlockIndex: 1, start: { toolUse: { toolUseId: "t1", name: "weather" } } },
        ],
        ["contentBlockDelta", { contentBlockIndex: 1, delta: { toolUse: { input: '{"city":"Rome"}' } } }],
        ["messageStop", { stopReason: "tool_use" }],
        ["metadata", { usage: { inputTokens: 3, outputTokens: 1, totalTokens: 4 } }],
      ),
      framesOf(...answerFrames("Sunny.")),
    ];
    const input = { type: "object", properties: { city: { type: "string" } }, required: ["city"] };
    const weather = tool({ name: "weather", description: "Weather.", input, execute: async () => "sunny" });
    const { fetch, asked } = answering((request) =>
      request.url.endsWith("-stream")
        ? streamed(frames.shift() ?? new Uint8Array())
        : Response.json(whole.shift()),
    );
    const forecaster = agent({ name: "forecaster", model: modelOver(fetch), tools: [weather] });
    const first = await forecaster.execute("How is Rome?");
    const run = forecaster.stream("How is Rome?");
    for await (const _event of run);
    const second = await run.result;
    for (const { text, usage, error } of [first, second]) {
      expect(error).toBeUndefined();
      expect(text).toBe("Sunny.");
      expect(usage).toMatchObject({ input: 6, output: 2, total: 8 });
    }
    expect(asked[1]?.body.messages).toEqual(asked[3]?.body.messages);
    expect(asked[1]?.body.messages).toMatchObject([
      { role: "user" },
      { role: "assistant", content: [{ text: "Let me see." }, { toolUse: { toolUseId: "t1" } }] },
      { role: "user", content: [{ toolResult: { toolUseId: "t1", content: [{ text: "sunny" }] } }] },
    ]);
  });

  it("S19: keeps nothing of a long stream but what it still needs", async () => {
    const piece = encodeFrame([
      "contentBlockDelta",
      { contentBlockIndex: 0, delta: { text: "x".repeat(1000) } },
    ]);
    let left = 2_000;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        if (left-- > 0) controller.enqueue(piece);
        else {
          controller.enqueue(framesOf(...answerFrames("!")));
          controller.close();
        }
      },
    });
    const { chunks, error } = await collect(modelOver(async () => new Response(body)).stream(QUESTION));
    expect(error).toBeUndefined();
    expect(chunks).toHaveLength(2_002);
  });
});
