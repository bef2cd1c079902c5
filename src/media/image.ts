import type {
  GeneratedImages,
  ImageEvent,
  ImageOptions,
  ImageReport,
  ImageResult,
  MediaVerb,
} from "../contracts/media.ts";
import { mediaVerb } from "./media-verb.ts";
import { runMedia } from "./run-media.ts";

/**
 * Makes pictures of a text. Never rejects: failures are in `result.error`, with the codes of the model's provider,
 * `INVALID_INPUT` for a prompt that says nothing, `INVALID_CONFIG` without a model, and `AGENT_CANCELLED` where `signal`
 * aborted. `usage.cost` is in US dollars: by the picture where the model has such a price, else by tokens; `undefined`
 * where the model has no price. In a page, `data.images[0].toObjectURL()` gives what an `<img>` can show.
 *
 * `image.stream(...)` gives rough pictures first, where the model can.
 *
 * @example
 * const model = new MockSDK({ imagePricing: { perImage: 0.25 } }).image({ name: "mock-image" });
 * const { data, error, usage } = await image({ model, prompt: "a red bicycle", count: 2 });
 * usage.cost; // { input: 0, output: 0.5 }
 */
export const image: MediaVerb<ImageOptions, ImageEvent, ImageResult> = /* @__PURE__ */ mediaVerb(
  (options: ImageOptions, call): Promise<ImageResult> =>
    runMedia<"image", ImageReport, ImageEvent, { imageCount: number }, GeneratedImages>(
      "image",
      options,
      call,
      options.prompt,
      { imageCount: 0 },
      async (work) => (await import("./make-images.ts")).makeImages(options, work),
    ),
);
