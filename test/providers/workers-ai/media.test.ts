import { describe, expect, it } from "vitest";
import { WorkersAISDK } from "../../../src/providers/workers-ai/index.ts";
import { bindingOf, errorOf, streamOf } from "./support.ts";

const PNG = "iVBORw0KGgo=";
const JPEG = "/9j/4AAQ";
const MP3 = "SUQzBA==";
const bytes = (base64: string) => Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
const raw = (base64: string, type: string) =>
  new Response(bytes(base64), { headers: { "content-type": type } });

describe("pictures of Workers AI", () => {
  it.each([
    ["base64", { image: JPEG }, JPEG, "image/jpeg"],
    ["bytes", () => raw(PNG, "image/png"), PNG, "image/png"],
    ["a stream", () => streamOf([bytes(PNG)]), PNG, "image/png"],
    ["a text", JSON.parse(`"${JPEG}"`), JPEG, "image/jpeg"],
    ["WebP", { image: "UklGRgECAwRXRUJQVlA4IA==" }, "UklGRgECAwRXRUJQVlA4IA==", "image/webp"],
    ["what is unknown", { result: { image: "AAAA" } }, "AAAA", "image/png"],
  ])("come as %s", async (_form, answer, base64, mediaType) => {
    const { binding } = bindingOf(answer);
    const model = new WorkersAISDK({ binding }).image({ name: "@cf/x", pricing: { perImage: 0.01 } });
    expect(model).toMatchObject({ name: "@cf/x", provider: "workers-ai", pricing: { perImage: 0.01 } });
    expect(await model.generate("a bicycle")).toEqual({ images: [{ type: "base64", base64, mediaType }] });
  });

  it("are asked for one by one, with what the models have words for", async () => {
    const { binding, runs } = bindingOf({ image: JPEG });
    const model = new WorkersAISDK({ binding }).image({ name: "@cf/leonardo/lucid-origin" });
    const options = {
      count: 2,
      size: "512x768",
      negativePrompt: "cars",
      quality: "high",
      options: { steps: 4 },
    };
    expect((await model.generate("a bicycle", options)).images).toHaveLength(2);
    expect(runs.map(({ inputs }) => inputs)).toEqual(
      Array(2).fill({ prompt: "a bicycle", width: 512, height: 768, negative_prompt: "cars", steps: 4 }),
    );
  });

  it("are asked for with a form where the model wants one", async () => {
    const { binding, runs } = bindingOf({ image: JPEG });
    const model = new WorkersAISDK({ binding }).image({ name: "@cf/black-forest-labs/flux-2-dev" });
    await model.generate("a bicycle", { size: "512x768" });
    const { body, contentType } = Object(runs[0]?.inputs.multipart);
    const form = await new Response(body, { headers: { "content-type": contentType } }).formData();
    expect([...form]).toEqual([
      ["prompt", "a bicycle"],
      ["width", "512"],
      ["height", "768"],
    ]);
  });

  it("fail with the error of the failure's kind", async () => {
    const generate = (answer: unknown) =>
      new WorkersAISDK({ binding: bindingOf(answer).binding }).image({ name: "x" }).generate("a bicycle");
    expect(await errorOf(generate({}))).toMatchObject({ code: "PROVIDER_ERROR" });
    const busy = () => Promise.reject(new Error("3040: Capacity temporarily exceeded"));
    expect(await errorOf(generate(busy))).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
    const filtered = () => Promise.reject(new Error("AiError: 3030: Input prompt contains NSFW content."));
    expect(await errorOf(generate(filtered))).toMatchObject({ code: "CONTENT_FILTER" });
  });
});

describe("speech of Workers AI", () => {
  it("speaks with Aura, whole and in pieces", async () => {
    const { binding, runs } = bindingOf(() => raw(MP3, "audio/mpeg"));
    const model = new WorkersAISDK({ binding }).speech({ name: "@cf/deepgram/aura-1", voice: "luna" });
    expect(await model.synthesize("Hi")).toEqual({
      audio: { type: "base64", base64: MP3, mediaType: "audio/mpeg" },
    });
    const chunks = [];
    for await (const chunk of model.stream("Hi", { voice: "zeus", format: "wav" })) chunks.push(chunk);
    expect(chunks).toEqual([{ type: "audio", bytes: bytes(MP3), mediaType: "audio/mpeg" }, { type: "done" }]);
    await model.synthesize("Hi", { format: "pcm", options: { sample_rate: 8000 } });
    expect(runs.map(({ inputs }) => inputs)).toEqual([
      { text: "Hi", speaker: "luna" },
      { text: "Hi", speaker: "zeus", encoding: "linear16", container: "wav" },
      { text: "Hi", speaker: "luna", encoding: "linear16", container: "none", sample_rate: 8000 },
    ]);
  });

  it("speaks with MeloTTS, which answers with base64", async () => {
    const { binding, runs } = bindingOf({ audio: MP3 });
    const model = new WorkersAISDK({ binding }).speech({ name: "@cf/myshell-ai/melotts", voice: "fr" });
    expect((await model.synthesize("Salut")).audio).toEqual({
      type: "base64",
      base64: MP3,
      mediaType: "audio/mpeg",
    });
    expect(runs[0]?.inputs).toEqual({ prompt: "Salut", lang: "fr" });
  });

  it("takes an empty answer for none", async () => {
    for (const answer of [{ audio: "" }, () => raw("", "audio/mpeg")]) {
      const model = new WorkersAISDK({ binding: bindingOf(answer).binding }).speech({ name: "x" });
      expect(await errorOf(model.synthesize("Hi"))).toMatchObject({ code: "PROVIDER_ERROR" });
    }
  });
});

describe("transcripts of Workers AI", () => {
  const audio = { base64: "T2dnUw==", mediaType: "audio/ogg" };

  it("are written by Whisper, of numbers or of base64", async () => {
    const turbo = bindingOf({
      text: "Hello.",
      segments: [{ text: "Hello.", start: 0, end: 1.5 }],
      transcription_info: { language: "en", duration: 1.5 },
    });
    const large = new WorkersAISDK(turbo).transcribe({ name: "@cf/openai/whisper-large-v3-turbo" });
    expect(await large.transcribe(audio, { language: "en", prompt: "Names" })).toEqual({
      text: "Hello.",
      segments: [{ text: "Hello.", start: 0, end: 1.5 }],
      durationSeconds: 1.5,
      language: "en",
    });
    expect(turbo.runs[0]?.inputs).toEqual({ audio: audio.base64, language: "en", initial_prompt: "Names" });
    const small = bindingOf({ text: "Hello.", words: [{ word: "Hello.", start: 0 }], word_count: 1 });
    const model = new WorkersAISDK(small).transcribe({ name: "@cf/openai/whisper" });
    expect(await model.transcribe(audio)).toEqual({
      text: "Hello.",
      segments: [{ text: "Hello.", start: 0 }],
    });
    expect(small.runs[0]?.inputs).toEqual({ audio: [79, 103, 103, 83] });
  });

  it("are written by Nova, of a stream", async () => {
    const words = [{ word: "hello", start: 0, end: 0.5 }];
    const nova = bindingOf({ results: { channels: [{ alternatives: [{ transcript: "hello", words }] }] } });
    const model = new WorkersAISDK(nova).transcribe({ name: "@cf/deepgram/nova-3" });
    expect(await model.transcribe(audio)).toEqual({
      text: "hello",
      segments: [{ text: "hello", start: 0, end: 0.5 }],
    });
    const { body, contentType } = Object(nova.runs[0]?.inputs.audio);
    expect(contentType).toBe("audio/ogg");
    expect(new Uint8Array(await new Response(body).arrayBuffer())).toEqual(bytes(audio.base64));
  });

  it("fail where there is none", async () => {
    const model = new WorkersAISDK(bindingOf({ words: [] })).transcribe({ name: "@cf/openai/whisper" });
    expect(await errorOf(model.transcribe(audio))).toMatchObject({ code: "PROVIDER_ERROR" });
    const silent = new WorkersAISDK(bindingOf({ text: "" })).transcribe({ name: "@cf/openai/whisper" });
    expect(await silent.transcribe(audio)).toEqual({ text: "" });
  });
});
