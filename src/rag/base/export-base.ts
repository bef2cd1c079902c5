import { toBase64 } from "../../core/base64.ts";
import type { OpenBase } from "./open-base.ts";

/** The first line of what a base exports. */
export interface ExportHead {
  readonly format: "hedgemage.rag.1";
  readonly embedder: string;
  readonly dimensions: number;
}

/** All of a base as lines of JSON: a head, each document with its chunks and vectors, and how many documents there were. */
export async function* exportBase(
  base: OpenBase,
  { signal }: { readonly signal?: AbortSignal | undefined } = {},
): AsyncGenerator<string> {
  const store = base.needs("export()", "read", "entries", "vectors");
  await base.records([]);
  const { embedder, dimensions } = base.identity;
  const head: ExportHead = { format: "hedgemage.rag.1", embedder, dimensions };
  yield line(head);
  let documents = 0;
  for (const record of await base.documents("export()")) {
    signal?.throwIfAborted();
    const keys = base.chunkKeys(record.document, record.chunks);
    const [kept, vectors] = await Promise.all([base.chunks(keys), store.vectors(keys)]);
    // Removed or rewritten since the list was made.
    if (kept.some((one) => one === undefined)) continue;
    const chunks = kept.map((one, at) => ({ ...one?.chunk, vector: packed(vectors[at]) }));
    const { chunks: _count, ...known } = record;
    yield line({ ...known, chunks });
    documents += 1;
  }
  yield line({ documents });
}

function line(value: unknown): string {
  return `${JSON.stringify(value)}\n`;
}

/** 32-bit floats, the lowest byte first. */
function packed(vector: Float32Array | undefined): string | undefined {
  if (!vector) return undefined;
  const view = new DataView(new ArrayBuffer(vector.length * 4));
  for (const [at, number] of vector.entries()) view.setFloat32(at * 4, number, true);
  return toBase64(new Uint8Array(view.buffer));
}
