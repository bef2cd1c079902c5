import type { TextSpan } from "../../core/text/sentences.ts";
import { lineKind, type MarkdownLine } from "./markdown-line.ts";

/** A heading of a Markdown text: where its line begins, how deep it is (1 to 6), and its words. */
export interface Heading {
  readonly start: number;
  readonly level: number;
  readonly text: string;
}

/** How a Markdown text is built. */
export interface MarkdownOutline {
  readonly headings: readonly Heading[];
  /** Each heading with what is under it; a heading with nothing under it belongs to the next section. */
  readonly sections: readonly TextSpan[];
  /** Fenced code blocks, tables and lists, in ascending order. */
  readonly blocks: readonly TextSpan[];
}

/**
 * Reads the headings of a Markdown text, both with `#` and underlined, and the blocks that are best read whole. Marks inside of
 * fenced code are no headings (CommonMark 0.31, 4.2, 4.3 and 4.5). Takes one pass.
 */
export function markdownOutline(text: string): MarkdownOutline {
  const builder = outlineBuilder();
  let fence: { readonly mark: string; readonly start: number } | undefined;
  for (let start = frontMatterEnd(text), end = 0; start < text.length; start = end) {
    const lineBreak = text.indexOf("\n", start);
    end = lineBreak === -1 ? text.length : lineBreak + 1;
    const line = lineKind(text.slice(start, end));
    if (fence) {
      if (line.type !== "fence" || line.info || !line.mark.startsWith(fence.mark)) continue;
      builder.block({ start: fence.start, end });
      fence = undefined;
    } else if (line.type === "fence") {
      builder.body();
      fence = { mark: line.mark, start };
    } else builder.line(line, start, end);
  }
  return builder.finish(text.length);
}

function frontMatterEnd(text: string): number {
  if (!/^---\r?\n/.test(text)) return 0;
  const close = text.indexOf("\n---", 3);
  return close === -1 ? 0 : close + "\n---".length;
}

/** The headings that stand above a place, the outermost first. Is asked about places in ascending order. */
export function headingPaths(headings: readonly Heading[]): (place: number) => string[] {
  const path: Heading[] = [];
  let next = 0;
  return (place) => {
    for (let heading = headings[next]; heading && heading.start < place; heading = headings[++next]) {
      const { level } = heading;
      while ((path.at(-1)?.level ?? 0) >= level) path.pop();
      path.push(heading);
    }
    // Behind a heading that the chunk itself begins with, only those above it.
    const own = headings[next]?.start === place ? headings[next]?.level : undefined;
    return path.filter(({ level }) => own === undefined || level < own).map(({ text }) => text);
  };
}

interface OutlineBuilder {
  line(line: Exclude<MarkdownLine, { readonly type: "fence" }>, start: number, end: number): void;
  /** A block that is whole. */
  block(span: TextSpan): void;
  /** Something that is no heading. */
  body(): void;
  finish(end: number): MarkdownOutline;
}

function outlineBuilder(): OutlineBuilder {
  const headings: Heading[] = [];
  const sections: TextSpan[] = [];
  const blocks: TextSpan[] = [];
  let sectionStart = 0;
  let hasBody = false;
  let open: { readonly type: "list" | "table"; readonly start: number; end: number } | undefined;
  /** The line before, where it can be a heading that the next line underlines. */
  let paragraph: { readonly start: number; readonly text: string; readonly hadBody: boolean } | undefined;

  function closeOpen(): void {
    if (open) blocks.push({ start: open.start, end: open.end });
    open = undefined;
  }
  function body(): void {
    closeOpen();
    paragraph = undefined;
    hasBody = true;
  }
  function heading(one: Heading, hadBody: boolean): void {
    body();
    if (hadBody) {
      sections.push({ start: sectionStart, end: one.start });
      sectionStart = one.start;
    }
    hasBody = false;
    headings.push(one);
  }
  return {
    body,
    block: (span) => void blocks.push(span),
    line(line, start, end) {
      const before = paragraph;
      paragraph = undefined;
      if (line.type === "blank") {
        // A blank line ends a table; a list may go on behind it.
        if (open?.type === "table") closeOpen();
      } else if (line.type === "heading") heading({ start, level: line.level, text: line.text }, hasBody);
      else if (line.underlines && before) {
        heading({ start: before.start, level: line.underlines, text: before.text }, before.hadBody);
      } else if (open && (line.type === open.type || (open.type === "list" && line.isIndented)))
        open.end = end;
      else {
        const hadBody = hasBody;
        body();
        if (line.type === "list" || line.type === "table") open = { type: line.type, start, end };
        else if (!line.isQuote) paragraph = { start, text: line.text, hadBody };
      }
    },
    finish(end) {
      closeOpen();
      if (end > sectionStart) sections.push({ start: sectionStart, end });
      return { headings, sections, blocks };
    },
  };
}
