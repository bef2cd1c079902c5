import { describe, expect, it } from "vitest";
import type { SpeechModelOptions } from "../../../src/contracts/speech-model.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import {
  answering,
  errorOf,
  gather,
  hangingBody,
  respond,
  sdkAnswering,
  sse,
  streamOf,
  TRANSPORTS,
} from "./media-support.ts";

const SOUND = new Uint8Array([1, 2, 3, 250]);
const BASE64 = "AQID+g==";

/** Sound as the service answers it. */
function sound(type = "audio/mpeg"): () => Response {
  return () => new Response(SOUND, { headers: { "content-type": type } });
}

const EVENTS = sse(
  { type: "speech.audio.delta", audio: "AQID" },
  { type: "speech.audio.delta", audio: "+g==" },
  { type: "speech.audio.done", usage: { input_tokens: 14, output_tokens: 101, total_tokens: 115 } },
);

describe.each(TRANSPORTS)("a speech model over %s", (over) => {
  it("speaks a text", async () => {
    const { sdk, asked } = sdkAnswering(over, sound());
    const model = sdk.speech({ name: "tts-1", pricing: { perMillionCharacters: 15 } });
    expect(model).toMatchObject({ name: "tts-1", provider: "openai", pricing: { perMillionCharacters: 15 } });
    expect(await model.synthesize("Hello")).toEqual({
      audio: { type: "base64", base64: BASE64, mediaType: "audio/mpeg" },
    });
    expect(asked.map(({ path, body }) => ({ path, body }))).toEqual([
      {
        path: "/v1/audio/speech",
        body: { model: "tts-1", input: "Hello", voice: "alloy", response_format: "mp3" },
      },
    ]);
  });

  it.each<[string, SpeechModelOptions, Record<string, unknown>]>([
    ["a voice", { voice: "verse" }, { voice: "verse" }],
    ["a format", { format: "wav" }, { response_format: "wav" }],
    ["a speed", { speed: 1.25 }, { speed: 1.25 }],
    ["instructions", { instructions: "calm" }, { instructions: "calm" }],
    ["what the service alone knows", { options: { language: "en" } }, { language: "en" }],
  ])("asks for %s", async (_what, options, fields) => {
    const { sdk, asked } = sdkAnswering(over, sound());
    await sdk.speech({ name: "tts-1" }).synthesize("Hello", options);
    expect(asked[0]?.body).toEqual({
      model: "tts-1",
      input: "Hello",
      voice: "alloy",
      response_format: "mp3",
      ...fields,
    });
  });

  it("has a voice of its own, and that of the call wins", async () => {
    const { sdk, asked } = sdkAnswering(over, sound());
    const model = sdk.speech({ name: "tts-1", voice: "nova" });
    await model.synthesize("Hello");
    await model.synthesize("Hello", { voice: "echo" });
    expect(asked.map(({ body }) => body.voice)).toEqual(["nova", "echo"]);
  });

  it.each([
    ["mp3", "audio/mpeg"],
    ["opus", "audio/ogg"],
    ["aac", "audio/aac"],
    ["flac", "audio/flac"],
    ["wav", "audio/wav"],
    ["pcm", "audio/pcm"],
  ] as const)(
    "knows the media type of %s, also where the service does not tell",
    async (format, mediaType) => {
      const { sdk } = sdkAnswering(over, sound("application/octet-stream"));
      const { audio } = await sdk.speech({ name: "tts-1" }).synthesize("Hello", { format });
      expect(audio.mediaType).toBe(mediaType);
    },
  );

  it("has the models that count tokens tell them", async () => {
    const { sdk, asked } = sdkAnswering(over, { body: EVENTS });
    expect(await sdk.speech({ name: "gpt-4o-mini-tts" }).synthesize("Hello")).toEqual({
      audio: { type: "base64", base64: BASE64, mediaType: "audio/mpeg" },
      usage: { input: 14, output: 101, total: 115 },
    });
    expect(asked[0]?.body.stream_format).toBe("sse");
  });

  it("takes plain sound where events were asked for", async () => {
    const { sdk } = sdkAnswering(over, sound());
    const { audio, usage } = await sdk.speech({ name: "gpt-4o-mini-tts" }).synthesize("Hello");
    expect(audio.base64).toBe(BASE64);
    expect(usage).toBeUndefined();
  });

  it("streams bytes as they come", async () => {
    const body = () => streamOf([SOUND.slice(0, 1), SOUND.slice(1)]);
    const { sdk } = sdkAnswering(over, () =>
      respond({ body: body(), headers: { "content-type": "audio/mpeg" } }),
    );
    const { items } = await gather(sdk.speech({ name: "tts-1" }).stream("Hello"));
    expect(items).toEqual([
      { type: "audio", bytes: SOUND.slice(0, 1), mediaType: "audio/mpeg" },
      { type: "audio", bytes: SOUND.slice(1), mediaType: "audio/mpeg" },
      { type: "done" },
    ]);
  });

  it("streams events as they come, with the tokens", async () => {
    const { sdk } = sdkAnswering(over, { body: EVENTS });
    const { items } = await gather(sdk.speech({ name: "gpt-4o-mini-tts" }).stream("Hello"));
    expect(items).toEqual([
      { type: "audio", bytes: SOUND.slice(0, 3), mediaType: "audio/mpeg" },
      { type: "audio", bytes: SOUND.slice(3), mediaType: "audio/mpeg" },
      { type: "done", usage: { input: 14, output: 101, total: 115 } },
    ]);
  });

  it("S11: throws where events break off before their end", async () => {
    const { sdk } = sdkAnswering(over, { body: sse({ type: "speech.audio.delta", audio: "AQID" }) });
    const model = sdk.speech({ name: "gpt-4o-mini-tts" });
    expect(await errorOf(model.synthesize("Hello"))).toMatchObject({ code: "PROVIDER_ERROR" });
    const { items, error } = await gather(model.stream("Hello"));
    expect(items).toHaveLength(1);
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("throws what an event says of a failure", async () => {
    const { sdk } = sdkAnswering(over, {
      body: sse({ type: "error", error: { code: "rate_limit_exceeded", message: "slow down" } }),
    });
    expect(await errorOf(sdk.speech({ name: "gpt-4o-mini-tts" }).synthesize("Hello"))).toMatchObject({
      code: "PROVIDER_RATE_LIMIT",
    });
  });

  it("stops, and cancels the body, when the signal aborts", async () => {
    const { body, isCancelled } = hangingBody("ab");
    const { sdk } = sdkAnswering(over, () => respond({ body, headers: { "content-type": "audio/mpeg" } }));
    const controller = new AbortController();
    const speaking = sdk.speech({ name: "tts-1" }).synthesize("Hello", { signal: controller.signal });
    setTimeout(() => controller.abort(), 10);
    expect(await errorOf(speaking)).toMatchObject({ code: "AGENT_CANCELLED" });
    await expect.poll(isCancelled).toBe(true);
  });

  it.each([
    [401, { error: { message: "Incorrect API key provided" } }, "PROVIDER_AUTH"],
    [404, { error: { code: "model_not_found", message: "No such model" } }, "PROVIDER_INVALID_REQUEST"],
    [400, { error: { code: "content_filter", message: "No." } }, "CONTENT_FILTER"],
    [429, { error: { message: "slow down" } }, "PROVIDER_RATE_LIMIT"],
    [200, { error: { code: "insufficient_quota", message: "No money" } }, "PROVIDER_QUOTA_EXCEEDED"],
    [200, { hello: "world" }, "PROVIDER_ERROR"],
  ])("rejects with a typed error for %i %j", async (status, body, code) => {
    const { sdk } = sdkAnswering(over, { status, body });
    expect(await errorOf(sdk.speech({ name: "gpt-4o" }).synthesize("Hello"))).toMatchObject({ code });
  });

  it.each([
    ["nothing", "", "audio/mpeg"],
    ["a page", "<html></html>", "text/html"],
  ])("rejects with a typed error for %s", async (_what, body, type) => {
    const { sdk } = sdkAnswering(over, { body, headers: { "content-type": type } });
    expect(await errorOf(sdk.speech({ name: "tts-1" }).synthesize("Hello"))).toMatchObject({
      code: "PROVIDER_ERROR",
    });
  });
});

describe("a speech model", () => {
  it("R11: sends no header that a server's CORS rules may not know", async () => {
    const { fetch, asked } = answering(sound());
    await new OpenAISDK({ apiKey: "sk-test", fetch }).speech({ name: "tts-1" }).synthesize("Hello");
    expect(Object.keys(asked[0]?.headers ?? {}).sort()).toEqual(["accept", "authorization", "content-type"]);
  });

  it("R24: reads the bytes of a body that cannot be streamed", async () => {
    const bodyless = Object.assign(new Response(null, { headers: { "content-type": "audio/mpeg" } }), {
      arrayBuffer: async () => SOUND.buffer.slice(0),
    });
    const model = new OpenAISDK({ fetch: async () => bodyless }).speech({ name: "tts-1" });
    expect((await model.synthesize("Hello")).audio.base64).toBe(BASE64);
  });

  it("takes what clients of another kind answer", async () => {
    const client = {
      chat: { completions: { create: async () => ({}) } },
      audio: { speech: { create: async () => ({ arrayBuffer: async () => SOUND.buffer }) } },
    };
    const { audio } = await new OpenAISDK({ client }).speech({ name: "tts-1" }).synthesize("Hello");
    expect(audio).toEqual({ type: "base64", base64: BASE64, mediaType: "audio/mpeg" });
  });
});
