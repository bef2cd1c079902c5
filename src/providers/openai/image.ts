import type {
  GeneratedImageData,
  ImageModel,
  ImageModelChunk,
  ImageModelOptions,
  ImageModelResponse,
} from "../../contracts/image-model.ts";
import { addUsage, type Usage } from "../../core/usage.ts";
import { callService, readAnswer } from "../adapter/call-service.ts";
import type { CallTarget } from "../adapter/failure.ts";
import type { ProviderRequest } from "../adapter/protocol.ts";
import { readEvents, streamService } from "../adapter/stream-service.ts";
import type { AnswerSource } from "../adapter/transport.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import type { MediaTarget } from "./media-models.ts";
import { usageOf } from "./usage.ts";

/** The models that always answer with bytes, and refuse to be told so. */
const GPT_IMAGE: RegExp = /^(?:chat)?gpt-image/;
const DALL_E: RegExp = /^dall-e/;
/** How many rough pictures a stream asks for, unless told otherwise. */
const PARTIAL_IMAGES = 2;

/**
 * What an image model of OpenAI does: asks `images/generations`. A stream shows rough pictures first, with the models that
 * can; others give the whole answer as the only event.
 *
 * @example
 * const fetch = async () => Response.json({ data: [{ b64_json: "AAAA" }] });
 * const transport = connect("https://api.openai.com/v1", {}, { fetch });
 * const model = openaiImages({ provider: "openai", name: "gpt-image-1", transport });
 * (await model.generate("a red bicycle", { size: "1024x1024" })).images;
 * // [{ type: "base64", base64: "AAAA", mediaType: "image/png" }]
 */
export function openaiImages(target: MediaTarget): Pick<Required<ImageModel>, "generate" | "stream"> {
  const { name, transport } = target;
  const generate: ImageModel["generate"] = (prompt, options = {}) =>
    callService(transport, encode(name, prompt, options), target, options.signal, async (source) => {
      const answer = await readAnswer(source, target);
      return responseOf(imagesOf(answer, options), usageOf(Object(answer).usage), target);
    });
  return {
    generate,
    async *stream(prompt, options = {}) {
      if (!GPT_IMAGE.test(name) && options.options?.partial_images === undefined) {
        yield { type: "done", ...(await generate(prompt, options)) };
        return;
      }
      const { path, body } = encode(name, prompt, options);
      const request = { path, body: { partial_images: PARTIAL_IMAGES, ...body, stream: true } };
      yield* streamService(transport, request, target, options.signal, (source) =>
        chunksOf(source, target, options),
      );
    },
  };
}

async function* chunksOf(
  source: AnswerSource<unknown>,
  target: CallTarget,
  options: ImageModelOptions,
): AsyncGenerator<ImageModelChunk, void> {
  const images: GeneratedImageData[] = [];
  const usage: Usage = {};
  for await (const event of readEvents(source, target)) {
    const { type, partial_image_index: index } = Object(event);
    const shown = imagesOf(event, options);
    const [image] = shown;
    if (String(type).endsWith(".partial_image")) {
      if (image) yield { type: "partial", index: Number(index) || 0, image };
      continue;
    }
    images.push(...shown);
    addUsage(usage, usageOf(Object(event).usage) ?? {});
  }
  const isCounted = Object.keys(usage).length > 0;
  yield { type: "done", ...responseOf(images, isCounted ? usage : undefined, target) };
}

/** Options that the service has no word for, such as an aspect ratio, are left out. */
function encode(
  model: string,
  prompt: string,
  { count, size, quality, format, options }: ImageModelOptions,
): ProviderRequest & { body: Record<string, unknown> } {
  const { responseFormat, ...rest } = options ?? {};
  const isDallE = DALL_E.test(model);
  return {
    path: "images/generations",
    body: {
      model,
      prompt,
      n: count,
      size,
      quality,
      output_format: isDallE ? undefined : format,
      response_format: responseFormat ?? (isDallE ? "b64_json" : undefined),
      ...rest,
    },
  };
}

/** The pictures of a whole answer, or the one of an event. */
function imagesOf(answer: unknown, { format = "png" }: ImageModelOptions): GeneratedImageData[] {
  const { data, output_format } = Object(answer);
  const container = typeof output_format === "string" ? output_format : format;
  const mediaType = `image/${container === "svg" ? "svg+xml" : container === "jpg" ? "jpeg" : container}`;
  const items: readonly unknown[] = Array.isArray(data) ? data : [answer];
  return items.flatMap((item): GeneratedImageData[] => {
    const { b64_json: base64, url, revised_prompt } = Object(item);
    const revised =
      typeof revised_prompt === "string" && revised_prompt ? { revisedPrompt: revised_prompt } : {};
    if (typeof base64 === "string" && base64) return [{ type: "base64", base64, mediaType, ...revised }];
    return typeof url === "string" && url ? [{ type: "url", url, ...revised }] : [];
  });
}

function responseOf(
  images: readonly GeneratedImageData[],
  usage: Usage | undefined,
  target: CallTarget,
): ImageModelResponse {
  if (images.length === 0) throw unreadableAnswer(target, "has no image");
  return { images, ...(usage && { usage }) };
}
