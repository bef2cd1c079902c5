/** What a line of Markdown is by itself. */
export type MarkdownLine =
  | { readonly type: "blank" }
  | { readonly type: "heading"; readonly level: number; readonly text: string }
  /** `info` is set where something stands behind the marks: such a line opens a block, but closes none. */
  | { readonly type: "fence"; readonly mark: string; readonly info: boolean }
  | OrdinaryLine;

/** A line of a list, a table or a paragraph. */
export interface OrdinaryLine {
  readonly type: "list" | "table" | "text";
  readonly text: string;
  readonly isIndented: boolean;
  readonly isQuote: boolean;
  /** The level of the heading that it makes of a paragraph before it. */
  readonly underlines?: 1 | 2 | undefined;
}

/** Tells what a line is, by CommonMark 0.31; tables by their leading bar (GitHub Flavored Markdown). */
export function lineKind(line: string): MarkdownLine {
  const content = line.trim();
  if (content === "") return { type: "blank" };
  const indent = line.length - line.trimStart().length;
  if (indent > 3) return textLine("text", content, indent);
  const marks = leading(content);
  switch (content[0]) {
    case "#":
      if (marks > 6 || !isBlankAt(content, marks)) break;
      return { type: "heading", level: marks, text: withoutClosingMarks(content.slice(marks).trim()) };
    case "`":
    case "~":
      // What has backticks behind it is code within a line.
      if (marks < 3 || (content[0] === "`" && content.includes("`", marks))) break;
      return { type: "fence", mark: content.slice(0, marks), info: content.length > marks };
    case "|":
      return textLine("table", content, indent);
    case "=":
    case "-":
      if (marks < 2 || content.length > marks) break;
      return { ...textLine("text", content, indent), underlines: content[0] === "=" ? 1 : 2 };
  }
  return textLine(/^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(content) ? "list" : "text", content, indent);
}

function textLine(type: OrdinaryLine["type"], text: string, indent: number): OrdinaryLine {
  return { type, text, isIndented: indent > 0, isQuote: text[0] === ">" };
}

/** How often the first character of a line is repeated at its start. */
function leading(line: string): number {
  let count = 0;
  while (count < line.length && line[count] === line[0]) count++;
  return count;
}

function isBlankAt(line: string, index: number): boolean {
  return (line[index] ?? " ").trim() === "";
}

/** The words of a heading, without the `#` that may close it. */
function withoutClosingMarks(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === "#") end--;
  return end === 0 || isBlankAt(heading, end - 1) ? heading.slice(0, end).trim() : heading;
}
