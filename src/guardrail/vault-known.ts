import { isWord, type Placeholder } from "./vault-placeholders.ts";

/** A value that was found again. */
interface FoundAgain {
  start: number;
  end: number;
  readonly label: string;
}

/** So many characters of a value are looked up first. */
const FRONT = 4;
/** A shorter value is hidden where it is a word of its own only: a name can be the front of a word. */
const SHORT = 8;

/** Finds values that are known in any text, whatever their case. The longest one goes first. */
export class KnownValues {
  /** Labels by value, in lower case. */
  readonly #labels = new Map<string, string>();
  /** How long the values are that begin with some characters, longest first. */
  readonly #lengths = new Map<string, number[]>();
  readonly #frontLengths = new Set<number>();

  add(value: string, label: string): void {
    const lower = lowerOf(value);
    // One letter says nothing, and stands everywhere.
    if (lower.length < (lower.charCodeAt(0) < 0x250 ? 3 : 2)) return;
    this.#labels.set(lower, label);
    const front = lower.slice(0, FRONT);
    this.#frontLengths.add(front.length);
    const lengths = this.#lengths.get(front) ?? [];
    if (!lengths.includes(lower.length)) lengths.push(lower.length);
    this.#lengths.set(
      front,
      lengths.sort((one, other) => other - one),
    );
  }

  delete(value: string): void {
    this.#labels.delete(lowerOf(value));
  }

  /** @param placeholders where no values are looked for. */
  find(text: string, placeholders: readonly Placeholder[]): FoundAgain[] {
    const found: FoundAgain[] = [];
    if (this.#labels.size === 0) return found;
    const lower = lowerOf(text);
    let next = 0;
    for (let at = 0; at < lower.length; at++) {
      const placeholder = placeholders[next];
      if (placeholder && at >= placeholder.start) {
        at = placeholder.end - 1;
        next += 1;
        continue;
      }
      const one = this.#at(text, lower, at);
      if (!one) continue;
      found.push(one);
      at = one.end - 1;
      while ((placeholders[next]?.start ?? one.end) < one.end) next += 1;
    }
    return found;
  }

  #at(text: string, lower: string, start: number): FoundAgain | undefined {
    let best: FoundAgain | undefined;
    for (const front of this.#frontLengths) {
      for (const length of this.#lengths.get(lower.slice(start, start + front)) ?? []) {
        const end = start + length;
        if (end > lower.length) continue;
        if (best && end <= best.end) break;
        const label = this.#labels.get(lower.slice(start, end));
        if (label === undefined || (length < SHORT && isInWord(text, start, end))) continue;
        best = { start, end, label };
        break;
      }
    }
    return best;
  }
}

function isInWord(text: string, start: number, end: number): boolean {
  return isWithin(text, end) || (isWithin(text, start) && text[start - 2] !== "\\");
}

/** Whether a place is inside of a Latin word or a number. */
function isWithin(text: string, at: number): boolean {
  return isWord(text.charCodeAt(at - 1)) && isWord(text.charCodeAt(at));
}

/** Lower case that is as long as the text was. */
function lowerOf(text: string): string {
  return text.replaceAll("İ", "i").toLowerCase();
}
