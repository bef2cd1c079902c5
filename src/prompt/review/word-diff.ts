import type { WordChange } from "../../contracts/prompt-review.ts";
import { commonSubsequence, type SharedPlace } from "../../core/text/common-subsequence.ts";
import { parseTemplate } from "../grammar.ts";

/** A word that stands so often in both texts tells nothing of where it belongs: its neighbours do. Bounds the work. */
const MOST_PAIRS = 4096;

/** Words of a text with the places where each begins and ends, in UTF-16 units. */
interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

let wordPattern: RegExp | undefined;

/**
 * Compares two texts word by word. Placeholders and marks are words, too, and so is each character of scripts without spaces. What
 * is `same` or `removed` is the first text, what is `same` or `added` the second; no two runs of one kind follow each other.
 *
 * @example
 * wordDiff("Be very brief.", "Be brief.");
 * // [{ kind: "same", text: "Be " }, { kind: "removed", text: "very " }, { kind: "same", text: "brief." }]
 */
export function wordDiff(before: string, after: string): WordChange[] {
  const changes: { kind: WordChange["kind"]; text: string }[] = [];
  const push = (kind: WordChange["kind"], text: string): void => {
    const last = changes.at(-1);
    if (text === "") return;
    if (last?.kind === kind) last.text += text;
    else changes.push({ kind, text });
  };
  const differ = (gone: string, come: string): void => {
    // White space around what differs is no change.
    const start = sharedSpace(gone, come);
    const end = sharedSpace(gone.slice(start), come.slice(start), true);
    push("same", gone.slice(0, start));
    push("removed", gone.slice(start, gone.length - end));
    push("added", come.slice(start, come.length - end));
    push("same", gone.slice(gone.length - end));
  };
  const [left, right] = [wordsOf(before), wordsOf(after)];
  let from = 0;
  let to = 0;
  for (const [one, other] of withoutIslands(paired(left, right), left, right)) {
    const [was, is] = [left[one], right[other]];
    if (!was || !is) continue;
    differ(before.slice(from, was.start), after.slice(to, is.start));
    push("same", was.text);
    from = was.end;
    to = is.end;
  }
  differ(before.slice(from), after.slice(to));
  return changes;
}

function wordsOf(text: string): Word[] {
  // Made on first use: an engine reads the Unicode classes of a literal when it loads the file, which takes its time.
  wordPattern ??=
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]\p{M}*|(?:(?![\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}])[\p{L}\p{M}\p{N}_'’])+|\S(?:\p{M}|[\u{1f3fb}-\u{1f3ff}]|\u200d\S)*/gu;
  const pattern = wordPattern;
  const words: Word[] = [];
  let at = 0;
  const read = (end: number): void => {
    for (const { 0: word, index } of text.slice(at, end).matchAll(pattern)) {
      words.push({ text: word, start: at + index, end: at + index + word.length });
    }
  };
  for (const part of parseTemplate(text)) {
    if (typeof part === "string") continue;
    read(part.start);
    words.push({ text: text.slice(part.start, part.end), start: part.start, end: part.end });
    at = part.end;
  }
  read(text.length);
  return words;
}

/** The words that two texts share: those that say something decide, the others fall into place between them. */
function paired(left: readonly Word[], right: readonly Word[]): SharedPlace[] {
  const telling = grown(
    anchors(left, right, ({ text }) => text.length > 3),
    left,
    right,
  );
  const all: SharedPlace[] = [];
  let [from, to] = [0, 0];
  for (const [one, other] of [...telling, [left.length, right.length] as const]) {
    for (const [first, second] of anchors(left.slice(from, one), right.slice(to, other), () => true)) {
      all.push([from + first, to + second]);
    }
    if (one < left.length) all.push([one, other]);
    from = one + 1;
    to = other + 1;
  }
  return all;
}

/** The longest common subsequence of some words, without those that stand too often. */
function anchors(
  left: readonly Word[],
  right: readonly Word[],
  counts: (word: Word) => boolean,
): SharedPlace[] {
  if (left.length === 0 || right.length === 0) return [];
  const [before, after] = [counted(left), counted(right)];
  const chosen = (words: readonly Word[]): [at: number, text: string][] =>
    [...words.entries()].flatMap(([at, word]) => {
      const pairs = (before.get(word.text) ?? 0) * (after.get(word.text) ?? 0);
      return counts(word) && pairs <= MOST_PAIRS ? [[at, word.text]] : [];
    });
  const [one, other] = [chosen(left), chosen(right)];
  const shared = commonSubsequence(
    one.map(([, text]) => text),
    other.map(([, text]) => text),
  );
  return shared.map(([from, to]) => [one[from]?.[0] ?? 0, other[to]?.[0] ?? 0]);
}

function counted(words: readonly Word[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of words) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

/** Adds the equal words that stand right behind and right before those that were found. */
function grown(found: readonly SharedPlace[], left: readonly Word[], right: readonly Word[]): SharedPlace[] {
  const all: SharedPlace[] = [];
  let from = 0;
  let to = 0;
  const isSame = (one: number, other: number): boolean => left[one]?.text === right[other]?.text;
  for (const [one, other] of [...found, [left.length, right.length] as const]) {
    while (from < one && to < other && isSame(from, to)) all.push([from++, to++]);
    const backwards: SharedPlace[] = [];
    let [end, last] = [one, other];
    while (end > from && last > to && isSame(end - 1, last - 1)) backwards.push([--end, --last]);
    all.push(...backwards.reverse());
    if (one < left.length) all.push([one, other]);
    from = one + 1;
    to = other + 1;
  }
  return all;
}

/** Leaves out a shared word or two amid what is all different: nobody reads a sentence in crumbs. */
function withoutIslands(
  shared: readonly SharedPlace[],
  left: readonly Word[],
  right: readonly Word[],
): SharedPlace[] {
  const kept: SharedPlace[] = [];
  for (let start = 0; start < shared.length; ) {
    let end = start + 1;
    while (end < shared.length && follows(shared[end - 1], shared[end])) end++;
    const run = shared.slice(start, end);
    const before = room(shared[start - 1] ?? [-1, -1], shared[start] ?? [0, 0]);
    const after = room(shared[end - 1] ?? [0, 0], shared[end] ?? [left.length, right.length]);
    const isIsland = run.length <= 2 && Math.min(before, after) > 2 * run.length;
    if (!isIsland || run.some(([at]) => /\{\{|\d/.test(left[at]?.text ?? ""))) kept.push(...run);
    start = end;
  }
  return kept;
}

function follows(one: SharedPlace | undefined, next: SharedPlace | undefined): boolean {
  return one !== undefined && next !== undefined && one[0] + 1 === next[0] && one[1] + 1 === next[1];
}

/** How many words stand between two shared places, in the text that has more. */
function room([from, to]: SharedPlace, [one, other]: SharedPlace): number {
  return Math.max(one - from, other - to) - 1;
}

function sharedSpace(one: string, other: string, fromEnd = false): number {
  let length = 0;
  const at = (text: string): string | undefined => text.at(fromEnd ? -1 - length : length);
  const most = Math.min(one.length, other.length);
  while (length < most && at(one) === at(other) && at(one)?.trim() === "") length++;
  return length;
}
