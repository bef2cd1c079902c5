import type { GeneratedSpeech, SpeechEvent, SpeechOptions } from "../contracts/media.ts";
import type { SpeechModelResponse } from "../contracts/speech-model.ts";
import { abortable } from "../core/abort.ts";
import { toBase64 } from "../core/base64.ts";
import { joinBytes } from "../core/join-bytes.ts";
import type { RunOutcome } from "../core/run.ts";
import { withBlobMethods } from "./blob-methods.ts";
import { pricedUsage, speechCost } from "./media-cost.ts";
import { requireInput } from "./media-failure.ts";
import { callOptions, modelChunks } from "./model-call.ts";
import type { MediaWork } from "./run-media.ts";

/** Has a speech model speak, and tells what that costs. */
export async function makeSpeech(
  options: SpeechOptions,
  characters: number,
  work: MediaWork<SpeechEvent, unknown>,
): Promise<RunOutcome<GeneratedSpeech>> {
  const { model, text } = options;
  requireInput("speech", model, text, "text");
  const response = await ask(options, work);
  const { pricing } = model;
  const byUnit = speechCost(pricing, characters);
  work.spend(pricedUsage(response.usage, pricing, byUnit, byUnit !== undefined));
  return { data: { audio: withBlobMethods(response.audio) } };
}

async function ask(
  { model, text, ...options }: SpeechOptions,
  work: MediaWork<SpeechEvent, unknown>,
): Promise<SpeechModelResponse> {
  const call = callOptions(options, work.signal);
  if (!work.isStreamed || !model.stream) return abortable(model.synthesize(text, call), work.signal);
  const pieces: Uint8Array[] = [];
  let mediaType = "audio/mpeg";
  const { usage } = await modelChunks(model.stream(text, call), work.signal, async (chunk) => {
    mediaType = chunk.mediaType;
    pieces.push(chunk.bytes);
    work.emit({ type: "speech.audio", bytes: chunk.bytes, mediaType });
    await work.drained();
  });
  const audio = { type: "base64", base64: toBase64(joinBytes(pieces)), mediaType } as const;
  return usage ? { audio, usage } : { audio };
}
