import type { BaseChanges, KeptChunk, SearchableBase, StoredChunk } from "../../contracts/retrieval.ts";
import type { Vector, VectorEntry, VectorStore } from "../../contracts/vector-store.ts";
import { abortable } from "../../core/abort.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { VectorError } from "../../core/errors/retrieval-errors.ts";
import { randomId } from "../../core/ids.ts";
import { markFor } from "../../core/text/mark-for.ts";
import { vectorStoreOf } from "../../store/vectors/vector-store-of.ts";
import type { RagConfig } from "../knowledge-base.ts";
import {
  type BaseRecord,
  type DocumentRecord,
  isBaseRecord,
  isDocumentRecord,
  isStoredChunk,
} from "./records.ts";

/** A configuration with what a base cannot do without. */
export interface BaseSettings extends RagConfig {
  readonly name: string;
  readonly namespace: string;
  readonly store: NonNullable<RagConfig["store"]>;
}

/** A document as it shall be written. */
export interface WrittenDocument {
  readonly record: DocumentRecord;
  readonly chunks: readonly { readonly chunk: StoredChunk; readonly vector: Vector | undefined }[];
  /** How many chunks it had before. */
  readonly before: number;
}

/** What a write changes. */
interface Changes {
  readonly kept: readonly KeptChunk[];
  readonly put: VectorEntry[];
  readonly remove: readonly string[];
  /** How many chunks it removes. */
  readonly gone: number;
}

/** Who works on a document, and how to have it done soon. */
interface Hold {
  readonly done: Promise<void>;
  readonly hurry: () => void;
}

/** What a base can have that asks for more than the three methods of every store of vectors. */
type MoreMethods = "write" | "read" | "entries" | "vectors";

/** A knowledge base with its store: keys, records, and who writes what. */
export class OpenBase implements SearchableBase {
  readonly settings: BaseSettings;
  readonly store: VectorStore;
  /** Whether documents can be told apart in the store, and replaced as a whole. */
  readonly keepsRecords: boolean;
  readonly #listeners: Set<(changes: BaseChanges) => void> = new Set();
  readonly #held: Map<string, Hold> = new Map();
  /** Where no records are kept: which version of a document counts. */
  readonly #versions: Map<string, string> = new Map();
  #record: BaseRecord | undefined;
  #lastWrite: Promise<unknown> = Promise.resolve();

  constructor(settings: BaseSettings) {
    const { store, namespace } = settings;
    this.settings = settings;
    // A part of its own in a store: vectors of another length may stand elsewhere in it.
    this.store = vectorStoreOf(store, isPlain(namespace) ? namespace : `ai.rag.${markFor([namespace])}`);
    this.keepsRecords = this.store.write !== undefined && this.store.read !== undefined;
  }

  get name(): string {
    return this.settings.name;
  }

  chunkKey(id: string, index: number): string {
    return `${this.settings.namespace}.${id}.${index}`;
  }

  chunkKeys(id: string, count: number): string[] {
    return Array.from({ length: count }, (_, index) => this.chunkKey(id, index));
  }

  documentKey(id: string): string {
    return `${this.settings.namespace}.${id}.document`;
  }

  /** The store, for what needs these methods of it. Throws `ConfigError` (`INVALID_CONFIG`) where one is missing. */
  needs(what: string, ...methods: readonly MoreMethods[]): Required<VectorStore> {
    const missing = methods.filter((method) => this.store[method] === undefined);
    if (missing.length === 0) return this.store as Required<VectorStore>;
    throw new ConfigError(
      `${what} of the knowledge base "${this.name}" needs a store of vectors with ${missing.join(", ")}. Those of this package have them.`,
    );
  }

  /** A chunk, if what stands under the key is one of this base that counts. */
  chunkOf(key: string, value: unknown): StoredChunk | undefined {
    if (!isStoredChunk(value) || key !== this.chunkKey(value.id, value.index)) return undefined;
    const version = this.#versions.get(value.id);
    return version === undefined || Object(value).version === version ? value : undefined;
  }

  /**
   * The records of documents, in their order. Rejects with `VECTOR_MODEL` or `VECTOR_DIMENSIONS` where the embedder is not the one that
   * the base was made with.
   */
  async records(ids: readonly string[]): Promise<(DocumentRecord | undefined)[]> {
    if (!this.keepsRecords) return ids.map(() => undefined);
    const keys = [this.#baseKey, ...ids.map((id) => this.documentKey(id))];
    const [own, ...found] = (await this.store.read?.(keys)) ?? [];
    this.#record = isBaseRecord(own?.value) ? own.value : undefined;
    this.#checkEmbedder();
    return ids.map((id, at) => {
      const value = found[at]?.value;
      return isDocumentRecord(value) && value.document === id ? value : undefined;
    });
  }

  /** What its vectors are made by, and how long they are; 0 where there are none yet. */
  get identity(): { readonly embedder: string; readonly dimensions: number } {
    return { embedder: this.#embedder, dimensions: this.#record?.dimensions ?? 0 };
  }

  /** Throws `VECTOR_MODEL` or `VECTOR_DIMENSIONS` where the embedder is not the one that some vectors were made by. */
  checkMade(expected: string, dimensions: number): void {
    const actual = this.#embedder;
    if (expected !== actual) {
      const message = `The vectors of the knowledge base "${this.name}" were made by ${expected}, not by ${actual}. Use that embedder, or clear() the base and index anew.`;
      throw new VectorError("VECTOR_MODEL", message, { expected, actual });
    }
    const own = this.settings.embedder.dimensions;
    if (own > 0 && dimensions > 0) this.#checkDimensions(own, dimensions);
  }

  /** Checks the embedder, once. */
  async check(): Promise<void> {
    if (!this.#record) await this.records([]);
  }

  /** Waits until nobody else works on a document, and keeps others waiting until the returned function is called. */
  async hold(id: string, hurry: () => void, signal?: AbortSignal): Promise<() => void> {
    for (let other = this.#held.get(id); other; other = this.#held.get(id)) {
      other.hurry();
      await abortable(other.done, signal);
    }
    let release = (): void => {};
    const done = new Promise<void>((resolve) => {
      release = () => {
        this.#held.delete(id);
        resolve();
      };
    });
    this.#held.set(id, { done, hurry });
    return release;
  }

  /** Writes documents, each as a whole: all in one write where the store can. Resolves to how many chunks are gone. */
  write(documents: readonly WrittenDocument[], removed: readonly DocumentRecord[] = []): Promise<number> {
    return this.#exclusively(async () => {
      const { kept, put, remove, gone } = this.#changes(documents, removed);
      if (put.length + remove.length === 0) return 0;
      const dimensions = put.find(({ vector }) => vector)?.vector?.length ?? 0;
      const record: BaseRecord = {
        embedder: this.#embedder,
        dimensions: this.#record?.dimensions || dimensions,
        revision: randomId(),
      };
      if (dimensions > 0) this.#checkDimensions(dimensions, record.dimensions);
      if (this.keepsRecords) {
        put.push({ key: this.#baseKey, value: record });
        await this.store.write?.({ put, remove });
      } else {
        await this.#upsert(put);
        for (const { record } of documents) this.#versions.set(record.document, record.hash);
      }
      this.#record = record;
      for (const listener of this.#listeners) listener({ put: kept, remove, revision: record.revision });
      return gone;
    });
  }

  #changes(documents: readonly WrittenDocument[], removed: readonly DocumentRecord[]): Changes {
    const kept: KeptChunk[] = [];
    const put: VectorEntry[] = [];
    let remove: string[] = [];
    for (const { record, chunks, before } of documents) {
      const { document: id, hash: version, tags = [] } = record;
      for (const { chunk, vector } of chunks) {
        const key = this.chunkKey(id, chunk.index);
        put.push({ key, value: this.keepsRecords ? chunk : { ...chunk, version }, vector, tags });
        kept.push({ key, chunk, tags });
      }
      remove = remove.concat(this.chunkKeys(id, before).slice(chunks.length));
    }
    for (const { document: id, chunks } of removed) remove = remove.concat(this.chunkKeys(id, chunks));
    const gone = remove.length;
    // A document without chunks is none.
    for (const { record, before } of documents) {
      const key = this.documentKey(record.document);
      if (record.chunks > 0) put.push({ key, value: record });
      else if (before > 0) remove.push(key);
    }
    for (const { document } of removed) remove.push(this.documentKey(document));
    return { kept, put, remove, gone };
  }

  clear(): Promise<void> {
    return this.#exclusively(async () => {
      await this.store.removeNamespace(this.settings.namespace);
      this.#record = undefined;
      this.#versions.clear();
    });
  }

  async *entries(
    what: string,
  ): AsyncGenerator<readonly { key: string; value: unknown; tags: readonly string[] }[]> {
    yield* this.needs(what, "entries").entries(this.settings.namespace);
  }

  /** The records of all documents, in the order of their ids. */
  async documents(what: string): Promise<DocumentRecord[]> {
    const records: DocumentRecord[] = [];
    for await (const block of this.entries(what)) {
      for (const { key, value } of block) {
        if (isDocumentRecord(value) && key === this.documentKey(value.document)) records.push(value);
      }
    }
    return records.sort(({ document: one }, { document: other }) => (one < other ? -1 : 1));
  }

  async chunks(keys: readonly string[]): Promise<(KeptChunk | undefined)[]> {
    const found = await this.needs("What follows a search", "read").read(keys);
    return found.map((entry) => entry && this.#keptChunk(entry));
  }

  async vectors(keys: readonly string[]): Promise<readonly (Float32Array | undefined)[]> {
    return (await this.store.vectors?.(keys)) ?? [];
  }

  async *all(): AsyncGenerator<readonly KeptChunk[]> {
    for await (const block of this.entries("A search through all")) {
      yield block.flatMap((entry) => this.#keptChunk(entry) ?? []);
    }
  }

  watch(listener: (changes: BaseChanges) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  async revision(): Promise<string | undefined> {
    await this.records([]);
    return this.#record?.revision;
  }

  #keptChunk(entry: { key: string; value: unknown; tags: readonly string[] }): KeptChunk | undefined {
    const chunk = this.chunkOf(entry.key, entry.value);
    return chunk && { key: entry.key, chunk, tags: entry.tags };
  }

  get #baseKey(): string {
    return `${this.settings.namespace}.base`;
  }

  get #embedder(): string {
    const { provider, name } = this.settings.embedder;
    return `${provider}/${name}`;
  }

  #checkEmbedder(): void {
    if (this.#record) this.checkMade(this.#record.embedder, this.#record.dimensions);
  }

  #checkDimensions(actual: number, expected: number): void {
    if (actual === expected) return;
    const message = `The embedder "${this.settings.embedder.name}" makes vectors of ${actual} numbers; those of the knowledge base "${this.name}" have ${expected}. Nothing was written. Use the embedder that it was made with, or clear() the base.`;
    throw new VectorError("VECTOR_DIMENSIONS", message, { expected, actual });
  }

  /** One after the other: the store has no better. */
  async #upsert(entries: readonly VectorEntry[]): Promise<void> {
    for (const { key, value, vector, tags } of entries) {
      if (vector?.some((number) => number !== 0)) await this.store.upsert(key, value, vector, tags);
    }
  }

  /** One write after the other, so that none undoes what another has just learned. */
  #exclusively<Value>(work: () => Promise<Value>): Promise<Value> {
    const done = this.#lastWrite.then(work, work);
    this.#lastWrite = done.catch(() => {});
    return done;
  }
}

/** Whether a namespace can begin the keys of a store. */
function isPlain(namespace: string): boolean {
  return /^[A-Za-z_][\w.:-]{0,47}$/.test(namespace);
}
