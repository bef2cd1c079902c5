import { voidNames } from "./element-names.ts";

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
  /** Targets of links that are not marked `nofollow`, as they stand. */
  readonly links: string[];
  language: string;
  /** Absolute, or empty. */
  base: string;
  canonical: string;
}

/** Collects what a page says of itself while it is read. */
export interface FactReader {
  readonly facts: PageFacts;
  /** Notes an opening tag. */
  open(name: string, attributes: ReadonlyMap<string, string>, isShown: boolean): void;
  close(name: string): void;
  text(piece: string): void;
  end(): void;
}

type Attributes = ReadonlyMap<string, string>;

const most = 1000;

/** Elements whose class may speak of authors, but whose text is more than a name. */
const wholes: ReadonlySet<string> = /* @__PURE__ */ new Set(["html", "body", "main", "article"]);

/** Makes a collector of facts; `links` says whether targets of links are wanted. */
export function factReader(baseUrl: string | undefined, links: boolean): FactReader {
  const facts: PageFacts = {
    meta: new Map(),
    texts: new Map(),
    data: [],
    times: [],
    links: [],
    language: "",
    base: "",
    canonical: "",
  };
  /** The element whose text is taken: how many of its name are open, and what it tells. */
  let taking: { readonly name: string; readonly key: string; depth: number; text: string } | undefined;
  let isData = false;

  const take = (name: string, key: string): void => {
    if (!taking && !facts.texts.has(key) && !voidNames.has(name)) taking = { name, key, depth: 1, text: "" };
  };
  const end = (): void => {
    const text = taking?.text.replace(/\s+/g, " ").trim();
    if (taking && text) facts.texts.set(taking.key, text);
    taking = undefined;
  };
  const meta = (attributes: Attributes): void => {
    const content = attributes.get("content");
    if (!content || facts.meta.size > most) return;
    for (const key of ["name", "property", "http-equiv", "itemprop"]) {
      const told = attributes.get(key)?.toLowerCase();
      if (told && !facts.meta.has(told)) facts.meta.set(told, content);
    }
  };
  const link = (name: string, attributes: Attributes): void => {
    const rel = attributes.get("rel") ?? "";
    const href = attributes.get("href");
    if (/\bauthor\b/i.test(rel)) take(name, "author");
    if (links && href && !/\bnofollow\b/i.test(rel)) facts.links.push(href);
  };
  const head = (name: string, attributes: Attributes): void => {
    const href = attributes.get("href") ?? "";
    if (name === "html") facts.language ||= attributes.get("lang") ?? attributes.get("xml:lang") ?? "";
    else if (name === "base") facts.base ||= absolute(href, baseUrl);
    else if (name === "link" && attributes.get("rel")?.toLowerCase() === "canonical")
      facts.canonical ||= href;
    else if (name === "time" && facts.times.length < most) facts.times.push(attributes.get("datetime") ?? "");
  };

  return {
    facts,
    open(name, attributes, isShown) {
      if (taking?.name === name) taking.depth++;
      isData = name === "script" && attributes.get("type") === "application/ld+json";
      if (isData) facts.data.push("");
      if (isShown && (name === "title" || name === "h1")) take(name, name);
      if (attributes.size === 0) return;
      if (name === "meta") meta(attributes);
      else if (name === "a") link(name, attributes);
      else head(name, attributes);
      if (taking) return;
      if (/\bauthor\b/.test(attributes.get("itemprop") ?? "")) take(name, "author");
      else if (
        !wholes.has(name) &&
        /byline|(?:^|[\s_-])author(?:$|[\s_-])/i.test(attributes.get("class") ?? "")
      )
        take(name, "byline");
    },
    close(name) {
      if (taking?.name === name && --taking.depth === 0) end();
    },
    text(piece) {
      if (taking && taking.text.length < most) taking.text += piece;
      if (isData) facts.data[facts.data.length - 1] += piece;
    },
    end,
  };
}

function absolute(href: string, base: string | undefined): string {
  return href !== "" && URL.canParse(href, base) ? new URL(href, base).href : "";
}
