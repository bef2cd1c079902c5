import type {
  SpeechModel,
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
import type { MediaTarget } from "./media-models.ts";
import { usageOf } from "./usage.ts";

/** The models that can send events, which alone tell the tokens. */
const COUNTS_TOKENS: RegExp = /^gpt-.*tts/;

/**
 * What a speech model of OpenAI does: asks `audio/speech`. A stream gives the sound as it comes.
 *
 * @param voice the model's own voice; that of a call wins.
 *
 * @example
 * const fetch = async () => new Response(new Uint8Array([1, 2, 3]));
 * const transport = connect("https://api.openai.com/v1", {}, { fetch });
 * const model = openaiSpeech({ provider: "openai", name: "tts-1", transport }, "verse");
 * (await model.synthesize("Hello")).audio; // { type: "base64", base64: "AQID", mediaType: "audio/mpeg" }
 */
export function openaiSpeech(
  target: MediaTarget,
  voice?: string,
): Pick<Required<SpeechModel>, "synthesize" | "stream"> {
  const { name, transport } = target;
  return {
    synthesize: (text, options = {}) =>
      callService(transport, encode(name, voice, text, options), target, options.signal, (source) =>
        collect(chunksOf(source, target, options)),
      ),
    stream: (text, options = {}) =>
      streamService(transport, encode(name, voice, text, options), target, options.signal, (source) =>
        chunksOf(source, target, options),
      ),
  };
}

async function collect(chunks: AsyncIterable<SpeechModelChunk>): Promise<SpeechModelResponse> {
  const pieces: Uint8Array[] = [];
  let mediaType = "";
  let usage: Usage | undefined;
  for await (const chunk of chunks) {
    if (chunk.type === "audio") {
      pieces.push(chunk.bytes);
      mediaType = chunk.mediaType;
    } else usage = chunk.usage;
  }
  return {
    audio: { type: "base64", base64: toBase64(joinBytes(pieces)), mediaType },
    ...(usage && { usage }),
  };
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
        usage = usageOf(counted);
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
