import { describe, expect, it } from "vitest";
import { ProviderRateLimitError } from "../../src/core/errors/provider-errors.ts";
import { speech } from "../../src/media/speech.ts";
import { MockSDK, MockSpeechModel } from "../../src/testing/index.ts";

const SOUND = { type: "base64", base64: "AQID", mediaType: "audio/wav" } as const;

describe("speech", () => {
  it("gives sound in the envelope of every run", async () => {
    const model = new MockSpeechModel("tts-1", [{ audio: SOUND }]);
    const { type, data, error, usage, report } = await speech({ model, text: "Your order has shipped." });
    expect(type).toBe("speech");
    expect(error).toBeUndefined();
    expect(data).toEqual({ audio: SOUND });
    expect(usage).toEqual({ input: 0, output: 0, total: 0 });
    expect(report).toMatchObject({
      type: "speech",
      name: "tts-1",
      status: "completed",
      model: { name: "tts-1", provider: "mock" },
      characters: 23,
    });
  });

  it("hands every option on, and nothing of the run's own", async () => {
    const model = new MockSpeechModel();
    const options = {
      voice: "verse",
      format: "wav",
      speed: 1.25,
      instructions: "calm, warm",
      options: { language: "en" },
    } as const;
    await speech({ model, text: "Welcome.", ...options, sessionId: "s-1", observe: false });
    expect(model.calls).toEqual([{ text: "Welcome.", options }]);
  });

  it("counts characters as people do", async () => {
    const { report } = await speech({ model: new MockSpeechModel(), text: "Grüße 👋" });
    expect(report.characters).toBe(7);
  });

  it("gives failures as errors, and never throws", async () => {
    const model = new MockSpeechModel("m", [{ error: new ProviderRateLimitError("slow down") }]);
    const { data, error, report } = await speech({ model, text: "Hello" });
    expect(error).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
    expect(data).toBeUndefined();
    expect(report).toMatchObject({ status: "failed", characters: 5 });
  });

  it("refuses a text that says nothing, without asking the model", async () => {
    const model = new MockSpeechModel();
    expect((await speech({ model, text: " " })).error).toMatchObject({ code: "INVALID_INPUT" });
    expect((await speech({ model, text: undefined as unknown as string })).error).toMatchObject({
      code: "INVALID_INPUT",
    });
    expect(model.calls).toEqual([]);
  });

  it("gives sound that becomes a blob, and is plain data all the same", async () => {
    const { data } = await speech({ model: new MockSpeechModel("m", [{ audio: SOUND }]), text: "Hello" });
    const blob = data?.audio.toBlob();
    expect(blob?.type).toBe("audio/wav");
    expect([...new Uint8Array((await blob?.arrayBuffer()) ?? [])]).toEqual([1, 2, 3]);
    expect(structuredClone(data)).toEqual({ audio: SOUND });
  });
});

describe("the cost of speech", () => {
  const tokens = { input: 1_000_000, output: 500_000, total: 1_500_000 };

  it("is by characters, as on the page about the mock", async () => {
    const model = new MockSpeechModel("tts-1", [{}], { perMillionCharacters: 15 });
    const { data, usage } = await speech({ model, text: "abcdefghij" });
    expect(data?.audio).toEqual({ type: "base64", base64: "AAAA", mediaType: "audio/mpeg" });
    expect(usage).toEqual({
      input: 0,
      output: 0,
      total: 0,
      cost: { input: (10 * 15) / 1_000_000, output: 0 },
    });
    expect(model.calls[0]).toEqual({ text: "abcdefghij", options: {} });
  });

  it.each([
    ["tokens", { input: 0.5, output: 12 }, { input: 0.5, output: 6 }],
    [
      "characters before tokens",
      { input: 0.5, output: 12, perMillionCharacters: 1_000_000 },
      { input: 5, output: 0 },
    ],
  ])("is by %s", async (_what, pricing, cost) => {
    const { usage } = await speech({
      model: new MockSpeechModel("m", [{ usage: tokens }], pricing),
      text: "Hello",
    });
    expect(usage).toEqual({ ...tokens, cost });
  });

  it("is unknown without a price, and not zero", async () => {
    const { usage } = await speech({ model: new MockSpeechModel("m", [{ usage: tokens }]), text: "Hello" });
    expect(usage).toEqual(tokens);
  });

  it("is what the model has told itself", async () => {
    const priced = { ...tokens, cost: { input: 1, output: 2 } };
    const model = new MockSpeechModel("m", [{ usage: priced }], { perMillionCharacters: 15 });
    expect((await speech({ model, text: "Hello" })).usage).toEqual(priced);
  });

  it("works behind MockSDK", async () => {
    const sdk = new MockSDK({
      speechResponses: [{ audio: SOUND }],
      speechPricing: { perMillionCharacters: 1_000_000 },
    });
    const { data, usage } = await speech({ model: sdk.speech({ name: "m" }), text: "Hello" });
    expect(data?.audio).toEqual(SOUND);
    expect(usage.cost).toEqual({ input: 5, output: 0 });
  });
});
