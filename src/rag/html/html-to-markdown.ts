import type { PageOptions, PageText } from "./page.ts";
import { readBlocks } from "./read-blocks.ts";
import { mainContent as mainBlocks } from "./main-content.ts";
import { blocksToMarkdown, blocksToText } from "./write-blocks.ts";

/** Turns a page into Markdown. */
export function htmlToMarkdown(html: string, options: PageOptions = {}): PageText {
  return readPage(html, options, true);
}

/** The same reading without the marks of Markdown. */
export function htmlToText(html: string, options: PageOptions = {}): PageText {
  return readPage(html, options, false);
}

function readPage(html: string, options: PageOptions, marks: boolean): PageText {
  const { mainContent = false, baseUrl } = options;
  const page = readBlocks(html, { marks, hints: mainContent, links: false, baseUrl });
  const chosen = mainContent ? mainBlocks(page.blocks, page.nodes) : { blocks: page.blocks, root: undefined };
  const text = marks ? blocksToMarkdown(chosen.blocks, chosen.root) : blocksToText(chosen.blocks);
  return { text, metadata: {} };
}
