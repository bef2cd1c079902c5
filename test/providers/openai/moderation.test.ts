import { describe, expect, it } from "vitest";
import { errorOf, sdkAnswering, TRANSPORTS } from "./media-support.ts";

const HARMFUL = {
  flagged: true,
  categories: { violence: true, "self-harm": false, illicit: null },
  category_scores: { violence: 0.86, "self-harm": 0.01, illicit: null },
  category_applied_input_types: { violence: ["text"] },
};
const HARMLESS = { flagged: false, categories: { violence: false }, category_scores: { violence: 0.001 } };

describe.each(TRANSPORTS)("a moderator over %s", (over) => {
  it("judges a text", async () => {
    const { sdk, asked } = sdkAnswering(over, { body: { id: "m", model: "omni", results: [HARMFUL] } });
    const moderator = sdk.moderation();
    expect(moderator).toMatchObject({ name: "omni-moderation-latest", provider: "openai" });
    expect(await moderator.moderate("a text")).toEqual({
      flagged: true,
      categories: { violence: true, "self-harm": false },
      scores: { violence: 0.86, "self-harm": 0.01 },
    });
    expect(asked.map(({ path, body }) => ({ path, body }))).toEqual([
      { path: "/v1/moderations", body: { model: "omni-moderation-latest", input: ["a text"] } },
    ]);
  });

  it("judges texts and images that belong together", async () => {
    const { sdk, asked } = sdkAnswering(over, { body: { results: [HARMLESS] } });
    const result = await sdk.moderation({ name: "omni-moderation-2024-09-26" }).moderate([
      { type: "text", text: "look" },
      { type: "image", source: { url: "https://example.com/1.png" } },
      { type: "image", source: { base64: "AAAA", mediaType: "image/png" } },
    ]);
    expect(result.flagged).toBe(false);
    expect(asked[0]?.body).toEqual({
      model: "omni-moderation-2024-09-26",
      input: [
        { type: "text", text: "look" },
        { type: "image_url", image_url: { url: "https://example.com/1.png" } },
        { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      ],
    });
  });

  it("judges several texts with one request, and none with none", async () => {
    const { sdk, asked } = sdkAnswering(over, { body: { results: [HARMLESS, HARMFUL] } });
    const results = await sdk.moderation().moderateMany(["a", "b"]);
    expect(results.map(({ flagged }) => flagged)).toEqual([false, true]);
    expect(await sdk.moderation().moderateMany([])).toEqual([]);
    expect(asked).toHaveLength(1);
  });

  it.each([
    [{ results: [] }],
    [{ results: [HARMLESS, HARMLESS] }],
    [{ results: [{ categories: {} }] }],
    [{}],
  ])("lets nothing pass as harmless that was not judged: %j", async (body) => {
    const { sdk } = sdkAnswering(over, { body });
    expect(await errorOf(sdk.moderation().moderate("a text"))).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it.each([
    [401, "PROVIDER_AUTH"],
    [429, "PROVIDER_RATE_LIMIT"],
    [500, "PROVIDER_ERROR"],
  ])("rejects with a typed error for %i", async (status, code) => {
    const { sdk } = sdkAnswering(over, { status, body: { error: { message: "no" } } });
    expect(await errorOf(sdk.moderation().moderate("a text"))).toMatchObject({ code });
  });

  it("is cancelled by its signal", async () => {
    const { sdk } = sdkAnswering(over, () => new Promise<Response>(() => {}));
    const judging = sdk.moderation().moderate("a text", { signal: AbortSignal.abort() });
    expect(await errorOf(judging)).toMatchObject({ code: "AGENT_CANCELLED" });
  });
});
