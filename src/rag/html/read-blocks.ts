import { Tokenizer } from "htmlparser2";
import type { Block, Cell, Frame, PageNode, Table } from "./blocks.ts";
import { inlineWriter } from "./inline-text.ts";
import { type LinkResolver, linkResolver } from "./links.ts";

/** What one pass over a page finds. */
export interface ReadPage {
  readonly blocks: readonly Block[];
  readonly nodes: readonly PageNode[];
  readonly facts: PageFacts;
}

/** What a page says of itself, as it says it. */
export interface PageFacts {
  /** `<meta>`: the first content for each name, property or `http-equiv`. */
  readonly meta: Map<string, string>;
  /** Texts of `title`, `h1` and of who is named as the author; the first of each. */
  readonly texts: Map<string, string>;
  /** JSON-LD, unread. */
  readonly data: string[];
  /** `datetime` of `<time>`, in order. */
  readonly times: string[];
  language: string;
  base: string;
  canonical: string;
  /** Raw targets of links that are not marked `nofollow`. */
  readonly links: string[];
}

/** What to read a page for. */
export interface ReadOptions {
  readonly marks: boolean;
  readonly hints: boolean;
  readonly links: boolean;
  readonly baseUrl: string | undefined;
}

// What a reader of the page's subject would not miss.
// biome-ignore format: a list of words is read best when it is packed
const skipped: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "script", "style", "noscript", "template", "svg", "math", "nav", "footer", "aside", "button", "select",
  "textarea", "iframe", "object", "canvas", "video", "audio", "dialog", "menu", "title", "rp", "rt",
  "noframes", "noembed", "datalist",
]);

// biome-ignore format: a list of words is read best when it is packed
const blockNames: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "p", "div", "section", "article", "main", "header", "body", "html", "ul", "ol", "dl", "dt", "dd", "li",
  "table", "caption", "thead", "tbody", "tfoot", "tr", "td", "th", "blockquote", "figure", "figcaption",
  "details", "summary", "address", "hr", "fieldset", "legend", "hgroup", "h1", "h2", "h3", "h4", "h5", "h6",
  "pre", "xmp", "listing", "form", "center", "nav", "footer", "aside", "dialog", "menu", "dir", "search",
]);

// biome-ignore format: a list of words is read best when it is packed
const voidNames: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param",
  "source", "track", "wbr",
]);

// biome-ignore format: a list of words is read best when it is packed
const wanted: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "class", "id", "role", "itemprop", "hidden", "aria-hidden", "style", "href", "alt", "rel", "name",
  "property", "http-equiv", "content", "datetime", "lang", "xml:lang", "colspan", "type", "start",
]);

const keepsParagraphOpen = /^(?:html|body|caption|thead|tbody|tfoot|tr|td|th|li|dt|dd|legend|summary|hgroup)$/;
const heading = /^h[1-6]$/;
const codeName = /^(?:pre|xmp|listing)$/;
const hides = /display\s*:\s*none|visibility\s*:\s*hidden/i;

/** How far up a tag looks for what it closes, so that no page makes the look long. */
const reach = 256;

const deepestFrame = 12;
const widestCell = 100;

/**
 * Reads a page in one pass over the tokens of htmlparser2: the tree of its blocks, without a DOM, closing elements as
 * browsers do where that matters to the text.
 */
export function readBlocks(html: string, options: ReadOptions): ReadPage {
  const blocks: Block[] = [];
  const facts: PageFacts = {
    meta: new Map(),
    texts: new Map(),
    data: [],
    times: [],
    language: "",
    base: "",
    canonical: "",
    links: [],
  };
  const inline = inlineWriter(options.marks);
  const root = childNode(undefined, "", 0);
  const nodes = [root];
  const names: string[] = [];
  const stack: PageNode[] = [];
  const opened = new Map<string, number>();
  const attributes = new Map<string, string>();
  let node = root;
  let name = "";
  let attribute: string | undefined;
  let value = "";
  let resolve: LinkResolver | undefined;
  /** What is read aside: the name of an element, how many of the name are open, and what it tells. */
  let aside: { name: string; depth: number; key: string; text: string } | undefined;
  let isData = false;

  const flush = (): void => {
    const taken = inline.take();
    if (!taken || node.skip) return;
    blocks.push({ node, ...taken });
    const { cell, form } = node;
    if (form) form.chars += taken.chars;
    if (cell) {
      cell.chars += taken.chars;
      cell.blocks++;
      if (cell.chars > 1000 || cell.blocks > 4) cell.table.layout = true;
    }
  };
  const border = (): void => {
    if (node.skip) return;
    if (node.code) inline.line();
    else flush();
  };
  const pop = (): void => {
    const last = names.pop() ?? "";
    opened.set(last, (opened.get(last) ?? 1) - 1);
    const closed = stack.pop();
    const parent = stack.at(-1) ?? root;
    if (blockNames.has(last)) {
      if (closed?.code && !parent.code) flush();
      else border();
    }
    node = parent;
  };
  /** Closes what is open of some names, as far up as others do not stand between. */
  const closeWithin = (targets: RegExp, stop: RegExp): void => {
    let lowest = names.length;
    for (let place = names.length - 1; place >= 0 && place > names.length - reach; place--) {
      const open = names[place] ?? "";
      if (targets.test(open)) lowest = place;
      else if (stop.test(open)) break;
    }
    while (names.length > lowest) pop();
  };
  const closeImplied = (): void => {
    const top = names.at(-1);
    if (top === "p" && !keepsParagraphOpen.test(name)) pop();
    else if (top !== undefined && heading.test(top) && heading.test(name)) pop();
    if (name === "li") closeWithin(/^li$/, /^(?!(?:p|div|address)$)/);
    else if (name === "dt" || name === "dd") closeWithin(/^d[td]$/, /^(?!(?:p|div|address)$)/);
    else if (name === "td" || name === "th") closeWithin(/^t[dh]$/, /^(?:tr|table)$/);
    else if (name === "tr") closeWithin(/^t[rdh]$/, /^table$/);
    else if (/^t(?:head|body|foot)$/.test(name)) closeWithin(/^t(?:head|body|foot|r|d|h)$/, /^table$/);
  };

  const openTag = (selfClosing: boolean): void => {
    const isBlock = blockNames.has(name);
    if (isBlock && !node.skip) closeImplied();
    const isVoid = voidNames.has(name);
    tell();
    if (isVoid) {
      if (node.skip) return;
      if (name === "br") {
        if (node.code) inline.verbatim("\n");
        else if (inline.line()) flush();
      } else if (name === "hr") border();
      else if (name === "img") {
        const alt = attributes.get("alt");
        if (alt && !node.code) inline.image(alt.replace(/\s+/g, " ").trim());
      }
      return;
    }
    if (isBlock) border();
    const skip = node.skip || skipped.has(name) || isHidden();
    if (!isBlock && !skip) {
      openInline();
      return;
    }
    if (selfClosing && (opened.get("svg") || opened.get("math"))) return;
    push(skip);
  };

  const push = (skip: boolean): void => {
    const hint = options.hints && !skip ? hintOf() : "";
    const parent = node;
    names.push(name);
    opened.set(name, (opened.get(name) ?? 0) + 1);
    node = childNode(parent, name, nodes.length, skip, hint);
    if (!skip) {
      nodes.push(node);
      dress(node);
    }
    stack.push(node);
  };
  /** Gives a node what its name and attributes make of it. */
  const dress = (made: Mutable<PageNode>): void => {
    const parent = made.parent ?? root;
    if (heading.test(name)) made.level = Number(name[1]);
    else if (codeName.test(name) && !made.code) made.code = { language: languageOf(attributes.get("class")) };
    else if (name === "ul" || name === "ol") {
      const start = Number(attributes.get("start") ?? 1);
      made.count = name === "ul" ? 0 : Number.isSafeInteger(start) && start > 0 ? start : 1;
    } else if (name === "li") {
      const number = parent.name === "ol" ? parent.count++ : 0;
      made.frame = frameOf(made, number > 0 ? `${number}. ` : "- ");
    } else if (name === "blockquote") made.frame = frameOf(made, "> ", "> ");
    else if (name === "dd") made.frame = frameOf(made, ": ");
    else if (name === "form") made.form ??= { chars: 0 };
    else if (name === "table") {
      if (made.table) made.table.layout = true;
      const role = attributes.get("role");
      made.table = { row: -1, columns: 0, layout: role === "presentation" || role === "none", next: 0 };
    } else if (name === "tr" && made.table) {
      made.table.row++;
      made.table.next = 0;
    } else if ((name === "td" || name === "th") && made.table) {
      const { table } = made;
      made.cell = { table, row: Math.max(0, table.row), column: table.next, chars: 0, blocks: 0 };
      const span = Number(attributes.get("colspan") ?? 1);
      table.next = Math.min(widestCell, table.next + (span >= 1 && span <= widestCell ? Math.floor(span) : 1));
      table.columns = Math.max(table.columns, table.next);
    }
  };
  const openInline = (): void => {
    if (name === "a") {
      const href = attributes.get("href")?.trim();
      resolve ??= linkResolver(facts.base || options.baseUrl);
      if (node.code || !href || href.startsWith("#")) inline.closeLink();
      else inline.openLink((options.marks && resolve(href)) || "");
    } else if (/^(?:code|kbd|samp|tt)$/.test(name)) {
      if (!node.code) inline.openCode();
      else node.code.language ||= languageOf(attributes.get("class"));
    }
  };
  const isHidden = (): boolean =>
    name !== "body" &&
    name !== "html" &&
    attributes.size > 0 &&
    ((attributes.has("hidden") && attributes.get("hidden") !== "until-found") ||
      attributes.get("aria-hidden") === "true" ||
      hides.test(attributes.get("style") ?? ""));
  const hintOf = (): string => {
    let hint = "";
    for (const key of ["class", "id", "role", "itemprop"]) {
      const told = attributes.get(key);
      // An id of many words is the slug of a heading.
      if (told && !(key === "id" && told.split("-").length > 3)) hint += ` ${told.slice(0, 200)}`;
    }
    return hint.toLowerCase();
  };

  /** Notes what a tag says of the page. */
  const tell = (): void => {
    isData = name === "script" && attributes.get("type") === "application/ld+json";
    if (aside?.name === name) aside.depth++;
    if (name === "title" && !opened.get("svg")) read("title");
    else if (name === "h1" && !node.skip) read("h1");
    if (attributes.size === 0) return;
    if (name === "meta") {
      const content = attributes.get("content");
      for (const key of ["name", "property", "http-equiv", "itemprop"]) {
        const told = attributes.get(key)?.toLowerCase();
        if (told && content && !facts.meta.has(told)) facts.meta.set(told, content);
      }
    } else if (name === "html") facts.language ||= attributes.get("lang") ?? attributes.get("xml:lang") ?? "";
    else if (name === "base") facts.base ||= baseOf(attributes.get("href"), options.baseUrl);
    else if (name === "link") {
      if (attributes.get("rel")?.toLowerCase() === "canonical") facts.canonical ||= attributes.get("href") ?? "";
    } else if (name === "time") {
      const time = attributes.get("datetime");
      if (time) facts.times.push(time);
    } else if (name === "a") {
      const href = attributes.get("href");
      const rel = attributes.get("rel") ?? "";
      if (options.links && href && !/\bnofollow\b/i.test(rel)) facts.links.push(href);
      if (/\bauthor\b/i.test(rel)) read("author");
    }
    if (/\bauthor\b/.test(attributes.get("itemprop") ?? "")) read("author");
    else if (/\b(?:byline|author)\b/i.test(attributes.get("class") ?? "")) read("byline");
  };
  const read = (key: string): void => {
    if (!facts.texts.has(key) && !aside && !voidNames.has(name)) aside = { name, depth: 1, key, text: "" };
  };
  const closeAside = (): void => {
    if (!aside) return;
    const text = aside.text.replace(/\s+/g, " ").trim();
    if (text) facts.texts.set(aside.key, text);
    aside = undefined;
  };

  const closeTag = (closing: string): void => {
    if (aside?.name === closing && --aside.depth === 0) closeAside();
    if (opened.get(closing)) {
      const stop = /^(?:t[dhr]|thead|tbody|tfoot|table)$/.test(closing) ? "" : "table";
      for (let place = names.length - 1; place >= 0 && place > names.length - reach; place--) {
        if (names[place] === closing) {
          while (names.length > place) pop();
          return;
        }
        if (names[place] === stop) return;
      }
      return;
    }
    if (node.skip) return;
    if (closing === "a") inline.closeLink();
    else if (closing === "br") inline.line();
    else if (closing === "p") border();
    else if (/^(?:code|kbd|samp|tt)$/.test(closing)) inline.closeCode();
  };
  const text = (piece: string): void => {
    if (aside && aside.text.length < 500) aside.text += piece;
    if (node.skip) {
      if (isData) facts.data.push(piece);
    } else if (node.code) inline.verbatim(piece);
    else inline.text(piece);
  };

  const tokenizer = new Tokenizer(
    {},
    {
      onopentagname(start, end) {
        name = html.slice(start, end).toLowerCase();
        attributes.clear();
      },
      onattribname(start, end) {
        value = "";
        const told = html.slice(start, end).toLowerCase();
        attribute = wanted.has(told) && !attributes.has(told) ? told : undefined;
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
      onopentagend: () => openTag(false),
      onselfclosingtag: () => openTag(true),
      onclosetag: (start, end) => closeTag(html.slice(start, end).toLowerCase()),
      ontext: (start, end) => text(html.slice(start, end)),
      ontextentity: (code) => text(String.fromCodePoint(code)),
      oncdata(start, end, offset) {
        if (opened.get("math")) text(html.slice(start, end - offset));
      },
      oncomment() {},
      ondeclaration() {},
      onprocessinginstruction() {},
      onend() {},
      isInForeignContext: () => Boolean(opened.get("svg") || opened.get("math")),
    },
  );
  tokenizer.write(html);
  tokenizer.end();
  closeAside();
  while (names.length > 0) pop();
  flush();
  return { blocks, nodes, facts };
}

type Mutable<Type> = { -readonly [Key in keyof Type]: Type[Key] };

function childNode(
  parent: PageNode | undefined,
  name: string,
  index: number,
  skip = false,
  hint = "",
): Mutable<PageNode> {
  return {
    parent,
    name,
    index,
    skip,
    level: parent?.level ?? 0,
    code: parent?.code,
    frame: parent?.frame,
    cell: parent?.cell,
    table: parent?.table,
    form: parent?.form,
    hint,
    count: 0,
    tally: { text: 0, paragraphs: 0, links: 0, central: false, cards: 0, weight: 1, left: false, sum: 0 },
  };
}

function frameOf(node: PageNode, mark: string, indent = " ".repeat(mark.length)): Frame | undefined {
  const parent = node.parent?.frame;
  const depth = (parent?.depth ?? 0) + 1;
  return depth > deepestFrame ? parent : { parent, depth, node, mark, indent, written: false };
}

function languageOf(classes: string | undefined): string {
  return /(?:^|\s)(?:lang(?:uage)?-|highlight-source-)([\w+#.-]{1,30})/.exec(classes ?? "")?.[1] ?? "";
}

function baseOf(href: string | undefined, baseUrl: string | undefined): string {
  if (!href) return "";
  if (URL.canParse(href)) return href;
  return URL.canParse(href, baseUrl) ? new URL(href, baseUrl).href : "";
}
