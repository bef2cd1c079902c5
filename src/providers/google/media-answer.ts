import { ContentFilterError } from "../../core/errors/provider-errors.ts";
import type { ModelPricing } from "../../core/usage.ts";
import { type CallTarget, serviceFailure } from "../adapter/failure.ts";
import { unreadableAnswer } from "../adapter/unreadable-answer.ts";
import type { WireAnswer, WirePart } from "./wire.ts";

const FILTERED: RegExp = /SAFETY|RECITATION|BLOCKLIST|PROHIBITED|SPII|MODEL_ARMOR|JAILBREAK/;
/** As much of a text that came instead of media is told. */
const LONGEST_QUOTE = 300;

/** What an answer that should hold media holds. */
export interface MediaAnswer {
  /** The parts with bytes, without those of thoughts. */
  readonly media: readonly { readonly base64: string; readonly mediaType: string }[];
  /** Why it ended, or why the prompt was refused. */
  readonly reason: string;
  readonly text: string;
}

/**
 * Reads the media of an answer of `generateContent`. Throws what the answer says of a failure.
 *
 * @example
 * const part = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } };
 * readMedia({ candidates: [{ content: { parts: [part] }, finishReason: "STOP" }] }).reason; // "STOP"
 */
export function readMedia(answer: unknown): MediaAnswer {
  const { candidates, promptFeedback, error }: WireAnswer = Object(answer);
  if (error) throw serviceFailure(200, answer);
  const parts: readonly WirePart[] = (candidates ?? []).flatMap(({ content }) => content?.parts ?? []);
  const said = parts.filter(({ thought }) => !thought);
  return {
    media: said.flatMap(({ inlineData }) => {
      const { mimeType, data } = inlineData ?? {};
      return typeof data === "string" ? [{ base64: data, mediaType: String(mimeType ?? "") }] : [];
    }),
    reason: String(promptFeedback?.blockReason ?? candidates?.[0]?.finishReason ?? ""),
    text: said.map(({ text }) => (typeof text === "string" ? text : "")).join(""),
  };
}

/**
 * The error for an answer without media: a `ContentFilterError` (`CONTENT_FILTER`) where a filter took it, else a
 * `ProviderError` (`PROVIDER_ERROR`) that quotes what came instead.
 *
 * @example
 * withoutMedia({ reason: "IMAGE_SAFETY", text: "" }, "image", { provider: "google", name: "m" }).code; // "CONTENT_FILTER"
 */
export function withoutMedia(
  { reason, text }: Pick<MediaAnswer, "reason" | "text">,
  what: string,
  target: CallTarget,
): Error & { readonly code: string } {
  if (FILTERED.test(reason)) return filtered(reason, target);
  const quote = text && `, but says: "${text.slice(0, LONGEST_QUOTE)}"`;
  return unreadableAnswer(target, `has no ${what}${reason && ` (${reason})`}${quote}`);
}

/**
 * The error for what a filter took.
 *
 * @example
 * filtered("IMAGE_SAFETY", { provider: "google", name: "gemini-2.5-flash-image" }).reason; // "IMAGE_SAFETY"
 */
export function filtered(reason: string, { provider, name }: CallTarget): ContentFilterError {
  return new ContentFilterError(
    `The content filter of ${provider} refused what "${name}" was asked for${reason && ` (${reason})`}. Change the prompt.`,
    { reason: reason || undefined },
  );
}

/**
 * The price of tokens, where a model is priced by them.
 *
 * @example
 * tokenPrice({ perImage: 0.04 }); // undefined
 */
export function tokenPrice(pricing: object | undefined): ModelPricing | undefined {
  const { input, output, ...others }: Partial<ModelPricing> = pricing ?? {};
  return input === undefined || output === undefined ? undefined : { input, output, ...others };
}
