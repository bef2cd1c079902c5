import type { ModelPricing, Usage } from "../core/usage.ts";
import type { Json } from "./message.ts";

/** Sound that a model made, as base64. */
export interface GeneratedAudioData {
  readonly type: "base64";
  readonly base64: string;
  /** Such as `audio/mpeg`. */
  readonly mediaType: string;
}

/** US dollars for 1,000,000 characters of input, or for 1,000,000 tokens where the provider counts tokens. */
export interface SpeechModelPricing extends Partial<ModelPricing> {
  /** Wins over the prices of tokens. */
  readonly perMillionCharacters?: number;
}

/** How a text shall be spoken. A model ignores what its service has no word for. */
export interface SpeechModelOptions {
  /** The name of a voice; wins over the model's own. */
  readonly voice?: string;
  readonly format?: "mp3" | "opus" | "aac" | "flac" | "wav" | "pcm";
  /** 1 is the normal speed. */
  readonly speed?: number;
  /** Tone and delivery, in words. */
  readonly instructions?: string;
  readonly signal?: AbortSignal | undefined;
  /** Fields merged into the request as they are. */
  readonly options?: Readonly<Record<string, Json>>;
}

/** What a speech model answers. */
export interface SpeechModelResponse {
  readonly audio: GeneratedAudioData;
  /** Missing where the provider counts no tokens. With `cost` where the adapter has priced it. */
  readonly usage?: Usage;
}

/** One event of sound that comes in pieces: the bytes as they come, then the end. */
export type SpeechModelChunk =
  | { readonly type: "audio"; readonly bytes: Uint8Array; readonly mediaType: string }
  | { readonly type: "done"; readonly usage?: Usage };

/** Speaks a text. Rejects with an `AIError`. */
export interface SpeechModel {
  readonly name: string;
  readonly provider: string;
  readonly pricing?: SpeechModelPricing;
  synthesize(text: string, options?: SpeechModelOptions): Promise<SpeechModelResponse>;
  /** Missing where the service does not stream. */
  stream?(text: string, options?: SpeechModelOptions): AsyncIterable<SpeechModelChunk>;
}

/** The same as `SpeechModel`, under the name that goes with `ModelContract`. */
export type SpeechModelContract = SpeechModel;
