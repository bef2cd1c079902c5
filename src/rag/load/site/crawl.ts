import type { RagDocument } from "../../../contracts/retrieval.ts";
import { linkSignal } from "../../../core/abort.ts";
import { AIError } from "../../../core/errors/ai-error.ts";
import type { LoadSiteOptions, SiteState, SkippedPage, SkipReason } from "../load-site.ts";
import { reachError } from "../load-web-page.ts";
import { fingerprint } from "./fingerprint.ts";
import { listedPages } from "./listed-pages.ts";
import { isMove, pageKey, pageUrl, scopeOf } from "./scope.ts";
import { type Crawl, type Visit, visitPage, type WaitingPage } from "./visit-page.ts";
import { visitorOf } from "./visitor.ts";

/** Addresses that one load keeps in mind; a site that makes up more than that has no more to tell. */
const mostKnown = 100_000;

/** What `loadSite` does, loaded when its first document is asked for. */
export async function* crawl(state: SiteState, options: LoadSiteOptions): AsyncGenerator<RagDocument> {
  const { policy, maxPages = 100, maxBytes = 104_857_600, maxMs = 600_000 } = options;
  const signals = [options.signal, policy?.signal];
  const linked = linkSignal(options.signal);
  const deadline = Date.now() + maxMs;
  const moved = pageUrl(state.movedTo, state.start);
  if (moved && !options.allow && isMove(state.start, moved)) state.start = moved;
  const done = { pages: 0, documents: 0, bytes: 0 };
  const shared: Crawl = {
    state,
    options,
    visitor: visitorOf(options, () => state.start, deadline, linked.signal),
    signal: linked.signal,
    scope: scopeOf(state.start, options),
    done,
    maxBytes,
    isNew,
  };
  const running = new Map<WaitingPage, Promise<Visit>>();
  const throwIfAborted = (): void => {
    for (const signal of signals) signal?.throwIfAborted();
  };
  try {
    throwIfAborted();
    if (state.listed === undefined) await begin();
    const depth = options.depth ?? (state.listed ? 0 : Number.POSITIVE_INFINITY);
    for (;;) {
      throwIfAborted();
      fill();
      if (running.size === 0) break;
      const visit = await Promise.race(running.values());
      throwIfAborted();
      if (visit.stop) {
        state.stopped = visit.stop;
        return;
      }
      const { page, links = [] } = visit;
      if (page.depth < depth) for (const link of links) addLink(link, page.depth + 1);
      const { skipped, documents, marks } = judge(visit);
      if (skipped) state.skipped.push(skipped);
      for (const document of documents) {
        done.documents += 1;
        yield document;
      }
      // Only now: whoever left the loop above gets the page once more.
      for (const mark of marks) state.seen.add(mark);
      running.delete(page);
      state.waiting.splice(state.waiting.indexOf(page), 1);
      report(page.url, skipped);
    }
    if (state.waiting.length > 0) state.stopped = spent();
  } finally {
    linked.abort();
    linked.release();
  }

  /** Finds out where to begin: at the pages that a sitemap lists, or at the first page. */
  async function begin(): Promise<void> {
    const { sitemap = false } = options;
    const { scope, visitor } = shared;
    if (sitemap !== false) {
      const onFailure = (url: string, cause: unknown): void => {
        const error = reachError(url, cause, signals);
        if (AIError.is(error)) state.skipped.push({ url, reason: "failed", error });
      };
      const request = { sitemap, start: state.start, scope, visitor, onFailure };
      for await (const url of listedPages(request)) if (scope.visits(url)) add(url, 0);
      throwIfAborted();
    }
    state.listed = state.waiting.length > 0;
    if (!state.listed) add(pageUrl(state.start.href, state.start) ?? state.start, 0);
  }

  function fill(): void {
    const most = (options.concurrency ?? 1) > 1 ? 2 : 1;
    for (const page of state.waiting) {
      if (running.size >= most || spent()) return;
      if (running.has(page)) continue;
      done.pages += 1;
      running.set(page, visitPage(page, shared));
    }
  }

  function spent(): SiteState["stopped"] {
    if (done.pages >= maxPages) return "pages";
    if (done.bytes >= maxBytes) return "bytes";
    return Date.now() >= deadline ? "time" : undefined;
  }

  function addLink(link: string, depth: number): void {
    const url = pageUrl(link, state.start);
    if (url && shared.scope.visits(url)) add(url, depth);
  }

  function add(url: URL, depth: number): void {
    if (state.seen.size < mostKnown && isNew(pageKey(url))) state.waiting.push({ url: url.href, depth });
  }

  function isNew(key: string): boolean {
    const mark = fingerprint(key);
    const isKnown = state.seen.has(mark);
    state.seen.add(mark);
    return !isKnown;
  }

  /** What a page is worth: documents under its canonical address, with marks to know them by; or why it is none. */
  function judge(visit: Visit): {
    skipped?: SkippedPage;
    documents: readonly RagDocument[];
    marks: number[];
  } {
    const skip = (reason: SkipReason): ReturnType<typeof judge> => ({
      skipped: { url: visit.page.url, reason, ...(AIError.is(visit.error) && { error: visit.error }) },
      documents: [],
      marks: [],
    });
    const { documents = [] } = visit;
    if (visit.error !== undefined) return skip("failed");
    if (visit.skip) return skip(visit.skip);
    const url = new URL(visit.url);
    if (!shared.scope.keeps(url)) return { documents: [], marks: [] };
    const canonical = pageUrl(visit.canonicalUrl, url);
    const isHonoured = canonical && shared.scope.contains(canonical) && !isBlanket(canonical, url);
    const home = isHonoured ? canonical : url;
    const marks = [`=${pageKey(home)}`, `#${documents.map(({ text }) => text).join("\n")}`].map(fingerprint);
    if (marks.some((mark) => state.seen.has(mark))) return skip("duplicate");
    return { documents: isHonoured ? documents.map((one) => ({ ...one, id: home.href })) : documents, marks };
  }

  function report(url: string, skipped: SkippedPage | undefined): void {
    // Who only looks on must not stop it.
    try {
      options.onProgress?.({ url, ...(skipped && { skipped }), ...done, waiting: state.waiting.length });
    } catch {}
  }
}

/** Many a site names its front page as the canonical one of all, which says nothing. */
function isBlanket(canonical: URL, url: URL): boolean {
  return canonical.pathname === "/" && url.pathname !== "/" && pageKey(canonical) !== pageKey(url);
}
