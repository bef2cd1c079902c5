import type { RagDocument } from "../../contracts/retrieval.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import type { LoadWebOptions } from "./load-web.ts";

/** How a site is read. */
export interface LoadSiteOptions extends Omit<LoadWebOptions, "id"> {
  /**
   * What belongs to the site: hosts (`*.example.com` for all below one) and folders, `docs.example.com/guide/`. Default: the
   * folder of the first page, on its host. Redirects do not lead out of it.
   */
  readonly allow?: readonly string[] | undefined;
  /** Only pages whose whole path fits one of these become documents and are followed; `*` is anything: `/blog/*`. */
  readonly include?: readonly string[] | undefined;
  /** Pages whose whole path fits one of these are not asked for. A pattern without a leading slash is of a whole address. */
  readonly exclude?: readonly string[] | undefined;
  /** Take the pages from this sitemap; `true`: from those that robots.txt names, else `/sitemap.xml`. Default `false`. */
  readonly sitemap?: boolean | string | undefined;
  /** How many links deep pages are followed. Default: no limit; 0 where a sitemap lists the pages. */
  readonly depth?: number | undefined;
  /** The most pages that are asked for. Default 100. */
  readonly maxPages?: number | undefined;
  /** The most bytes of all pages together. Default 104,857,600 (100 MiB); of one page `policy.maxBytes` is. */
  readonly maxBytes?: number | undefined;
  /** No page is begun after so many milliseconds. Default 600,000. */
  readonly maxMs?: number | undefined;
  /** Milliseconds between two requests to one host; a longer `Crawl-delay` of its robots.txt holds. Default 500. */
  readonly delayMs?: number | undefined;
  /** How many requests run at once. Default 1. */
  readonly concurrency?: 1 | 2 | undefined;
  /** Names the crawler to servers and in robots.txt: `docs-bot/1.0 (+https://example.com/bot)`. Default `"hedgemage"`. */
  readonly userAgent?: string | undefined;
  /** Hears of every page that is done. */
  readonly onProgress?: ((progress: SiteProgress) => void) | undefined;
  /** Goes on where another load stopped: its `cursor`. */
  readonly resume?: SiteCursor | undefined;
}

/** Why a page became no document. */
export type SkipReason = "robots" | "noindex" | "redirect" | "duplicate" | "empty" | "failed";

/** A page that became no document. */
export interface SkippedPage {
  readonly url: string;
  /** `redirect`: it leads out of the site. `failed`: `error` tells why. */
  readonly reason: SkipReason;
  readonly error?: AIError;
}

/** How far a site is read. */
export interface SiteProgress {
  /** The page that was done. */
  readonly url: string;
  /** Missing where it became a document. */
  readonly skipped?: SkippedPage;
  /** Pages asked for, documents made and bytes read so far, by this load. */
  readonly pages: number;
  readonly documents: number;
  readonly bytes: number;
  /** Pages that are known and not done. */
  readonly waiting: number;
}

/** Where a load stopped, as JSON to keep. */
export interface SiteCursor {
  /** Where the first page turned out to stand. */
  readonly start: string;
  readonly waiting: readonly (readonly [url: string, depth: number])[];
  /** Numbers that stand for what is known already. */
  readonly seen: readonly number[];
  /** Whether the pages come from a sitemap. */
  readonly listed: boolean;
}

/** A site that is read while its documents are taken. */
export interface SiteLoad extends AsyncIterable<RagDocument> {
  /** The documents that are left, all at once. */
  all(): Promise<RagDocument[]>;
  readonly skipped: readonly SkippedPage[];
  /** Which budget ended it before all was read. */
  readonly stopped: "pages" | "bytes" | "time" | undefined;
  /** What is left to read; `undefined` when nothing is, and before the first page. */
  readonly cursor: SiteCursor | undefined;
}

/** What a load and its crawl share. */
export interface SiteState {
  start: URL;
  /** Where an earlier load found the first page; not to be trusted. */
  readonly movedTo: string | undefined;
  /** The pages that wait, and in front of them those that are being read. */
  waiting: { readonly url: string; readonly depth: number }[];
  readonly seen: Set<number>;
  readonly skipped: SkippedPage[];
  stopped: SiteLoad["stopped"];
  /** Whether the pages come from a sitemap; `undefined` until the first page waits. */
  listed: boolean | undefined;
}

/**
 * Reads a site page by page, from its sitemap or by following links: `for await (const document of loadSite(url))`, or
 * `.all()`. It stays within `allow`, obeys robots.txt (RFC 9309), `noindex` and `nofollow`, waits between requests, and
 * waits once more where a server asks for it. Each page is read as `loadWeb` reads it; its id is its canonical address. The
 * same page under two addresses is one document. No more is fetched than is taken: leaving the loop stops it.
 *
 * One page's failure does not end it: see `skipped`. A spent budget ends it quietly: `stopped` says which, `cursor` lets
 * `resume` go on; the page that was being handled then comes again. The iterator rejects with the signal's reason only.
 * Throws `ConfigError` (`INVALID_CONFIG`) for options that cannot work.
 *
 * @example
 * const site = loadSite("https://docs.example.com/guide/", { maxPages: 50, mainContent: true });
 * for await (const document of site) console.log(document.id);
 * for (const { url, reason } of site.skipped) console.log(url, reason);
 */
export function loadSite(url: string | URL, options: LoadSiteOptions = {}): SiteLoad {
  const state = firstState(url, options);
  let documents: AsyncGenerator<RagDocument> | undefined;
  const begin = (): AsyncGenerator<RagDocument> => {
    documents ??= crawlLater(state, options);
    return documents;
  };
  return {
    [Symbol.asyncIterator]: begin,
    async all() {
      const all: RagDocument[] = [];
      for await (const document of begin()) all.push(document);
      return all;
    },
    get skipped() {
      return state.skipped;
    },
    get stopped() {
      return state.stopped;
    },
    get cursor() {
      return cursorOf(state);
    },
  };
}

async function* crawlLater(state: SiteState, options: LoadSiteOptions): AsyncGenerator<RagDocument> {
  const { crawl } = await import("./site/crawl.ts");
  yield* crawl(state, options);
}

function firstState(url: string | URL, options: LoadSiteOptions): SiteState {
  if (!URL.canParse(String(url)) || !/^https?:$/.test(new URL(url).protocol)) {
    throw new ConfigError("The site has no address of the web. Give one such as https://docs.example.com/.");
  }
  for (const field of ["depth", "maxPages", "maxBytes", "maxMs", "delayMs", "concurrency"] as const) {
    const value = options[field] ?? 1;
    if (!(value >= 0)) throw new ConfigError(`${field} is ${value}. Give a number of at least 0.`);
  }
  const { resume } = options;
  return {
    start: new URL(url),
    movedTo: resume?.start,
    waiting: resume?.waiting.map(([address, depth]) => ({ url: address, depth })) ?? [],
    seen: new Set(resume?.seen),
    skipped: [],
    stopped: undefined,
    listed: resume?.listed,
  };
}

function cursorOf({ start, waiting, seen, listed }: SiteState): SiteCursor | undefined {
  if (listed === undefined || waiting.length === 0) return undefined;
  return {
    start: start.href,
    waiting: waiting.map(({ url, depth }) => [url, depth]),
    seen: [...seen],
    listed,
  };
}
