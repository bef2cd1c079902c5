import type {
  AudioInput,
  TranscriptionModelOptions,
  TranscriptionModelResponse,
  TranscriptionSegment,
} from "../../contracts/transcription-model.ts";
import { fromBase64 } from "../../core/base64.ts";
import { callService, readAnswer } from "../adapter/call-service.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { MediaTarget } from "./media-target.ts";

/**
 * Writes down what is said, with a model of Workers AI such as `@cf/openai/whisper-large-v3-turbo` or
 * `@cf/deepgram/nova-3`. The binding sends no sound to Nova through an AI Gateway.
 *
 * @example
 * const transport = bindingTransport({ run: async () => ({ text: "Hello." }) }, {}, undefined);
 * const target = { provider: "workers-ai", name: "@cf/openai/whisper-large-v3-turbo", transport };
 * (await transcribeAudio(target, { base64: "T2dnUw==", mediaType: "audio/ogg" })).text; // "Hello."
 */
export function transcribeAudio(
  target: MediaTarget,
  audio: AudioInput,
  options: TranscriptionModelOptions = {},
): Promise<TranscriptionModelResponse> {
  const request = { path: target.name, body: encode(target.name, audio, options) };
  return callService(target.transport, request, target, options.signal, async (source) => {
    const answer = Object(await readAnswer(source, target));
    const told = Object(answer.result ?? answer);
    const heard = told.results?.channels?.[0]?.alternatives?.[0] ?? told;
    const text = heard.transcript ?? heard.text;
    if (typeof text !== "string") throw unreadableAnswer(target, "has no transcript");
    const { language, duration } = Object(told.transcription_info);
    const segments = segmentsOf(heard.segments ?? heard.words);
    return {
      text,
      ...(segments && { segments }),
      ...(typeof duration === "number" && { durationSeconds: duration }),
      ...(typeof language === "string" && { language }),
    };
  });
}

function encode(
  name: string,
  { base64, mediaType }: AudioInput,
  { language, prompt, options }: TranscriptionModelOptions,
): WireRequest {
  if (/whisper/.test(name)) {
    // Only the newest takes text; the others want numbers.
    const audio = /turbo/.test(name) ? base64 : Array.from(fromBase64(base64));
    return { audio, ...withoutUndefined({ language, initial_prompt: prompt }), ...options };
  }
  const { body } = new Response(fromBase64(base64));
  return { audio: { body, contentType: mediaType }, ...withoutUndefined({ language }), ...options };
}

function segmentsOf(list: unknown): TranscriptionSegment[] | undefined {
  if (!Array.isArray(list) || list.length === 0) return undefined;
  return list.map((segment) => {
    const { text, word, start, end } = Object(segment);
    return { text: String(text ?? word ?? ""), ...withoutUndefined({ start, end }) };
  });
}
