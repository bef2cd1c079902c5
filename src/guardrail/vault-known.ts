import type { Placeholder } from "./vault-placeholders.ts";

/** A value that was found again. */
export interface FoundAgain {
  readonly start: number;
  readonly end: number;
  readonly label: string;
}

/** So many characters of a value are looked up first. */
const FRONT = 2;
/** A shorter value is hidden where it is a word of its own only: a name can be the front of a word. */
const SHORT = 8;

/** Finds values that are known in any text, whatever their case. The longest one goes first. */
export class KnownValues {
  /** Labels by value, in lower case. */
  readonly #labels = new Map<string, string>();
  /** How long the values are that begin with some characters, longest first. */
  readonly #lengths = new Map<string, number[]>();

  add(value: string, label: string): void {
    const lower = lowerOf(value);
    // One letter says nothing, and stands everywhere.
    if (lower.length < (lower < "\u0250" ? 3 : 2)) return;
    this.#labels.set(lower, label);
    const front = lower.slice(0, FRONT);
    const lengths = new Set(this.#lengths.get(front)).add(lower.length);
    this.#lengths.set(
      front,
      [...lengths].sort((one, other) => other - one),
    );
  }

  delete(value: string): void {
    this.#labels.delete(lowerOf(value));
  }

  /** @param placeholders where no values are looked for. */
  find(text: string, placeholders: readonly Placeholder[]): FoundAgain[] {
    const found: FoundAgain[] = [];
    const lower = lowerOf(text);
    let next = 0;
    for (let start = 0; start < lower.length; start++) {
      for (let one = placeholders[next]; one && one.start <= start; one = placeholders[next]) {
        start = Math.max(start, one.end);
        next += 1;
      }
      for (const length of this.#lengths.get(lower.slice(start, start + FRONT)) ?? []) {
        const value = lower.slice(start, start + length);
        const label = this.#labels.get(value);
        const end = start + value.length;
        if (label === undefined || (value.length < SHORT && isInWord(text, start, end))) continue;
        found.push({ start, end, label });
        start = end - 1;
        break;
      }
    }
    return found;
  }
}

/** Whether a value goes on with a Latin word or a number; behind a backslash stands the letter of an escape. */
function isInWord(text: string, start: number, end: number): boolean {
  const isInside = (at: number): boolean => /^[\wÀ-ɏ]{2}$/.test(text.slice(at - 1, at + 1));
  return isInside(end) || (start > 0 && isInside(start) && text[start - 2] !== "\\");
}

/** Lower case that is as long as the text was. */
function lowerOf(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase();
}
