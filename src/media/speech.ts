import type {
  GeneratedSpeech,
  MediaVerb,
  SpeechEvent,
  SpeechOptions,
  SpeechReport,
  SpeechResult,
} from "../contracts/media.ts";
import { mediaVerb } from "./media-verb.ts";
import { runMedia } from "./run-media.ts";

/**
 * Speaks a text. Never rejects: failures are in `result.error`, with the codes of the model's provider, `INVALID_INPUT` for
 * a text that says nothing, `INVALID_CONFIG` without a model, and `AGENT_CANCELLED` where `signal` aborted. `usage.cost` is
 * in US dollars: by the character where the model has such a price, else by tokens; `undefined` where the model has no
 * price. In a page, `data.audio.toObjectURL()` gives what an `<audio>` can play.
 *
 * `speech.stream(...)` gives the sound as it comes.
 *
 * @example
 * const model = new MockSpeechModel("tts-1", [{}], { perMillionCharacters: 15 });
 * const { data, error, report } = await speech({ model, text: "Your order has shipped." });
 * report.characters; // 23
 */
export const speech: MediaVerb<SpeechOptions, SpeechEvent, SpeechResult> = /* @__PURE__ */ mediaVerb(
  (options: SpeechOptions, call): Promise<SpeechResult> => {
    // Code points, since those are what people and providers count.
    const characters = Array.from(String(options.text ?? "")).length;
    return runMedia<"speech", SpeechReport, SpeechEvent, { characters: number }, GeneratedSpeech>(
      "speech",
      options,
      call,
      options.text,
      { characters },
      async (work) => (await import("./make-speech.ts")).makeSpeech(options, characters, work),
    );
  },
);
