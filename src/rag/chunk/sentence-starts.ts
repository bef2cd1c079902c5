import { sentencesOf, type TextSpan } from "../../core/text/sentences.ts";
import { isSpaceAt } from "./characters.ts";

/**
 * Where the sentences of a text begin, in ascending order. Those that `sentencesOf` knows; where a runtime has
 * `Intl.Segmenter` (Unicode UAX #29), sentences in scripts with marks of their own are found inside of them.
 */
export function sentenceStarts(text: string, locale?: string): number[] {
  const starts: number[] = [];
  const segmenter = "Segmenter" in Intl ? new Intl.Segmenter(locale, { granularity: "sentence" }) : undefined;
  for (const span of sentencesOf(text)) {
    starts.push(span.start);
    // The marks of Latin, Greek and Cyrillic texts are judged better with what is known of abbreviations.
    if (segmenter && hasOtherScript(text, span)) addStarts(text, span, segmenter, starts);
  }
  return starts;
}

function addStarts(text: string, span: TextSpan, segmenter: Intl.Segmenter, starts: number[]): void {
  for (const { index } of segmenter.segment(text.slice(span.start, span.end))) {
    const start = span.start + index;
    if (index > 0 && !endsWithStop(text, start)) starts.push(start);
  }
}

/** Whether a Latin full stop stands before a place, of which `sentencesOf` knew that it ends no sentence. */
function endsWithStop(text: string, place: number): boolean {
  let index = place - 1;
  while (isSpaceAt(text, index)) index--;
  return ".…".includes(text.charAt(index));
}

/** Whether a letter is from Armenian on (U+0530): those before end their sentences with `.`, `!` and `?`. */
function hasOtherScript(text: string, { start, end }: TextSpan): boolean {
  for (let index = start; index < end; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x530 && (code < 0x2000 || code > 0x206f)) return true;
  }
  return false;
}
