import { describe, expect, it } from "vitest";
import type { ImageModel } from "../../src/contracts/image-model.ts";
import { ProviderRateLimitError } from "../../src/core/errors/provider-errors.ts";
import { image } from "../../src/media/image.ts";
import { OpenAISDK } from "../../src/providers/openai/index.ts";
import { MockImageModel, MockSDK } from "../../src/testing/index.ts";

const PICTURE = { type: "base64", base64: "iVBORw==", mediaType: "image/png" } as const;

describe("image", () => {
  it("gives pictures in the envelope of every run", async () => {
    const model = new MockImageModel("mock-image", [{ images: [PICTURE] }]);
    const { type, data, error, usage, report } = await image({ model, prompt: "a red bicycle" });
    expect(type).toBe("image");
    expect(error).toBeUndefined();
    expect(data).toEqual({ images: [PICTURE] });
    expect(usage).toEqual({ input: 0, output: 0, total: 0 });
    expect(report).toMatchObject({
      type: "image",
      name: "mock-image",
      status: "completed",
      model: { name: "mock-image", provider: "mock" },
      imageCount: 1,
      children: [],
      reportSchemaVersion: 1,
      rootRunId: report.runId,
    });
    expect(report.usage).toBe(usage);
  });

  it("hands every option on, and nothing of the run's own", async () => {
    const model = new MockImageModel();
    const { signal } = new AbortController();
    const options = {
      count: 2,
      size: "1024x1024",
      quality: "high",
      aspectRatio: "16:9",
      negativePrompt: "blurry",
      format: "png",
      options: { background: "transparent" },
    };
    await image({
      model,
      prompt: "a desk",
      ...options,
      signal,
      sessionId: "s-1",
      observe: false,
      name: "desk",
    });
    expect(model.calls).toEqual([{ prompt: "a desk", options: { ...options, signal } }]);
    await image({ model, prompt: "a desk" });
    expect(model.calls[1]?.options).toEqual({});
  });

  it("puts the name, the session and the run's id on the report", async () => {
    const model = new MockImageModel();
    const { report } = await image({ model, prompt: "x", name: "thumbnail", sessionId: "s-1", runId: "r-1" });
    expect(report).toMatchObject({ name: "thumbnail", sessionId: "s-1", runId: "r-1" });
  });

  it("gives failures as errors, and never throws", async () => {
    const error = new ProviderRateLimitError("slow down");
    const result = await image({ model: new MockImageModel("m", [{ error }]), prompt: "x" });
    expect(result.error).toBe(error);
    expect(result.data).toBeUndefined();
    expect(result.usage).toEqual({ input: 0, output: 0, total: 0 });
    expect(result.report).toMatchObject({ status: "failed", error, imageCount: 0 });
  });

  it("makes an error of its own of what a foreign model throws", async () => {
    const { error } = await image({
      model: new MockImageModel("m", [{ error: new Error("boom") }]),
      prompt: "x",
    });
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", message: expect.stringContaining("boom") });
  });

  it.each([
    ["empty", ""],
    ["blank", "  \n"],
    ["no text", undefined],
    ["null", null],
  ])("refuses a prompt that is %s, without asking the model", async (_what, prompt) => {
    const model = new MockImageModel();
    const { error } = await image({ model, prompt: prompt as string });
    expect(error).toMatchObject({ code: "INVALID_INPUT", category: "validation" });
    expect(model.calls).toEqual([]);
  });

  it("says what is wrong where there is no model", async () => {
    const { error } = await image({ model: undefined as unknown as ImageModel, prompt: "x" });
    expect(error).toMatchObject({ code: "INVALID_CONFIG", message: expect.stringContaining("image()") });
  });

  it("does not change what the model answered", async () => {
    const images = [Object.freeze({ ...PICTURE })];
    const { data } = await image({ model: new MockImageModel("m", [{ images }]), prompt: "x" });
    expect(data?.images[0]).not.toBe(images[0]);
    expect(Object.getOwnPropertyNames(images[0])).toEqual(["type", "base64", "mediaType"]);
  });

  it("goes through a real adapter, with its typed errors", async () => {
    const refusal = { error: { code: "moderation_blocked", message: "Rejected by the safety system." } };
    const sdk = new OpenAISDK({ fetch: async () => Response.json(refusal, { status: 400 }) });
    const { error } = await image({ model: sdk.image({ name: "gpt-image-1" }), prompt: "x" });
    expect(error).toMatchObject({ name: "ContentFilterError", code: "CONTENT_FILTER" });
  });
});

describe("the cost of pictures", () => {
  const tokens = { input: 10, output: 1_000_000, total: 1_000_010 };

  it.each([
    ["each picture", { perImage: 0.25 }, { count: 2 }, undefined, { input: 0, output: 0.5 }],
    [
      "each picture of a size",
      { perImage: 0.25, perImageBySize: { "1792x1024": 0.5 } },
      { count: 2, size: "1792x1024" },
      undefined,
      { input: 0, output: 1 },
    ],
    [
      "each picture of a size without a price of its own",
      { perImage: 0.25, perImageBySize: { "1792x1024": 0.5 } },
      { size: "1024x1024" },
      undefined,
      { input: 0, output: 0.25 },
    ],
    ["tokens", { input: 5, output: 40 }, {}, tokens, { input: 0.00005, output: 40 }],
    [
      "pictures before tokens",
      { input: 5, output: 40, perImage: 0.25 },
      {},
      tokens,
      { input: 0, output: 0.25 },
    ],
    [
      "tokens where the size has no price",
      { input: 5, output: 40, perImageBySize: { "1792x1024": 0.5 } },
      { size: "1024x1024" },
      tokens,
      { input: 0.00005, output: 40 },
    ],
  ])("is by %s", async (_what, pricing, options, usage, cost) => {
    const model = new MockImageModel("m", [usage ? { usage } : {}], pricing);
    const result = await image({ model, prompt: "x", ...options });
    expect(result.usage).toEqual({ ...(usage ?? { input: 0, output: 0, total: 0 }), cost });
  });

  it.each([
    ["no price", undefined],
    ["half a price", { input: 5 }],
    ["prices of other sizes only", { perImageBySize: { "1792x1024": 0.5 } }],
  ])("is unknown with %s, and not zero", async (_what, pricing) => {
    const { usage } = await image({
      model: new MockImageModel("m", [{ usage: tokens }], pricing),
      prompt: "x",
    });
    expect(usage).toEqual(tokens);
  });

  it("is what the model has told itself", async () => {
    const priced = { ...tokens, cost: { input: 1, output: 2 } };
    const model = new MockImageModel("m", [{ usage: priced }], { perImage: 0.25 });
    expect((await image({ model, prompt: "x" })).usage).toEqual(priced);
  });

  it("is unknown, as the tokens are, where a model that is paid by tokens tells none", async () => {
    const { usage } = await image({
      model: new MockImageModel("m", [{}], { input: 5, output: 40 }),
      prompt: "x",
    });
    expect(usage).toEqual({});
  });

  it("is that of the page about MockSDK", async () => {
    const mock = MockSDK({ imageResponses: [{}], imagePricing: { perImage: 0.04 } });
    const { data, usage } = await image({ model: mock.image({ name: "mock-image" }), prompt: "x" });
    expect(data?.images).toEqual([{ type: "base64", base64: "AAAA", mediaType: "image/png" }]);
    expect(usage.cost).toEqual({ input: 0, output: 0.04 });
  });
});

describe("a picture", () => {
  const made = async (picture: object = PICTURE) => {
    const model = new MockImageModel("m", [{ images: [picture as typeof PICTURE] }]);
    const [first] = (await image({ model, prompt: "x" })).data?.images ?? [];
    if (!first) throw new Error("There is no picture.");
    return first;
  };

  it("becomes a blob of its bytes and its media type", async () => {
    const picture = await made();
    if (picture.type !== "base64") throw new Error("It is an address.");
    const blob = picture.toBlob();
    expect(blob).toBeInstanceOf(Blob);
    expect(blob.type).toBe("image/png");
    expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([0x89, 0x50, 0x4e, 0x47]);
  });

  it("becomes a URL where the runtime has such, and says so where it has none", async () => {
    const picture = await made();
    if (picture.type !== "base64") throw new Error("It is an address.");
    if (!hasObjectURLs()) {
      expect(() => picture.toObjectURL()).toThrow(expect.objectContaining({ code: "AI_ERROR" }));
      return;
    }
    const url = picture.toObjectURL();
    expect(url).toMatch(/^blob:/);
    URL.revokeObjectURL(url);
  });

  it("is plain data all the same", async () => {
    const picture = await made();
    expect(Object.keys(picture)).toEqual(["type", "base64", "mediaType"]);
    expect(JSON.parse(JSON.stringify(picture))).toEqual(PICTURE);
    expect(structuredClone(picture)).toEqual(PICTURE);
    expect({ ...picture }).toStrictEqual(PICTURE);
  });

  it("has no such methods where it is an address, which can be shown as it is", async () => {
    const picture = await made({ type: "url", url: "https://example.com/1.png", revisedPrompt: "a tide" });
    expect(picture).toStrictEqual({ type: "url", url: "https://example.com/1.png", revisedPrompt: "a tide" });
    expect("toBlob" in picture).toBe(false);
  });
});

/** In workerd the function is there, and throws. */
function hasObjectURLs(): boolean {
  try {
    URL.revokeObjectURL(URL.createObjectURL(new Blob()));
    return true;
  } catch {
    return false;
  }
}
