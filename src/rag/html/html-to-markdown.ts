import { htmlToText as readText } from "../html-to-text.ts";
import type { PageOptions, PageText } from "./page.ts";

/** Turns a page into Markdown. */
export function htmlToMarkdown(html: string, _options: PageOptions = {}): PageText {
  const { text, title } = readText(html);
  return { text, ...(title && { title }), metadata: { ...(title && { title }) } };
}

/** The same reading without the marks of Markdown. */
export function htmlToText(html: string, options: PageOptions = {}): PageText {
  return htmlToMarkdown(html, options);
}
