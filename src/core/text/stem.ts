/** Endings of one step with what takes their place; the first that fits is the only one tried. */
type Endings = readonly (readonly [ending: string, replacement: string])[];

// biome-ignore format: pairs are read best side by side
const derived: Endings = [
  ["ational", "ate"], ["tional", "tion"], ["enci", "ence"], ["anci", "ance"], ["izer", "ize"], ["abli", "able"],
  ["alli", "al"], ["entli", "ent"], ["eli", "e"], ["ousli", "ous"], ["ization", "ize"], ["ation", "ate"],
  ["ator", "ate"], ["alism", "al"], ["iveness", "ive"], ["fulness", "ful"], ["ousness", "ous"], ["aliti", "al"],
  ["iviti", "ive"], ["biliti", "ble"],
];

// biome-ignore format: pairs are read best side by side
const derivedAgain: Endings = [
  ["icate", "ic"], ["ative", ""], ["alize", "al"], ["iciti", "ic"], ["ical", "ic"], ["ful", ""], ["ness", ""],
];

// biome-ignore format: pairs are read best side by side
const removed: Endings = [
  ["al", ""], ["ance", ""], ["ence", ""], ["er", ""], ["ic", ""], ["able", ""], ["ible", ""], ["ant", ""],
  ["ement", ""], ["ment", ""], ["ent", ""], ["sion", "s"], ["tion", "t"], ["ou", ""], ["ism", ""], ["ate", ""],
  ["iti", ""], ["ous", ""], ["ive", ""], ["ize", ""],
];

/**
 * An English word without its endings, so that "connected" and "connections" compare equal. Wants lower case; words of
 * other alphabets, short words and words with digits come back unchanged. M. F. Porter, "An algorithm for suffix
 * stripping", Program 14(3), 1980.
 *
 * @example
 * stem("connections"); // "connect"
 */
export function stem(word: string): string {
  // Longer runs of letters are no English words, and the rules below look back over the whole word.
  if (word.length < 3 || word.length > 40 || !/^[a-z]+$/.test(word)) return word;
  let stemmed = withoutVerbEnding(withoutPlural(word));
  if (stemmed.endsWith("y") && hasVowel(stemmed.slice(0, -1))) stemmed = `${stemmed.slice(0, -1)}i`;
  stemmed = replaceEnding(stemmed, derived, 0);
  stemmed = replaceEnding(stemmed, derivedAgain, 0);
  stemmed = replaceEnding(stemmed, removed, 1);
  return withoutFinalLetter(stemmed);
}

function withoutPlural(word: string): string {
  if (word.endsWith("sses") || word.endsWith("ies")) return word.slice(0, -2);
  return word.endsWith("s") && !word.endsWith("ss") ? word.slice(0, -1) : word;
}

function withoutVerbEnding(word: string): string {
  if (word.endsWith("eed")) return measure(word.slice(0, -3)) > 0 ? word.slice(0, -1) : word;
  const ending = word.endsWith("ed") ? 2 : word.endsWith("ing") ? 3 : 0;
  const rest = word.slice(0, -ending);
  if (ending === 0 || !hasVowel(rest)) return word;
  if (rest.endsWith("at") || rest.endsWith("bl") || rest.endsWith("iz")) return `${rest}e`;
  if (endsDoubled(rest)) return "lsz".includes(rest.slice(-1)) ? rest : rest.slice(0, -1);
  return measure(rest) === 1 && endsShort(rest) ? `${rest}e` : rest;
}

function replaceEnding(word: string, endings: Endings, minimum: number): string {
  let longest: Endings[number] | undefined;
  for (const pair of endings) {
    if (word.endsWith(pair[0]) && pair[0].length > (longest?.[0].length ?? 0)) longest = pair;
  }
  if (!longest) return word;
  const rest = word.slice(0, -longest[0].length) + (minimum > 0 ? longest[1] : "");
  if (measure(rest) <= minimum) return word;
  return minimum > 0 ? rest : rest + longest[1];
}

function withoutFinalLetter(word: string): string {
  let stemmed = word;
  if (stemmed.endsWith("e")) {
    const rest = stemmed.slice(0, -1);
    const size = measure(rest);
    if (size > 1 || (size === 1 && !endsShort(rest))) stemmed = rest;
  }
  return stemmed.endsWith("ll") && measure(stemmed) > 1 ? stemmed.slice(0, -1) : stemmed;
}

/** How often a vowel is followed by a consonant: Porter's m. */
function measure(word: string): number {
  let count = 0;
  let vowelBefore = false;
  for (let index = 0; index < word.length; index++) {
    const vowel = isVowel(word, index);
    if (vowelBefore && !vowel) count++;
    vowelBefore = vowel;
  }
  return count;
}

function isVowel(word: string, index: number): boolean {
  const letter = word[index];
  if (letter === "y") return index > 0 && !isVowel(word, index - 1);
  return letter === "a" || letter === "e" || letter === "i" || letter === "o" || letter === "u";
}

function hasVowel(word: string): boolean {
  for (let index = 0; index < word.length; index++) if (isVowel(word, index)) return true;
  return false;
}

function endsDoubled(word: string): boolean {
  const last = word.length - 1;
  return last > 0 && word[last] === word[last - 1] && !isVowel(word, last);
}

/** Consonant, vowel, consonant at the end, where the last is not w, x or y: Porter's *o. */
function endsShort(word: string): boolean {
  const last = word.length - 1;
  return (
    last > 1 &&
    !isVowel(word, last) &&
    isVowel(word, last - 1) &&
    !isVowel(word, last - 2) &&
    !"wxy".includes(word[last] ?? "")
  );
}
