import type { RagLoaderResult } from "../../contracts/retrieval.ts";
import type { PageText } from "../html/page.ts";
import { loadedDocument, type RagLoaderOptions } from "./loaded-document.ts";

/** How a page is read that is there already. */
export interface LoadHtmlOptions extends RagLoaderOptions {
  /** Leaves out all but the article: no menus, teasers, comments. Default `false`. */
  readonly mainContent?: boolean | undefined;
  /** The page's address, which relative links are resolved against. */
  readonly baseUrl?: string | undefined;
  /** The most UTF-16 units that the page may have. Default 20,000,000. */
  readonly maxLength?: number | undefined;
}

/**
 * Makes a document of a page: Markdown with its headings, lists, tables, code and links, without scripts, styles, menus and
 * forms. A page without text gives none. The reader of HTML is loaded with the first page, so this is a promise;
 * `kb.index(loadHtml(html))` takes promises as they are. Metadata: `source` (the id), `loader`, and what the page says of
 * itself: `title`, `description`, `author`, `published`, `modified`, `language`, `canonicalUrl`, `siteName`.
 *
 * Rejects with `DocumentError` (`DOCUMENT_TOO_LARGE`).
 *
 * @example
 * const [page] = await loadHtml("<title>Tides</title><h1>Tides</h1><p>The moon pulls.</p>", { id: "tides" });
 * page?.text; // "# Tides\n\nThe moon pulls."
 * page?.metadata?.title; // "Tides"
 */
export async function loadHtml(html: string, options: LoadHtmlOptions = {}): Promise<RagLoaderResult> {
  const { id = "document", mainContent = false, baseUrl, maxLength } = options;
  const { htmlToMarkdown } = await import("../html/html-to-markdown.ts");
  const page = htmlToMarkdown(html, {
    mainContent,
    ...(baseUrl && { baseUrl }),
    ...(maxLength && { maxLength }),
  });
  return loadedDocument(id, page.text, { source: id, loader: "html", ...describedBy(page) }, options);
}

/** What goes into a document's metadata of what a page says of itself. What it says to crawlers does not. */
export function describedBy({ title, metadata }: PageText): Readonly<Record<string, unknown>> {
  const { robots, ...described } = metadata;
  return { ...described, title: metadata.title ?? title };
}
