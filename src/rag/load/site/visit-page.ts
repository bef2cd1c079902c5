import type { RagDocument } from "../../../contracts/retrieval.ts";
import { OutboundPolicyError } from "../../../core/errors/outbound-policy-error.ts";
import { isHiddenRedirect, isRedirect } from "../../../net/redirects.ts";
import { refusal } from "../../../net/refusal.ts";
import { discard } from "../discard.ts";
import type { LoadSiteOptions, SiteState, SkipReason } from "../load-site.ts";
import { reachError } from "../load-web-page.ts";
import { documentsOf, readWebPage } from "../web-page.ts";
import { pageWishes } from "./robots-tag.ts";
import { isMove, pageKey, pageUrl, type Scope, scopeOf } from "./scope.ts";
import { TooLate, type Visitor } from "./visitor.ts";

/** A page that is known, and how many links away from the first one. */
export type WaitingPage = SiteState["waiting"][number];

/** What a crawl and its visits share. */
export interface Crawl {
  readonly state: SiteState;
  readonly options: LoadSiteOptions;
  readonly visitor: Visitor;
  readonly signal: AbortSignal;
  /** Changes where the first page turns out to stand elsewhere. */
  scope: Scope;
  readonly done: { pages: number; documents: number; bytes: number };
  readonly maxBytes: number;
  /** Takes note of an address; `false` where it was known. */
  isNew(key: string): boolean;
}

/** What became of one page. */
export interface Visit {
  readonly page: WaitingPage;
  /** Where its redirects led. */
  readonly url: string;
  readonly documents?: readonly RagDocument[];
  readonly links?: readonly string[];
  readonly canonicalUrl?: string;
  readonly skip?: SkipReason;
  readonly error?: unknown;
  /** Which budget had no room for it. */
  readonly stop?: "time" | "bytes";
}

const pageBytes = 5_242_880;

/** Asks for a page and reads it. Never rejects. */
export async function visitPage(page: WaitingPage, crawl: Crawl): Promise<Visit> {
  const { options, done, maxBytes } = crawl;
  const { policy = {}, signal } = options;
  const ownCap = policy.maxBytes ?? pageBytes;
  const left = maxBytes - done.bytes;
  try {
    return await follow(page, crawl, Math.min(ownCap, left));
  } catch (error) {
    if (error instanceof TooLate) return { page, url: page.url, stop: "time" };
    const isOver = OutboundPolicyError.is(error) && error.context?.reason === "body-size" && left < ownCap;
    if (isOver) return { page, url: page.url, stop: "bytes" };
    return { page, url: page.url, error: reachError(page.url, error, [signal, policy.signal]) };
  }
}

/** Redirects are followed by hand: each target has to be a page of the site that may be asked for, like any link. */
async function follow(page: WaitingPage, crawl: Crawl, cap: number): Promise<Visit> {
  const { state, options, visitor, done } = crawl;
  const { followHiddenRedirects = false, maxRedirects = 5 } = options.policy ?? {};
  const skip = (reason: SkipReason): Visit => ({ page, url: page.url, skip: reason });
  const isFirst = page.depth === 0 && !state.listed;
  let url = pageUrl(page.url, state.start);
  for (let redirects = 0; ; redirects += 1) {
    if (!url || !crawl.scope.contains(url)) return skip("redirect");
    const robots = await visitor.robotsOf(url);
    if (!robots.allows(url)) {
      if (redirects === 0) done.pages -= 1; // nothing was asked for
      return skip("robots");
    }
    const response = await visitor.ask(url, cap, followHiddenRedirects ? undefined : "manual");
    if (!isRedirect(response)) return read(page, response, crawl);
    discard(response);
    if (redirects >= maxRedirects) throw refusal("redirect-limit", url, "too many redirects.");
    const target = targetOf(response, url, isFirst, crawl);
    if (!target) return skip("redirect");
    const key = pageKey(target);
    if (key !== pageKey(url) && !crawl.isNew(key)) return skip("duplicate");
    url = target;
  }
}

/** Where a redirect leads to, if that belongs to the site. The first page may find that the whole site has moved. */
function targetOf(response: Response, url: URL, isFirst: boolean, crawl: Crawl): URL | undefined {
  if (isHiddenRedirect(response)) {
    throw refusal("redirect-hidden", url, "it redirects, and this platform hides where to.");
  }
  const { state, options } = crawl;
  const target = pageUrl(response.headers.get("location"), url);
  if (!target || !isFirst) return target && crawl.scope.visits(target) ? target : undefined;
  if (!options.allow && isMove(state.start, target)) {
    state.start = target;
    crawl.scope = scopeOf(target, options);
  }
  return crawl.scope.contains(target) ? target : undefined;
}

async function read(page: WaitingPage, response: Response, crawl: Crawl): Promise<Visit> {
  const { done, options, scope, signal, visitor } = crawl;
  const { status, headers, url } = response;
  if (!response.ok) {
    discard(response);
    throw refusal("status", url, `it answered with status ${status}.`, { status });
  }
  if (!scope.contains(new URL(url))) {
    discard(response);
    return { page, url, skip: "redirect" };
  }
  const answer = await readWebPage(response);
  done.bytes += answer.bytes.byteLength;
  const { documents, links, robots, canonicalUrl } = await documentsOf(
    answer,
    url,
    { ...options, signal },
    true,
  );
  const { noindex, nofollow } = pageWishes(robots, headers.get("x-robots-tag") ?? "", visitor.token);
  return {
    page,
    url,
    documents,
    links: nofollow ? [] : links,
    ...(canonicalUrl && { canonicalUrl }),
    ...(noindex ? { skip: "noindex" } : documents.length === 0 && { skip: "empty" }),
  };
}
