import { sentencesOf } from "../../core/text/sentences.ts";
import { termsOf } from "../../core/text/words.ts";
import { plainSentence } from "./plain-sentence.ts";
import type { Passage } from "./read-evidence.ts";

/** A sentence of a passage that could be quoted, with what stands around it. */
export interface Sentence {
  readonly text: string;
  /** The index of its passage. */
  readonly passage: number;
  readonly terms: ReadonlySet<string>;
  /** The heading it stands under, where the passage has it. */
  readonly heading: string;
  /** The words of its heading, of the title and of the source. */
  readonly context: ReadonlySet<string>;
  /** The words of the sentence that opens its paragraph: they say whom "she" and "it" mean further on. */
  readonly lead: ReadonlySet<string>;
  /** Cut off at its start, since the passage begins in the middle of it. */
  readonly isCut: boolean;
  readonly previous: Sentence | undefined;
  next?: Sentence;
}

/**
 * The sentences of passages, each once, without Markdown marks. Headings, rules and front matter are not sentences; headings
 * are context of what follows them.
 */
export function readSentences(passages: readonly Passage[]): Sentence[] {
  const sentences: Sentence[] = [];
  for (const [index, passage] of passages.entries()) addSentences(passage, index, sentences);
  return sentences;
}

function addSentences(passage: Passage, index: number, sentences: Sentence[]): void {
  const body = withoutFrontMatter(passage.text);
  const about = `${passage.title ?? ""} ${sourceWords(passage.source)}`;
  let heading = "";
  let context = termSet(about);
  let lead: ReadonlySet<string> = new Set();
  let previous: Sentence | undefined;
  let lastEnd = 0;
  for (const { start, end } of sentencesOf(body)) {
    const raw = body.slice(start, end);
    const opens = previous === undefined || isBorder(body.slice(lastEnd, start), raw);
    lastEnd = end;
    if (isHeading(raw)) {
      heading = raw;
      context = termSet(`${about} ${raw}`);
      previous = undefined;
      continue;
    }
    const text = plainSentence(raw);
    // Neighbouring passages overlap, and the repeated part may begin in the middle of a sentence.
    if (
      text === "" ||
      /^(?:```|={3}|-{3})/.test(text) ||
      sentences.some((known) => known.text.endsWith(text))
    ) {
      continue;
    }
    const terms = termSet(text);
    if (opens) lead = terms;
    const isCut = start === 0 && /^\p{Ll}/u.test(text);
    const sentence: Sentence = { text, passage: index, terms, heading, context, lead, isCut, previous };
    if (previous) previous.next = sentence;
    sentences.push(sentence);
    previous = sentence;
  }
}

function isBorder(between: string, sentence: string): boolean {
  return /\n\s*\n/.test(between) || /^(?:[-*+•|]|\d{1,3}[.)])\s/.test(sentence);
}

/** A Markdown heading, or a short line in capitals as plain text has them. */
function isHeading(raw: string): boolean {
  return (
    /^#{1,6}\s/.test(raw) || (raw.length < 80 && /\p{Lu}{2}/u.test(raw) && /^[^\p{Ll}\d.!?]+\d*$/u.test(raw))
  );
}

function termSet(text: string): ReadonlySet<string> {
  return new Set(termsOf(text).map(({ term }) => term));
}

/** Markdown files may begin with lines for a site generator between rules of `---`. */
function withoutFrontMatter(text: string): string {
  if (!text.startsWith("---\n")) return text;
  const end = text.indexOf("\n---", 3);
  return end === -1 ? text : text.slice(end + 4);
}

/** The name of a file or page says what it is about: "apollo-14-abort.txt". */
function sourceWords(source = ""): string {
  const path = source.split(/[?#]/)[0] ?? "";
  return (path.split("/").at(-1) ?? "").replace(/\.\w{1,5}$/, "").replace(/[-_.]/g, " ");
}
