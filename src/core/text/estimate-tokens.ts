/**
 * An estimate of how many tokens a language model makes of a text: about four characters of Latin script each, about
 * one for each character of Chinese, Japanese, Korean and the like. No tokenizer, no tables; expect it to be off by a
 * fifth for prose and more for code.
 *
 * @example
 * estimateTokens("The tide turns twice a day."); // 7
 */
export function estimateTokens(text: string): number {
  let dense = 0;
  for (let index = 0; index < text.length; index++) if (text.charCodeAt(index) >= 0x2e80) dense++;
  return Math.ceil((text.length - dense) / 4 + dense);
}
