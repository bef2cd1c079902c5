import { ConfigError } from "../../core/errors/config-error.ts";
import { cutAt } from "./characters.ts";

/** How long a chunk may be. */
export interface Measure {
  /** How far a chunk may go that starts here: behind `start`, at most `end`. */
  limit(start: number, end: number): number;
  /** How many UTF-16 units may be repeated of a chunk that could have filled this range. */
  overlap(start: number, limit: number): number;
}

/** Sizes in UTF-16 units. */
export function lengthMeasure(size: number, overlap: number): Measure {
  return { limit: (start, end) => Math.min(end, start + size), overlap: () => overlap };
}

/** How often the counter is asked about a chunk before the best answer so far is good enough. */
const mostGuesses = 8;

/**
 * Sizes in the unit of a counter, such as tokens. It is asked a few times for each chunk: each guess goes by how many
 * characters a token had in the last one.
 */
export function countedMeasure(
  size: number,
  overlap: number,
  text: string,
  count: (text: string) => number,
): Measure {
  let unitLength = 4;
  return {
    limit(start, end) {
      let fits = start;
      let over = end + 1;
      for (let guesses = 0; guesses < mostGuesses && over - fits > 1; guesses++) {
        const wanted = start + Math.floor(size * unitLength);
        const guess = Math.min(Math.max(wanted, fits + 1), over - 1, end);
        const counted = count(text.slice(start, guess));
        if (typeof counted !== "number" || Number.isNaN(counted)) {
          throw new ConfigError('The "count" of chunk() gave no number. Use one that answers at once.');
        }
        if (counted > 0) unitLength = (guess - start) / counted;
        if (counted > size) over = guess;
        else fits = guess;
        if (fits === end || (fits === guess && counted >= size * 0.95)) break;
        // The last guess but one is halved towards what is known to fit, however uneven the text is.
        if (over <= end) unitLength = Math.min(unitLength, (fits + (over - fits) / 2 - start) / size);
      }
      return fits > start ? fits : cutAt(text, Math.min(start + 1, end), start);
    },
    overlap: (start, limit) => Math.floor(((limit - start) * overlap) / size),
  };
}
