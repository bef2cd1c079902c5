import type {
  AudioInput,
  TranscriptionModel,
  TranscriptionModelChunk,
  TranscriptionModelOptions,
  TranscriptionModelPricing,
  TranscriptionModelResponse,
} from "../contracts/transcription-model.ts";
import { nextScripted, type ScriptedAnswer } from "./scripted.ts";

/** One scripted answer of a transcription model. */
export interface MockTranscriptionResponse extends ScriptedAnswer, Partial<TranscriptionModelResponse> {
  /** What a stream yields; default the whole text at once. */
  readonly deltas?: readonly string[];
}

/** What a mock transcription model was asked. */
export interface MockTranscriptionCall {
  readonly audio: AudioInput;
  readonly options: TranscriptionModelOptions;
}

/**
 * A transcription model that answers from a script, one answer per call; the last one repeats. No network, no key. Its text
 * is `mock transcript` unless scripted.
 *
 * @example
 * const model = new MockTranscriptionModel("whisper-1", [{ durationSeconds: 120 }], { perMinute: 0.006 });
 * await model.transcribe({ base64: "QUJD", mediaType: "audio/mpeg" });
 * // { text: "mock transcript", durationSeconds: 120 }
 */
export class MockTranscriptionModel implements TranscriptionModel {
  readonly name: string;
  readonly provider: string;
  readonly pricing?: TranscriptionModelPricing;
  readonly #script: readonly MockTranscriptionResponse[];
  readonly #calls: MockTranscriptionCall[] = [];

  constructor(
    name = "mock-transcription",
    responses: readonly MockTranscriptionResponse[] = [],
    pricing?: TranscriptionModelPricing,
    provider = "mock",
  ) {
    this.name = name;
    this.provider = provider;
    if (pricing) this.pricing = pricing;
    this.#script = responses;
  }

  /** What it was asked, in order. */
  get calls(): readonly MockTranscriptionCall[] {
    return this.#calls;
  }

  async transcribe(
    audio: AudioInput,
    options: TranscriptionModelOptions = {},
  ): Promise<TranscriptionModelResponse> {
    return responseOf(await this.#next(audio, options));
  }

  async *stream(
    audio: AudioInput,
    options: TranscriptionModelOptions = {},
  ): AsyncGenerator<TranscriptionModelChunk, void> {
    const scripted = await this.#next(audio, options);
    const response = responseOf(scripted);
    for (const text of scripted.deltas ?? [response.text]) yield { type: "delta", text };
    yield { type: "done", ...response };
  }

  #next(audio: AudioInput, options: TranscriptionModelOptions): Promise<MockTranscriptionResponse> {
    return nextScripted(this.#script, this.#calls, { audio, options }, options.signal);
  }
}

function responseOf({
  delay: _delay,
  error: _error,
  deltas,
  text = deltas?.join("") ?? "mock transcript",
  ...rest
}: MockTranscriptionResponse): TranscriptionModelResponse {
  return { text, ...rest };
}
