import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import type { Message } from "../../../src/contracts/message.ts";
import { type GoogleOptions, GoogleSDK } from "../../../src/providers/google/index.ts";
import { tool } from "../../../src/tool/tool.ts";
import { type Asked, answering, collect, errorOf, modelAnswering, parts, respond, sse } from "./support.ts";

const question = [{ role: "user", content: "?" }] as const;
const key = "test-key-of-no-account";

describe("a model", () => {
  it("is a plain contract: name, provider, capabilities", () => {
    const model = new GoogleSDK({ apiKey: key }).model({ name: "gemini-2.5-flash" });
    expect(model).toMatchObject({
      name: "gemini-2.5-flash",
      provider: "google",
      capabilities: { vision: true },
    });
    expect(model).not.toHaveProperty("pricing");
    expect(new GoogleSDK({ provider: "vertex" }).model({ name: "x" }).provider).toBe("vertex");
  });

  const senses = { vision: true, structuredOutput: true, audio: true, pdf: true };
  it.each([
    ["gemini-3-pro-preview", { ...senses, reasoning: true }],
    ["gemini-2.5-flash-lite", { ...senses, reasoning: true }],
    ["models/gemini-2.5-pro", { ...senses, reasoning: true }],
    ["publishers/google/models/gemini-3.5-flash", { ...senses, reasoning: true }],
    ["gemini-flash-latest", { ...senses, reasoning: true }],
    ["gemini-robotics-er-1.5-preview", { ...senses, reasoning: true }],
    ["gemini-2.0-flash", senses],
    ["gemini-1.5-pro-002", senses],
    ["gemini-1.0-pro", {}],
    ["gemini-2.5-flash-image", { vision: true }],
    ["gemini-2.5-flash-preview-tts", {}],
    ["gemini-embedding-001", {}],
    ["gemma-3-27b-it", { vision: true }],
    ["gemma-3-1b-it", {}],
    ["somebody/llama", {}],
  ])("%s can do what its name tells", (name, capabilities) => {
    expect(new GoogleSDK().model({ name }).capabilities).toEqual(capabilities);
  });

  it("takes flags over what its name tells", () => {
    const { capabilities } = new GoogleSDK().model({ name: "tunedModels/x", vision: true, reasoning: true });
    expect(capabilities).toEqual({ vision: true, reasoning: true });
  });

  it("counts tokens by an estimate", async () => {
    expect(await new GoogleSDK().count("The tide turns twice a day.")).toBe(7);
  });
});

describe("the request", () => {
  it("R11, R12: carries no headers but x-goog-api-key, content-type and accept, and no key in its address", async () => {
    for (const stream of [true, false]) {
      const { model, asked } = modelAnswering({ body: sse(parts({ text: "x" })) });
      if (stream) await collect(model.stream(question));
      else await errorOf(model.complete(question));
      expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual([
        "accept",
        "content-type",
        "x-goog-api-key",
      ]);
      expect(asked[0]?.headers["x-goog-api-key"]).toBe(key);
      expect(asked[0]?.url).not.toContain(key);
    }
  });

  const gemini = "https://generativelanguage.googleapis.com/v1beta";
  const flash = "gemini-2.5-flash";
  it.each<[string, GoogleOptions, string, string]>([
    ["the Gemini API", {}, flash, `${gemini}/models/${flash}`],
    ["a tuned model", {}, "tunedModels/x", `${gemini}/tunedModels/x`],
    ["a proxy", { baseURL: "https://proxy.example/v1/" }, flash, `https://proxy.example/v1/models/${flash}`],
    [
      "Vertex AI",
      { vertex: { project: "p" } },
      flash,
      `https://aiplatform.googleapis.com/v1beta1/projects/p/locations/global/publishers/google/models/${flash}`,
    ],
    [
      "a region of Vertex AI",
      { vertex: { project: "p", location: "europe-west4" } },
      flash,
      `https://europe-west4-aiplatform.googleapis.com/v1beta1/projects/p/locations/europe-west4/publishers/google/models/${flash}`,
    ],
    [
      "a continent of Vertex AI",
      { vertex: { project: "p", location: "eu" } },
      flash,
      `https://aiplatform.eu.rep.googleapis.com/v1beta1/projects/p/locations/eu/publishers/google/models/${flash}`,
    ],
    [
      "Vertex AI's express mode",
      { vertex: {} },
      flash,
      `https://aiplatform.googleapis.com/v1beta1/publishers/google/models/${flash}`,
    ],
    [
      "another maker's model",
      { vertex: { project: "p" } },
      "meta/llama",
      "https://aiplatform.googleapis.com/v1beta1/projects/p/locations/global/publishers/meta/models/llama",
    ],
    [
      "an endpoint",
      { vertex: { project: "p", location: "us-east1" } },
      "endpoints/7",
      "https://us-east1-aiplatform.googleapis.com/v1beta1/projects/p/locations/us-east1/endpoints/7",
    ],
    [
      "a whole name",
      { vertex: { project: "p" } },
      "projects/q/locations/l/endpoints/7",
      "https://aiplatform.googleapis.com/v1beta1/projects/q/locations/l/endpoints/7",
    ],
  ])("goes to %s", async (_what, options, name, address) => {
    const { model, asked } = modelAnswering({ body: {} }, options, name);
    await errorOf(model.complete(question));
    await collect(model.stream(question));
    expect(asked.map(({ url }) => url)).toEqual([
      `${address}:generateContent`,
      `${address}:streamGenerateContent?alt=sse`,
    ]);
  });

  it("carries the access token of Vertex AI, and asks for one with every request", async () => {
    const fixed = modelAnswering(
      { body: {} },
      { apiKey: "", vertex: { project: "p", accessToken: " ya29.a\n" } },
    );
    await errorOf(fixed.model.complete(question));
    expect(fixed.asked[0]?.headers).toEqual({
      accept: "application/json",
      "content-type": "application/json",
      authorization: "Bearer ya29.a",
    });
    let count = 0;
    const getAccessToken = async (): Promise<string> => `token-${++count}`;
    const fresh = modelAnswering({ body: {} }, { apiKey: "", vertex: { project: "p", getAccessToken } });
    await errorOf(fresh.model.complete(question));
    await errorOf(fresh.model.complete(question));
    expect(fresh.asked.map(({ headers }) => headers.authorization)).toEqual([
      "Bearer token-1",
      "Bearer token-2",
    ]);
  });

  it("refuses a key that no header can carry, without telling it", () => {
    expect(() => new GoogleSDK({ apiKey: "k\u00e9y" })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
    expect(() => new GoogleSDK({ apiKey: "AIza\nb" })).not.toThrow("AIza");
  });

  it("R24: reads a response without a body stream", async () => {
    const text = sse(parts({ text: "Hi" }), { candidates: [{ finishReason: "STOP" }] });
    const { model } = modelAnswering(() => {
      const response = respond({ body: text });
      Object.defineProperty(response, "body", { value: null });
      return response;
    });
    const { chunks } = await collect(model.stream(question));
    expect(chunks.map(({ type }) => type)).toEqual(["delta", "done"]);
  });

  it("R22: is made once, though the stream fails", async () => {
    const { model, asked } = modelAnswering({ body: "", status: 503 });
    const { error } = await collect(model.stream(question));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
    expect(asked).toHaveLength(1);
  });
});

describe("an agent", () => {
  const signature = "EpwICpkIAXLI2nxl+/8=";
  const first = [
    parts({ text: "Let me ", thought: true }),
    parts(
      { functionCall: { name: "country", args: {} }, thoughtSignature: signature },
      { functionCall: { name: "country", args: {} } },
    ),
    { candidates: [{ finishReason: "STOP" }] },
  ];
  const second = { candidates: [{ content: { parts: [{ text: "Mexico City." }] }, finishReason: "STOP" }] };

  it.each(["execute", "stream"] as const)(
    "H6: gives signatures back with %s, also out of JSON",
    async (way) => {
      const { fetch, asked } = answering(({ url, body }) => {
        const isFirst = (body.contents as unknown[]).length === 1;
        if (url.includes("alt=sse")) return respond({ body: sse(...(isFirst ? first : [second])) });
        return respond({ body: isFirst ? first : second });
      });
      const model = new GoogleSDK({ apiKey: key, fetch }).model({ name: "gemini-3-pro-preview" });
      const country = tool({
        name: "country",
        description: "",
        input: { type: "object", properties: {} },
        execute: async () => "Mexico",
      });
      const asking = agent({ model, tools: [country] });
      const result =
        way === "execute"
          ? await asking.execute("Which capital?")
          : await asking.stream("Which capital?").result;
      expect(result.error).toBeUndefined();
      expect(result.text).toBe("Mexico City.");
      const calls = [
        { functionCall: { id: "call_1", name: "country", args: {} }, thoughtSignature: signature },
        { functionCall: { id: "call_2", name: "country", args: {} } },
      ];
      expect(turnOf(asked[1])).toEqual({ role: "model", parts: calls });
      const { toolCalls = [], content } = await model.complete(question);
      const turn: Message = JSON.parse(JSON.stringify({ role: "assistant", content, toolCalls }));
      await model.complete([...question, turn]);
      expect(turnOf(asked.at(-1))).toEqual({ role: "model", parts: calls });
    },
  );

  it("keeps what only the service reads in the place where it stood", async () => {
    const opaque = { toolCall: { toolType: "GOOGLE_SEARCH_WEB", id: "s" }, thoughtSignature: "YQ==" };
    const { fetch, asked } = answering(({ body }) => {
      const isFirst = (body.contents as unknown[]).length === 1;
      const answer = isFirst
        ? parts(
            opaque,
            { text: "I look it up." },
            { functionCall: { id: "f", name: "country", args: {} }, thoughtSignature: signature },
          )
        : second;
      return respond({ body: answer });
    });
    const model = new GoogleSDK({ apiKey: key, fetch }).model({ name: "gemini-3-pro-preview" });
    const country = tool({
      name: "country",
      description: "",
      input: { type: "object", properties: {} },
      execute: async () => "Mexico",
    });
    const { text } = await agent({ model, tools: [country] }).execute("Which capital?");
    expect(text).toBe("Mexico City.");
    expect(turnOf(asked[1])).toEqual({
      role: "model",
      parts: [
        opaque,
        { text: "I look it up." },
        { functionCall: { id: "f", name: "country", args: {} }, thoughtSignature: signature },
      ],
    });
  });
});

/** The model's turn in a request. */
function turnOf(asked: Asked | undefined): unknown {
  return Object(asked?.body.contents)[1];
}
