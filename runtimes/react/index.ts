export type { PromptReviewEvaluation, PromptReviewSubject } from "../../src/contracts/prompt-review.ts";
export type { PromptReviewLabels } from "../browser/prompt-review-labels.ts";
export { PromptReview, type PromptReviewNode, type PromptReviewProps } from "./prompt-review.ts";
