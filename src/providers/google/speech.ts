import type {
  SpeechModelChunk,
  SpeechModelOptions,
  SpeechModelPricing,
  SpeechModelResponse,
} from "../../contracts/speech-model.ts";
import { fromBase64, toBase64 } from "../../core/base64.ts";
import { joinBytes } from "../../core/join-bytes.ts";
import { callService, readAnswer } from "../adapter/call-service.ts";
import type { ProviderRequest } from "../adapter/protocol.ts";
import { readEvents, streamService } from "../adapter/stream-service.ts";
import type { AnswerSource } from "../adapter/transport.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { readMedia, tokenPrice, withoutMedia } from "./media-answer.ts";
import { mergeInto } from "./merge.ts";
import type { GoogleMediaTarget } from "./service.ts";
import { addReport, usageOf } from "./usage.ts";
import { wavHeader } from "./wav-header.ts";

/** A speech model that is asked, and its price. */
export interface SpeechTarget extends GoogleMediaTarget {
  readonly pricing?: SpeechModelPricing | undefined;
}

/**
 * Speaks a text with `generateContent`. Google makes bare samples (16 bits, one channel, 24,000 a second); they come with
 * the head of a WAV file unless `format` is `pcm`. It has no word for a speed; `instructions` are said before the text, as
 * Google wants them. `options` are merged into the body.
 *
 * Rejects with `CONTENT_FILTER` for what a filter took, and with `PROVIDER_ERROR` for an answer without sound.
 *
 * @example
 * const transport = connect("https://generativelanguage.googleapis.com/v1beta", { "x-goog-api-key": apiKey }, {});
 * const path = (model: string, method: string) => `models/${model}:${method}`;
 * const service = { provider: "google", transport, isVertex: false, path };
 * const target = { provider: "google", name: "gemini-2.5-flash-preview-tts", service };
 * const { audio } = await synthesizeSpeech(target, "Puck", "Your order has shipped.");
 */
export function synthesizeSpeech(
  target: SpeechTarget,
  voice: string | undefined,
  text: string,
  options: SpeechModelOptions = {},
): Promise<SpeechModelResponse> {
  const request = encode(target, voice, text, options, "generateContent");
  return callService(target.service.transport, request, target, options.signal, async (source) => {
    const answer = await readAnswer(source, target);
    const found = readMedia(answer);
    const pieces = found.media.map(({ base64 }) => fromBase64(base64));
    const [first] = found.media;
    if (!first) throw withoutMedia(found, "sound", target);
    const usage = usageOf(Object(answer).usageMetadata, tokenPrice(target.pricing));
    const rate = rateOf(first.mediaType, options);
    const samples = joinBytes(pieces);
    const bytes = rate ? joinBytes([wavHeader(rate, samples.length), samples]) : samples;
    const mediaType = rate ? "audio/wav" : first.mediaType;
    return { audio: { type: "base64", base64: toBase64(bytes), mediaType }, ...(usage && { usage }) };
  });
}

/**
 * Speaks a text and gives the sound as it comes. The head of a WAV file says then that its length is not known.
 *
 * @example
 * const transport = connect("https://generativelanguage.googleapis.com/v1beta", { "x-goog-api-key": apiKey }, {});
 * const path = (model: string, method: string) => `models/${model}:${method}`;
 * const service = { provider: "google", transport, isVertex: false, path };
 * const target = { provider: "google", name: "gemini-2.5-flash-preview-tts", service };
 * for await (const chunk of streamSpeech(target, "Puck", "Hello")) console.log(chunk.type);
 */
export function streamSpeech(
  target: SpeechTarget,
  voice: string | undefined,
  text: string,
  options: SpeechModelOptions = {},
): AsyncGenerator<SpeechModelChunk, void> {
  const request = encode(target, voice, text, options, "streamGenerateContent?alt=sse");
  return streamService(target.service.transport, request, target, options.signal, (source) =>
    chunksOf(source, target, options),
  );
}

function encode(
  { name, service }: SpeechTarget,
  ownVoice: string | undefined,
  text: string,
  { voice = ownVoice ?? "Kore", instructions, options }: SpeechModelOptions,
  method: string,
): ProviderRequest {
  const words = instructions ? `${instructions.trim().replace(/[.:]$/, "")}: ${text}` : text;
  const body = mergeInto(
    {
      contents: [{ role: "user", parts: [{ text: words }] }],
      generationConfig: {
        responseModalities: ["AUDIO"],
        speechConfig: { voiceConfig: { prebuiltVoiceConfig: { voiceName: voice } } },
      },
    },
    options,
  );
  const { speechConfig } = Object(body.generationConfig);
  // Several speakers have a voice each.
  if (speechConfig?.multiSpeakerVoiceConfig) speechConfig.voiceConfig = undefined;
  return { path: service.path(name, method), body };
}

async function* chunksOf(
  source: AnswerSource<unknown>,
  target: SpeechTarget,
  options: SpeechModelOptions,
): AsyncGenerator<SpeechModelChunk, void> {
  const report: Record<string, unknown> = {};
  let text = "";
  let reason = "";
  let isFirst = true;
  for await (const event of readEvents(source, target)) {
    const found = readMedia(event);
    addReport(report, Object(Object(event).usageMetadata));
    text += found.text;
    reason = found.reason || reason;
    for (const { base64, mediaType: given } of found.media) {
      const rate = rateOf(given, options);
      const mediaType = rate ? "audio/wav" : given;
      if (isFirst && rate) yield { type: "audio", bytes: wavHeader(rate), mediaType };
      isFirst = false;
      yield { type: "audio", bytes: fromBase64(base64), mediaType };
    }
  }
  if (isFirst) throw withoutMedia({ reason, text }, "sound", target);
  if (!reason) throw unreadableAnswer(target, "broke off before its end");
  const usage = usageOf(report, tokenPrice(target.pricing));
  yield { type: "done", ...(usage && { usage }) };
}

/** How many samples a second a WAV file must tell; `undefined` where none is wanted, or where the sound has a head. */
function rateOf(mediaType: string, { format }: SpeechModelOptions): number | undefined {
  if (format === "pcm" || !/L16|pcm/i.test(mediaType)) return undefined;
  return Number(/rate=(\d{4,6})/.exec(mediaType)?.[1] ?? 24_000);
}
