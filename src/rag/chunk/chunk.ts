import type { Chunk } from "../../contracts/retrieval.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import type { TextSpan } from "../../core/text/sentences.ts";
import { knownBorders, separatorBorders } from "./borders.ts";
import { type CutPlan, cutSpans, wholeRanges } from "./cut-spans.ts";
import { fixedSpans } from "./fixed-spans.ts";
import { headingPaths, type MarkdownOutline, markdownOutline } from "./markdown-outline.ts";
import { countedMeasure, lengthMeasure, type Measure } from "./measure.ts";
import { sentenceStarts } from "./sentence-starts.ts";

/** How a text is cut: at natural borders, at headings, between sentences, or every so many characters. */
export type ChunkType = "recursive" | "sentence" | "fixed" | "markdown";

/** Sizes are in UTF-16 units, the unit of `string.length`, unless `count` says otherwise. */
export interface ChunkOptions {
  /** Default `"recursive"`. */
  readonly type?: ChunkType;
  /** The size that a chunk does not pass. Default 1000. */
  readonly size?: number;
  /** How much of its predecessor a chunk repeats at most; less where a border is near. Default 200, or half of a small `size`. */
  readonly overlap?: number;
  /**
   * For `recursive`: borders to cut at, the largest unit first; `""` cuts anywhere. Without it, a piece that holds none
   * of the others stays whole and may pass `size`. Default `["\n\n", "\n", ". ", " ", ""]`.
   */
  readonly separators?: readonly string[];
  /**
   * Counts a text in the unit of `size` and `overlap`, such as the tokens of a model, at once: one that answers with a promise does
   * not fit. It is asked a few times for each chunk. A longer text must not count less. What is repeated is measured by the chunk's
   * own ratio.
   */
  readonly count?: (text: string) => number;
  /** Gives each chunk the Markdown headings above it as `headings`. Default false. */
  readonly headings?: boolean;
  /** For `sentence`: the language of the text as a BCP 47 tag. Default that of the runtime. */
  readonly locale?: string;
}

const defaultSeparators: readonly string[] = ["\n\n", "\n", ". ", " ", ""];

/**
 * Cuts a text into chunks that know their exact place: `text.slice(...chunk.span) === chunk.text`, never in the middle of
 * a surrogate pair, and nothing but white space is left out. `fixed` windows keep their white space, the other chunks are
 * trimmed. A blank text gives no chunks. Takes time linear in the length of the text.
 *
 * - `recursive` packs the largest units that fit (paragraphs, lines, sentences, words) greedily.
 * - `markdown` never joins two sections, keeps a heading with what follows it, and a code block, table or list whole where it fits.
 * - `sentence` packs whole sentences; only a sentence longer than `size` is cut.
 * - `fixed` cuts windows of exactly `size`, each starting `size - overlap` after the last.
 *
 * Throws `ConfigError` (`INVALID_CONFIG`) where `size` is not a positive integer, `overlap` is negative or not below it, or `count`
 * gives no number.
 *
 * @example
 * const chunks = chunk("# Tides\n\nThe moon pulls at the sea.", { type: "markdown", size: 400, overlap: 0 });
 * chunks[0]?.span; // [0, 35]
 */
export function chunk(text: string, options: ChunkOptions = {}): Chunk[] {
  const { type = "recursive", size = 1000, separators = defaultSeparators, count, locale } = options;
  const overlap = options.overlap ?? Math.min(200, Math.floor(size / 2));
  assertSizes(size, overlap);
  const measure = count ? countedMeasure(size, overlap, text, count) : lengthMeasure(size, overlap);
  const outline = type === "markdown" || options.headings ? markdownOutline(text) : undefined;
  const spans: TextSpan[] = [];
  const whole = { start: 0, end: text.length };
  switch (type) {
    case "recursive":
      cutSpans(text, whole, bySeparators(text, measure, separators), spans);
      break;
    case "markdown":
      cutSections(text, measure, outline, spans);
      break;
    case "sentence": {
      const sentences = knownBorders(sentenceStarts(text, locale));
      const levels = [sentences, separatorBorders(text, " "), separatorBorders(text, "")];
      cutSpans(text, whole, { measure, levels, repeats: "units", whole: wholeRanges([]) }, spans);
      break;
    }
    case "fixed":
      fixedSpans(text, measure, spans);
      break;
    default:
      throw new ConfigError(
        `chunk() does not know the type ${JSON.stringify(type)}. Use recursive, markdown, sentence or fixed.`,
      );
  }
  const above = options.headings && outline ? headingPaths(outline.headings) : undefined;
  return spans.map(({ start, end }, index) => ({
    text: text.slice(start, end),
    index,
    span: [start, end],
    ...(above && { headings: above(start) }),
  }));
}

function bySeparators(text: string, measure: Measure, separators: readonly string[]): CutPlan {
  const levels = separators.map((one) => separatorBorders(text, one));
  return { measure, levels, repeats: "words", whole: wholeRanges([]) };
}

function cutSections(
  text: string,
  measure: Measure,
  outline: MarkdownOutline | undefined,
  spans: TextSpan[],
): void {
  const plan = {
    ...bySeparators(text, measure, defaultSeparators),
    whole: wholeRanges(outline?.blocks ?? []),
  };
  for (const section of outline?.sections ?? []) cutSpans(text, section, plan, spans);
}

function assertSizes(size: number, overlap: number): void {
  if (!Number.isInteger(size) || size < 1) {
    throw new ConfigError(`chunk() got size ${size}. Give a whole number of characters, 1 or more.`);
  }
  if (!Number.isInteger(overlap) || overlap < 0 || overlap >= size) {
    throw new ConfigError(
      `chunk() got overlap ${overlap} with size ${size}. Give a whole number from 0 to ${size - 1}: chunks would not advance.`,
    );
  }
}
