import { clipped } from "../../core/text/clipped.ts";
import type { Measured } from "./measured.ts";
import { MAX_PART } from "./propose.ts";

/** A shorter one says too little to come from anywhere. */
const MIN_LENGTH = 8;

/**
 * The first sentence of a rewrite that stands, word for word, in what its writer was shown of the cases, and not in the prompt: an
 * order of others that was obeyed, or an answer learned by heart. Scores need not show the former.
 */
export function copiedSentence(
  rewrite: string,
  prompt: string,
  failures: readonly Measured[],
): string | undefined {
  const shown = failures.flatMap(({ planned, result }) => [planned.case.input, result.answer]);
  const told = wordsOf(shown.map((text) => clipped(text, MAX_PART)).join("\n"));
  const known = wordsOf(prompt);
  const sentences = rewrite.split(/[.!?…]\s(?!\p{Ll})|[。！？\n]/u);
  return sentences
    .find((sentence) => {
      const words = wordsOf(sentence);
      return words.length > MIN_LENGTH && told.includes(words) && !known.includes(words);
    })
    ?.trim();
}

/** The words of a text alone, so that a copy is found in whatever marks stand around it. */
function wordsOf(text: string): string {
  const plain = text.normalize("NFKC").toLowerCase();
  return ` ${plain.replace(/[^\p{L}\p{M}\p{N}]+/gu, " ").trim()} `;
}
