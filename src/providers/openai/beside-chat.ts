import type { Embedder } from "../../contracts/embedder.ts";
import type { ImageModel } from "../../contracts/image-model.ts";
import type { Moderator } from "../../contracts/moderation.ts";
import type { SpeechModel } from "../../contracts/speech-model.ts";
import type { TranscriptionModel } from "../../contracts/transcription-model.ts";
import type { MediaTarget, OpenAIEmbedderConfig } from "./media-models.ts";

// What models beside chat do, each loaded when it is used. Together they are one import of the SDK's first load.

/** What an embedder does; the one that was given out learns its dimensions from it. */
export async function embedder(
  target: MediaTarget,
  config: OpenAIEmbedderConfig,
  given: Embedder,
): Promise<Embedder> {
  const made = (await import("./embed.ts")).openaiEmbedder(target, config);
  Object.defineProperty(given, "dimensions", { get: () => made.dimensions });
  return made;
}

export async function image(target: MediaTarget): Promise<Pick<Required<ImageModel>, "generate" | "stream">> {
  return (await import("./image.ts")).openaiImages(target);
}

export async function speech(
  target: MediaTarget,
  voice: string | undefined,
): Promise<Pick<Required<SpeechModel>, "synthesize" | "stream">> {
  return (await import("./speech.ts")).openaiSpeech(target, voice);
}

export async function transcription(
  target: MediaTarget,
): Promise<Pick<Required<TranscriptionModel>, "transcribe" | "stream">> {
  return (await import("./transcribe.ts")).openaiTranscription(target);
}

export async function moderation(target: MediaTarget): Promise<Pick<Moderator, "moderate" | "moderateMany">> {
  return (await import("./moderate.ts")).openaiModeration(target);
}
