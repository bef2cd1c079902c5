import { GoogleGenAI } from "@google/genai/web";
import { GoogleGenAI as GoogleGenAI2 } from "genai2/web";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type GoogleClient, GoogleSDK } from "../../../src/providers/google/index.ts";
import { type Answer, answering, collect, end, errorOf, parts, respond, sse } from "./support.ts";

const question = [{ role: "user", content: "?" }] as const;
const apiKey = "test-key-of-no-account";
type MakeClient = (options?: { vertexai: boolean }) => GoogleClient;
const clients: readonly (readonly [string, MakeClient])[] = [
  ["@google/genai 3", (options) => new GoogleGenAI({ apiKey, ...options })],
  ["@google/genai 2", (options) => new GoogleGenAI2({ apiKey, ...options })],
];

afterEach(() => {
  vi.unstubAllGlobals();
});

describe.each(clients)("through %s", (_name, makeClient) => {
  it("says the same as our own request does", async () => {
    const options = {
      temperature: 0,
      maxTokens: 9,
      reasoning: { effort: "low" },
      tools: [
        {
          name: "now",
          description: "The time.",
          input: { type: "object", properties: { zone: { type: "string" } } },
        },
      ],
      toolChoice: { tool: "now" },
      headers: { "x-own": "1" },
      providerOptions: {
        safetySettings: [{ category: "HARM_CATEGORY_HARASSMENT", threshold: "OFF" }],
        newField: { a: 1 },
      },
    } as const;
    const messages = [{ role: "system", content: "Be brief." }, ...question] as const;
    const own = answering({ body: parts({ text: "x" }) });
    await new GoogleSDK({ apiKey, fetch: own.fetch })
      .model({ name: "gemini-2.5-flash" })
      .complete(messages, options);
    const { sdk, asked } = sdkOver(makeClient, { body: parts({ text: "x" }) });
    await sdk.model({ name: "gemini-2.5-flash" }).complete(messages, options);
    expect(asked[0]?.body).toEqual(own.asked[0]?.body);
    // Which version of the service is asked is the client's own choice.
    expect(asked[0]?.url).toMatch(/\/v1(?:beta)?\/models\/gemini-2.5-flash:generateContent$/);
    expect(new Headers(asked[0]?.headers).get("x-own")).toBe("1");
  });

  it("explains failures as our own transport does", async () => {
    const failure = {
      error: {
        code: 429,
        status: "RESOURCE_EXHAUSTED",
        message: "Slow down.",
        details: [{ retryDelay: "7s" }],
      },
    };
    const { sdk } = sdkOver(makeClient, { status: 429, body: failure });
    expect(await errorOf(sdk.model({ name: "m" }).complete(question))).toMatchObject({
      code: "PROVIDER_RATE_LIMIT",
      retryAfter: 7000,
      context: { status: 429 },
    });
    const streamed = sdkOver(makeClient, { body: sse(parts({ text: "a" })) + sse(failure) });
    const { error } = await collect(streamed.sdk.model({ name: "m" }).stream(question));
    expect(error).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
    const cut = sdkOver(makeClient, { body: sse(parts({ text: "a" })) });
    const { chunks, error: broken } = await collect(cut.sdk.model({ name: "m" }).stream(question));
    expect(chunks).toEqual([{ type: "delta", content: "a" }]);
    expect(broken).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("S21: stops at an abort", async () => {
    const controller = new AbortController();
    const { sdk, asked } = sdkOver(makeClient, {
      body: sse(parts({ text: "a" }), parts({ text: "b" }), end()),
    });
    const stream = sdk.model({ name: "m" }).stream(question, { signal: controller.signal });
    const reading = (async () => {
      for await (const _chunk of stream) controller.abort();
    })();
    expect(await errorOf(reading)).toMatchObject({ code: "AGENT_CANCELLED" });
    expect(asked).toHaveLength(1);
  });

  it("embeds", async () => {
    const { sdk, asked } = sdkOver(makeClient, { body: { embeddings: [{ values: [1] }, { values: [2] }] } });
    const embedder = sdk.embedder({ name: "gemini-embedding-001", dimensions: 1, taskType: "CLUSTERING" });
    expect((await embedder.embedMany(["a", "b"])).vectors).toEqual([[1], [2]]);
    expect(asked[0]?.body.requests).toMatchObject([
      { content: { parts: [{ text: "a" }] }, taskType: "CLUSTERING", outputDimensionality: 1 },
      { content: { parts: [{ text: "b" }] }, taskType: "CLUSTERING", outputDimensionality: 1 },
    ]);
  });

  it("makes pictures, and tells what a filter took", async () => {
    const predictions = [{ mimeType: "image/png", bytesBase64Encoded: "AA==" }];
    const vertex = (): GoogleClient => makeClient({ vertexai: true });
    const imagen = sdkOver(vertex, { body: { predictions } });
    const picture = { type: "base64", base64: "AA==", mediaType: "image/png" };
    expect(
      await imagen.sdk.image({ name: "imagen-4" }).generate("x", { count: 1, aspectRatio: "1:1" }),
    ).toEqual({ images: [picture] });
    expect(imagen.asked[0]?.body).toMatchObject({
      instances: [{ prompt: "x" }],
      parameters: { sampleCount: 1, aspectRatio: "1:1", includeRaiReason: true },
    });
    const refused = sdkOver(vertex, { body: { predictions: [{ raiFilteredReason: "violence" }] } });
    expect(await errorOf(refused.sdk.image({ name: "imagen-4" }).generate("x"))).toMatchObject({
      code: "CONTENT_FILTER",
      reason: "violence",
    });
    // Only there; its own words say so.
    const elsewhere = sdkOver(makeClient, { body: {} });
    const error = await errorOf(elsewhere.sdk.image({ name: "imagen-4" }).generate("x"));
    expect(error).toMatchObject({ code: "PROVIDER_INVALID_REQUEST", retryable: false });
    expect(error.message).toContain("only supported");
    expect(elsewhere.asked).toHaveLength(0);
    const gemini = sdkOver(makeClient, {
      body: parts({ inlineData: { mimeType: "image/png", data: "AA==" } }),
    });
    expect((await gemini.sdk.image({ name: "gemini-2.5-flash-image" }).generate("x")).images).toEqual([
      picture,
    ]);
  });

  it("speaks, whole and in pieces", async () => {
    const sound = parts({ inlineData: { mimeType: "audio/L16;rate=24000", data: "AQI=" } });
    const whole = sdkOver(makeClient, { body: sound });
    const { audio } = await whole.sdk.speech({ name: "tts" }).synthesize("x", { format: "pcm" });
    expect(audio.base64).toBe("AQI=");
    const pieces = sdkOver(makeClient, { body: sse(sound, sound, end()) });
    const types: string[] = [];
    for await (const { type } of pieces.sdk.speech({ name: "tts" }).stream?.("x", { format: "pcm" }) ?? [])
      types.push(type);
    expect(types).toEqual(["audio", "audio", "done"]);
  });
});

/** An SDK over an official client, which calls the global `fetch`. */
function sdkOver(makeClient: () => GoogleClient, answer: Answer) {
  const { fetch, asked } = answering(() => respond({ ...answer }));
  vi.stubGlobal("fetch", (url: URL | string, init: RequestInit) => {
    // The clients have `Headers`.
    const headers = Object.fromEntries(new Headers(init.headers));
    return fetch(String(url), { ...init, headers });
  });
  return { sdk: new GoogleSDK({ client: makeClient() }), asked };
}
