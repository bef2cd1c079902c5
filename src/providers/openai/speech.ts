import type {
  SpeechModelChunk,
  SpeechModelOptions,
  SpeechModelResponse,
} from "../../contracts/speech-model.ts";
import { audioTypeOf } from "../../core/audio-types.ts";
import { fromBase64, toBase64 } from "../../core/base64.ts";
import { joinBytes } from "../../core/join-bytes.ts";
import type { Usage } from "../../core/usage.ts";
import { callService, readAnswer } from "../adapter/call-service.ts";
import type { CallTarget } from "../adapter/failure.ts";
import type { ProviderRequest } from "../adapter/protocol.ts";
import { readEvents, readPieces, streamService } from "../adapter/stream-service.ts";
import type { AnswerSource } from "../adapter/transport.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { type MediaTarget, mediaUsageOf } from "./media-target.ts";

/** The models that can send events, which alone tell the tokens. */
const COUNTS_TOKENS: RegExp = /^gpt-.*tts/;

/**
 * Speaks a text with OpenAI's `audio/speech`.
 *
 * @param voice the model's own voice; that of the options wins.
 *
 * @example
 * const fetch = async () => new Response(new Uint8Array([1, 2, 3]));
 * const transport = connect("https://api.openai.com/v1", {}, { fetch });
 * const target = { provider: "openai", name: "tts-1", transport };
 * const { audio } = await synthesizeSpeech(target, "alloy", "Your order has shipped.");
 * audio; // { type: "base64", base64: "AQID", mediaType: "audio/mpeg" }
 */
export function synthesizeSpeech(
  target: MediaTarget,
  voice: string | undefined,
  text: string,
  options: SpeechModelOptions = {},
): Promise<SpeechModelResponse> {
  const request = encode(target.name, voice, text, options);
  return callService(target.transport, request, target, options.signal, async (source) => {
    const pieces: Uint8Array[] = [];
    let mediaType = "";
    let usage: Usage | undefined;
    for await (const chunk of chunksOf(source, target, options)) {
      if (chunk.type === "audio") {
        pieces.push(chunk.bytes);
        mediaType = chunk.mediaType;
      } else usage = chunk.usage;
    }
    const base64 = toBase64(joinBytes(pieces));
    return { audio: { type: "base64", base64, mediaType }, ...(usage && { usage }) };
  });
}

/**
 * Speaks a text and gives the sound as it comes.
 *
 * @example
 * const fetch = async () => new Response(new Uint8Array([1, 2, 3]));
 * const transport = connect("https://api.openai.com/v1", {}, { fetch });
 * const target = { provider: "openai", name: "tts-1", transport };
 * for await (const chunk of streamSpeech(target, "alloy", "Hello")) console.log(chunk.type);
 */
export function streamSpeech(
  target: MediaTarget,
  voice: string | undefined,
  text: string,
  options: SpeechModelOptions = {},
): AsyncGenerator<SpeechModelChunk, void> {
  const request = encode(target.name, voice, text, options);
  return streamService(target.transport, request, target, options.signal, (source) =>
    chunksOf(source, target, options),
  );
}

function encode(
  model: string,
  ownVoice: string | undefined,
  input: string,
  { voice = ownVoice ?? "alloy", format = "mp3", speed, instructions, options }: SpeechModelOptions,
): ProviderRequest {
  return {
    path: "audio/speech",
    accept: "*/*",
    body: {
      model,
      input,
      voice,
      response_format: format,
      speed,
      instructions,
      stream_format: COUNTS_TOKENS.test(model) ? "sse" : undefined,
      ...options,
    },
  };
}

/** The sound, as bytes or in events, whichever the service has chosen. */
async function* chunksOf(
  source: AnswerSource<unknown>,
  target: CallTarget,
  { format = "mp3" }: SpeechModelOptions,
): AsyncGenerator<SpeechModelChunk, void> {
  const given = source.response?.headers.get("content-type") ?? "";
  if (/json|html/.test(given)) {
    await readAnswer(source, target);
    throw unreadableAnswer(target, "is no sound");
  }
  const isEvents = !source.response || given.includes("event-stream");
  const mediaType = given.startsWith("audio/") ? given : (audioTypeOf(format) ?? `audio/${format}`);
  let usage: Usage | undefined;
  let isDone = !isEvents;
  let isEmpty = true;
  if (isEvents) {
    for await (const event of readEvents(source, target)) {
      const { type, audio, usage: counted } = Object(event);
      if (typeof audio === "string" && audio) {
        isEmpty = false;
        yield { type: "audio", bytes: fromBase64(audio), mediaType };
      }
      if (type === "speech.audio.done") {
        isDone = true;
        usage = mediaUsageOf(counted);
      }
    }
  } else {
    for await (const bytes of readPieces(source)) {
      isEmpty &&= bytes.length === 0;
      yield { type: "audio", bytes, mediaType };
    }
  }
  if (!isDone) throw unreadableAnswer(target, "broke off before its end");
  if (isEmpty) throw unreadableAnswer(target, "is empty");
  yield { type: "done", ...(usage && { usage }) };
}
