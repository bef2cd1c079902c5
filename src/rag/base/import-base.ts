import type { StoredChunk } from "../../contracts/retrieval.ts";
import { fromBase64 } from "../../core/base64.ts";
import { DocumentError } from "../../core/errors/retrieval-errors.ts";
import type { OpenBase, WrittenDocument } from "./open-base.ts";
import { isDocumentRecord, isStoredChunk } from "./records.ts";

/** What an export may come as. */
export type ExportedPieces =
  | string
  | Uint8Array
  | Iterable<string | Uint8Array>
  | AsyncIterable<string | Uint8Array>;

/** So many chunks are written at once. */
const BATCH = 512;

/** Takes in what a base has exported: see `Rag.import`. */
export async function importBase(
  base: OpenBase,
  exported: ExportedPieces,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): Promise<{ readonly documents: number; readonly chunks: number }> {
  base.needs("import()", "write", "read");
  let number = 0;
  let dimensions: number | undefined;
  let documents = 0;
  let chunks = 0;
  let batch: Omit<WrittenDocument, "before">[] = [];
  let said: unknown;
  for await (const text of lines(exported)) {
    signal?.throwIfAborted();
    number += 1;
    const value = parsed(text, number);
    if (said !== undefined) throw broken(number, "goes on behind its end");
    if (dimensions === undefined) {
      if (value.format !== "hedgemage.rag.1") throw broken(number, "is no head of an export of this version");
      dimensions = Number(value.dimensions);
      await base.records([]);
      base.checkMade(String(value.embedder), dimensions);
    } else if ("document" in value) {
      batch.push(documentOf(value, number, dimensions));
      documents += 1;
      chunks += batch.at(-1)?.chunks.length ?? 0;
      if (batch.reduce((sum, one) => sum + one.chunks.length, 0) >= BATCH) await flush();
    } else said = value.documents;
  }
  await flush();
  if (said !== documents) throw broken(number + 1, "is missing: the export is cut off");
  return { documents, chunks };

  async function flush(): Promise<void> {
    // The last of several with one id counts.
    const written = [...new Map(batch.map((one) => [one.record.document, one])).values()];
    batch = [];
    const ids = written.map(({ record }) => record.document).sort();
    const releases: (() => void)[] = [];
    try {
      for (const id of ids) releases.push(await base.hold(id, () => {}, signal));
      const known = await base.records(written.map(({ record }) => record.document));
      await base.write(written.map((one, at) => ({ ...one, before: known[at]?.chunks ?? 0 })));
    } finally {
      for (const release of releases) release();
    }
  }
}

function documentOf(
  { chunks, ...rest }: Readonly<Record<string, unknown>>,
  number: number,
  dimensions: number,
): Omit<WrittenDocument, "before"> {
  const given: readonly unknown[] = Array.isArray(chunks) ? chunks : [];
  const record: unknown = { ...rest, chunks: given.length };
  if (!isDocumentRecord(record)) throw broken(number, "is no document");
  const { document } = record;
  return {
    record,
    chunks: given.map((one, at) => {
      const { vector, ...chunk }: Readonly<Record<string, unknown>> = Object(one);
      if (!isStoredChunk(chunk) || chunk.id !== document || chunk.index !== at) {
        throw broken(number, `has a chunk ${at} that is none`);
      }
      return { chunk: onlyKnown(chunk), vector: vectorOf(vector, number, dimensions) };
    }),
  };
}

function onlyKnown({ id, index, text, span, lead, headings, section, metadata }: StoredChunk): StoredChunk {
  return {
    id,
    index,
    text,
    span,
    ...(lead && { lead }),
    ...(headings && { headings }),
    ...(section !== undefined && { section }),
    ...(metadata && { metadata }),
  };
}

function vectorOf(packed: unknown, number: number, dimensions: number): Float32Array | undefined {
  if (packed === undefined) return undefined;
  try {
    const bytes = fromBase64(String(packed));
    const view = new DataView(bytes.buffer);
    const vector = Float32Array.from({ length: dimensions }, (_, at) => view.getFloat32(at * 4, true));
    if (bytes.length === dimensions * 4 && vector.every(Number.isFinite)) return vector;
  } catch {}
  throw broken(number, "has a vector that is none");
}

function parsed(text: string, number: number): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null) return { ...value };
  } catch {}
  throw broken(number, "is no JSON");
}

/** Tells the place only: what stands there is somebody's text. */
function broken(line: number, why: string): DocumentError {
  const message = `Line ${line} of the exported knowledge base ${why}. Export it again. What stood before is kept.`;
  return new DocumentError("DOCUMENT_UNREADABLE", message);
}

async function* lines(exported: ExportedPieces): AsyncGenerator<string> {
  const decoder = new TextDecoder();
  const pieces = typeof exported === "string" || exported instanceof Uint8Array ? [exported] : exported;
  let rest = "";
  for await (const piece of pieces) {
    const text = typeof piece === "string" ? piece : decoder.decode(piece, { stream: true });
    // Split where a line ends only: a long one comes in many pieces.
    const parts = text.includes("\n") ? (rest + text).split("\n") : [rest + text];
    rest = parts.pop() ?? "";
    for (const part of parts) if (part.trim() !== "") yield part;
  }
  if (rest.trim() !== "") yield rest;
}
