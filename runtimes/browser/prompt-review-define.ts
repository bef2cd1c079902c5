import { promptReviewClass } from "./prompt-review-element.ts";

/**
 * Defines the custom element in which people review a compiled prompt: the original beside the refined text with the words that
 * differ, what had to stay and whether it did, how an evaluation went, and two buttons. It decides nothing itself: listen to
 * `approve` and `reject`, and call `approvePrompt` and `rejectPrompt` where the keys are. Does nothing on a server, nor where the
 * name is taken.
 *
 * It works under a strict Content Security Policy and reads no text as markup.
 *
 * @example
 * definePromptReview();
 * // const element = document.createElement("hedgemage-prompt-review");
 * // element.review = { name: "support@1", source, pin, evaluation };
 * // element.addEventListener("approve", ({ detail }) => detail.waitUntil(save(detail.review.pin)));
 */
export function definePromptReview(name = "hedgemage-prompt-review"): void {
  const registry = (globalThis as { readonly customElements?: CustomElementRegistry }).customElements;
  if (registry && !registry.get(name)) registry.define(name, promptReviewClass());
}
