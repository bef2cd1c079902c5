import { describe, expect, it } from "vitest";
import type { SpeechModelChunk } from "../../../src/contracts/speech-model.ts";
import { fromBase64, toBase64 } from "../../../src/core/base64.ts";
import { type GoogleOptions, GoogleSDK } from "../../../src/providers/google/index.ts";
import { type Answer, answering, end, errorOf, parts, respond, sse } from "./support.ts";

const base = "https://generativelanguage.googleapis.com/v1beta/models";
const png = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } };

describe("an embedder", () => {
  it("asks for a hundred vectors with each request, in the order of the texts", async () => {
    const { sdk, asked } = sdkAnswering(({ body }) => {
      const requests = body.requests as { content: { parts: { text: string }[] } }[];
      return respond({
        body: {
          embeddings: requests.map(({ content }) => ({ values: [Number(content.parts[0]?.text), 1] })),
        },
      });
    });
    const texts = Array.from({ length: 250 }, (_, index) => String(index));
    const embedder = sdk.embedder({
      name: "gemini-embedding-001",
      dimensions: 2,
      taskType: "RETRIEVAL_QUERY",
    });
    const { vectors, dimensions, usage } = await embedder.embedMany(texts);
    expect(vectors.map(([first]) => first)).toEqual(texts.map(Number));
    expect({ dimensions, usage }).toEqual({ dimensions: 2, usage: {} });
    expect(asked.map(({ body }) => (body.requests as unknown[]).length).sort()).toEqual([100, 100, 50]);
    expect(asked[0]?.url).toBe(`${base}/gemini-embedding-001:batchEmbedContents`);
    // Several requests are under way at once, in any order.
    const firsts = asked.map(({ body }) => Object(body.requests)[0]);
    expect(firsts).toContainEqual({
      model: "models/gemini-embedding-001",
      content: { parts: [{ text: "0" }] },
      taskType: "RETRIEVAL_QUERY",
      outputDimensionality: 2,
    });
  });

  it("tells the tokens and the price where the service counts", async () => {
    const { sdk } = sdkAnswering({
      body: { embeddings: [{ values: [1] }], usageMetadata: { promptTokenCount: 1_000_000 } },
    });
    const embedder = sdk.embedder({ name: "gemini-embedding-2", pricing: { input: 0.2 } });
    expect((await embedder.embed("x")).usage).toEqual({
      promptTokens: 1_000_000,
      totalTokens: 1_000_000,
      cost: { input: 0.2, output: 0 },
    });
  });

  it("asks Vertex AI as that wants it", async () => {
    const vertex = { project: "p", location: "us-east1", accessToken: "t" };
    const predicted = sdkAnswering(
      {
        body: {
          predictions: [1, 2].map((value) => ({
            embeddings: { values: [value], statistics: { token_count: value } },
          })),
        },
      },
      { vertex },
    );
    const texts = await predicted.sdk
      .embedder({ name: "text-embedding-005", taskType: "CLUSTERING" })
      .embedMany(["a", "b"]);
    expect(texts).toMatchObject({ vectors: [[1], [2]], usage: { promptTokens: 3 } });
    expect(predicted.asked[0]?.url).toContain("/publishers/google/models/text-embedding-005:predict");
    expect(predicted.asked[0]?.body).toEqual({
      instances: [
        { content: "a", task_type: "CLUSTERING" },
        { content: "b", task_type: "CLUSTERING" },
      ],
      parameters: {},
    });
    const embedded = sdkAnswering(
      { body: { embedding: { values: [3] }, usageMetadata: { promptTokenCount: 1 } } },
      { vertex },
    );
    const later = embedded.sdk.embedder({ name: "gemini-embedding-2", dimensions: 1 });
    expect((await later.embedMany(["a", "b"])).vectors).toEqual([[3], [3]]);
    expect(embedded.asked).toHaveLength(2);
    expect(embedded.asked[0]?.url).toContain("/gemini-embedding-2:embedContent");
    expect(embedded.asked.map(({ body }) => body)).toContainEqual({
      content: { parts: [{ text: "a" }] },
      embedContentConfig: { outputDimensionality: 1 },
    });
  });

  it("rejects with what the service says", async () => {
    const { sdk } = sdkAnswering({
      status: 403,
      body: { error: { code: 403, status: "PERMISSION_DENIED", message: "No." } },
    });
    expect(await errorOf(sdk.embedder({ name: "x" }).embed("a"))).toMatchObject({ code: "PROVIDER_AUTH" });
    const empty = sdkAnswering({ body: {} });
    expect(await errorOf(empty.sdk.embedder({ name: "x" }).embed("a"))).toMatchObject({
      code: "PROVIDER_ERROR",
    });
  });
});

describe("an image model", () => {
  const name = "gemini-2.5-flash-image";

  it("asks Gemini by generateContent, and is priced by tokens", async () => {
    const usageMetadata = {
      promptTokenCount: 10,
      candidatesTokenCount: 1_000_000,
      totalTokenCount: 1_000_010,
    };
    const thinking = { ...png, thought: true };
    const { sdk, asked } = sdkAnswering({
      body: { ...parts(thinking, { text: "Here." }, png), usageMetadata },
    });
    const model = sdk.image({ name, pricing: { input: 0.3, output: 30 } });
    expect(model).toMatchObject({ name, provider: "google", pricing: { input: 0.3, output: 30 } });
    const response = await model.generate("a red bicycle", {
      aspectRatio: "16:9",
      size: "2K",
      count: 4,
      options: { generationConfig: { imageConfig: { personGeneration: "ALLOW_NONE" } } },
    });
    expect(response.images).toEqual([{ type: "base64", base64: "iVBORw0KGgo=", mediaType: "image/png" }]);
    expect(response.usage).toMatchObject({ input: 10, output: 1_000_000, cost: { output: 30 } });
    expect(asked[0]?.url).toBe(`${base}/${name}:generateContent`);
    expect(asked[0]?.body).toEqual({
      contents: [{ role: "user", parts: [{ text: "a red bicycle" }] }],
      generationConfig: {
        responseModalities: ["IMAGE"],
        imageConfig: { aspectRatio: "16:9", imageSize: "2K", personGeneration: "ALLOW_NONE" },
      },
    });
  });

  it("leaves out sizes that Gemini has no word for, and tells no usage where none is told", async () => {
    const { sdk, asked } = sdkAnswering({ body: parts(png) });
    expect(await sdk.image({ name }).generate("x", { size: "1024x1024" })).not.toHaveProperty("usage");
    expect(asked[0]?.body.generationConfig).toEqual({ responseModalities: ["IMAGE"] });
  });

  it("asks every other name by predict, as Imagen is", async () => {
    const predictions = [
      { mimeType: "image/jpeg", bytesBase64Encoded: "AA==", prompt: "a red bicycle, in detail" },
      { raiFilteredReason: "one was refused" },
      { bytesBase64Encoded: "AQ==" },
    ];
    const { sdk, asked } = sdkAnswering({ body: { predictions } });
    const model = sdk.image({ name: "imagen-4.0-generate-001", pricing: { perImage: 0.04 } });
    const response = await model.generate("a red bicycle", {
      count: 3,
      aspectRatio: "3:4",
      negativePrompt: "blurry",
      format: "jpeg",
      options: { imageSize: "2K", personGeneration: "dont_allow" },
    });
    expect(response).toEqual({
      images: [
        {
          type: "base64",
          base64: "AA==",
          mediaType: "image/jpeg",
          revisedPrompt: "a red bicycle, in detail",
        },
        { type: "base64", base64: "AQ==", mediaType: "image/png" },
      ],
    });
    expect(asked[0]?.url).toBe(`${base}/imagen-4.0-generate-001:predict`);
    expect(asked[0]?.body).toEqual({
      instances: [{ prompt: "a red bicycle" }],
      parameters: {
        sampleCount: 3,
        aspectRatio: "3:4",
        negativePrompt: "blurry",
        sampleImageSize: "2K",
        outputOptions: { mimeType: "image/jpeg" },
        includeRaiReason: true,
        personGeneration: "dont_allow",
      },
    });
  });

  it.each([
    [name, { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } }, "PROHIBITED_CONTENT"],
    [name, end("IMAGE_SAFETY"), "IMAGE_SAFETY"],
    ["imagen-4.0-generate-001", { predictions: [{ raiFilteredReason: "violence" }] }, "violence"],
    ["imagen-4.0-generate-001", {}, undefined],
  ])("%s: tells that a filter took it: %j", async (model, body, reason) => {
    const { sdk } = sdkAnswering({ body });
    const error = await errorOf(sdk.image({ name: model }).generate("a secret wish"));
    expect(error).toMatchObject({ code: "CONTENT_FILTER", retryable: false });
    expect(error.reason).toBe(reason);
    expect(error.message).not.toContain("secret");
  });

  it("quotes a text that came instead of a picture", async () => {
    const { sdk } = sdkAnswering({ body: { ...parts({ text: "I would rather not draw this." }) } });
    const error = await errorOf(sdk.image({ name }).generate("x"));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
    expect(error.message).toContain("I would rather not draw this.");
  });

  it.each([name, "imagen-4.0-generate-001"])("%s: rejects with what the service says", async (model) => {
    const body = { error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Slow down." } };
    for (const status of [429, 200]) {
      const { sdk } = sdkAnswering({ status, body });
      expect(await errorOf(sdk.image({ name: model }).generate("x"))).toMatchObject({
        code: "PROVIDER_RATE_LIMIT",
      });
    }
    const { sdk } = sdkAnswering({ body });
    const signal = AbortSignal.abort();
    expect(await errorOf(sdk.image({ name: model }).generate("x", { signal }))).toMatchObject({
      code: "AGENT_CANCELLED",
    });
  });
});

describe("a speech model", () => {
  const name = "gemini-2.5-flash-preview-tts";
  const sound = (bytes: readonly number[], mimeType = "audio/L16;codec=pcm;rate=24000") =>
    parts({ inlineData: { mimeType, data: toBase64(Uint8Array.from(bytes)) } });
  const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 1_000_000, totalTokenCount: 1_000_010 };

  it("makes a WAV file of the samples, and is priced by tokens", async () => {
    const { sdk, asked } = sdkAnswering({ body: { ...sound([1, 2, 3, 4]), usageMetadata } });
    const model = sdk.speech({ name, voice: "Puck", pricing: { input: 0.5, output: 10 } });
    const { audio, usage } = await model.synthesize("Hello.", { instructions: "Say it cheerfully:" });
    expect(audio.mediaType).toBe("audio/wav");
    const bytes = fromBase64(audio.base64);
    const view = new DataView(bytes.buffer);
    expect(new TextDecoder().decode(bytes.subarray(0, 4))).toBe("RIFF");
    expect(new TextDecoder().decode(bytes.subarray(8, 16))).toBe("WAVEfmt ");
    expect(view.getUint32(4, true)).toBe(bytes.length - 8);
    expect(view.getUint32(24, true)).toBe(24_000);
    expect(view.getUint32(40, true)).toBe(4);
    expect([...bytes.subarray(44)]).toEqual([1, 2, 3, 4]);
    expect(usage?.cost?.output).toBe(10);
    expect(asked[0]?.url).toBe(`${base}/${name}:generateContent`);
    expect(asked[0]?.body).toEqual({
      contents: [{ role: "user", parts: [{ text: "Say it cheerfully: Hello." }] }],
      generationConfig: {
        responseModalities: ["AUDIO"],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: "Puck" } } },
      },
    });
  });

  it("gives bare samples where they are asked for, and a file of the service's own as it is", async () => {
    const bare = sdkAnswering({ body: sound([1, 2]) });
    expect((await bare.sdk.speech({ name }).synthesize("x", { format: "pcm" })).audio).toEqual({
      type: "base64",
      base64: "AQI=",
      mediaType: "audio/L16;codec=pcm;rate=24000",
    });
    const file = sdkAnswering({ body: sound([1, 2], "audio/ogg") });
    expect((await file.sdk.speech({ name }).synthesize("x")).audio).toMatchObject({
      base64: "AQI=",
      mediaType: "audio/ogg",
    });
  });

  it("takes several speakers, each with a voice", async () => {
    const multiSpeakerVoiceConfig = { speakerVoiceConfigs: [{ speaker: "Joe" }, { speaker: "Jane" }] };
    const { sdk, asked } = sdkAnswering({ body: sound([1]) });
    const options = { generationConfig: { speechConfig: { multiSpeakerVoiceConfig } } };
    await sdk.speech({ name }).synthesize("Joe: Hi. Jane: Hi.", { options });
    expect(asked[0]?.body.generationConfig).toMatchObject({ speechConfig: { multiSpeakerVoiceConfig } });
    expect(JSON.stringify(asked[0]?.body)).not.toContain("prebuiltVoiceConfig");
  });

  it("gives the sound as it comes, with a head that knows no length", async () => {
    const { sdk, asked } = sdkAnswering({
      body: sse({ ...sound([1, 2]), usageMetadata: {} }, sound([3, 4]), { ...end(), usageMetadata }),
    });
    const chunks = await heard(sdk.speech({ name }).stream?.("Hello"));
    expect(chunks.map(({ type }) => type)).toEqual(["audio", "audio", "audio", "done"]);
    const [head, ...samples] = chunks.flatMap((chunk) => (chunk.type === "audio" ? chunk.bytes : []));
    expect(head?.length).toBe(44);
    expect(new DataView(head?.buffer ?? new ArrayBuffer(0)).getUint32(40, true)).toBe(0xffffffff);
    expect(samples.map((bytes) => [...bytes])).toEqual([
      [1, 2],
      [3, 4],
    ]);
    expect(chunks.at(-1)).toMatchObject({ usage: { input: 10, output: 1_000_000 } });
    expect(asked[0]?.url).toBe(`${base}/${name}:streamGenerateContent?alt=sse`);
  });

  it("S11: tells of sound that broke off, and of none", async () => {
    const cut = sdkAnswering({ body: sse(sound([1, 2])) });
    expect(await errorOf(heard(cut.sdk.speech({ name }).stream?.("x")))).toMatchObject({
      code: "PROVIDER_ERROR",
    });
    const none = sdkAnswering({ body: sse(end("OTHER")) });
    expect(await errorOf(heard(none.sdk.speech({ name }).stream?.("x")))).toMatchObject({
      code: "PROVIDER_ERROR",
    });
    const refused = sdkAnswering({ body: end("PROHIBITED_CONTENT") });
    expect(await errorOf(refused.sdk.speech({ name }).synthesize("x"))).toMatchObject({
      code: "CONTENT_FILTER",
    });
  });
});

async function heard(chunks: AsyncIterable<SpeechModelChunk> | undefined): Promise<SpeechModelChunk[]> {
  const all: SpeechModelChunk[] = [];
  for await (const chunk of chunks ?? []) all.push(chunk);
  return all;
}

function sdkAnswering(answer: Answer | Parameters<typeof answering>[0], options: GoogleOptions = {}) {
  const { fetch, asked } = answering(answer);
  return { sdk: new GoogleSDK({ apiKey: "test-key-of-no-account", fetch, ...options }), asked };
}
