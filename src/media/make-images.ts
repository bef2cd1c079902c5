import type { ImageModelResponse } from "../contracts/image-model.ts";
import type { GeneratedImages, ImageEvent, ImageOptions } from "../contracts/media.ts";
import { abortable } from "../core/abort.ts";
import type { RunOutcome } from "../core/run.ts";
import { withBlobMethods } from "./blob-methods.ts";
import { imageCost, pricedUsage } from "./media-cost.ts";
import { requireInput } from "./media-failure.ts";
import { callOptions, modelChunks } from "./model-call.ts";
import type { MediaWork } from "./run-media.ts";

/** Asks an image model for pictures, and tells what they cost. */
export async function makeImages(
  options: ImageOptions,
  work: MediaWork<ImageEvent, { imageCount: number }>,
): Promise<RunOutcome<GeneratedImages>> {
  const { model, prompt } = options;
  requireInput("image", model, prompt, "prompt");
  const response = await ask(options, work);
  const { pricing } = model;
  const count = response.images.length;
  work.tell({ imageCount: count });
  const byUnit = imageCost(pricing, count, options.size);
  work.spend(pricedUsage(response.usage, pricing, byUnit, byUnit !== undefined));
  return { data: { images: response.images.map(withBlobMethods) } };
}

async function ask(
  { model, prompt, ...options }: ImageOptions,
  work: MediaWork<ImageEvent, unknown>,
): Promise<ImageModelResponse> {
  const call = callOptions(options, work.signal);
  if (!work.isStreamed || !model.stream) return abortable(model.generate(prompt, call), work.signal);
  return modelChunks(model.stream(prompt, call), work.signal, async ({ index, image }) => {
    work.emit({ type: "image.partial", index, image: withBlobMethods(image) });
    await work.drained();
  });
}
