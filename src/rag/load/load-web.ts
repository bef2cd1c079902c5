import type { OutboundPolicy } from "../../contracts/outbound-policy.ts";
import type { RagLoaderResult } from "../../contracts/retrieval.ts";
import type { RagLoaderOptions } from "./loaded-document.ts";

/** How a page of the web is read. */
export interface LoadWebOptions extends RagLoaderOptions {
  /** What the request may do. The strict defaults hold without one: https only, public addresses, 10 s, 5 MiB. */
  readonly policy?: OutboundPolicy | undefined;
  /** Sent along, to the page's own origin only. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Leaves out all but the article of an HTML page. Default `false`. */
  readonly mainContent?: boolean | undefined;
  /** One document per page of a PDF. Default `false`. */
  readonly perPage?: boolean | undefined;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Makes a document of an address: HTML as `loadHtml` reads it, PDFs as `loadPdf` does, Markdown, JSON and other text as
 * they are. The request goes through `guardedFetch`, redirects included. The charset is the declared one, unless the bytes
 * say otherwise. Metadata: `source` (where the redirects led, without credentials), `loader`, `contentType`, and `title`,
 * `language`, dates and `canonicalUrl` where the page tells them. The id is the address that was asked for.
 *
 * Rejects with `OutboundPolicyError` (`OUTBOUND_POLICY`) when the policy refuses, the time is up, the body is over its cap,
 * the status is none of success (`context.reason` is `"status"`) or nothing answers (`"network"`); with `DocumentError`
 * (`DOCUMENT_TYPE_UNSUPPORTED`, `DOCUMENT_UNREADABLE`, `PEER_MISSING` for a PDF); with the signal's reason.
 *
 * @example
 * const [guide] = await loadWeb("https://docs.example.com/guide", {
 *   policy: { hostAllowlist: ["docs.example.com"], maxBytes: 2_000_000 },
 *   mainContent: true,
 * });
 * guide?.metadata?.source; // "https://docs.example.com/guide"
 */
export async function loadWeb(url: string | URL, options: LoadWebOptions = {}): Promise<RagLoaderResult> {
  const { loadWebPage } = await import("./load-web-page.ts");
  return loadWebPage(url, options);
}
