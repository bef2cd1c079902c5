import { type Handler, Parser } from "htmlparser2";

// What a reader of the page's subject would not miss.
// biome-ignore format: a list of words is read best when it is packed
const furniture: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "script", "style", "noscript", "template", "svg", "math", "nav", "footer", "aside", "form", "button", "select",
  "textarea", "iframe", "object", "canvas", "video", "audio", "dialog", "menu", "head", "title",
]);

// biome-ignore format: a list of words is read best when it is packed
const blocks: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "p", "div", "section", "article", "main", "header", "body", "ul", "ol", "dl", "table", "blockquote", "figure",
  "figcaption", "details", "summary", "address", "hr", "fieldset", "hgroup", "h1", "h2", "h3", "h4", "h5", "h6",
]);

const lines: ReadonlySet<string> = /* @__PURE__ */ new Set(["br", "tr", "dt", "dd", "caption", "li"]);

/** Browsers close what nests deeper than 512. */
const deepest = 512;

/**
 * Turns HTML into light Markdown: headings, list marks, table cells between bars and code fences; paragraphs apart by a
 * blank line. Leaves out scripts, styles, navigation, forms, and what is hidden. Reads broken HTML the way browsers do,
 * with the streaming parser htmlparser2.
 *
 * @example
 * htmlToText("<nav>Home</nav><h2>Tides</h2><p>Twice&nbsp;a day."); // { text: "## Tides\n\nTwice a day." }
 */
export function htmlToText(html: string): { readonly text: string; readonly title?: string } {
  const writer = createWriter();
  let skipDepth = 0;
  let preDepth = 0;
  let openTitle: "title" | "h1" | undefined;
  const titles = { title: "", h1: "" };

  const handler: Partial<Handler> = {
    onopentag(name, attributes) {
      if (name === "title" && titles.title === "") openTitle = "title";
      if (skipDepth > 0 || isLeftOut(name, attributes)) {
        skipDepth++;
        return;
      }
      if (name === "h1" && titles.h1 === "") openTitle = "h1";
      if (name === "pre" && preDepth++ === 0) writer.fence();
      else if (preDepth === 0) writer.open(name);
    },
    ontext(text) {
      if (openTitle) titles[openTitle] += text;
      if (skipDepth > 0) return;
      if (preDepth > 0) writer.verbatim(text);
      else writer.text(text);
    },
    onclosetag(name) {
      if (name === openTitle) openTitle = undefined;
      if (skipDepth > 0) skipDepth--;
      else if (name === "pre" && --preDepth === 0) writer.fence();
      else if (preDepth === 0) writer.close(name);
    },
  };
  for (let start = 0; start < html.length; ) {
    start = parseUntilTooDeep(html, start, handler);
    if (preDepth > 0) writer.fence();
    skipDepth = 0;
    preDepth = 0;
  }

  const title = (titles.title.trim() || titles.h1.trim()).replace(/\s+/g, " ");
  return { text: writer.finish(), ...(title && { title }) };
}

/**
 * Parses from a place on. Where elements nest deeper than in any real page, it stops, and returns the place to go on from
 * with no element open: the parser looks through all open elements at many a tag, which a hostile page can make last.
 */
function parseUntilTooDeep(html: string, start: number, handler: Partial<Handler>): number {
  let depth = 0;
  const parser = new Parser({
    ...handler,
    onopentag(name, attributes, isImplied) {
      handler.onopentag?.(name, attributes, isImplied);
      if (++depth > deepest) parser.pause();
    },
    onclosetag(name, isImplied) {
      depth--;
      handler.onclosetag?.(name, isImplied);
    },
  });
  parser.write(html.slice(start));
  if (depth > deepest) return start + parser.endIndex + 1;
  parser.end();
  return html.length;
}

function isLeftOut(name: string, attributes: Readonly<Record<string, string>>): boolean {
  return furniture.has(name) || "hidden" in attributes || attributes["aria-hidden"] === "true";
}

interface Writer {
  open(name: string): void;
  close(name: string): void;
  text(text: string): void;
  verbatim(text: string): void;
  fence(): void;
  finish(): string;
}

/** Collects text; breaks and spaces are written only once something follows them. */
function createWriter(): Writer {
  const parts: string[] = [];
  let breaks = 0;
  let space = false;
  let mark = "";
  let fenced = false;

  const write = (text: string): void => {
    if (parts.length > 0) parts.push("\n".repeat(breaks) || (space ? " " : ""));
    parts.push(mark, text);
    breaks = 0;
    space = false;
    mark = "";
  };
  const breakLine = (count: number): void => {
    breaks = Math.max(breaks, count);
  };
  const border = (name: string): void => {
    if (blocks.has(name)) breakLine(2);
    else if (lines.has(name)) breakLine(1);
  };

  return {
    open(name) {
      border(name);
      if (/^h[1-6]$/.test(name)) mark = `${"#".repeat(Number(name[1]))} `;
      else if (name === "li") mark = "- ";
      else if (name === "td" || name === "th") mark = "| ";
      if (name === "td" || name === "th") space = true;
    },
    close(name) {
      border(name);
      // An element that stayed empty leaves no mark behind.
      if (/^(?:h[1-6]|li|t[dh])$/.test(name)) mark = "";
    },
    text(text) {
      const words = text.split(/\s+/);
      for (const [index, word] of words.entries()) {
        if (index > 0) space = true;
        if (word !== "") write(word);
      }
    },
    verbatim(text) {
      if (text !== "") parts.push(text);
    },
    fence() {
      if (!fenced) {
        breakLine(2);
        write("```\n");
      } else {
        parts.push(parts.at(-1)?.endsWith("\n") ? "```" : "\n```");
        breakLine(2);
      }
      fenced = !fenced;
    },
    finish: () => parts.join("").trim(),
  };
}
