import { graphemeStart } from "../../core/text/graphemes.ts";

/** How many pieces of a text are counted by themselves, at most. */
const PIECES = 128;
const LEAST = 16;

/** How many UTF-16 units weigh so many tokens. Grows with them, and is a fraction between the pieces that were counted. */
export type LengthFor = (tokens: number) => number;

/**
 * Counts a text as a whole and in pieces, so that the length for any number of tokens can be told without counting again. The
 * pieces are scaled to the whole, since tokens of pieces are seldom those of the whole; a text that has more tokens in one
 * place than in another is met all the same.
 *
 * @param fromEnd measures from the end of the text, for what is cut at its start.
 */
export function tokenTable(text: string, count: (text: string) => number, fromEnd: boolean): LengthFor {
  const size = Math.max(LEAST, Math.ceil(text.length / PIECES));
  const lengths = [0];
  const weights = [0];
  for (let start = 0; start < text.length; ) {
    const next = graphemeStart(text, start + size);
    const end = next > start ? next : Math.min(text.length, start + size);
    const piece = fromEnd ? text.slice(text.length - end, text.length - start) : text.slice(start, end);
    weights.push((weights.at(-1) ?? 0) + count(piece));
    lengths.push(end);
    start = end;
  }
  const sum = weights.at(-1) ?? 0;
  const scale = sum > 0 ? count(text) / sum : 1;
  return (tokens) => {
    const wanted = tokens / scale;
    let low = 0;
    let high = weights.length - 1;
    if (wanted >= sum) return text.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((weights[middle] ?? 0) <= wanted) low = middle;
      else high = middle;
    }
    const [from = 0, to = 0] = [weights[low], weights[high]];
    const [start = 0, end = 0] = [lengths[low], lengths[high]];
    return to > from ? start + ((wanted - from) / (to - from)) * (end - start) : start;
  };
}
