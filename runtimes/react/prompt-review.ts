import { createElement, useEffect, useLayoutEffect, useRef } from "react";
import type { PromptReviewEvaluation, PromptReviewSubject } from "../../src/contracts/prompt-review.ts";
import type { RefinedPin } from "../../src/contracts/refined-prompt.ts";
import {
  definePromptReview,
  type PromptReviewDecision,
  type PromptReviewElement,
  type PromptReviewLabels,
} from "../browser/prompt-review.ts";

/** What `PromptReview` is given. */
export interface PromptReviewProps {
  /** What the prompt is called, such as `"support@3"`. */
  readonly name?: string | undefined;
  /** The template that people wrote. */
  readonly source: string;
  /** What it was compiled to. */
  readonly pin: RefinedPin;
  readonly evaluation?: PromptReviewEvaluation | undefined;
  /** Carries out an approval. While its promise is pending nobody can decide again; what it rejects with is shown. */
  readonly onApprove?: ((review: PromptReviewSubject) => unknown) | undefined;
  /** Carries out a rejection, in the same way. */
  readonly onReject?: ((review: PromptReviewSubject, reason: string) => unknown) | undefined;
  readonly labels?: Partial<PromptReviewLabels> | undefined;
  readonly disabled?: boolean | undefined;
  readonly className?: string | undefined;
  readonly id?: string | undefined;
}

/** A React element, as far as anybody has to know here. */
export interface PromptReviewNode {
  readonly type: string;
  readonly props: unknown;
  readonly key: string | null;
}

/**
 * The review of a compiled prompt as a component of React 19 or later. On a server it renders the empty element, which fills in the
 * page.
 *
 * @example
 * const pin: RefinedPin = JSON.parse(question);
 * PromptReview; // in JSX: <PromptReview source="Be brief." pin={pin} onApprove={({ pin }) => save(pin)} />
 */
export function PromptReview(props: PromptReviewProps): PromptReviewNode {
  const { name, source, pin, evaluation, labels, disabled = false, className, id } = props;
  const place = useRef<PromptReviewElement>(null);
  const latest = useRef(props);
  useLayoutEffect(() => {
    latest.current = props;
  });
  useEffect(() => {
    definePromptReview();
    const element = place.current;
    if (!element) return undefined;
    const decided = (event: Event): void => {
      const { type, detail } = event as CustomEvent<PromptReviewDecision>;
      const { onApprove, onReject } = latest.current;
      const carryOut = async (): Promise<unknown> =>
        type === "approve" ? onApprove?.(detail.review) : onReject?.(detail.review, detail.reason ?? "");
      detail.waitUntil(carryOut());
    };
    element.addEventListener("approve", decided);
    element.addEventListener("reject", decided);
    return () => {
      element.removeEventListener("approve", decided);
      element.removeEventListener("reject", decided);
    };
  }, []);
  // A review begins anew only where something else is shown, whatever objects a parent makes in each render.
  const shown = JSON.stringify([name, source, pin, evaluation]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: `shown` is all four of them
  useEffect(() => {
    if (place.current) place.current.review = { name, source, pin, evaluation };
  }, [shown]);
  useEffect(() => {
    if (place.current && labels) place.current.labels = labels;
  }, [labels]);
  useEffect(() => {
    if (place.current) place.current.disabled = disabled;
  }, [disabled]);
  const element = createElement("hedgemage-prompt-review", { ref: place, class: className, id });
  return element as PromptReviewNode;
}
