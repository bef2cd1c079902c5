import type { SignatureKey } from "../core/signature-key.ts";
import type { PromptsManagerContract } from "./prompts-manager.ts";
import type { PinKey, RefinedPin, RefinedSystemPromptContract } from "./refined-prompt.ts";

/** A run of words that two texts share, or that one of them has alone. */
export interface WordChange {
  readonly kind: "same" | "removed" | "added";
  /** As it stands in the text, white space and all. Of shared runs, too: what differs is a run of its own. */
  readonly text: string;
}

/** How a prompt did before and after, as an optimization or an evaluation measured it. Scores are means from 0 to 1. */
export interface PromptReviewEvaluation {
  readonly before: number;
  readonly after: number;
  /** Where the true gain is, such as `PairedComparison.interval`. */
  readonly interval?: readonly [low: number, high: number] | undefined;
  /** Of the interval, from 0 to 1. Default 0.95. */
  readonly confidence?: number | undefined;
  /** How many cases both were measured on. */
  readonly cases?: number | undefined;
}

/** All that somebody who decides about a compiled prompt is shown. */
export interface PromptReviewSubject {
  /** What the prompt is called, such as `"support@3"`. */
  readonly name?: string | undefined;
  /** The template that people wrote. */
  readonly source: string;
  /** What it was compiled to. */
  readonly pin: RefinedPin;
  readonly evaluation?: PromptReviewEvaluation | undefined;
}

/** What shall be approved, and what is made of it. */
export interface PromptApproveOptions {
  readonly refined: RefinedSystemPromptContract;
  /** What was reviewed. Where the prompt has another text by now, nothing is approved. Default: what is pinned. */
  readonly pin?: Pick<RefinedPin, "key" | "text"> | undefined;
  /** Where the compiled text becomes the next version. Default: the registry of the whole program. */
  readonly registry?: PromptsManagerContract | undefined;
  /** The name that it is registered under. Default: that of the prompt. */
  readonly name?: string | undefined;
  /** What is moved to the new version, such as `"production"`. Default `"approved"`. */
  readonly tag?: string | undefined;
  /** Signs the pin. A key of the reviewers, whose public key the pages hold in `trust.verify`. */
  readonly sign?: SignatureKey | PinKey | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What became of an approved prompt. */
export interface PromptApproval {
  /** Signed where there was a key: to be kept in the lockfile, where there is one. */
  readonly pin: RefinedPin;
  readonly name: string;
  /** The version that the compiled text is registered under. */
  readonly version: string;
  readonly tag: string;
  /** The version that the tag stood for before, where it stood for another one. */
  readonly replaced?: string | undefined;
}

/** What shall be rejected, and why. */
export interface PromptRejectOptions {
  readonly refined: RefinedSystemPromptContract;
  /** What was reviewed. Where the prompt has another text by now, nothing is rejected. Default: what is pinned. */
  readonly pin?: Pick<RefinedPin, "key" | "text"> | undefined;
  /** For those who come after. Not empty. */
  readonly reason: string;
  /** Who said so. */
  readonly by?: string | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What stands in the place of a pin that was rejected. Nothing serves it; the next compilation replaces it. */
export interface PromptRejection {
  readonly v: 1;
  readonly rejected: true;
  /** The key of the pin. */
  readonly key: string;
  /** SHA-256 of the text that was rejected. */
  readonly textHash: string;
  readonly reason: string;
  readonly by?: string | undefined;
  /** ISO text. */
  readonly rejectedAt: string;
}
