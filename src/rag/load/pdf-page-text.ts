/** One piece of text of a page, as PDF.js gives it: where it stands is in the last two numbers of `transform`. */
export interface PdfTextItem {
  readonly str: string;
  readonly height: number;
  readonly transform: readonly unknown[];
  /** Whether a line ends with it. */
  readonly hasEOL: boolean;
}

interface Line {
  text: string;
  /** How high it stands on the page, in points from the bottom. */
  readonly y: number;
  /** The same of the last line that it took its end from. */
  foot: number;
  height: number;
}

/**
 * The text of a page, line by line, with an empty line where the next one stands further away than lines of one paragraph
 * do, or begins a new column. Words that were broken at the end of a line are whole again, on the upper line.
 *
 * @example
 * const item = (str: string, y: number) => ({ str, height: 10, transform: [10, 0, 0, 10, 0, y], hasEOL: true });
 * pdfPageText([item("The moon is impor-", 90), item("tant.", 78), item("Tides", 40)]);
 * // "The moon is important.\n\nTides"
 */
export function pdfPageText(items: readonly PdfTextItem[]): string {
  const lines = toLines(items);
  joinBrokenWords(lines);
  let text = "";
  let above: Line | undefined;
  for (const line of lines) {
    if (above) text += isApart(above, line) ? "\n\n" : "\n";
    text += line.text;
    above = line;
  }
  return text.normalize("NFC");
}

function toLines(items: readonly PdfTextItem[]): Line[] {
  const lines: Line[] = [];
  let line: Line | undefined;
  for (const { str, height, transform, hasEOL } of items) {
    if (str !== "") {
      const y = Number(transform[5]);
      line ??= { text: "", y, foot: y, height: 0 };
      line.text += str;
      line.height = Math.max(line.height, height);
    }
    if (hasEOL && line) {
      lines.push(line);
      line = undefined;
    }
  }
  if (line) lines.push(line);
  return lines.flatMap((one) => {
    const text = one.text.replace(/\0/g, "").trim();
    return text === "" ? [] : [{ ...one, text }];
  });
}

/** Lines of one paragraph stand less than two heights of their letters apart. */
function isApart(above: Line, line: Line): boolean {
  const distance = above.foot - line.y;
  const height = Math.max(above.height, line.height);
  return distance > 1.9 * height || distance < -height;
}

/** A hyphen stays where the page has the word with it somewhere else, as in "well-known". */
function joinBrokenWords(lines: Line[]): void {
  let words: ReadonlySet<string> | undefined;
  for (let index = 0; index + 1 < lines.length; index += 1) {
    const [upper, lower] = [lines[index], lines[index + 1]];
    if (!upper || !lower || isApart(upper, lower)) continue;
    const hyphen = upper.text.at(-1);
    const tail = /^\p{Ll}[\p{L}\p{M}]*/u.exec(lower.text)?.[0];
    if (!tail || !(hyphen === "-" || hyphen === "\u2010" || hyphen === "\u00ad")) continue;
    const before = upper.text.slice(0, -1);
    const head = wordAtEnd(before);
    if (head === "") continue;
    words ??= wordsOf(lines);
    const keeps =
      hyphen !== "\u00ad" &&
      words.has(`${head}-${tail}`.toLowerCase()) &&
      !words.has((head + tail).toLowerCase());
    // Marks that follow the word come along, so that no line begins with them.
    const rest = lower.text.slice(tail.length);
    const end = rest.indexOf(" ") < 0 ? rest.length : rest.indexOf(" ");
    upper.text = before + (keeps ? "-" : "") + tail + rest.slice(0, end);
    lower.text = rest.slice(end).trim();
    if (lower.text !== "") continue;
    upper.foot = lower.foot;
    lines.splice(index + 1, 1);
    index -= 1; // the line may end in a broken word once more
  }
}

function wordAtEnd(text: string): string {
  let start = text.length;
  while (start > 0 && /[\p{L}\p{M}-]/u.test(text[start - 1] ?? "")) start -= 1;
  return text.slice(start);
}

function wordsOf(lines: readonly Line[]): ReadonlySet<string> {
  const text = lines.map((line) => line.text).join("\n");
  return new Set(text.toLowerCase().match(/[\p{L}\p{M}]+(?:-[\p{L}\p{M}]+)*/gu));
}
