export type { PromptReviewEvaluation, PromptReviewSubject } from "../../src/contracts/prompt-review.ts";
export { definePromptReview } from "./prompt-review-define.ts";
export type {
  PromptReviewDecision,
  PromptReviewElement,
  PromptReviewFields,
  PromptReviewState,
} from "./prompt-review-fields.ts";
export type { PromptReviewLabels } from "./prompt-review-labels.ts";
