import type {
  GeneratedAudioData,
  SpeechModel,
  SpeechModelChunk,
  SpeechModelOptions,
  SpeechModelPricing,
  SpeechModelResponse,
} from "../contracts/speech-model.ts";
import { fromBase64 } from "../core/base64.ts";
import type { Usage } from "../core/usage.ts";
import { nextScripted, type ScriptedAnswer } from "./scripted.ts";

/** One scripted answer of a speech model. */
export interface MockSpeechResponse extends ScriptedAnswer {
  /** Default an MP3 of three zero bytes. */
  readonly audio?: GeneratedAudioData;
  /** The pieces that a stream yields; default the whole sound at once. */
  readonly pieces?: readonly Uint8Array[];
  readonly usage?: Usage;
}

/** What a mock speech model was asked. */
export interface MockSpeechCall {
  readonly text: string;
  readonly options: SpeechModelOptions;
}

/**
 * A speech model that answers from a script, one answer per call; the last one repeats. No network, no key.
 *
 * @example
 * const model = new MockSpeechModel("tts-1", [{}], { perMillionCharacters: 15 });
 * (await model.synthesize("Hello")).audio; // { type: "base64", base64: "AAAA", mediaType: "audio/mpeg" }
 * model.calls[0]; // { text: "Hello", options: {} }
 */
export class MockSpeechModel implements SpeechModel {
  readonly name: string;
  readonly provider: string;
  readonly pricing?: SpeechModelPricing;
  readonly #script: readonly MockSpeechResponse[];
  readonly #calls: MockSpeechCall[] = [];

  constructor(
    name = "mock-speech",
    responses: readonly MockSpeechResponse[] = [],
    pricing?: SpeechModelPricing,
    provider = "mock",
  ) {
    this.name = name;
    this.provider = provider;
    if (pricing) this.pricing = pricing;
    this.#script = responses;
  }

  /** What it was asked, in order. */
  get calls(): readonly MockSpeechCall[] {
    return this.#calls;
  }

  async synthesize(text: string, options: SpeechModelOptions = {}): Promise<SpeechModelResponse> {
    const { audio = SILENCE, usage } = await this.#next(text, options);
    return { audio: { ...audio }, ...(usage && { usage }) };
  }

  async *stream(text: string, options: SpeechModelOptions = {}): AsyncGenerator<SpeechModelChunk, void> {
    const { audio = SILENCE, pieces = [fromBase64(audio.base64)], usage } = await this.#next(text, options);
    for (const bytes of pieces) yield { type: "audio", bytes, mediaType: audio.mediaType };
    yield { type: "done", ...(usage && { usage }) };
  }

  #next(text: string, options: SpeechModelOptions): Promise<MockSpeechResponse> {
    return nextScripted(this.#script, this.#calls, { text, options }, options.signal);
  }
}

const SILENCE: GeneratedAudioData = { type: "base64", base64: "AAAA", mediaType: "audio/mpeg" };
