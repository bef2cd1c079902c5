import { OutboundPolicyError } from "../../../core/errors/outbound-policy-error.ts";
import { refusal } from "../../../net/refusal.ts";
import { discard } from "../discard.ts";
import { readCapped, unpacked } from "./read-capped.ts";
import { pageUrl, type Scope } from "./scope.ts";
import { parseSitemap } from "./sitemap.ts";
import type { Visitor } from "./visitor.ts";

/** Files of one site that are read, and bytes of one file, packed or not. */
const mostFiles = 50;
const mostBytes = 10_485_760;

/** What a sitemap is asked with. */
export interface SitemapRequest {
  /** The caller's own address of it, or `true`. */
  readonly sitemap: boolean | string;
  readonly start: URL;
  readonly scope: Scope;
  readonly visitor: Visitor;
  /** Hears of a sitemap that could not be read. */
  readonly onFailure: (url: string, error: unknown) => void;
}

/** The addresses that the sitemaps of a site list, those of sitemaps in sitemaps too. Other hosts' sitemaps are left out. */
export async function* listedPages({
  sitemap,
  start,
  scope,
  visitor,
  onFailure,
}: SitemapRequest): AsyncGenerator<URL> {
  const named =
    typeof sitemap === "string" ? [sitemap] : (await visitor.robotsOf(start)).sitemaps.slice(0, mostFiles);
  const files = (named.length > 0 ? named : ["/sitemap.xml"]).flatMap((file) => pageUrl(file, start) ?? []);
  const known = new Set(files.map((file) => file.href));
  for (const [index, file] of files.entries()) {
    // What the caller names is the caller's choice.
    const isOwn = typeof sitemap === "string" && index === 0;
    if (!isOwn && file.host !== start.host && !scope.hasHost(file)) continue;
    try {
      const response = await visitor.ask(file, mostBytes, undefined);
      if (!response.ok) {
        discard(response);
        throw refusal("status", file, `it answered with status ${response.status}.`, {
          status: response.status,
        });
      }
      const bytes = await unpacked(await readCapped(response.body, mostBytes), mostBytes);
      const { pages, sitemaps } = parseSitemap(new TextDecoder().decode(bytes));
      for (const further of sitemaps) {
        const url = pageUrl(further, file);
        if (!url || known.has(url.href) || known.size >= mostFiles) continue;
        known.add(url.href);
        files.push(url);
      }
      yield* pages.flatMap((page) => pageUrl(page, file) ?? []);
    } catch (error) {
      // Many sites have none where it is looked for.
      const isMissing = OutboundPolicyError.is(error) && error.context?.status === 404 && named.length === 0;
      if (!isMissing) onFailure(file.href, error);
    }
  }
}
