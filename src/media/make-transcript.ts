import type { TranscribeOptions, Transcript, TranscriptionEvent } from "../contracts/media.ts";
import type { TranscriptionModelResponse } from "../contracts/transcription-model.ts";
import { abortable } from "../core/abort.ts";
import type { RunOutcome } from "../core/run.ts";
import { pricedUsage, transcriptionCost } from "./media-cost.ts";
import { requireInput } from "./media-failure.ts";
import { callOptions, modelChunks } from "./model-call.ts";
import type { MediaWork } from "./run-media.ts";

/** Has a transcription model write down what is said, and tells what that costs. */
export async function makeTranscript(
  options: TranscribeOptions,
  work: MediaWork<TranscriptionEvent, { durationSeconds?: number }>,
): Promise<RunOutcome<Transcript>> {
  const { model, audio } = options;
  requireInput("transcribe", model, audio?.base64, "audio");
  const { text, segments, language, durationSeconds, usage } = await ask(options, work);
  work.text = text;
  if (durationSeconds !== undefined) work.tell({ durationSeconds });
  const { pricing } = model;
  const byUnit = transcriptionCost(pricing, durationSeconds);
  work.spend(pricedUsage(usage, pricing, byUnit, pricing?.perMinute !== undefined));
  return { data: { text, ...(segments && { segments }), ...(language && { language }) } };
}

async function ask(
  { model, audio, ...options }: TranscribeOptions,
  work: MediaWork<TranscriptionEvent, unknown>,
): Promise<TranscriptionModelResponse> {
  const call = callOptions(options, work.signal);
  if (!work.isStreamed || !model.stream) return abortable(model.transcribe(audio, call), work.signal);
  return modelChunks(model.stream(audio, call), work.signal, async ({ text }) => {
    work.text = (work.text ?? "") + text;
    work.emit({ type: "transcription.delta", delta: text });
    await work.drained();
  });
}
