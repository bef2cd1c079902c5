import { sentencesOf } from "../../core/text/sentences.ts";
import { isStopWord, termsOf } from "../../core/text/words.ts";

/** A property that wants a value: its name in words, and what its schema says about it. */
export interface Wanted {
  readonly name: string;
  readonly description: string;
}

// biome-ignore format: a list of words is read best when it is packed
const wholeTextNames: readonly string[] = [
  "query", "question", "search", "q", "prompt", "input", "text", "message", "content", "topic", "keywords", "task",
  "request", "instruction", "body", "goal",
];

// biome-ignore format: a list of words is read best when it is packed
const summaryNames: readonly string[] = [
  "summary", "description", "answer", "reason", "explanation", "rationale", "comment", "conclusion", "response", "reply",
];

const idNames: readonly string[] = ["id", "number", "code", "sku", "ticket", "reference", "version", "key"];

/** Prepositions before the value of a parameter, for the names that have one of their own; the last row is for the rest. */
const prepositions: readonly (readonly [names: readonly string[], words: readonly string[]])[] = [
  [["from", "origin", "source", "departure", "sender"], ["from"]],
  [
    ["to", "destination", "target", "arrival", "recipient"],
    ["to", "into"],
  ],
  [
    ["author", "creator", "owner"],
    ["by", "from"],
  ],
  [[], ["in", "for", "at", "near", "about", "of", "on", "to", "from", "with", "called", "named"]],
];

/**
 * A piece of a text that could be the value of a string property, judged by the property's name: the part after
 * `name:`, what stands in quotes, the words after a preposition, a proper name, a whole sentence. `undefined` where
 * nothing points to the property.
 *
 * @example
 * findText("What is the weather in New York today?", { name: "city", description: "" }); // "New York"
 */
export function findText(text: string, wanted: Wanted): string | undefined {
  const names = wordsOfName(wanted.name);
  const labelled = afterLabel(text, names.join(" "));
  if (labelled) return labelled;
  if (names.some((name) => wholeTextNames.includes(name))) return text.trim();
  if (names.includes("expression") || names.includes("formula")) return formula(text);
  if (names.some((name) => summaryNames.includes(name))) return firstSentences(text, 2);
  if (names.includes("title") || names.includes("headline"))
    return quoted(text) ?? firstSentences(text, 1).slice(0, 80);
  if (names.some((name) => idNames.includes(name))) return /#?\b[A-Za-z]{0,12}[-_]?\d[\w-]*/.exec(text)?.[0];
  return quoted(text) ?? afterPreposition(text, names) ?? properName(text);
}

/** The words of a property's name: `userName`, `user_name` and `user-name` give "user" and "name". */
export function wordsOfName(name: string): string[] {
  return name
    .replace(/([a-z\d])([A-Z])/g, "$1 $2")
    .split(/[\s_\-.]+/)
    .filter((word) => word !== "")
    .map((word) => word.toLowerCase());
}

/** The sentence that shares most words with a property's name and description, if one shares any. */
export function closestSentence(text: string, wanted: Wanted): string | undefined {
  const about = new Set(
    termsOf(`${wordsOfName(wanted.name).join(" ")} ${wanted.description}`).map(({ term }) => term),
  );
  let best: string | undefined;
  let most = 0;
  for (const { start, end } of sentencesOf(text)) {
    const sentence = text.slice(start, end);
    const own = new Set(termsOf(sentence).map(({ term }) => term));
    const shared = [...own].filter((term) => about.has(term)).length;
    if (shared > most) [best, most] = [sentence, shared];
  }
  return best;
}

function firstSentences(text: string, count: number): string {
  const spans = sentencesOf(text).slice(0, count);
  return text.slice(spans[0]?.start, spans.at(-1)?.end);
}

/** What follows `label:`, `label =` or `label is`, up to the end of the clause. */
function afterLabel(text: string, label: string): string | undefined {
  if (label === "") return undefined;
  const lower = text.toLowerCase();
  for (let at = lower.indexOf(label); at !== -1; at = lower.indexOf(label, at + label.length)) {
    if (/[\p{L}\p{N}]$/u.test(text.slice(0, at).slice(-2))) continue;
    const rest = text.slice(at + label.length, at + label.length + 400);
    const value = /^["'*]{0,3}[ \t]*(?:[:=]|is |are |was )[ \t]*([^\n;]+)/.exec(rest)?.[1];
    if (value) return trimClause(value);
  }
  return undefined;
}

function trimClause(value: string): string {
  const inQuotes = quoted(value);
  if (inQuotes && /^["“'`]/.test(value)) return inQuotes;
  const end = value.search(/[.,!?](?:\s|$)/);
  return (end === -1 ? value : value.slice(0, end)).trim();
}

function quoted(text: string): string | undefined {
  const match = /"([^"\n]{1,200})"|“([^”\n]{1,200})”|`([^`\n]{1,200})`|(?:^|\s)'([^'\n]{1,200})'/.exec(text);
  return match?.[1] ?? match?.[2] ?? match?.[3] ?? match?.[4];
}

function formula(text: string): string | undefined {
  const found = /[\d(][\d\s.()]{0,40}(?:[-+*/^×÷][\d\s.()]{1,40}){1,10}/.exec(text)?.[0].trim();
  return found?.replaceAll("×", "*").replaceAll("÷", "/");
}

function afterPreposition(text: string, names: readonly string[]): string | undefined {
  const own = prepositions.find(([owners]) => owners.some((owner) => names.includes(owner)));
  const wanted = own?.[1] ?? prepositions.at(-1)?.[1] ?? [];
  const words = text.split(/\s+/);
  for (const [index, word] of words.entries()) {
    if (!wanted.includes(word.toLowerCase())) continue;
    const phrase = phraseAt(words, words[index + 1]?.toLowerCase() === "the" ? index + 2 : index + 1);
    if (phrase) return phrase;
  }
  return undefined;
}

/** Words from a place on that belong together: a run of capitalised words, else up to the next little word. */
function phraseAt(words: readonly string[], start: number): string | undefined {
  const phrase: string[] = [];
  const capitalised = /^\p{Lu}/u.test(words[start] ?? "");
  for (const word of words.slice(start, start + 6)) {
    const bare = word.replace(/[.,;:!?)"']{1,5}$/, "");
    if (bare === "" || isStopWord(bare.toLowerCase()) || isTimeWord(bare)) break;
    if (capitalised && !/^[\p{Lu}\d]/u.test(bare)) break;
    phrase.push(bare);
    if (bare !== word) break;
  }
  return phrase.length > 0 ? phrase.join(" ") : undefined;
}

function properName(text: string): string | undefined {
  const words = text.trim().split(/\s+/);
  for (const [index, word] of words.entries()) {
    const startsSentence = index === 0 || /[.!?]$/.test(words[index - 1] ?? "");
    if (!startsSentence && /^\p{Lu}/u.test(word) && !isStopWord(word.toLowerCase()))
      return phraseAt(words, index);
  }
  return undefined;
}

function isTimeWord(word: string): boolean {
  return ["today", "tomorrow", "yesterday", "now", "tonight"].includes(word.toLowerCase());
}
