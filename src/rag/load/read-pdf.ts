import type { RagLoaderResult } from "../../contracts/retrieval.ts";
import { abortable } from "../../core/abort.ts";
import { DocumentError, type DocumentErrorCode } from "../../core/errors/retrieval-errors.ts";
import type { LoadPdfOptions, PdfInput } from "./load-pdf.ts";
import { loadedDocument } from "./loaded-document.ts";
import { pdfPageText } from "./pdf-page-text.ts";
import { UNPDF_INSTALL_INSTRUCTIONS } from "./unpdf-install-instructions.ts";

type Unpdf = typeof import("unpdf");
type PdfFile = Awaited<ReturnType<Unpdf["getDocumentProxy"]>>;

/** What `loadPdf` and `loadWeb` do with a PDF. `derived` goes over what the file tells of itself. */
export async function readPdf(
  input: PdfInput,
  options: LoadPdfOptions,
  derived: Readonly<Record<string, unknown>>,
): Promise<RagLoaderResult> {
  const { id = "document", perPage = false, maxBytes = 52_428_800, maxPages = 2_000, signal } = options;
  signal?.throwIfAborted();
  const size = input instanceof Blob ? input.size : input.byteLength;
  if (size > maxBytes) throw tooLarge(id, `${size} bytes`, `maxBytes is ${maxBytes}`);
  const unpdf = await loadUnpdf(id);
  const file = await openPdf(unpdf, input, id, signal);
  try {
    const pageCount = file.numPages;
    if (pageCount > maxPages) throw tooLarge(id, `${pageCount} pages`, `maxPages is ${maxPages}`);
    const known = { ...(await told(unpdf, file)), ...derived, pageCount };
    const pages: string[] = [];
    for (let number = 1; number <= pageCount; number += 1) {
      pages.push(await abortable(readPage(file, number, id), signal));
    }
    return perPage
      ? pages.flatMap((text, index) =>
          loadedDocument(`${id}#p${index + 1}`, text, { ...known, page: index + 1 }, options),
        )
      : loadedDocument(id, pages.filter((text) => text !== "").join("\n\n"), known, options);
  } finally {
    // What fails while it is thrown away has nothing to tell any more.
    file.loadingTask.destroy().catch(() => {});
  }
}

async function loadUnpdf(source: string): Promise<Unpdf> {
  // The literal name inside of a try tells bundlers that the package may be absent.
  try {
    return await import("unpdf");
  } catch (cause) {
    throw new DocumentError("PEER_MISSING", UNPDF_INSTALL_INSTRUCTIONS, { source, cause });
  }
}

async function openPdf(
  unpdf: Unpdf,
  input: PdfInput,
  id: string,
  signal: AbortSignal | undefined,
): Promise<PdfFile> {
  // A copy: the reader takes the memory that it is given away from its owner.
  const bytes =
    input instanceof Blob
      ? new Uint8Array(await input.arrayBuffer())
      : new Uint8Array(input instanceof ArrayBuffer ? input.slice(0) : input);
  const opened = unpdf.getDocumentProxy(bytes, { verbosity: 0 });
  try {
    return await abortable(opened, signal);
  } catch (cause) {
    opened.then((file) => file.loadingTask.destroy()).catch(() => {});
    signal?.throwIfAborted();
    const encrypted = cause instanceof Error && cause.name === "PasswordException";
    const what = encrypted ? "is encrypted, and opens with a password only" : "is broken, or no PDF";
    throw documentError("DOCUMENT_UNREADABLE", id, `${what}. Give a PDF that opens without errors.`, cause);
  }
}

async function readPage(file: PdfFile, number: number, id: string): Promise<string> {
  try {
    const page = await file.getPage(number);
    const { items } = await page.getTextContent();
    page.cleanup();
    return pdfPageText(items.flatMap((item) => ("str" in item ? [item] : [])));
  } catch (cause) {
    throw documentError(
      "DOCUMENT_UNREADABLE",
      id,
      `is broken at page ${number}. Repair it, or leave it out.`,
      cause,
    );
  }
}

/** What the file says of itself. Many say nothing, or leave what the program that made them was set to. */
async function told({ getResolvedPDFJS }: Unpdf, file: PdfFile): Promise<Readonly<Record<string, unknown>>> {
  const { PDFDateString } = await getResolvedPDFJS();
  // A file can be readable though its description is not.
  const { info } = await file.getMetadata().catch(() => ({ info: {} }));
  const values = new Map<string, unknown>(Object.entries(info));
  const text = (key: string): string | undefined => {
    const value = values.get(key);
    return typeof value === "string" && value.trim() !== "" ? value.trim().normalize("NFC") : undefined;
  };
  const date = (key: string): string | undefined => {
    const time = PDFDateString.toDateObject(text(key) ?? "");
    return time && !Number.isNaN(time.getTime()) ? time.toISOString() : undefined;
  };
  const described = {
    title: text("Title"),
    author: text("Author"),
    language: text("Language"),
    published: date("CreationDate"),
    modified: date("ModDate"),
  };
  return Object.fromEntries(Object.entries(described).filter(([, value]) => value !== undefined));
}

function tooLarge(id: string, actual: string, limit: string): DocumentError {
  return documentError("DOCUMENT_TOO_LARGE", id, `has ${actual}, and ${limit}. Raise it, or split the file.`);
}

function documentError(code: DocumentErrorCode, id: string, what: string, cause?: unknown): DocumentError {
  return new DocumentError(code, `The PDF ${JSON.stringify(id)} ${what}`, { source: id, cause });
}
