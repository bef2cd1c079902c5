import type { Json } from "../../contracts/message.ts";
import type {
  AudioInput,
  TranscriptionModel,
  TranscriptionModelChunk,
  TranscriptionModelOptions,
  TranscriptionModelResponse,
  TranscriptionSegment,
} from "../../contracts/transcription-model.ts";
import { audioEndingOf, audioTypeOf } from "../../core/audio-types.ts";
import { fromBase64 } from "../../core/base64.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { readText } from "../../net/exchange.ts";
import { bytesOf, callService, readAnswer } from "../adapter/call-service.ts";
import type { CallTarget } from "../adapter/failure.ts";
import type { ProviderRequest } from "../adapter/protocol.ts";
import { readEvents, streamService } from "../adapter/stream-service.ts";
import type { AnswerSource } from "../adapter/transport.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import { withoutUndefined } from "../adapter/without-undefined.ts";
import type { MediaTarget } from "./media-models.ts";
import { usageOf } from "./usage.ts";

/** What models are asked for by default, by what their names hold; the service's own default for the others. */
const DEFAULTS: readonly (readonly [name: string, fields: Readonly<Record<string, string>>])[] = [
  ["whisper", { response_format: "verbose_json" }],
  ["diarize", { response_format: "diarized_json", chunking_strategy: "auto" }],
  ["transcribe", { response_format: "json" }],
];
/** The formats that are no JSON. */
const PLAIN_FORMAT: RegExp = /^(?:text|srt|vtt)$/;
/** The endings by which the service tells the codec; it knows no `.opus`. */
const KNOWN_ENDING: RegExp = /\.(?:flac|m4a|mp3|mp4|mpeg|mpga|oga|ogg|wav|webm)$/i;

/**
 * What a transcription model of OpenAI does: asks `audio/transcriptions`. A stream gives the text as it comes, the whole of
 * it at once with models that do not stream.
 *
 * Rejects with an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) where `audio.base64` is no base64.
 *
 * @example
 * const fetch = async () => Response.json({ text: "The tide turns." });
 * const transport = connect("https://api.openai.com/v1", {}, { fetch });
 * const model = openaiTranscription({ provider: "openai", name: "whisper-1", transport });
 * await model.transcribe({ base64: "T2dnUw==", mediaType: "audio/ogg" }); // { text: "The tide turns." }
 */
export function openaiTranscription(
  target: MediaTarget,
): Pick<Required<TranscriptionModel>, "transcribe" | "stream"> {
  const { name, transport } = target;
  const transcribe: TranscriptionModel["transcribe"] = async (audio, options = {}) => {
    const { request, format } = encode(name, audio, options, false);
    return callService(transport, request, target, options.signal, async (source) =>
      PLAIN_FORMAT.test(format)
        ? { text: await plainText(source, target) }
        : responseOf(await readAnswer(source, target), target),
    );
  };
  return {
    transcribe,
    async *stream(audio, options = {}) {
      const { request, format } = encode(name, audio, options, true);
      if (PLAIN_FORMAT.test(format)) yield { type: "done", ...(await transcribe(audio, options)) };
      else {
        yield* streamService(transport, request, target, options.signal, (source) =>
          chunksOf(source, target),
        );
      }
    },
  };
}

async function* chunksOf(
  source: AnswerSource<unknown>,
  target: CallTarget,
): AsyncGenerator<TranscriptionModelChunk, void> {
  const segments: TranscriptionSegment[] = [];
  for await (const event of readEvents(source, target)) {
    const { type, delta } = Object(event);
    if (type === "transcript.text.delta" && typeof delta === "string") yield { type: "delta", text: delta };
    else if (type === "transcript.text.segment") segments.push(...segmentsOf([event]));
    else if (type === "transcript.text.done" || type === undefined) {
      yield { type: "done", ...(segments.length > 0 && { segments }), ...responseOf(event, target) };
      return;
    }
  }
  throw unreadableAnswer(target, "broke off before its end");
}

function encode(
  model: string,
  audio: AudioInput,
  { language, prompt, format, options = {} }: TranscriptionModelOptions,
  stream: boolean,
): { readonly request: ProviderRequest; readonly format: string } {
  const [, defaults] = DEFAULTS.find(([part]) => model.includes(part)) ?? [];
  const fields: Readonly<Record<string, Json | undefined>> = {
    model,
    // The service wants two letters, and no country.
    language: language?.split(/[-_]/)[0]?.toLowerCase(),
    prompt,
    ...defaults,
    ...(format !== undefined && { response_format: format }),
    ...(stream && { stream: true }),
    ...options,
  };
  const body = new FormData();
  const type = audio.mediaType;
  body.append("file", new File([bytesOfAudio(audio)], fileName(audio), { type }));
  for (const [name, value] of Object.entries(fields)) append(body, name, value);
  return {
    request: { path: "audio/transcriptions", body },
    format: String(fields.response_format ?? ""),
  };
}

function bytesOfAudio({ base64 }: AudioInput): Uint8Array<ArrayBuffer> {
  try {
    return fromBase64(base64);
  } catch (cause) {
    throw new InvalidRequestError(
      "The audio is no base64. Make it with audioFromBuffer() or audioFromFile().",
      { cause },
    );
  }
}

function fileName({ filename = "audio", mediaType }: AudioInput): string {
  if (KNOWN_ENDING.test(filename)) return filename;
  const ending = audioEndingOf(audioTypeOf(filename) ?? mediaType);
  return ending ? `${filename}.${ending}` : filename;
}

/** Lists and objects are written as forms write them: `name[]` and `name[field]`. */
function append(form: FormData, name: string, value: Json | undefined): void {
  if (value === undefined || value === null) return;
  if (Array.isArray(value)) for (const item of value) append(form, `${name}[]`, item);
  else if (typeof value === "object") {
    for (const [field, inner] of Object.entries(value)) append(form, `${name}[${field}]`, inner);
  } else form.append(name, String(value));
}

async function plainText(source: AnswerSource<unknown>, target: CallTarget): Promise<string> {
  const { response } = source;
  // Failures are JSON in every format, and clients have read it already.
  if (response && !/json|html/.test(response.headers.get("content-type") ?? "")) {
    return readText(bytesOf(source));
  }
  const answer = await readAnswer(source, target);
  return typeof answer === "string" ? answer : responseOf(answer, target).text;
}

function responseOf(answer: unknown, target: CallTarget): TranscriptionModelResponse {
  const { text, segments, words, duration, usage, language, languages } = Object(answer);
  if (typeof text !== "string") throw unreadableAnswer(target, "has no text");
  const pieces = segmentsOf(Array.isArray(segments) ? segments : words);
  const heard = language ?? Object(languages?.[0]).code;
  return {
    text,
    ...(pieces.length > 0 && { segments: pieces }),
    ...withoutUndefined({
      durationSeconds: seconds(duration) ?? seconds(Object(usage).seconds),
      language: typeof heard === "string" && heard ? heard : undefined,
      usage: usageOf(usage),
    }),
  };
}

function segmentsOf(given: unknown): TranscriptionSegment[] {
  if (!Array.isArray(given)) return [];
  return given.flatMap((segment: unknown) => {
    const { text, word = text, start, end, speaker } = Object(segment);
    if (typeof word !== "string") return [];
    return {
      text: word,
      ...withoutUndefined({
        start: seconds(start),
        end: seconds(end),
        speaker: typeof speaker === "string" ? speaker : undefined,
      }),
    };
  });
}

/** Some services write seconds as a text. */
function seconds(value: unknown): number | undefined {
  const number = typeof value === "string" && value.trim() ? Number(value) : value;
  return typeof number === "number" && number >= 0 ? number : undefined;
}
