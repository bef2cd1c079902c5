import { Tokenizer } from "htmlparser2";
import type { Block, PageNode } from "./blocks.ts";
import {
  attributeNames,
  blockNames,
  codeNames,
  headingLevel,
  impliedEnds,
  leftOut,
  tableNames,
  voidNames,
} from "./element-names.ts";
import { inlineWriter } from "./inline-text.ts";
import { type LinkResolver, linkResolver } from "./links.ts";
import { factReader, type PageFacts } from "./page-facts.ts";
import { codeLanguage, elementNode, leftOutNode, rootNode } from "./page-nodes.ts";

/** What one pass over a page finds. */
export interface ReadPage {
  readonly blocks: readonly Block[];
  readonly nodes: readonly PageNode[];
  readonly facts: PageFacts;
}

/** What to read a page for. */
export interface ReadOptions {
  /** Whether links and code get the marks of Markdown. */
  readonly marks: boolean;
  /** Whether links keep their targets. */
  readonly targets: boolean;
  /** Whether names that tell what an element is for are kept. */
  readonly hints: boolean;
  /** Whether the facts list where links lead. */
  readonly links: boolean;
  readonly baseUrl: string | undefined;
}

/** How far up a tag looks for what it closes, so that no page makes the look long. */
const reach = 256;

/** What a paragraph stays open before. */
// biome-ignore format: a list of words is read best when it is packed
const keepsParagraph: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "html", "body", "caption", "thead", "tbody", "tfoot", "tr", "td", "th", "li", "dt", "dd", "legend", "summary",
]);

/**
 * Reads a page in one pass over the tokens of htmlparser2: the blocks of its text and the elements that they stand in,
 * closed as browsers close them where that matters to the text. No tree is built, nothing is looked for farther away than
 * a fixed number of elements.
 */
export function readBlocks(html: string, options: ReadOptions): ReadPage {
  const blocks: Block[] = [];
  const root = rootNode();
  const nodes = [root];
  const names: string[] = [];
  const stack: PageNode[] = [];
  const opened = new Map<string, number>();
  const attributes = new Map<string, string>();
  const inline = inlineWriter(options.marks);
  const reader = factReader(options.baseUrl, options.links);
  let node = root;
  let resolve: LinkResolver | undefined;

  const flush = (): void => {
    const taken = inline.take();
    if (!taken || node.skip) return;
    blocks.push({ node, ...taken });
    const { cell, form } = node;
    if (form) form.chars += taken.chars;
    if (!cell) return;
    cell.chars += taken.chars;
    cell.blocks++;
    if (cell.chars > 1000 || cell.blocks > 4 || node.level > 0) cell.table.layout = true;
  };
  const border = (): void => {
    if (node.skip) return;
    if (node.code) inline.line();
    else flush();
  };
  const isOpen = (name: string): boolean => (opened.get(name) ?? 0) > 0;
  const isForeign = (): boolean => isOpen("svg") || isOpen("math");

  const push = (name: string, skip: boolean): void => {
    if (skip) node = leftOutNode(node, name);
    else {
      node = elementNode(node, name, nodes.length, attributes, options.hints ? hintOf(attributes) : "");
      nodes.push(node);
    }
    names.push(name);
    stack.push(node);
    opened.set(name, (opened.get(name) ?? 0) + 1);
  };
  const pop = (): void => {
    const name = names.pop() ?? "";
    const closed = stack.pop();
    const parent = stack.at(-1) ?? root;
    opened.set(name, (opened.get(name) ?? 1) - 1);
    if (closed?.code && !parent.code) flush();
    else if (blockNames.has(name)) border();
    node = parent;
  };
  const closeImplied = (name: string): void => {
    const top = names.at(-1) ?? "";
    if (top === "p" ? !keepsParagraph.has(name) : headingLevel(top) > 0 && headingLevel(name) > 0) pop();
    const ends = impliedEnds(name);
    if (!ends) return;
    let lowest = names.length;
    for (let place = names.length - 1; place >= Math.max(0, names.length - reach); place--) {
      const open = names[place] ?? "";
      if (ends.closes.includes(open)) lowest = place;
      else if (!ends.passes(open)) break;
    }
    while (names.length > lowest) pop();
  };

  const openVoid = (name: string): void => {
    if (name === "hr") border();
    else if (name === "img") {
      const alt = attributes.get("alt")?.replace(/\s+/g, " ").trim();
      if (alt && !node.code) inline.image(alt);
    } else if (name === "br") {
      if (node.code) inline.verbatim("\n");
      // Two breaks are how old pages part paragraphs.
      else if (inline.line()) flush();
    }
  };
  const openInline = (name: string): void => {
    if (name === "a") {
      const href = attributes.get("href")?.trim();
      resolve ??= linkResolver(reader.facts.base || options.baseUrl);
      if (node.code || !href || href.startsWith("#")) inline.closeLink();
      else inline.openLink((options.targets && resolve(href)) || "");
    } else if (codeNames.has(name)) {
      if (node.code) node.code.language ||= codeLanguage(attributes.get("class"));
      else inline.openCode();
    }
  };
  const openTag = (name: string, selfClosing: boolean): void => {
    reader.open(name, attributes, !node.skip);
    const isBlock = blockNames.has(name);
    if (isBlock && !node.skip) closeImplied(name);
    if (voidNames.has(name)) {
      if (!node.skip) openVoid(name);
      return;
    }
    if (isBlock) border();
    const skip = node.skip || leftOut.has(name) || isHidden(name, attributes);
    if (!isBlock && !skip) openInline(name);
    else if (!selfClosing || !isForeign()) push(name, skip);
  };
  /** Closes an element and what is open within, unless the tag stands in a table that the element is not in. */
  const closeOpen = (name: string): void => {
    const stop = tableNames.has(name) ? "" : "table";
    for (let place = names.length - 1; place >= Math.max(0, names.length - reach); place--) {
      if (names[place] === name) {
        while (names.length > place) pop();
        return;
      }
      if (names[place] === stop) return;
    }
  };
  const closeTag = (name: string): void => {
    reader.close(name);
    if (isOpen(name)) closeOpen(name);
    else if (headingLevel(name) > 0 && headingLevel(names.at(-1) ?? "") > 0) pop();
    else if (node.skip) return;
    else if (name === "a") inline.closeLink();
    else if (name === "br") inline.line();
    else if (name === "p") border();
    else if (codeNames.has(name)) inline.closeCode();
  };
  const text = (piece: string): void => {
    reader.text(piece);
    if (node.skip) return;
    if (node.code) inline.verbatim(piece);
    else inline.text(piece);
  };

  let name = "";
  let attribute: string | undefined;
  let value = "";
  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
        attributes.clear();
      },
      onattribname(start, end) {
        const told = html.slice(start, end).toLowerCase();
        attribute = attributeNames.has(told) && !attributes.has(told) ? told : undefined;
        value = "";
      },
      onattribdata(start, end) {
        if (attribute) value += html.slice(start, end);
      },
      onattribentity(code) {
        if (attribute) value += String.fromCodePoint(code);
      },
      onattribend() {
        if (attribute) attributes.set(attribute, value);
      },
      onopentagend: () => openTag(name, false),
      onselfclosingtag: () => openTag(name, true),
      onclosetag: (start, end) => closeTag(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (code) => text(String.fromCodePoint(code)),
      oncdata() {},
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
      isInForeignContext: isForeign,
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  reader.end();
  while (names.length > 0) pop();
  flush();
  return { blocks, nodes, facts: reader.facts };
}

function isHidden(name: string, attributes: ReadonlyMap<string, string>): boolean {
  if (attributes.size === 0 || name === "body" || name === "html") return false;
  const hidden = attributes.get("hidden");
  return (
    (hidden !== undefined && hidden !== "until-found") ||
    attributes.get("aria-hidden") === "true" ||
    /display\s*:\s*none|visibility\s*:\s*hidden/i.test(attributes.get("style") ?? "")
  );
}

/** What an element is for, as far as its class, id and role tell. */
function hintOf(attributes: ReadonlyMap<string, string>): string {
  let hint = "";
  for (const key of ["class", "id", "role", "itemprop"]) {
    const told = attributes.get(key);
    // An id of many words is the slug of a heading.
    if (told && !(key === "id" && told.split("-").length > 3)) hint += ` ${told.slice(0, 200)}`;
  }
  return hint.toLowerCase().replace(/_+/g, "-");
}
