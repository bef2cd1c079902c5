import type { AIError } from "../core/errors/ai-error.ts";
import type { EventHandlers, RunEvent } from "../core/events.ts";
import type { BaseReport, RunResult } from "../core/report.ts";
import type { ExecuteOptions } from "../core/run.ts";
import type { RunStream } from "../core/run-stream.ts";
import type { GeneratedImageData, ImageModel, ImageModelOptions } from "./image-model.ts";
import type { FlowObserveOption } from "./observer.ts";
import type { FileReader } from "./platform.ts";
import type { GeneratedAudioData, SpeechModel, SpeechModelOptions } from "./speech-model.ts";
import type {
  AudioInput,
  TranscriptionModel,
  TranscriptionModelOptions,
  TranscriptionSegment,
} from "./transcription-model.ts";

/** What every call of a media verb accepts beside its model and its input. */
export interface MediaRunOptions<Event extends RunEvent> extends ExecuteOptions {
  /** The name in the report. Default the model's. */
  readonly name?: string | undefined;
  /** Who sees the finished report. */
  readonly observe?: FlowObserveOption | undefined;
  /** Default a random one. */
  readonly runId?: string | undefined;
  /** Handlers of the events of this call. */
  readonly on?: EventHandlers<Event> | undefined;
}

/**
 * What bytes can become in a page. Both methods are hidden from `JSON.stringify`, `structuredClone` and spreading: what is
 * kept is the data alone.
 */
export interface BlobMethods {
  /** The bytes as a `Blob` of their media type. */
  toBlob(): Blob;
  /**
   * A `blob:` URL for `src`; call `URL.revokeObjectURL` when done. Throws an `AIError` (`AI_ERROR`) where the runtime has no
   * such URLs, as in Workers.
   */
  toObjectURL(): string;
}

/** A picture that was made: its bytes, or an address where the provider keeps them for a while. */
export type GeneratedImage =
  | (Extract<GeneratedImageData, { type: "base64" }> & BlobMethods)
  | Extract<GeneratedImageData, { type: "url" }>;

/** Sound that was made. Look at `type`: there may be other variants one day. */
export type GeneratedAudio = GeneratedAudioData & BlobMethods;

/** Who made it. */
export interface MediaModelInfo {
  readonly name: string;
  readonly provider: string;
}

/** The report of a call of `image`. */
export interface ImageReport extends BaseReport {
  readonly type: "image";
  readonly model: MediaModelInfo;
  /** How many pictures came. */
  readonly imageCount: number;
}

/** The report of a call of `speech`. */
export interface SpeechReport extends BaseReport {
  readonly type: "speech";
  readonly model: MediaModelInfo;
  /** How many characters (code points) were spoken. */
  readonly characters: number;
}

/** The report of a call of `transcribe`. */
export interface TranscriptionReport extends BaseReport {
  readonly type: "transcription";
  readonly model: MediaModelInfo;
  /** How long the sound is, where the provider tells. */
  readonly durationSeconds?: number;
}

/** The report of a call of a media verb; `type` tells which. */
export type MediaReport = ImageReport | SpeechReport | TranscriptionReport;

/** The pictures that were made. */
export interface GeneratedImages {
  readonly images: readonly GeneratedImage[];
}

/** The sound that was made. */
export interface GeneratedSpeech {
  readonly audio: GeneratedAudio;
}

/** What was said. */
export interface Transcript {
  readonly text: string;
  /** Pieces with their times, where the provider tells them. */
  readonly segments?: readonly TranscriptionSegment[];
  /** The language that was heard, as the provider names it. */
  readonly language?: string;
}

/** What `image` resolves to. It never rejects: look at `error` first. */
export type ImageResult = RunResult<"image", ImageReport, GeneratedImages>;
/** What `speech` resolves to. It never rejects: look at `error` first. */
export type SpeechResult = RunResult<"speech", SpeechReport, GeneratedSpeech>;
/** What `transcribe` resolves to. It never rejects: look at `error` first. `text` is what was written. */
export type TranscriptionResult = RunResult<"transcription", TranscriptionReport, Transcript>;

interface Identity {
  readonly runId: string;
  readonly rootRunId: string;
}

/** The events of a call of `image`. Rough pictures come only where it is streamed. */
export type ImageEvent =
  | (Identity & { readonly type: "image.starting"; readonly input: string })
  | (Identity & { readonly type: "image.partial"; readonly index: number; readonly image: GeneratedImage })
  | (Identity & { readonly type: "image.completed"; readonly result: ImageResult })
  | (Identity & { readonly type: "image.error"; readonly error: AIError });

/** The events of a call of `speech`. Pieces of sound come only where it is streamed. */
export type SpeechEvent =
  | (Identity & { readonly type: "speech.starting"; readonly input: string })
  | (Identity & { readonly type: "speech.audio"; readonly bytes: Uint8Array; readonly mediaType: string })
  | (Identity & { readonly type: "speech.completed"; readonly result: SpeechResult })
  | (Identity & { readonly type: "speech.error"; readonly error: AIError });

/** The events of a call of `transcribe`. Pieces of text come only where it is streamed. */
export type TranscriptionEvent =
  | (Identity & { readonly type: "transcription.starting"; readonly input: AudioInput })
  | (Identity & { readonly type: "transcription.delta"; readonly delta: string })
  | (Identity & { readonly type: "transcription.completed"; readonly result: TranscriptionResult })
  | (Identity & { readonly type: "transcription.error"; readonly error: AIError });

/** What `image` is called with. */
export interface ImageOptions
  extends Omit<ImageModelOptions, keyof ExecuteOptions>,
    MediaRunOptions<ImageEvent> {
  readonly model: ImageModel;
  readonly prompt: string;
}

/** What `speech` is called with. */
export interface SpeechOptions
  extends Omit<SpeechModelOptions, keyof ExecuteOptions>,
    MediaRunOptions<SpeechEvent> {
  readonly model: SpeechModel;
  readonly text: string;
}

/** What `transcribe` is called with. */
export interface TranscribeOptions
  extends Omit<TranscriptionModelOptions, keyof ExecuteOptions>,
    MediaRunOptions<TranscriptionEvent> {
  readonly model: TranscriptionModel;
  readonly audio: AudioInput;
}

/** A media verb: call it, stream it, or hand it to `ctx.run(verb, options)`. */
export interface MediaVerb<Options, Event extends RunEvent, Result> {
  (options: Options): Promise<Result>;
  /** The same as a stream of events. A model that does not stream gives the result at once, as the last event. */
  stream(options: Options): RunStream<Event, Result>;
  /** The same as a call; what `ctx.run(verb, options)` needs. */
  execute(options: Options, run?: ExecuteOptions): Promise<Result>;
}

/** How a recording is read. */
export interface AudioFromFileOptions {
  /** Wins over what the name tells; needed where it has no ending. */
  readonly mediaType?: string | undefined;
  /** Reads the path. The reader of `config({ files })` where there is none. */
  readonly files?: FileReader | undefined;
}
