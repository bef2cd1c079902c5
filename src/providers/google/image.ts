import type {
  GeneratedImageData,
  ImageModelOptions,
  ImageModelPricing,
  ImageModelResponse,
} from "../../contracts/image-model.ts";
import { callService, readAnswer } from "../adapter/call-service.ts";
import { serviceFailure } from "../adapter/failure.ts";
import type { ProviderRequest } from "../adapter/protocol.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { filtered, readMedia, tokenPrice, withoutMedia } from "./media-answer.ts";
import { mergeInto } from "./merge.ts";
import type { GoogleMediaTarget } from "./service.ts";
import { usageOf } from "./usage.ts";

/** An image model that is asked, and its price. */
export interface ImageTarget extends GoogleMediaTarget {
  readonly pricing?: ImageModelPricing | undefined;
}

/**
 * Makes pictures: with `generateContent` where the name begins with `gemini-`, else with `predict`, as Imagen is asked.
 * Gemini makes one picture with each call and takes an aspect ratio and sizes such as `2K`; Imagen takes a count and a
 * negative prompt, too. `options` are merged into the body of the one, and into the parameters of the other.
 *
 * Rejects with `CONTENT_FILTER` for what a filter took, and with `PROVIDER_ERROR` for a text instead of a picture.
 *
 * @example
 * const transport = connect("https://generativelanguage.googleapis.com/v1beta", { "x-goog-api-key": apiKey }, {});
 * const path = (model: string, method: string) => `models/${model}:${method}`;
 * const service = { provider: "google", transport, isVertex: false, path };
 * const target = { provider: "google", name: "gemini-2.5-flash-image", service };
 * const { images } = await generateImages(target, "a red bicycle", { aspectRatio: "16:9" });
 */
export function generateImages(
  target: ImageTarget,
  prompt: string,
  options: ImageModelOptions = {},
): Promise<ImageModelResponse> {
  const isGemini = /(?:^|\/)gemini-/.test(target.name);
  const request = isGemini ? askGemini(target, prompt, options) : askImagen(target, prompt, options);
  const { transport } = target.service;
  return callService(transport, request, target, options.signal, async (source) => {
    const answer = await readAnswer(source, target);
    return isGemini ? readGemini(answer, target) : { images: readImagen(answer, target) };
  });
}

function askGemini(
  { name, service }: ImageTarget,
  prompt: string,
  { aspectRatio, size, options }: ImageModelOptions,
): ProviderRequest {
  const imageConfig = withoutUndefined({
    aspectRatio,
    imageSize: /^\d+K$/.test(size ?? "") ? size : undefined,
  });
  const generationConfig = {
    // The first of these models always writes, too.
    responseModalities: name.includes("gemini-2.0") ? ["TEXT", "IMAGE"] : ["IMAGE"],
    ...(Object.keys(imageConfig).length > 0 && { imageConfig }),
  };
  const contents = [{ role: "user", parts: [{ text: prompt }] }];
  return {
    path: service.path(name, "generateContent"),
    body: mergeInto({ contents, generationConfig }, options),
  };
}

function askImagen(
  { name, service }: ImageTarget,
  prompt: string,
  { count = 1, size, aspectRatio, negativePrompt, format, options }: ImageModelOptions,
): ProviderRequest {
  const { imageSize = /^\d+K$/.test(size ?? "") ? size : undefined, ...others } = options ?? {};
  const parameters = {
    sampleCount: count,
    aspectRatio,
    negativePrompt,
    sampleImageSize: imageSize,
    outputOptions: format && { mimeType: `image/${format}` },
    includeRaiReason: true,
    ...others,
  };
  return {
    path: service.path(name, "predict"),
    body: { instances: [{ prompt }], parameters: withoutUndefined(parameters) },
  };
}

function readGemini(answer: unknown, target: ImageTarget): ImageModelResponse {
  const found = readMedia(answer);
  if (found.media.length === 0) throw withoutMedia(found, "image", target);
  const usage = usageOf(Object(answer).usageMetadata, tokenPrice(target.pricing));
  return { images: found.media.map((one) => ({ type: "base64", ...one })), ...(usage && { usage }) };
}

function readImagen(answer: unknown, target: ImageTarget): GeneratedImageData[] {
  const { predictions, error } = Object(answer);
  if (error) throw serviceFailure(200, answer);
  const all: readonly unknown[] = Array.isArray(predictions) ? predictions : [];
  const images = all.flatMap((one): GeneratedImageData[] => {
    const { bytesBase64Encoded: base64, mimeType: mediaType = "image/png", prompt } = Object(one);
    if (typeof base64 !== "string" || !base64) return [];
    return [{ type: "base64", base64, mediaType, ...(prompt && { revisedPrompt: prompt }) }];
  });
  if (images.length > 0) return images;
  const reasons = all.map((one) => Object(one).raiFilteredReason).filter(Boolean);
  // Where a filter took all pictures, nothing else is said.
  throw filtered(reasons.join(" "), target);
}
