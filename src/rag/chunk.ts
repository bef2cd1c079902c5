import type { Chunk } from "../contracts/retrieval.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { sentencesOf, type TextSpan } from "../core/text/sentences.ts";
import { markdownSections } from "./markdown-sections.ts";
import { pack } from "./pack.ts";
import { hardSplit, splitBySeparators } from "./split-by-separators.ts";

/** How a text is cut: at natural borders, at headings, between sentences, or every so many characters. */
export type ChunkType = "recursive" | "sentence" | "fixed" | "markdown";

/** Sizes are in UTF-16 units, the unit of `string.length`. */
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
}

const defaultSeparators: readonly string[] = ["\n\n", "\n", ". ", " ", ""];

/**
 * Cuts a text into chunks that know their exact place: `text.slice(...chunk.span) === chunk.text`, never in the middle of
 * a surrogate pair, and nothing but white space is left out. `fixed` windows keep their white space, the other chunks are
 * trimmed. A blank text gives no chunks. Takes time linear in the length of the text.
 *
 * - `recursive` packs the largest units that fit (paragraphs, lines, sentences, words) greedily.
 * - `markdown` never joins two sections, keeps a heading with what follows it and a code block whole where it fits.
 * - `sentence` packs whole sentences; only a sentence longer than `size` is cut.
 * - `fixed` cuts windows of exactly `size`, each starting `size - overlap` after the last.
 *
 * Throws `ConfigError` (`INVALID_CONFIG`) where `size` is not a positive integer, or `overlap` is negative or not below it.
 *
 * @example
 * const chunks = chunk("# Tides\n\nThe moon pulls at the sea.", { type: "markdown", size: 400, overlap: 0 });
 * chunks[0]?.span; // [0, 35]
 */
export function chunk(text: string, options: ChunkOptions = {}): Chunk[] {
  const { type = "recursive", size = 1000, separators = defaultSeparators } = options;
  const overlap = options.overlap ?? Math.min(200, Math.floor(size / 2));
  assertSizes(size, overlap);
  const spans = spansOf(text, type, size, overlap, separators);
  return spans.map(({ start, end }, index) => ({ text: text.slice(start, end), index, span: [start, end] }));
}

function spansOf(
  text: string,
  type: ChunkType,
  size: number,
  overlap: number,
  separators: readonly string[],
): TextSpan[] {
  const whole = { start: 0, end: text.length };
  const grain = grainOf(size, overlap);
  switch (type) {
    case "recursive":
      return pack(text, splitBySeparators(text, whole, separators, size, grain), size, overlap, "word");
    case "markdown":
      return markdownSections(text, size).flatMap((blocks) => {
        const pieces = blocks.flatMap((block) =>
          splitBySeparators(text, block, defaultSeparators, size, grain),
        );
        return pack(text, pieces, size, overlap, "word");
      });
    case "sentence": {
      const pieces = sentencesOf(text).flatMap((span) =>
        splitBySeparators(text, span, [" ", ""], size, grain),
      );
      return pack(text, pieces, size, overlap, "piece");
    }
    case "fixed":
      return hardSplit(text, whole, size, overlap).filter(
        ({ start, end }) => text.slice(start, end).trim() !== "",
      );
    default:
      throw new ConfigError(
        `chunk() does not know the type ${JSON.stringify(type)}. Use recursive, markdown, sentence or fixed.`,
      );
  }
}

/**
 * How long pieces of a text without borders are: both `size` and `overlap` are made of whole pieces then, but for odd
 * numbers, where pieces of one character would cost more than the last few characters of a chunk are worth.
 */
function grainOf(size: number, overlap: number): number {
  let [divisor, rest] = [size, overlap];
  while (rest > 0) [divisor, rest] = [rest, divisor % rest];
  return Math.max(divisor, Math.min(8, size - overlap));
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
