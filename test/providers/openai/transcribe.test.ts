import { describe, expect, it } from "vitest";
import type { TranscriptionModelOptions } from "../../../src/contracts/transcription-model.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { errorOf, gather, hangingBody, respond, sdkAnswering, sse, TRANSPORTS } from "./media-support.ts";

const AUDIO = { base64: "QUJD", mediaType: "audio/mpeg", filename: "clip.mp3" };

const VERBOSE = {
  body: {
    task: "transcribe",
    language: "english",
    duration: 8.47,
    text: "The tide turns. Twice a day.",
    segments: [
      { id: 0, start: 0, end: 3.5, text: " The tide turns.", tokens: [1], avg_logprob: -0.2 },
      { id: 1, start: 3.5, end: 8.47, text: " Twice a day.", tokens: [2], avg_logprob: -0.1 },
    ],
    usage: { type: "duration", seconds: 9 },
  },
};

const EVENTS = sse(
  { type: "transcript.text.delta", delta: "The tide " },
  { type: "transcript.text.delta", delta: "turns." },
  {
    type: "transcript.text.done",
    text: "The tide turns.",
    usage: { type: "tokens", input_tokens: 14, output_tokens: 5, total_tokens: 19 },
  },
);

describe.each(TRANSPORTS)("a transcription model over %s", (over) => {
  it("writes down what is said, with times and length", async () => {
    const { sdk, asked } = sdkAnswering(over, VERBOSE);
    const model = sdk.transcribe({ name: "whisper-1", pricing: { perMinute: 0.006 } });
    expect(model).toMatchObject({ name: "whisper-1", provider: "openai", pricing: { perMinute: 0.006 } });
    expect(await model.transcribe(AUDIO)).toEqual({
      text: "The tide turns. Twice a day.",
      segments: [
        { text: " The tide turns.", start: 0, end: 3.5 },
        { text: " Twice a day.", start: 3.5, end: 8.47 },
      ],
      durationSeconds: 8.47,
      language: "english",
    });
    expect(asked[0]?.path).toBe("/v1/audio/transcriptions");
    const { file, ...fields } = asked[0]?.body ?? {};
    expect(fields).toEqual({ model: "whisper-1", response_format: "verbose_json" });
    expect(file).toBeInstanceOf(File);
    expect(file).toMatchObject({ name: "clip.mp3", type: "audio/mpeg" });
    expect(await (file as File).text()).toBe("ABC");
  });

  it("R11: leaves the type of the form to the runtime, which knows its boundary", async () => {
    const { sdk, asked } = sdkAnswering(over, VERBOSE);
    await sdk.transcribe({ name: "whisper-1" }).transcribe(AUDIO);
    expect(asked[0]?.headers.has("content-type")).toBe(false);
  });

  it("tells the tokens of models that count them", async () => {
    const usage = { type: "tokens", input_tokens: 14, output_tokens: 45, total_tokens: 59 };
    const { sdk, asked } = sdkAnswering(over, { body: { text: "The tide turns.", usage } });
    expect(await sdk.transcribe({ name: "gpt-4o-transcribe" }).transcribe(AUDIO)).toEqual({
      text: "The tide turns.",
      usage: { input: 14, output: 45, total: 59 },
    });
    expect(asked[0]?.body.response_format).toBe("json");
  });

  it("takes the length from the usage where it stands nowhere else", async () => {
    const { sdk } = sdkAnswering(over, { body: { text: "Hi.", usage: { type: "duration", seconds: 30 } } });
    expect(await sdk.transcribe({ name: "gpt-4o-transcribe" }).transcribe(AUDIO)).toEqual({
      text: "Hi.",
      durationSeconds: 30,
    });
  });

  it.each<[string, TranscriptionModelOptions, Record<string, unknown>]>([
    ["a language", { language: "en" }, { language: "en" }],
    ["a language without its country, which the service refuses", { language: "pt-BR" }, { language: "pt" }],
    ["a prompt", { prompt: "Names: Zoë" }, { prompt: "Names: Zoë" }],
    ["a format", { format: "json" }, { response_format: "json" }],
    ["numbers", { options: { temperature: 0.2 } }, { temperature: "0.2" }],
    [
      "lists",
      { options: { timestamp_granularities: ["word", "segment"] } },
      { "timestamp_granularities[]": ["word", "segment"] },
    ],
    [
      "objects",
      { options: { chunking_strategy: { type: "server_vad", threshold: 0.5 } } },
      { "chunking_strategy[type]": "server_vad", "chunking_strategy[threshold]": "0.5" },
    ],
    ["nothing for null", { options: { temperature: null } }, {}],
  ])("asks for %s", async (_what, options, expected) => {
    const { sdk, asked } = sdkAnswering(over, VERBOSE);
    await sdk.transcribe({ name: "whisper-1" }).transcribe(AUDIO, options);
    const { file: _file, ...fields } = asked[0]?.body ?? {};
    expect(fields).toEqual({ model: "whisper-1", response_format: "verbose_json", ...expected });
  });

  it("tells speakers apart with the models that can", async () => {
    const { sdk, asked } = sdkAnswering(over, {
      body: {
        duration: 3,
        task: "transcribe",
        text: "Hi. Hello.",
        segments: [
          { type: "transcript.text.segment", id: "s0", start: 0, end: 1, text: "Hi.", speaker: "A" },
        ],
      },
    });
    const { segments } = await sdk.transcribe({ name: "gpt-4o-transcribe-diarize" }).transcribe(AUDIO);
    expect(segments).toEqual([{ text: "Hi.", start: 0, end: 1, speaker: "A" }]);
    expect(asked[0]?.body).toMatchObject({ response_format: "diarized_json", chunking_strategy: "auto" });
  });

  it("gives words as segments where there are no others", async () => {
    const { sdk } = sdkAnswering(over, {
      body: {
        text: "The tide.",
        words: [
          { word: "The", start: 0, end: 0.2 },
          { word: "tide", start: 0.2, end: 1 },
        ],
      },
    });
    const { segments } = await sdk.transcribe({ name: "whisper-1" }).transcribe(AUDIO);
    expect(segments).toEqual([
      { text: "The", start: 0, end: 0.2 },
      { text: "tide", start: 0.2, end: 1 },
    ]);
  });

  it.each(["text", "srt", "vtt"])("gives the plain text of the format %s", async (format) => {
    const { sdk } = sdkAnswering(over, {
      body: "1\nThe tide turns.\n",
      headers: { "content-type": "text/plain" },
    });
    expect(await sdk.transcribe({ name: "whisper-1" }).transcribe(AUDIO, { format })).toEqual({
      text: "1\nThe tide turns.\n",
    });
  });

  it.each([
    [{ ...AUDIO, filename: "note.opus", mediaType: "audio/ogg" }, "note.opus.ogg"],
    [{ base64: "QUJD", mediaType: "audio/ogg; codecs=opus" }, "audio.ogg"],
    [{ base64: "QUJD", mediaType: "audio/mpeg" }, "audio.mp3"],
    [{ base64: "QUJD", mediaType: "audio/mp4" }, "audio.m4a"],
    [{ base64: "QUJD", mediaType: "audio/x-m4a" }, "audio.m4a"],
    [{ base64: "QUJD", mediaType: "audio/x-wav" }, "audio.wav"],
    [{ base64: "QUJD", mediaType: "video/webm", filename: "blob" }, "blob.webm"],
    [{ base64: "QUJD", mediaType: "application/unknown" }, "audio"],
  ])("names the file so that the service knows the codec: %j", async (audio, name) => {
    const { sdk, asked } = sdkAnswering(over, VERBOSE);
    await sdk.transcribe({ name: "whisper-1" }).transcribe(audio);
    expect(asked[0]?.body.file).toMatchObject({ name });
  });

  it("streams the text as it comes", async () => {
    const { sdk, asked } = sdkAnswering(over, { body: EVENTS });
    const { items, error } = await gather(sdk.transcribe({ name: "gpt-4o-transcribe" }).stream(AUDIO));
    expect(error).toBeUndefined();
    expect(items).toEqual([
      { type: "delta", text: "The tide " },
      { type: "delta", text: "turns." },
      { type: "done", text: "The tide turns.", usage: { input: 14, output: 5, total: 19 } },
    ]);
    expect(asked[0]?.body.stream).toBe("true");
  });

  it("streams with the segments of several speakers", async () => {
    const { sdk } = sdkAnswering(over, {
      body: sse(
        { type: "transcript.text.delta", delta: "Hi.", segment_id: "s0" },
        { type: "transcript.text.segment", id: "s0", start: 0, end: 1, text: "Hi.", speaker: "A" },
        { type: "transcript.text.done", text: "Hi.", languages: [{ code: "en" }] },
      ),
    });
    const { items } = await gather(sdk.transcribe({ name: "gpt-4o-transcribe-diarize" }).stream(AUDIO));
    expect(items.at(-1)).toEqual({
      type: "done",
      text: "Hi.",
      language: "en",
      segments: [{ text: "Hi.", start: 0, end: 1, speaker: "A" }],
    });
  });

  it("S11: throws where a stream breaks off before its end", async () => {
    const { sdk } = sdkAnswering(over, { body: sse({ type: "transcript.text.delta", delta: "The" }) });
    const { items, error } = await gather(sdk.transcribe({ name: "gpt-4o-transcribe" }).stream(AUDIO));
    expect(items).toEqual([{ type: "delta", text: "The" }]);
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("stops a stream, and its body, when the signal aborts", async () => {
    const { body, isCancelled } = hangingBody(sse({ type: "transcript.text.delta", delta: "The" }));
    const { sdk, asked } = sdkAnswering(over, () => respond({ body }));
    const controller = new AbortController();
    const { signal } = controller;
    const chunks = sdk.transcribe({ name: "gpt-4o-transcribe" }).stream(AUDIO, { signal });
    const failure = await errorOf(
      (async () => {
        for await (const _chunk of chunks) setTimeout(() => controller.abort());
      })(),
    );
    expect(failure).toMatchObject({ code: "AGENT_CANCELLED" });
    // The clients leave the body to the signal that they hand to `fetch`.
    await expect.poll(() => isCancelled() || asked[0]?.signal?.aborted).toBe(true);
  });

  it.each([
    [401, { error: { message: "Incorrect API key provided" } }, "PROVIDER_AUTH"],
    [400, { error: { message: "Unrecognized file format." } }, "PROVIDER_INVALID_REQUEST"],
    [413, { error: { message: "Maximum content size limit exceeded" } }, "PROVIDER_INVALID_REQUEST"],
    [429, { error: { message: "slow down" } }, "PROVIDER_RATE_LIMIT"],
    [500, { error: { message: "oops" } }, "PROVIDER_ERROR"],
    [200, { error: { message: "slow down", code: "rate_limit_exceeded" } }, "PROVIDER_RATE_LIMIT"],
    [200, { hello: "world" }, "PROVIDER_ERROR"],
  ])("rejects with a typed error for %i %j", async (status, body, code) => {
    const { sdk } = sdkAnswering(over, { status, body });
    const model = sdk.transcribe({ name: "gpt-4o" });
    expect(await errorOf(model.transcribe(AUDIO))).toMatchObject({ code });
    expect(await errorOf(model.transcribe(AUDIO, { format: "text" }))).toMatchObject({ code });
  });

  it("rejects sound that is no base64, before any request", async () => {
    const { sdk, asked } = sdkAnswering(over, VERBOSE);
    const model = sdk.transcribe({ name: "whisper-1" });
    const failure = { code: "PROVIDER_INVALID_REQUEST" };
    expect(await errorOf(model.transcribe({ ...AUDIO, base64: "%%%" }))).toMatchObject(failure);
    expect((await gather(model.stream({ ...AUDIO, base64: "%%%" }))).error).toMatchObject(failure);
    expect(asked).toEqual([]);
  });
});

describe("a transcription model over our own transport", () => {
  it("gives the whole transcript at once where the model does not stream", async () => {
    const { sdk } = sdkAnswering("fetch", VERBOSE);
    const { items } = await gather(sdk.transcribe({ name: "whisper-1" }).stream(AUDIO));
    expect(items).toMatchObject([{ type: "done", text: VERBOSE.body.text, durationSeconds: 8.47 }]);
  });

  it("gives plain formats as the only event", async () => {
    const { sdk, asked } = sdkAnswering("fetch", { body: "Hi.", headers: { "content-type": "text/plain" } });
    const { items } = await gather(sdk.transcribe({ name: "whisper-1" }).stream(AUDIO, { format: "srt" }));
    expect(items).toEqual([{ type: "done", text: "Hi." }]);
    expect(asked[0]?.body).not.toHaveProperty("stream");
  });

  it("is told by Azure's address and key", async () => {
    const asked: { url: string; headers: unknown }[] = [];
    const sdk = new OpenAISDK({
      baseURL: "https://x.openai.azure.com/openai/deployments/whisper",
      apiVersion: "2024-10-21",
      apiKey: "azure-test-key",
      fetch: async (url, { headers }) => {
        asked.push({ url, headers });
        return Response.json({ text: "Hi." });
      },
    });
    await sdk.transcribe({ name: "whisper" }).transcribe(AUDIO);
    expect(asked).toEqual([
      {
        url: "https://x.openai.azure.com/openai/deployments/whisper/audio/transcriptions?api-version=2024-10-21",
        headers: { accept: "application/json", "api-key": "azure-test-key" },
      },
    ]);
  });
});
