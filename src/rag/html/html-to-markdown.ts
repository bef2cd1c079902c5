import { DocumentError } from "../../core/errors/retrieval-errors.ts";
import type { Block } from "./blocks.ts";
import { mainContent } from "./main-content.ts";
import type { PageOptions, PageText } from "./page.ts";
import { pageMetadata } from "./page-metadata.ts";
import { readBlocks } from "./read-blocks.ts";
import { blocksToMarkdown, blocksToText } from "./write-blocks.ts";

const maxLengthByDefault = 20_000_000;
const mostLinks = 10_000;

/**
 * Turns a page into Markdown that keeps headings, lists, tables, code, quotations and links; images become what their `alt`
 * says, emphasis is left out, as it says nothing to a search. Scripts, styles, navigation, forms and what is hidden are
 * left out; with `mainContent` all that is not the article. Reads broken HTML as browsers do, in linear time, with the
 * tokenizer of htmlparser2. Links lead to web addresses, mail and telephones only; text that Markdown would take for a mark
 * is escaped at the start of a line.
 *
 * Throws `DocumentError` (`DOCUMENT_TOO_LARGE`) for a page longer than `maxLength`.
 *
 * @example
 * const page = htmlToMarkdown("<nav>Home</nav><h2>Tides</h2><p>Twice&nbsp;a <a href='/day'>day</a>.", {
 *   baseUrl: "https://tides.example/",
 * });
 * page.text; // "## Tides\n\nTwice a [day](https://tides.example/day)."
 */
export function htmlToMarkdown(html: string, options: PageOptions = {}): PageText {
  return readPage(html, options, true);
}

/**
 * Turns a page into plain text: as {@link htmlToMarkdown}, without its marks and the targets of links. A blank line parts
 * paragraphs, a break parts items and rows, a space the cells of a row.
 *
 * Throws `DocumentError` (`DOCUMENT_TOO_LARGE`) for a page longer than `maxLength`.
 *
 * @example
 * htmlToText("<h2>Tides</h2><ul><li>high<li>low</ul>").text; // "Tides\n\nhigh\nlow"
 */
export function htmlToText(html: string, options: PageOptions = {}): PageText {
  return readPage(html, options, false);
}

function readPage(html: string, options: PageOptions, marks: boolean): PageText {
  const { maxLength = maxLengthByDefault, baseUrl, collectLinks = false, keepLinks = true } = options;
  if (html.length > maxLength) {
    throw new DocumentError(
      "DOCUMENT_TOO_LARGE",
      `The page has ${html.length} UTF-16 units, more than the ${maxLength} of maxLength. Raise maxLength, or load a part of it.`,
      { source: baseUrl },
    );
  }
  const hints = options.mainContent === true;
  const { blocks, nodes, facts } = readBlocks(html.includes("\0") ? html.replaceAll("\0", "") : html, {
    marks,
    targets: marks && keepLinks,
    hints,
    links: collectLinks,
    baseUrl,
  });
  const shown = withoutForms(blocks);
  const kept = hints ? mainContent(shown, nodes) : { blocks: shown, root: undefined };
  const text = marks ? blocksToMarkdown(kept.blocks, kept.root) : blocksToText(kept.blocks);
  const metadata = pageMetadata(facts, baseUrl);
  const { title } = metadata;
  const links = collectLinks && { links: crawlable(facts.links, facts.base || baseUrl) };
  return { text, ...(title && { title }), metadata, ...links };
}

/** Forms are furniture, unless a page puts most of its text into one. */
function withoutForms(blocks: readonly Block[]): readonly Block[] {
  let total = 0;
  for (const { chars } of blocks) total += chars;
  return blocks.filter(({ node: { form } }) => !form || form.chars * 2 > total);
}

function crawlable(hrefs: readonly string[], base: string | undefined): string[] {
  const found = new Set<string>();
  for (const href of hrefs) {
    if (found.size === mostLinks) break;
    try {
      const url = new URL(href, base);
      url.hash = "";
      if (/^https?:$/.test(url.protocol)) found.add(url.href);
    } catch {
      // No address: nothing to follow.
    }
  }
  return [...found];
}
