import type {
  GeneratedImageData,
  ImageModelOptions,
  ImageModelResponse,
} from "../../contracts/image-model.ts";
import { toBase64 } from "../../core/base64.ts";
import { callService, readAnswer, readBytes } from "../adapter/call-service.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { type MediaTarget, mediaTypeOf } from "./media-target.ts";

/**
 * Makes pictures with a model of Workers AI, one call for each, since a call makes one.
 *
 * @example
 * const transport = bindingTransport({ run: async () => ({ image: "/9j/4AAQ" }) }, {}, undefined);
 * const target = { provider: "workers-ai", name: "@cf/black-forest-labs/flux-1-schnell", transport };
 * const { images } = await generateImages(target, "a red bicycle");
 */
export async function generateImages(
  target: MediaTarget,
  prompt: string,
  options: ImageModelOptions = {},
): Promise<ImageModelResponse> {
  const { count = 1 } = options;
  return {
    images: await Promise.all(Array.from({ length: count }, () => generate(target, prompt, options))),
  };
}

function generate(
  target: MediaTarget,
  prompt: string,
  options: ImageModelOptions,
): Promise<GeneratedImageData> {
  const { name, transport } = target;
  const request = { path: name, body: encode(name, prompt, options) };
  return callService(transport, request, target, options.signal, async (source) => {
    const isJson = /json|text/.test(source.response?.headers.get("content-type") ?? "");
    const answer = isJson ? await readAnswer(source, target) : { image: toBase64(await readBytes(source)) };
    const { image } = Object(Object(answer).result ?? answer);
    const base64 = typeof answer === "string" ? answer : image;
    if (typeof base64 !== "string" || !base64) throw unreadableAnswer(target, "has no image");
    return { type: "base64", base64, mediaType: mediaTypeOf(base64) ?? "image/png" };
  });
}

/** Options that the models have no word for, such as a quality, are left out. */
function encode(
  name: string,
  prompt: string,
  { size, negativePrompt, options }: ImageModelOptions,
): WireRequest {
  const [width, height] = size?.split("x").map(Number) ?? [];
  const fields = {
    prompt,
    ...withoutUndefined({ width, height, negative_prompt: negativePrompt }),
    ...options,
  };
  return /flux-2/.test(name) ? { multipart: formOf(fields) } : fields;
}

/** These models take a form, with its boundary. */
function formOf(fields: WireRequest): { body: unknown; contentType: string | null } {
  const form = new FormData();
  for (const [field, value] of Object.entries(fields)) form.append(field, String(value));
  const { body, headers } = new Response(form);
  return { body, contentType: headers.get("content-type") };
}
