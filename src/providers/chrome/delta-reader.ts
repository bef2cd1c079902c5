/** Turns the texts of a stream into what is new in each. */
export interface DeltaReader {
  push(text: string): string;
  /** What was held back. */
  end(): string;
}

/** From this length on it is no chance that a text begins with all that came before it. */
const CERTAIN = 12;

/**
 * Makes a reader of streams whose texts are pieces, or, as in older builds, all of the answer so far. The second text tells:
 * one that does not go on from the first, or says the same again, is a piece. Short ones that may be either wait for what
 * follows.
 *
 * @example
 * const whole = deltaReader();
 * [whole.push("The tide turns"), whole.push("The tide turns twice.")]; // ["The tide turns", " twice."]
 * const pieces = deltaReader();
 * [pieces.push("The tide turns"), pieces.push(" twice.")]; // ["The tide turns", " twice."]
 */
export function deltaReader(): DeltaReader {
  let isCumulative: boolean | undefined;
  /** The last text: all of the answer, if the texts are cumulative. */
  let last = "";
  /** How much of the answer was passed on, if so. */
  let shown = 0;
  /** The texts that may be either. */
  let waiting: string[] = [];

  return {
    push(text) {
      if (isCumulative === false || text === "") return text;
      const before = last;
      last = text;
      if (!before) {
        shown = text.length;
        return text;
      }
      // Once it is certain, the lengths tell: to compare all of it each time would take long.
      const goesOn = isCumulative ? text.length >= before.length : text !== before && text.startsWith(before);
      if (!goesOn) {
        isCumulative = false;
        return waiting.join("") + text;
      }
      if (!isCumulative && before.length < CERTAIN) {
        waiting.push(text);
        return "";
      }
      isCumulative = true;
      waiting = [];
      const delta = text.slice(shown);
      shown = text.length;
      return delta;
    },
    end() {
      if (isCumulative !== undefined) return "";
      // Pieces that each begin with all before them are rarer than builds that repeat themselves.
      const rest = waiting.length > 1 ? last.slice(shown) : waiting.join("");
      waiting = [];
      return rest;
    },
  };
}
