import { Parser } from "htmlparser2";

/** What a sitemap lists, as it stands there. */
export interface Sitemap {
  readonly pages: readonly string[];
  /** Further sitemaps, where it is an index of them. */
  readonly sitemaps: readonly string[];
}

/** The protocol's own limit for one file. */
const mostEntries = 50_000;

/** Real sitemaps nest three deep. */
const deepest = 20;

/**
 * Reads a sitemap or an index of sitemaps (sitemaps.org), or a plain list of addresses, one a line. Reads what can be read of
 * a broken one; entities that it declares itself mean nothing.
 *
 * @example
 * parseSitemap("<urlset><url><loc>https://a.example/</loc></url></urlset>").pages; // ["https://a.example/"]
 */
export function parseSitemap(text: string): Sitemap {
  const pages: string[] = [];
  const sitemaps: string[] = [];
  if (!text.trimStart().startsWith("<")) {
    for (const line of text.split(/[\r\n]+/, mostEntries)) if (line.trim() !== "") pages.push(line.trim());
    return { pages, sitemaps };
  }
  const path: string[] = [];
  let address = "";
  const parser = new Parser(
    {
      onopentagname(name) {
        path.push(name.toLowerCase());
        address = "";
        // A hostile file may nest to make the parser slow.
        if (path.length > deepest) parser.pause();
      },
      ontext(part) {
        if (path.at(-1) === "loc" && address.length < 5_000) address += part;
      },
      onclosetag(_, isImplied) {
        const [parent, name] = path.slice(-2);
        // One that the end of the file closes has no end itself.
        if (name === "loc" && !isImplied && address.trim() !== "") {
          if (parent === "url") pages.push(address.trim());
          else if (parent === "sitemap") sitemaps.push(address.trim());
        }
        path.pop();
        if (pages.length + sitemaps.length >= mostEntries) parser.pause();
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  return { pages, sitemaps };
}
