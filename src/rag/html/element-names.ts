/** What a reader of the page's subject would not miss. */
// biome-ignore format: a list of words is read best when it is packed
export const leftOut: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "script", "style", "noscript", "template", "svg", "math", "nav", "footer", "aside", "button", "select", "textarea",
  "iframe", "object", "canvas", "video", "audio", "dialog", "menu", "title", "rt", "rp", "noframes", "noembed", "datalist",
]);

/** Elements that text does not run across. */
// biome-ignore format: a list of words is read best when it is packed
export const blockNames: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "p", "div", "section", "article", "main", "header", "body", "html", "ul", "ol", "dl", "dt", "dd", "li", "table", "caption",
  "thead", "tbody", "tfoot", "tr", "td", "th", "blockquote", "figure", "figcaption", "details", "summary", "address", "hr",
  "fieldset", "legend", "hgroup", "h1", "h2", "h3", "h4", "h5", "h6", "pre", "xmp", "listing", "form", "center", "nav",
  "footer", "aside", "dialog", "menu", "dir", "search",
]);

// biome-ignore format: a list of words is read best when it is packed
export const voidNames: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "area", "base", "basefont", "br", "col", "embed", "frame", "hr", "img", "input", "link", "meta", "param", "source",
  "track", "wbr",
]);

/** Elements whose text is as it is. */
export const verbatimNames: ReadonlySet<string> = /* @__PURE__ */ new Set(["pre", "xmp", "listing"]);

/** Elements within a line that hold code. */
export const codeNames: ReadonlySet<string> = /* @__PURE__ */ new Set(["code", "kbd", "samp", "tt"]);

/** Elements that no tag within a cell closes from inside. */
export const tableNames: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "table",
  "thead",
  "tbody",
  "tfoot",
  "tr",
  "td",
  "th",
]);

/** The attributes that are read; all others are passed over. */
// biome-ignore format: a list of words is read best when it is packed
export const attributeNames: ReadonlySet<string> = /* @__PURE__ */ new Set([
  "class", "id", "role", "itemprop", "hidden", "aria-hidden", "style", "href", "alt", "rel", "name", "property",
  "http-equiv", "content", "datetime", "lang", "xml:lang", "colspan", "type", "start",
]);

/** 1 to 6 for a heading, else 0. */
export function headingLevel(name: string): number {
  const level = name.length === 2 && name.startsWith("h") ? Number(name[1]) : 0;
  return level >= 1 && level <= 6 ? level : 0;
}

const parts: readonly string[] = ["p", "div", "address"];

/**
 * What an opening tag closes that its page left open: elements named in `closes`, as far up as only those are between them
 * for which `passes` holds. `undefined` for a tag that closes nothing of the kind.
 */
export function impliedEnds(
  name: string,
): { readonly closes: readonly string[]; readonly passes: (name: string) => boolean } | undefined {
  const inTable = (other: string): boolean => other !== "table";
  switch (name) {
    case "li":
      return { closes: ["li"], passes: (other) => parts.includes(other) };
    case "dt":
    case "dd":
      return { closes: ["dt", "dd"], passes: (other) => parts.includes(other) };
    case "td":
    case "th":
      return { closes: ["td", "th"], passes: (other) => inTable(other) && other !== "tr" };
    case "tr":
      return { closes: ["tr", "td", "th"], passes: inTable };
    case "thead":
    case "tbody":
    case "tfoot":
      return { closes: ["thead", "tbody", "tfoot", "tr", "td", "th"], passes: inTable };
    default:
      return undefined;
  }
}
