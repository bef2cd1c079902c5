import { baseForm } from "./irregular-verbs.ts";
import { stem } from "./stem.ts";

/** A word of a text as a search compares it, with its place in UTF-16 units (`end` exclusive). */
export interface Term {
  readonly term: string;
  readonly start: number;
  readonly end: number;
}

/** How many words a shared map remembers: those that come often come early. */
const MEMORY = 20_000;
const LONGEST = 40;

let wordPattern: RegExp | undefined;
let unspacedPattern: RegExp | undefined;

// biome-ignore format: a list of words is read best when it is packed
const stopWords: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "a", "about", "after", "all", "also", "am", "among", "an", "and", "any", "are", "as", "at", "be", "because", "been", "before",
  "being", "between", "but", "by", "can", "could", "d", "did", "do", "does", "doing", "done", "during", "each", "either", "else",
  "ever", "for", "from", "get", "give", "got", "had", "has", "have", "having", "he", "her", "here", "hers", "him",
  "his", "how", "i", "if", "in", "into", "is", "it", "its", "just", "let", "ll", "m", "may", "me", "might", "mine",
  "more", "most", "much", "must", "my", "no", "nor", "not", "of", "off", "on", "once", "only", "or", "other", "our",
  "ours", "out", "own", "please", "re", "s", "shall", "she", "should", "so", "some", "such", "t", "tell", "than",
  "that", "the", "their", "theirs", "them", "then", "there", "these", "they", "this", "those", "through", "to", "too", "under",
  "until", "up", "upon", "us", "ve", "very", "was", "we", "were", "what", "when", "where", "whether", "which", "while",
  "who", "whom", "whose", "why", "will", "with", "within", "without", "would", "you", "your", "yours",
]);

/**
 * The words of a text in a form that can be compared: lower case, without accents, English endings removed (Porter)
 * and irregular verbs in their base form,
 * English stop words left out. Scripts written without spaces give overlapping pairs of characters.
 * A map that several calls share remembers what became of words, which makes many texts faster.
 *
 * @example
 * termsOf("The tides are turning").map(({ term }) => term); // ["tide", "turn"]
 */
export function termsOf(text: string, known?: Map<string, string>): Term[] {
  const terms: Term[] = [];
  // Made on first use: an engine reads the Unicode classes of a literal when it loads the file, which takes a millisecond.
  // A number with its separators, a run of a script that puts no spaces between words, or a word.
  wordPattern ??=
    /\d+(?:[.,]\d+)+|[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|[\p{L}\p{M}\p{N}]+/gu;
  unspacedPattern ??= /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u;
  for (const match of text.matchAll(wordPattern)) {
    const word = match[0];
    const start = match.index;
    const familiar = known?.get(word);
    if (familiar === undefined && unspacedPattern.test(word)) {
      addPairs(terms, word, start);
      continue;
    }
    const term = familiar ?? termOf(word, known);
    if (term !== "") terms.push({ term, start, end: start + word.length });
  }
  return terms;
}

/** Whether an English word carries no meaning of its own, such as "the" or "which". Wants lower case. */
export function isStopWord(word: string): boolean {
  return stopWords.has(word);
}

/** What a word is compared as, nothing for a stop word. */
function termOf(word: string, known?: Map<string, string>): string {
  const plain = plainWord(word);
  const term = stopWords.has(plain) ? "" : stem(baseForm(plain));
  if (known && known.size < MEMORY && word.length <= LONGEST) known.set(ownText(word), ownText(term));
  return term;
}

/** The same text apart from the one it was cut from: an engine keeps the whole of that for the part's sake. */
export function ownText(part: string): string {
  return [...part].join("");
}

function plainWord(word: string): string {
  const lower = word.toLowerCase();
  const first = lower.charCodeAt(0);
  if (first >= 48 && first <= 57) return lower.replaceAll(",", "");
  return isAscii(lower) ? lower : lower.normalize("NFKD").replace(/\p{M}/gu, "");
}

function isAscii(word: string): boolean {
  for (let index = 0; index < word.length; index++) if (word.charCodeAt(index) > 127) return false;
  return true;
}

function addPairs(terms: Term[], run: string, start: number): void {
  const characters = [...run];
  let position = start;
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    const end = position + character.length;
    if (next !== undefined) terms.push({ term: character + next, start: position, end: end + next.length });
    else if (characters.length === 1) terms.push({ term: character, start: position, end });
    position = end;
  }
}
