import type {
  SpeechModelChunk,
  SpeechModelOptions,
  SpeechModelResponse,
} from "../../contracts/speech-model.ts";
import { audioTypeOf } from "../../core/audio-types.ts";
import { fromBase64, toBase64 } from "../../core/base64.ts";
import { joinBytes } from "../../core/join-bytes.ts";
import { callService, readAnswer } from "../adapter/call-service.ts";
import type { CallTarget } from "../adapter/failure.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { readPieces, streamService } from "../adapter/stream-service.ts";
import type { AnswerSource } from "../adapter/transport.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import { type MediaTarget, mediaTypeOf } from "./media-target.ts";

/**
 * Speaks a text with a model of Workers AI, such as `@cf/deepgram/aura-1` or `@cf/myshell-ai/melotts`.
 *
 * @param voice a speaker of Aura, a language of MeloTTS; that of the options wins.
 *
 * @example
 * const transport = bindingTransport({ run: async () => ({ audio: "SUQzBA==" }) }, {}, undefined);
 * const target = { provider: "workers-ai", name: "@cf/myshell-ai/melotts", transport };
 * const { audio } = await synthesizeSpeech(target, "en", "Your order has shipped.");
 */
export function synthesizeSpeech(
  target: MediaTarget,
  voice: string | undefined,
  text: string,
  options: SpeechModelOptions = {},
): Promise<SpeechModelResponse> {
  const request = { path: target.name, body: encode(target.name, voice, text, options) };
  return callService(target.transport, request, target, options.signal, async (source) => {
    const pieces: Uint8Array[] = [];
    let type = "";
    for await (const chunk of chunksOf(source, target, options)) {
      if (chunk.type !== "audio") continue;
      pieces.push(chunk.bytes);
      type = chunk.mediaType;
    }
    const base64 = toBase64(joinBytes(pieces));
    return { audio: { type: "base64", base64, mediaType: mediaTypeOf(base64) ?? type } };
  });
}

/**
 * Speaks a text and gives the sound as it comes; MeloTTS gives it in one piece.
 *
 * @example
 * const transport = bindingTransport({ run: async () => ({ audio: "SUQzBA==" }) }, {}, undefined);
 * const target = { provider: "workers-ai", name: "@cf/myshell-ai/melotts", transport };
 * for await (const chunk of streamSpeech(target, "en", "Hello")) console.log(chunk.type);
 */
export function streamSpeech(
  target: MediaTarget,
  voice: string | undefined,
  text: string,
  options: SpeechModelOptions = {},
): AsyncGenerator<SpeechModelChunk, void> {
  const request = { path: target.name, body: encode(target.name, voice, text, options) };
  return streamService(target.transport, request, target, options.signal, (source) =>
    chunksOf(source, target, options),
  );
}

function encode(
  name: string,
  ownVoice: string | undefined,
  text: string,
  { voice = ownVoice, format, options }: SpeechModelOptions,
): WireRequest {
  if (/melotts/.test(name)) return { prompt: text, ...withoutUndefined({ lang: voice }), ...options };
  const isLinear = format === "wav" || format === "pcm";
  return {
    text,
    ...withoutUndefined({
      speaker: voice,
      encoding: isLinear ? "linear16" : format,
      container: isLinear ? (format === "wav" ? "wav" : "none") : undefined,
    }),
    ...options,
  };
}

async function* chunksOf(
  source: AnswerSource<unknown>,
  target: CallTarget,
  { format = "mp3" }: SpeechModelOptions,
): AsyncGenerator<SpeechModelChunk, void> {
  const given = source.response?.headers.get("content-type") ?? "";
  const mediaType = given.startsWith("audio/") ? given : (audioTypeOf(format) ?? `audio/${format}`);
  let isEmpty = true;
  if (/json|text/.test(given)) {
    const answer = Object(await readAnswer(source, target));
    const { audio } = Object(answer.result ?? answer);
    if (typeof audio === "string" && audio) {
      isEmpty = false;
      yield { type: "audio", bytes: fromBase64(audio), mediaType: mediaTypeOf(audio) ?? mediaType };
    }
  } else {
    for await (const bytes of readPieces(source)) {
      isEmpty &&= bytes.length === 0;
      yield { type: "audio", bytes, mediaType };
    }
  }
  if (isEmpty) throw unreadableAnswer(target, "has no sound");
  yield { type: "done" };
}
