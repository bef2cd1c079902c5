import type { PromptRejection, PromptRejectOptions } from "../../contracts/prompt-review.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { sha256 } from "../../core/hash.ts";
import { reviewedPin } from "./approve-prompt.ts";

/**
 * Rejects what a prompt was compiled to: the pin is dropped, and why stands in its place in the store. The prompt is served as people
 * wrote it until it is compiled again. A pin of the lockfile stays: take it out of the file.
 *
 * Rejects with `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) without a reason, or where the prompt has another text by now than
 * `pin`; with `PromptRefinementError` (`PROMPT_REFINEMENT_FAILED`) where it has no pin; with `StoreError` where the store fails.
 *
 * @example
 * const model = mockModel({ name: "refiner", responses: [{ content: "# Task\nHelp {{name}}." }] });
 * const refined = systemPrompt("please help {{name}}").refined({ model });
 * await refined.refine();
 * const { reason } = await rejectPrompt({ refined, reason: "It lost the please." });
 * refined.pin(); // undefined
 */
export async function rejectPrompt(options: PromptRejectOptions): Promise<PromptRejection> {
  const { refined, by, signal } = options;
  const reason = options.reason?.trim();
  if (!reason) throw new InvalidRequestError('A prompt is rejected for a reason. Say it in "reason".');
  const pin = await reviewedPin(refined, options.pin, signal);
  const rejection: PromptRejection = {
    v: 1,
    rejected: true,
    key: pin.key,
    textHash: await sha256(pin.text),
    reason,
    ...(by !== undefined && { by }),
    rejectedAt: new Date().toISOString(),
  };
  await refined.replacePin(rejection, { signal });
  return rejection;
}
