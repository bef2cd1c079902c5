import type { RagDocument } from "../../contracts/retrieval.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { joinBytes } from "../../core/join-bytes.ts";
import type { KeywordEntry } from "./keyword-index.ts";
import type { PostingsExport } from "./postings.ts";

/** The entries in the order of their words, and by document. */
export interface UnpackedIndex extends PostingsExport<KeywordEntry> {
  readonly entriesOf: Map<string, KeywordEntry[]>;
}

/** How many numbers tell of a chunk: its document, its place among the chunks, and its span. */
const NUMBERS = 4;

/** The length of a JSON text (32 bits, little endian), the text with documents and chunks, then the words. */
export function packIndex(
  { keys, bytes }: PostingsExport<KeywordEntry>,
  entriesOf: ReadonlyMap<string, readonly KeywordEntry[]>,
): Uint8Array<ArrayBuffer> {
  const numbers = new Map([...entriesOf.keys()].map((id, number) => [id, number]));
  // A document without chunks has no entry that leads to it, and nothing to be found in.
  const documents: (RagDocument | undefined)[] = [...entriesOf.values()].map(([entry]) => entry?.document);
  const chunks = keys.flatMap(({ document, index, span }) => [numbers.get(document.id), index, ...span]);
  const json = new TextEncoder().encode(JSON.stringify({ documents, chunks }));
  return joinBytes([new Uint8Array(Uint32Array.of(json.length).buffer), json, bytes]);
}

/** Reads what `packIndex` wrote; the words are checked by whoever reads them. Throws `ConfigError` (`INVALID_CONFIG`). */
export function unpackIndex(exported: Uint8Array): UnpackedIndex {
  const unpacked = read(exported);
  if (unpacked) return unpacked;
  throw new ConfigError(
    `A keyword index cannot be read from these ${exported.length} bytes: they are broken, or not what export() gave. Add the documents again.`,
  );
}

function read(exported: Uint8Array): UnpackedIndex | undefined {
  const [length = 0] = new Uint32Array(exported.slice(0, 4).buffer, 0, exported.length < 4 ? 0 : 1);
  const content = parse(exported.subarray(4, 4 + length));
  if (!isRecord(content) || !Array.isArray(content.documents) || !Array.isArray(content.chunks)) return;
  const { documents, chunks } = content;
  const keys: KeywordEntry[] = [];
  const entriesOf = new Map<string, KeywordEntry[]>();
  for (let at = 0; at < chunks.length; at += NUMBERS) {
    const [number, index, start, end] = chunks.slice(at, at + NUMBERS);
    const document: unknown = documents[number];
    if (!isDocument(document) || ![index, start, end].every(Number.isSafeInteger)) return;
    if (start < 0 || end < start || end > document.text.length) return;
    const entry: KeywordEntry = { document, index, span: [start, end] };
    keys.push(entry);
    const entries = entriesOf.get(document.id);
    if (entries) entries.push(entry);
    else entriesOf.set(document.id, [entry]);
  }
  return { keys, bytes: exported.subarray(4 + length), entriesOf };
}

function parse(json: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(json));
  } catch {
    return undefined;
  }
}

function isDocument(value: unknown): value is RagDocument {
  return (
    isRecord(value) &&
    typeof value.id === "string" &&
    typeof value.text === "string" &&
    (value.metadata === undefined || isRecord(value.metadata)) &&
    (value.tags === undefined || Array.isArray(value.tags))
  );
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
