import type { TextSpan } from "../core/text/sentences.ts";

/**
 * Cuts Markdown at its headings. Each section is a list of adjoining blocks: prose, or one fenced code block that fits
 * into `size` and so should stay whole. A heading with nothing under it belongs to the next section. Marks inside a
 * fenced block are not headings (CommonMark 0.31, 4.2 and 4.5).
 */
export function markdownSections(text: string, size: number): TextSpan[][] {
  const sections: TextSpan[][] = [];
  let blocks: TextSpan[] = [];
  let start = 0;
  let hasBody = false;
  let fence: { readonly mark: string; readonly start: number } | undefined;
  const closeBlock = (end: number): void => {
    if (end > start) blocks.push({ start, end });
    start = end;
  };
  for (const line of linesOf(text)) {
    const whole = text.slice(line.start, line.end);
    const content = whole.trimStart();
    const indented = whole.length - content.length > 3;
    if (fence) {
      if (!indented && content.startsWith(fence.mark) && content.trim().length === countLeading(content)) {
        if (line.end - fence.start <= size) {
          closeBlock(fence.start);
          closeBlock(line.end);
        }
        fence = undefined;
      }
    } else if (!indented && /^(?:```|~~~)/.test(content)) {
      fence = { mark: content.slice(0, countLeading(content)), start: line.start };
      hasBody = true;
    } else if (!indented && /^#{1,6}(?:[ \t]|\r?\n?$)/.test(content)) {
      if (hasBody) {
        closeBlock(line.start);
        sections.push(blocks);
        blocks = [];
        hasBody = false;
      }
    } else if (content !== "") hasBody = true;
  }
  closeBlock(text.length);
  if (blocks.length > 0) sections.push(blocks);
  return sections;
}

function* linesOf(text: string): Generator<TextSpan> {
  let start = 0;
  while (start < text.length) {
    const lineBreak = text.indexOf("\n", start);
    const end = lineBreak === -1 ? text.length : lineBreak + 1;
    yield { start, end };
    start = end;
  }
}

/** How often the first character of a line is repeated at its start. */
function countLeading(line: string): number {
  let count = 0;
  while (count < line.length && line[count] === line[0]) count++;
  return count;
}
