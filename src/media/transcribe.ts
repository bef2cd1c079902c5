import type {
  MediaVerb,
  TranscribeOptions,
  Transcript,
  TranscriptionEvent,
  TranscriptionReport,
  TranscriptionResult,
} from "../contracts/media.ts";
import { mediaVerb } from "./media-verb.ts";
import { runMedia } from "./run-media.ts";

/**
 * Writes down what is said. Never rejects: failures are in `result.error`, with the codes of the model's provider,
 * `INVALID_INPUT` where there is no sound, `INVALID_CONFIG` without a model, and `AGENT_CANCELLED` where `signal` aborted.
 * `usage.cost` is in US dollars: by the minute where the model has such a price and the provider tells how long the sound
 * is, else by tokens; `undefined` where the model has no price.
 *
 * `transcribe.stream(...)` gives the text as it comes, where the model can.
 *
 * @example
 * const model = new MockTranscriptionModel("whisper-1", [{ durationSeconds: 120 }], { perMinute: 0.006 });
 * const audio = audioFromBuffer(new Uint8Array([79, 103, 103, 83]), "audio/ogg", "note.ogg");
 * const { data, error, usage } = await transcribe({ model, audio, language: "en" });
 * data?.text; // "mock transcript"
 */
export const transcribe: MediaVerb<TranscribeOptions, TranscriptionEvent, TranscriptionResult> =
  /* @__PURE__ */ mediaVerb(
    (options: TranscribeOptions, call): Promise<TranscriptionResult> =>
      runMedia<
        "transcription",
        TranscriptionReport,
        TranscriptionEvent,
        { durationSeconds?: number },
        Transcript
      >("transcription", options, call, options.audio, {}, async (work) =>
        (await import("./make-transcript.ts")).makeTranscript(options, work),
      ),
  );
