import { describe, expect, it } from "vitest";
import { localEmbedder } from "../../src/providers/local/index.ts";
import { MockImageModel, MockSDK, MockSpeechModel, MockTranscriptionModel } from "../../src/testing/index.ts";

const AUDIO = { base64: "QUJD", mediaType: "audio/mpeg" };

describe("mock media models", () => {
  it("answer in order, the last repeats, and keep what they were asked", async () => {
    const model = new MockTranscriptionModel("m", [{ text: "one" }, { text: "two" }]);
    const texts = [];
    for (let call = 0; call < 3; call += 1) texts.push((await model.transcribe(AUDIO)).text);
    expect(texts).toEqual(["one", "two", "two"]);
    expect(model.calls).toEqual(Array(3).fill({ audio: AUDIO, options: {} }));
  });

  it("have answers where there is no script", async () => {
    expect(await new MockImageModel().generate("x", { count: 2 })).toEqual({
      images: Array(2).fill({ type: "base64", base64: "AAAA", mediaType: "image/png" }),
    });
    expect(await new MockSpeechModel().synthesize("x")).toEqual({
      audio: { type: "base64", base64: "AAAA", mediaType: "audio/mpeg" },
    });
    expect(await new MockTranscriptionModel().transcribe(AUDIO)).toEqual({ text: "mock transcript" });
  });

  it("throw what is scripted, and the reason of a signal that aborted", async () => {
    const error = new Error("boom");
    await expect(new MockImageModel("m", [{ error }]).generate("x")).rejects.toBe(error);
    const model = new MockSpeechModel("m", [{ delay: 10_000 }]);
    const controller = new AbortController();
    const speaking = model.synthesize("x", { signal: controller.signal });
    controller.abort("enough");
    await expect(speaking).rejects.toBe("enough");
    await expect(model.synthesize("x", { signal: AbortSignal.abort("late") })).rejects.toBe("late");
    expect(model.calls).toHaveLength(2);
  });

  it("have a price and a name", () => {
    expect(new MockImageModel("m", [], { perImage: 1 })).toMatchObject({
      name: "m",
      provider: "mock",
      pricing: { perImage: 1 },
    });
    expect(new MockImageModel().pricing).toBeUndefined();
  });
});

describe("MockSDK", () => {
  it("makes media models, with or without new", async () => {
    const config = {
      provider: "acme",
      imageResponses: [{ usage: { total: 1 } }],
      imagePricing: { perImage: 1 },
      speechPricing: { perMillionCharacters: 2 },
      transcriptionResponses: [{ text: "Hello" }],
      transcriptionPricing: { perMinute: 3 },
    };
    for (const sdk of [MockSDK(config), new MockSDK(config)]) {
      expect(sdk.image()).toMatchObject({ name: "mock-image", provider: "acme", pricing: { perImage: 1 } });
      expect(sdk.image({ name: "x", pricing: { perImage: 9 } })).toMatchObject({
        name: "x",
        pricing: { perImage: 9 },
      });
      expect(sdk.speech({ name: "y" })).toMatchObject({ name: "y", pricing: { perMillionCharacters: 2 } });
      expect((await sdk.transcribe().transcribe(AUDIO)).text).toBe("Hello");
      expect((await sdk.image().generate("x")).usage).toEqual({ total: 1 });
    }
  });

  it("has an embedder where it is given one, as providers have", () => {
    expect(MockSDK()).not.toHaveProperty("embedder");
    const embedder = localEmbedder();
    expect(MockSDK({ embedder }).embedder?.({ name: "x" })).toBe(embedder);
  });
});
