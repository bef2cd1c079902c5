import type { PromptReviewEvaluation, PromptReviewSubject } from "../../src/contracts/prompt-review.ts";
import type { RefinedPin } from "../../src/contracts/refined-prompt.ts";
import type { PromptReviewLabels } from "./prompt-review-labels.ts";

/** How far a review is. */
export type PromptReviewState = "waiting" | "pending" | "approved" | "rejected";

/** What somebody decided: the `detail` of the events `approve` and `reject`. */
export interface PromptReviewDecision {
  readonly review: PromptReviewSubject;
  /** Why it was rejected. */
  readonly reason?: string;
  /**
   * Keeps the review waiting until the decision is carried out. What the work rejects with is shown, and somebody may try again.
   * Without any work, the decision counts as carried out.
   */
  waitUntil(work: PromiseLike<unknown>): void;
}

/** The properties of the element, beside those of every other one. */
export interface PromptReviewFields {
  /** All that is shown. A new one begins a new review. */
  review: PromptReviewSubject | undefined;
  /** The parts of `review`, for those who set them one by one. */
  source: string | undefined;
  pin: RefinedPin | undefined;
  evaluation: PromptReviewEvaluation | undefined;
  /** Other words, such as those of another language. */
  get labels(): Partial<PromptReviewLabels>;
  set labels(labels: Partial<PromptReviewLabels> | undefined);
  /** Nobody can decide. */
  disabled: boolean;
  readonly state: PromptReviewState;
}

/** What elements are where there are any. */
type PageElement = typeof globalThis extends { readonly HTMLElement: { readonly prototype: infer Page } }
  ? Page
  : object;

/**
 * The element `hedgemage-prompt-review`. Beside the properties it has the events `approve` and `reject`, whose `detail` is a
 * `PromptReviewDecision`; the parts `surface`, `header`, `state`, `evaluation`, `certificate`, `texts`, `original`, `refined`,
 * `placeholder`, `actions`, `reason`, `approve`, `reject`, `outcome` and `error`; and the custom properties
 * `--hedgemage-paper`, `-sunken`, `-ink`, `-faint`, `-line`, `-accent`, `-on-accent`, `-removed`, `-removed-paper`, `-added`,
 * `-added-paper`, `-radius`, `-font` and `-text-font`.
 */
export type PromptReviewElement = PageElement & PromptReviewFields;
