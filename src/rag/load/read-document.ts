/** The kind of a document's source. */
export type DocumentType = "markdown" | "html" | "text";

/** What is known of a document beside its bytes. */
export interface ReadDocumentOptions {
  /** Its file name, path or URL: the ending tells the kind. */
  readonly name?: string;
  /** Its media type, as in a `content-type` header; goes before the name. */
  readonly contentType?: string;
}

/** The readable text of a document. */
export interface DocumentText {
  readonly type: DocumentType;
  /** Markdown and plain text as they are; HTML as light Markdown. */
  readonly text: string;
  readonly title?: string;
}

/**
 * Reads the text and the title out of Markdown, HTML or plain text. Markdown and plain text stay as they are, so that a
 * span in the text is a span in the file. HTML becomes text with Markdown headings, lists and code fences, without
 * scripts, styles, navigation, forms and other page furniture. What kind it is, the media type says, else the name, else
 * the first characters.
 *
 * The title is the `<title>` or first `<h1>` of HTML, the front matter's `title` or the first `#` heading of Markdown.
 *
 * @example
 * const { title, text } = await readDocument("<h1>Tides</h1><p>The moon pulls.</p>", { name: "tides.html" });
 * title; // "Tides"
 * text; // "# Tides\n\nThe moon pulls."
 */
export async function readDocument(source: string, options: ReadDocumentOptions = {}): Promise<DocumentText> {
  const text = source.startsWith("\ufeff") ? source.slice(1) : source;
  const type = documentType(text, options);
  if (type === "text") return { type, text };
  if (type === "markdown") {
    const title = markdownTitle(text);
    return { type, text, ...(title && { title }) };
  }
  const { htmlToMarkdown } = await import("../html/html-to-markdown.ts");
  const page = htmlToMarkdown(text);
  return { type, text: page.text, ...(page.title && { title: page.title }) };
}

export function documentType(
  text: string,
  { name = "", contentType = "" }: ReadDocumentOptions,
): DocumentType {
  const media = contentType.split(";")[0]?.trim().toLowerCase();
  if (media === "text/html" || media === "application/xhtml+xml") return "html";
  if (media === "text/markdown" || media === "text/x-markdown") return "markdown";
  const path = (name.split(/[?#]/)[0] ?? "").toLowerCase();
  if (/\.x?html?$/.test(path)) return "html";
  if (/\.(?:md|markdown|mdx)$/.test(path)) return "markdown";
  if (media === "text/plain" || path.endsWith(".txt")) return "text";
  return /^\s*(?:<!--|<!doctype html|<html)/i.test(text.slice(0, 1000)) ? "html" : "text";
}

function markdownTitle(text: string): string | undefined {
  const lines = text.split("\n");
  let inFrontMatter = lines[0]?.trim() === "---";
  let fence = "";
  for (const [index, line] of lines.entries()) {
    const mark = /^ {0,3}(```|~~~)/.exec(line)?.[1];
    if (inFrontMatter) {
      if (line.startsWith("title:")) return unquoted(line.slice("title:".length).trim());
      if (index > 0 && line.trim() === "---") inFrontMatter = false;
    } else if (mark && (fence === "" || fence === mark)) fence = fence === "" ? mark : "";
    else if (fence === "" && line.startsWith("# ")) return withoutClosingMarks(line.slice(2).trim());
  }
  return undefined;
}

function unquoted(value: string): string {
  const quote = value[0];
  const isQuoted = value.length > 1 && (quote === '"' || quote === "'") && value.endsWith(quote);
  return isQuoted ? value.slice(1, -1) : value;
}

function withoutClosingMarks(heading: string): string {
  let end = heading.length;
  while (heading[end - 1] === "#") end--;
  return heading[end - 1] === " " ? heading.slice(0, end).trim() : heading;
}
