import type { RagLoaderResult } from "../../contracts/retrieval.ts";
import { DocumentError } from "../../core/errors/retrieval-errors.ts";
import { displayUrl } from "../../net/display-url.ts";
import { htmlToMarkdown } from "../html/html-to-markdown.ts";
import { decodeText } from "./charset.ts";
import { discard } from "./discard.ts";
import { describedBy } from "./load-html.ts";
import type { LoadWebOptions } from "./load-web.ts";
import { loadedDocument } from "./loaded-document.ts";
import { documentType, readDocument } from "./read-document.ts";

/** What came back for an address. */
export interface WebPage {
  /** Where the redirects led. */
  readonly url: string;
  /** The media type, in lower case, without parameters; empty where the server told none. */
  readonly mediaType: string;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** What a page gives: documents, and what it tells a crawler. */
export interface ReadPage {
  readonly documents: RagLoaderResult;
  /** Where an HTML page links to, where that was asked for. */
  readonly links: readonly string[];
  /** The contents of its robots `<meta>`. */
  readonly robots: string;
  readonly canonicalUrl?: string;
}

/** Reads the bytes of a response, unless no loader could make anything of its type: then `DOCUMENT_TYPE_UNSUPPORTED`. */
export async function readWebPage(response: Response): Promise<WebPage> {
  const { url, headers } = response;
  const mediaType = (headers.get("content-type") ?? "").split(";", 1)[0]?.trim().toLowerCase() ?? "";
  if (!isText(mediaType) && !isPdf(mediaType) && !isUnknown(mediaType)) {
    discard(response);
    throw unsupported(url, mediaType);
  }
  return { url, mediaType, headers, bytes: new Uint8Array(await response.arrayBuffer()) };
}

/** Makes documents of what came back. Rejects with `DocumentError`. */
export async function documentsOf(
  page: WebPage,
  id: string,
  options: LoadWebOptions,
  collectLinks: boolean = false,
): Promise<ReadPage> {
  const { url, mediaType, headers, bytes } = page;
  const contentType = headers.get("content-type") ?? undefined;
  const derived = { source: url, loader: "web", contentType };
  const dated = { language: languageOf(headers), modified: modifiedOf(headers) };
  if (isPdf(mediaType) || (isUnknown(mediaType) && startsAsPdf(bytes))) {
    const { readPdf } = await import("./read-pdf.ts");
    const documents = await readPdf(bytes, { ...options, id }, { ...dated, ...derived });
    return { documents, links: [], robots: "" };
  }
  if (mediaType === "application/octet-stream" && !/\.(?:md|markdown|mdx|txt|x?html?)$/i.test(pathOf(url))) {
    throw unsupported(url, mediaType);
  }
  const hints = { name: url, ...(isText(mediaType) && { contentType: mediaType }) };
  const text = decodeText(bytes, { contentType, markup: /html|xml|^$|octet/.test(mediaType) });
  if (documentType(text, hints) === "html") {
    const read = htmlToMarkdown(text.replaceAll("\0", ""), {
      mainContent: options.mainContent ?? false,
      baseUrl: url,
      collectLinks,
    });
    const { language } = dated;
    const documents = loadedDocument(id, read.text, { language, ...describedBy(read), ...derived }, options);
    const { robots = "", canonicalUrl } = read.metadata;
    return { documents, links: read.links ?? [], robots, ...(canonicalUrl && { canonicalUrl }) };
  }
  if (text.includes("\0")) {
    const message = `${displayUrl(url)} calls itself ${mediaType || "text"} and is none. Give the address of a text.`;
    throw new DocumentError("DOCUMENT_UNREADABLE", message, { source: url });
  }
  const { title, ...read } = await readDocument(text, hints);
  return {
    documents: loadedDocument(id, read.text, { title, ...dated, ...derived }, options),
    links: [],
    robots: "",
  };
}

function isText(mediaType: string): boolean {
  return /^(?:text\/|application\/(?:xhtml\+xml$|json$|[\w.-]{1,100}\+json$))/.test(mediaType);
}

function isPdf(mediaType: string): boolean {
  return mediaType === "application/pdf" || mediaType === "application/x-pdf";
}

/** Servers say so of any file whose ending they do not know. */
function isUnknown(mediaType: string): boolean {
  return mediaType === "" || /^(?:application|binary)\/octet-stream$/.test(mediaType);
}

function startsAsPdf(bytes: Uint8Array): boolean {
  return String.fromCharCode(...bytes.subarray(0, 5)) === "%PDF-";
}

function unsupported(url: string, mediaType: string): DocumentError {
  const message = `${displayUrl(url)} is ${mediaType}. HTML, PDF, Markdown, JSON and other text can be loaded.`;
  return new DocumentError("DOCUMENT_TYPE_UNSUPPORTED", message, { source: url });
}

function pathOf(url: string): string {
  return URL.canParse(url) ? new URL(url).pathname : url;
}

/** The one language that a header names; a list is for whom it is made, not what it is in. */
function languageOf(headers: Headers): string | undefined {
  const language = headers.get("content-language")?.trim();
  return language && /^[a-z\d-]{1,35}$/i.test(language) ? language : undefined;
}

/** Of files only: of pages that are made when they are asked for, the header tells just that. */
function modifiedOf(headers: Headers): string | undefined {
  const time = Date.parse(headers.get("last-modified") ?? "");
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}
