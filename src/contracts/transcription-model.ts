import type { ModelPricing, Usage } from "../core/usage.ts";
import type { Json } from "./message.ts";

/** Recorded sound, ready to be sent: base64 with its media type. */
export interface AudioInput {
  readonly base64: string;
  /** Such as `audio/ogg`. */
  readonly mediaType: string;
  /** Tells some providers the codec by its ending. */
  readonly filename?: string;
}

/** One piece of what was said. Times are in seconds from the start. */
export interface TranscriptionSegment {
  readonly text: string;
  readonly start?: number;
  readonly end?: number;
  /** The provider's label of who speaks, where it tells speakers apart. */
  readonly speaker?: string;
}

/** US dollars for a minute of sound, or for 1,000,000 tokens where the provider counts tokens. */
export interface TranscriptionModelPricing extends Partial<ModelPricing> {
  /** Wins over the prices of tokens. */
  readonly perMinute?: number;
}

/** What helps to understand the sound. A model ignores what its service has no word for. */
export interface TranscriptionModelOptions {
  /** A BCP 47 tag, such as `en`. */
  readonly language?: string;
  /** Names and spellings that may come up. */
  readonly prompt?: string;
  /** The service's response format, such as `verbose_json`. */
  readonly format?: string;
  readonly signal?: AbortSignal | undefined;
  /** Fields merged into the request as they are. */
  readonly options?: Readonly<Record<string, Json>>;
}

/** What a transcription model answers. */
export interface TranscriptionModelResponse {
  readonly text: string;
  readonly segments?: readonly TranscriptionSegment[];
  readonly durationSeconds?: number;
  readonly language?: string;
  /** Missing where the provider counts no tokens. With `cost` where the adapter has priced it. */
  readonly usage?: Usage;
}

/** One event of a transcript that comes in pieces. */
export type TranscriptionModelChunk =
  | { readonly type: "delta"; readonly text: string }
  | ({ readonly type: "done" } & TranscriptionModelResponse);

/** Writes down what is said. Rejects with an `AIError`. */
export interface TranscriptionModel {
  readonly name: string;
  readonly provider: string;
  readonly pricing?: TranscriptionModelPricing;
  transcribe(audio: AudioInput, options?: TranscriptionModelOptions): Promise<TranscriptionModelResponse>;
  /** Missing where the service does not stream. */
  stream?(audio: AudioInput, options?: TranscriptionModelOptions): AsyncIterable<TranscriptionModelChunk>;
}

/** The same as `TranscriptionModel`, under the name that goes with `ModelContract`. */
export type TranscriptionModelContract = TranscriptionModel;
