import type { GeneratedImageData } from "../contracts/image-model.ts";
import type { GeneratedAudio, GeneratedImage } from "../contracts/media.ts";
import type { GeneratedAudioData } from "../contracts/speech-model.ts";
import { fromBase64 } from "../core/base64.ts";
import { AIError } from "../core/errors/ai-error.ts";

/**
 * A copy of what a model made that can become a `Blob`. An address stays an address.
 *
 * @example
 * const image = withBlobMethods({ type: "base64", base64: "iVBORw==", mediaType: "image/png" });
 */
export function withBlobMethods(media: GeneratedAudioData): GeneratedAudio;
export function withBlobMethods(media: GeneratedImageData): GeneratedImage;
export function withBlobMethods(media: GeneratedImageData | GeneratedAudioData): unknown {
  const copy = { ...media };
  if (copy.type === "url") return copy;
  const { base64, mediaType } = copy;
  const toBlob = (): Blob => new Blob([fromBase64(base64)], { type: mediaType });
  const toObjectURL = (): string => {
    const blob = toBlob();
    try {
      return URL.createObjectURL(blob);
    } catch (cause) {
      // Missing in service workers; in Workers it is there, and throws.
      throw new AIError(
        "AI_ERROR",
        "This runtime has no object URLs. Use toBlob(), or a data: URL of the base64.",
        { cause },
      );
    }
  };
  return Object.defineProperties(copy, { toBlob: { value: toBlob }, toObjectURL: { value: toObjectURL } });
}
