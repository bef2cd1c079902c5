import { describe, expect, it } from "vitest";
import type { AudioInput } from "../../src/contracts/transcription-model.ts";
import { ProviderRateLimitError } from "../../src/core/errors/provider-errors.ts";
import { transcribe } from "../../src/media/transcribe.ts";
import { MockSDK, MockTranscriptionModel } from "../../src/testing/index.ts";

const AUDIO = { base64: "QUJD", mediaType: "audio/mpeg", filename: "clip.mp3" };
const SEGMENTS = [{ text: "The tide", start: 0, end: 1.5 }, { text: "turns." }];

describe("transcribe", () => {
  it("gives the transcript in the envelope of every run", async () => {
    const answer = { text: "The tide turns.", segments: SEGMENTS, durationSeconds: 3, language: "en" };
    const model = new MockTranscriptionModel("whisper-1", [answer]);
    const { type, text, data, error, usage, report } = await transcribe({ model, audio: AUDIO });
    expect(type).toBe("transcription");
    expect(error).toBeUndefined();
    expect(text).toBe("The tide turns.");
    expect(data).toEqual({ text: "The tide turns.", segments: SEGMENTS, language: "en" });
    expect(usage).toEqual({ input: 0, output: 0, total: 0 });
    expect(report).toMatchObject({
      type: "transcription",
      name: "whisper-1",
      status: "completed",
      model: { name: "whisper-1", provider: "mock" },
      durationSeconds: 3,
    });
  });

  it("has segments and a length only where the provider tells them", async () => {
    const { data, report } = await transcribe({ model: new MockTranscriptionModel(), audio: AUDIO });
    expect(data).toEqual({ text: "mock transcript" });
    expect(report).not.toHaveProperty("durationSeconds");
  });

  it("hands every option on, and nothing of the run's own", async () => {
    const model = new MockTranscriptionModel();
    const options = {
      language: "en",
      prompt: "Names: Zoë",
      format: "verbose_json",
      options: { temperature: 0 },
    };
    await transcribe({ model, audio: AUDIO, ...options, sessionId: "ticket-88", observe: false });
    expect(model.calls).toEqual([{ audio: AUDIO, options }]);
  });

  it("takes silence for a transcript without words", async () => {
    const { data, error } = await transcribe({
      model: new MockTranscriptionModel("m", [{ text: "" }]),
      audio: AUDIO,
    });
    expect(error).toBeUndefined();
    expect(data).toEqual({ text: "" });
  });

  it("gives failures as errors, and never throws", async () => {
    const model = new MockTranscriptionModel("m", [{ error: new ProviderRateLimitError("slow down") }]);
    const { data, text, error, report } = await transcribe({ model, audio: AUDIO });
    expect(error).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
    expect([data, text]).toEqual([undefined, undefined]);
    expect(report.status).toBe("failed");
  });

  it.each([[undefined], [{ base64: "", mediaType: "audio/ogg" }], [{ mediaType: "audio/ogg" }]])(
    "refuses %j, without asking the model",
    async (audio) => {
      const model = new MockTranscriptionModel();
      expect((await transcribe({ model, audio: audio as AudioInput })).error).toMatchObject({
        code: "INVALID_INPUT",
      });
      expect(model.calls).toEqual([]);
    },
  );
});

describe("the cost of a transcript", () => {
  const tokens = { input: 1_000_000, output: 500_000, total: 1_500_000 };

  it("is by the minute, as on the page about the mock", async () => {
    const model = new MockTranscriptionModel("whisper-1", [{ durationSeconds: 120 }], { perMinute: 0.006 });
    const { data, usage, report } = await transcribe({ model, audio: AUDIO });
    expect(data?.text).toBe("mock transcript");
    expect(usage).toEqual({ input: 0, output: 0, total: 0, cost: { input: (120 / 60) * 0.006, output: 0 } });
    expect(report.durationSeconds).toBe(120);
    expect(model.calls[0]).toEqual({ audio: AUDIO, options: {} });
  });

  it("is by tokens", async () => {
    const model = new MockTranscriptionModel("m", [{ usage: tokens }], { input: 2.5, output: 10 });
    expect((await transcribe({ model, audio: AUDIO })).usage.cost).toEqual({ input: 2.5, output: 5 });
  });

  it("is by minutes before tokens", async () => {
    const pricing = { input: 2.5, output: 10, perMinute: 0.5 };
    const model = new MockTranscriptionModel("m", [{ usage: tokens, durationSeconds: 60 }], pricing);
    expect((await transcribe({ model, audio: AUDIO })).usage.cost).toEqual({ input: 0.5, output: 0 });
  });

  it("is unknown where minutes are paid and nobody tells how many, also where tokens have a price", async () => {
    const pricing = { input: 2.5, output: 10, perMinute: 0.5 };
    const model = new MockTranscriptionModel("m", [{ usage: tokens }], pricing);
    expect((await transcribe({ model, audio: AUDIO })).usage).toEqual(tokens);
  });

  it("is unknown without a price, and not zero", async () => {
    const model = new MockTranscriptionModel("m", [{ usage: tokens, durationSeconds: 60 }]);
    expect((await transcribe({ model, audio: AUDIO })).usage).toEqual(tokens);
  });

  it("is what the model has told itself", async () => {
    const priced = { ...tokens, cost: { input: 1, output: 2 } };
    const model = new MockTranscriptionModel("m", [{ usage: priced, durationSeconds: 60 }], {
      perMinute: 0.5,
    });
    expect((await transcribe({ model, audio: AUDIO })).usage).toEqual(priced);
  });

  it("works behind MockSDK", async () => {
    const sdk = MockSDK({
      transcriptionResponses: [{ text: "Hello", durationSeconds: 60 }],
      transcriptionPricing: { perMinute: 0.5 },
    });
    const { data, usage } = await transcribe({ model: sdk.transcribe(), audio: AUDIO });
    expect(data?.text).toBe("Hello");
    expect(usage.cost).toEqual({ input: 0.5, output: 0 });
  });
});
