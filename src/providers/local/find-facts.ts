import { termsOf } from "../../core/text/words.ts";
import { type Wanted, wordsOfName } from "./find-text.ts";

// biome-ignore format: a list of words is read best when it is packed
const numberWords: readonly string[] = [
  "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
];

// biome-ignore format: a list of words is read best when it is packed
const months: readonly string[] = [
  "jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec",
];

/** The limits of a number property. */
export interface NumberLimits {
  readonly integer: boolean;
  readonly least: number;
  readonly most: number;
}

/**
 * The number of a text that stands nearest to the words of a property and keeps to its limits. Reads "1,024", "-3.5" and
 * "two". `undefined` where no number fits.
 *
 * @example
 * findNumber("Two adults, 14 nights", { name: "nights", description: "" }, { integer: true, least: 1, most: 30 }); // 14
 */
export function findNumber(text: string, wanted: Wanted, limits: NumberLimits): number | undefined {
  const places = placesOf(text, wanted);
  let best: number | undefined;
  let nearest = Number.POSITIVE_INFINITY;
  for (const { value, at } of numbersIn(text)) {
    if (value < limits.least || value > limits.most || (limits.integer && !Number.isInteger(value))) continue;
    const distance = Math.min(1e6, ...places.map((place) => Math.abs(place - at)));
    if (distance < nearest) [best, nearest] = [value, distance];
  }
  return best;
}

/** The numbers of a text in order, with their places. */
export function numbersIn(text: string): { readonly value: number; readonly at: number }[] {
  const numbers: { value: number; at: number }[] = [];
  for (const match of text.matchAll(/-?\d+(?:,\d{3})*(?:\.\d+)?|[a-z]+/gi)) {
    const word = match[0].toLowerCase();
    const value = /\d/.test(word) ? Number(word.replaceAll(",", "")) : numberWords.indexOf(word);
    const at = match.index;
    // The hyphen of "Apollo-11" is not a minus.
    if (word.startsWith("-") && /[\p{L}\p{N}]$/u.test(text.slice(0, at).slice(-2)))
      numbers.push({ value: -value, at });
    else if (value >= 0 || word.startsWith("-")) numbers.push({ value, at });
  }
  return numbers;
}

/**
 * Whether a text says yes to a property: mentioned means yes, mentioned after "no", "not" or "without" means no.
 * `undefined` where it is not mentioned.
 */
export function findBoolean(text: string, wanted: Wanted): boolean | undefined {
  const terms = termsOf(
    wordsOfName(wanted.name)
      .join(" ")
      .replace(/^(?:is|has|should|include|includes) /, ""),
  );
  const found = termsOf(text).find(({ term }) => terms.some((own) => own.term === term));
  if (found)
    return !/\b(?:no|not|never|without|don't|doesn't|isn't)\b/i.test(
      text.slice(Math.max(0, found.start - 20), found.start),
    );
  const answer = /^\W*(yes|no)\b/i.exec(text)?.[1];
  return answer === undefined ? undefined : answer.toLowerCase() === "yes";
}

/** The choices that a text names, the clearest first; each with the words that stand for it. */
export function namedChoices<Choice>(
  text: string,
  choices: readonly { readonly choice: Choice; readonly words: string }[],
): Choice[] {
  const terms = new Set(termsOf(text).map(({ term }) => term));
  const ranked: { choice: Choice; score: number }[] = [];
  for (const { choice, words } of choices) {
    const own = new Set(termsOf(wordsOfName(words).join(" ")).map(({ term }) => term));
    const shared = [...own].filter((term) => terms.has(term)).length;
    if (shared > 0) ranked.push({ choice, score: shared + shared / own.size });
  }
  return ranked.sort((left, right) => right.score - left.score).map(({ choice }) => choice);
}

/** The first value of a JSON Schema `format` in a text, written the way the format wants it. */
export function findFormat(text: string, format: string): string | undefined {
  switch (format) {
    case "email":
      return /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){1,8}/.exec(text)?.[0];
    case "uri":
    case "url":
      return /https?:\/\/[^\s<>"')\]]+/.exec(text)?.[0].replace(/[.,;:!?]$/, "");
    case "uuid":
      return /\b[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}\b/i.exec(text)?.[0];
    case "date":
      return findDate(text);
    case "date-time": {
      const exact = /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,9})?(?:Z|[+-]\d\d:\d\d)/.exec(text)?.[0];
      const date = findDate(text);
      return exact ?? (date && `${date}T00:00:00Z`);
    }
    case "time": {
      const [, hour, minute] = /\b([01]?\d|2[0-3]):([0-5]\d)\b/.exec(text) ?? [];
      return hour && `${hour.padStart(2, "0")}:${minute}:00Z`;
    }
    case "ipv4":
      return /\b(?:\d{1,3}\.){3}\d{1,3}\b/.exec(text)?.[0];
    default:
      return undefined;
  }
}

function findDate(text: string): string | undefined {
  const iso = /\b\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])\b/.exec(text)?.[0];
  if (iso) return iso;
  const dayFirst = /\b(\d{1,2})(?:st|nd|rd|th)? ([A-Za-z]{3,9}),? (\d{4})\b/.exec(text);
  if (dayFirst) return isoDate(dayFirst[3], dayFirst[2], dayFirst[1]);
  const monthFirst = /\b([A-Za-z]{3,9}) (\d{1,2})(?:st|nd|rd|th)?,? (\d{4})\b/.exec(text);
  return monthFirst ? isoDate(monthFirst[3], monthFirst[1], monthFirst[2]) : undefined;
}

function isoDate(year = "", month = "", day = ""): string | undefined {
  const number = months.indexOf(month.slice(0, 3).toLowerCase()) + 1;
  if (number === 0 || Number(day) < 1 || Number(day) > 31) return undefined;
  return `${year}-${String(number).padStart(2, "0")}-${day.padStart(2, "0")}`;
}

function placesOf(text: string, wanted: Wanted): number[] {
  const own = new Set(
    termsOf(`${wordsOfName(wanted.name).join(" ")} ${wanted.description}`).map(({ term }) => term),
  );
  return termsOf(text).flatMap(({ term, start }) => (own.has(term) ? [start] : []));
}
