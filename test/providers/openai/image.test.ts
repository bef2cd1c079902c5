import { describe, expect, it } from "vitest";
import type { ImageModelOptions } from "../../../src/contracts/image-model.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import {
  answering,
  errorOf,
  gather,
  hangingBody,
  respond,
  sdkAnswering,
  sse,
  TRANSPORTS,
} from "./media-support.ts";

const PICTURE = {
  body: {
    created: 1,
    data: [{ b64_json: "AAAA" }],
    usage: {
      input_tokens: 10,
      output_tokens: 1000,
      total_tokens: 1010,
      input_tokens_details: { text_tokens: 10, image_tokens: 0 },
    },
  },
};

/** Events of a streamed picture. */
const PARTIAL = {
  type: "image_generation.partial_image",
  b64_json: "AAEC",
  partial_image_index: 0,
  output_format: "png",
};
const COMPLETED = {
  type: "image_generation.completed",
  b64_json: "AAAA",
  output_format: "png",
  usage: PICTURE.body.usage,
};

describe.each(TRANSPORTS)("an image model over %s", (over) => {
  it("makes a picture, as base64", async () => {
    const { sdk, asked } = sdkAnswering(over, PICTURE);
    const model = sdk.image({ name: "gpt-image-1", pricing: { input: 5, output: 40 } });
    expect(model).toMatchObject({
      name: "gpt-image-1",
      provider: "openai",
      pricing: { input: 5, output: 40 },
    });
    expect(await model.generate("a red bicycle")).toEqual({
      images: [{ type: "base64", base64: "AAAA", mediaType: "image/png" }],
      usage: { input: 10, output: 1000, total: 1010 },
    });
    expect(asked.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: "/v1/images/generations", body: { model: "gpt-image-1", prompt: "a red bicycle" } },
    ]);
  });

  it.each<[string, string, ImageModelOptions, Record<string, unknown>]>([
    ["count", "gpt-image-1", { count: 2 }, { n: 2 }],
    ["size", "gpt-image-1", { size: "1024x1536" }, { size: "1024x1536" }],
    ["quality", "gpt-image-1", { quality: "high" }, { quality: "high" }],
    ["format", "gpt-image-1", { format: "webp" }, { output_format: "webp" }],
    ["options", "gpt-image-1", { options: { background: "transparent" } }, { background: "transparent" }],
    ["bytes of DALL·E", "dall-e-3", {}, { response_format: "b64_json" }],
    ["the format of DALL·E, which has none", "dall-e-3", { format: "png" }, { response_format: "b64_json" }],
    ["addresses", "dall-e-3", { options: { responseFormat: "url" } }, { response_format: "url" }],
    [
      "addresses in the service's word",
      "dall-e-2",
      { options: { response_format: "url" } },
      { response_format: "url" },
    ],
    ["what the service has no word for", "gpt-image-1", { aspectRatio: "16:9", negativePrompt: "fog" }, {}],
  ])("asks for %s", async (_what, name, options, fields) => {
    const { sdk, asked } = sdkAnswering(over, PICTURE);
    await sdk.image({ name }).generate("a tide", options);
    expect(asked[0]?.body).toEqual({ model: name, prompt: "a tide", ...fields });
  });

  it("gives addresses, and the prompt as it was rewritten", async () => {
    const { sdk } = sdkAnswering(over, {
      body: { data: [{ url: "https://example.com/1.png", revised_prompt: "a tide at dawn" }] },
    });
    expect(await sdk.image({ name: "dall-e-3" }).generate("a tide")).toEqual({
      images: [{ type: "url", url: "https://example.com/1.png", revisedPrompt: "a tide at dawn" }],
    });
  });

  it.each([
    [{ output_format: "jpeg" }, {}, "image/jpeg"],
    [{}, { format: "webp" }, "image/webp"],
    [{ output_format: "svg" }, {}, "image/svg+xml"],
  ])("knows the media type of %j asked with %j", async (extra, options, mediaType) => {
    const { sdk } = sdkAnswering(over, { body: { ...PICTURE.body, ...extra } });
    const { images } = await sdk.image({ name: "gpt-image-1" }).generate("a tide", options);
    expect(images[0]?.mediaType).toBe(mediaType);
  });

  it("shows rough pictures first", async () => {
    const { sdk, asked } = sdkAnswering(over, { body: sse(PARTIAL, COMPLETED) });
    const { items, error } = await gather(sdk.image({ name: "gpt-image-1" }).stream("a tide"));
    expect(error).toBeUndefined();
    expect(items).toEqual([
      { type: "partial", index: 0, image: { type: "base64", base64: "AAEC", mediaType: "image/png" } },
      {
        type: "done",
        images: [{ type: "base64", base64: "AAAA", mediaType: "image/png" }],
        usage: { input: 10, output: 1000, total: 1010 },
      },
    ]);
    expect(asked[0]?.body).toEqual({
      model: "gpt-image-1",
      prompt: "a tide",
      partial_images: 2,
      stream: true,
    });
  });

  it("collects several pictures of one stream", async () => {
    const { sdk } = sdkAnswering(over, { body: sse(COMPLETED, COMPLETED) });
    const { items } = await gather(sdk.image({ name: "gpt-image-1" }).stream("a tide", { count: 2 }));
    expect(items).toMatchObject([{ images: [{}, {}], usage: { input: 20, output: 2000, total: 2020 } }]);
  });

  it("gives the whole answer as the only event with a model that does not stream", async () => {
    const { sdk, asked } = sdkAnswering(over, PICTURE);
    const { items } = await gather(sdk.image({ name: "dall-e-3" }).stream("a tide"));
    expect(items).toMatchObject([{ type: "done", images: [{ base64: "AAAA" }] }]);
    expect(asked[0]?.body).not.toHaveProperty("stream");
  });

  it("S11: throws where a stream breaks off before its end", async () => {
    const { sdk } = sdkAnswering(over, { body: sse(PARTIAL) });
    const { items, error } = await gather(sdk.image({ name: "gpt-image-1" }).stream("a tide"));
    expect(items).toHaveLength(1);
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("throws what a stream says of a failure", async () => {
    const failure = { error: { type: "server_error", code: "rate_limit_exceeded", message: "slow down" } };
    const { sdk } = sdkAnswering(over, { body: sse(PARTIAL, failure) });
    const { error } = await gather(sdk.image({ name: "gpt-image-1" }).stream("a tide"));
    expect(error).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
  });

  it("stops a stream, and its body, when the signal aborts", async () => {
    const { body, isCancelled } = hangingBody(sse(PARTIAL));
    const { sdk, asked } = sdkAnswering(over, () => respond({ body }));
    const controller = new AbortController();
    const { signal } = controller;
    const chunks = sdk.image({ name: "gpt-image-1" }).stream("a tide", { signal });
    const gathered: unknown[] = [];
    const failure = await errorOf(
      (async () => {
        for await (const chunk of chunks) {
          gathered.push(chunk);
          setTimeout(() => controller.abort());
        }
      })(),
    );
    expect(failure).toMatchObject({ code: "AGENT_CANCELLED" });
    expect(gathered).toHaveLength(1);
    // The clients leave the body to the signal that they hand to `fetch`.
    await expect.poll(() => isCancelled() || asked[0]?.signal?.aborted).toBe(true);
  });

  it("cancels the body when its reader leaves", async () => {
    const { body, isCancelled } = hangingBody(sse(PARTIAL));
    const { sdk } = sdkAnswering(over, () => respond({ body }));
    for await (const chunk of sdk.image({ name: "gpt-image-1" }).stream("a tide")) {
      expect(chunk.type).toBe("partial");
      break;
    }
    await expect.poll(isCancelled).toBe(true);
  });

  it.each([
    [
      400,
      { error: { code: "moderation_blocked", message: "Rejected by the safety system." } },
      "CONTENT_FILTER",
    ],
    [400, { error: { code: "content_policy_violation", message: "No." } }, "CONTENT_FILTER"],
    [404, { error: { code: "model_not_found", message: "No such model" } }, "PROVIDER_INVALID_REQUEST"],
    [401, { error: { message: "Incorrect API key provided" } }, "PROVIDER_AUTH"],
    [429, { error: { message: "billing", code: "billing_hard_limit_reached" } }, "PROVIDER_QUOTA_EXCEEDED"],
    [503, { error: { message: "busy" } }, "PROVIDER_ERROR"],
    [200, { error: { code: "moderation_blocked", message: "Rejected." } }, "CONTENT_FILTER"],
    [200, { data: [] }, "PROVIDER_ERROR"],
    [200, { data: [{}] }, "PROVIDER_ERROR"],
  ])("rejects with a typed error for %i %j", async (status, body, code) => {
    const { sdk } = sdkAnswering(over, { status, body });
    expect(await errorOf(sdk.image({ name: "gpt-4o" }).generate("a tide"))).toMatchObject({ code });
  });
});

describe("an image model over our own transport", () => {
  it("S1, S2: reads a stream however it is cut", async () => {
    const bytes = new TextEncoder().encode(sse(PARTIAL, COMPLETED));
    for (let cut = 1; cut < bytes.length; cut += 7) {
      const { fetch } = answering(() => {
        const pieces = [bytes.slice(0, cut), bytes.slice(cut)];
        const body = new ReadableStream({
          start(controller) {
            for (const piece of pieces) controller.enqueue(piece);
            controller.close();
          },
        });
        return respond({ body });
      });
      const model = new OpenAISDK({ fetch }).image({ name: "gpt-image-1" });
      const { items } = await gather(model.stream("a tide"));
      expect(items.map(({ type }) => type)).toEqual(["partial", "done"]);
    }
  });

  it("takes a whole answer where a service does not stream", async () => {
    const { fetch } = answering(PICTURE);
    const model = new OpenAISDK({ fetch }).image({ name: "gpt-image-1" });
    const { items } = await gather(model.stream("a tide"));
    expect(items).toMatchObject([{ type: "done", images: [{ base64: "AAAA" }] }]);
  });

  it("rejects with a typed error for a page of a proxy", async () => {
    const { fetch } = answering({ body: "<html></html>", headers: { "content-type": "text/html" } });
    const model = new OpenAISDK({ fetch }).image({ name: "gpt-image-1" });
    expect(await errorOf(model.generate("a tide"))).toMatchObject({
      code: "PROVIDER_ERROR",
      message: expect.stringContaining("text/html"),
    });
    expect((await gather(model.stream("a tide"))).error).toMatchObject({ code: "PROVIDER_ERROR" });
  });
});
