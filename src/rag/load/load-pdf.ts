import type { RagLoaderResult } from "../../contracts/retrieval.ts";
import type { RagLoaderOptions } from "./loaded-document.ts";

/** How a PDF is read. */
export interface LoadPdfOptions extends RagLoaderOptions {
  /** One document per page, so that citations name it: ids end in `#p<number>`, `metadata.page` is set. Default `false`. */
  readonly perPage?: boolean | undefined;
  /** The most bytes of the file. Default 52,428,800 (50 MiB). */
  readonly maxBytes?: number | undefined;
  /** The most pages of the file. Default 2,000. */
  readonly maxPages?: number | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** What `loadPdf` reads: the bytes of a file. */
export type PdfInput = ArrayBuffer | Uint8Array | Blob;

/**
 * Makes a document of a PDF, or one per page. Pages without a text layer, such as scans, are left out, so a file of scans
 * gives no document. The text is in Unicode's form NFC, and words that were broken at the end of a line are whole again.
 * Metadata: `source` (the id), `loader`, `pageCount`, and `title`, `author`, `language`, `published`, `modified` as far as
 * the file tells them, and `page` per page.
 *
 * The reader is the optional peer `unpdf`, loaded with the first call. Rejects with `DocumentError`: `PEER_MISSING` without
 * it, `DOCUMENT_UNREADABLE` for a broken or encrypted file, `DOCUMENT_TOO_LARGE`; with the signal's reason.
 *
 * @example
 * const pages = await loadPdf(await file.arrayBuffer(), { id: "manual", perPage: true });
 * pages[0]?.id; // "manual#p1"
 */
export async function loadPdf(bytes: PdfInput, options: LoadPdfOptions = {}): Promise<RagLoaderResult> {
  const { readPdf } = await import("./read-pdf.ts");
  return readPdf(bytes, options, { source: options.id ?? "document", loader: "pdf" });
}
