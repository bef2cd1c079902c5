import type {
  Chunk,
  IndexProgress,
  IndexResult,
  RagDocument,
  StoredChunk,
} from "../../contracts/retrieval.ts";
import { abortable, linkSignal } from "../../core/abort.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import { sha256 } from "../../core/hash.ts";
import { checkedVectors } from "../../store/vectors/embed-checked.ts";
import { type ChunkOptions, chunk } from "../chunk/chunk.ts";
import { markdownOutline } from "../chunk/markdown-outline.ts";
import type { IndexOptions, RagSource } from "../knowledge-base.ts";
import { documentBlocks } from "./documents-of.ts";
import type { OpenBase, WrittenDocument } from "./open-base.ts";
import type { DocumentRecord } from "./records.ts";
import { UsageSum } from "./usage-sum.ts";

/** So many texts go to an embedder at once: providers take no more than a few hundred. */
const BATCH = 96;
/** White space longer than this is not kept: chunks on its two sides are not joined again. */
const LONGEST_LEAD = 1000;

/** A document on its way into the base. */
interface Work {
  readonly record: DocumentRecord;
  readonly before: number;
  readonly chunks: { readonly chunk: StoredChunk; vector: readonly number[] | Float32Array | undefined }[];
  /** How many of its chunks wait for their vectors. */
  waiting: number;
  readonly release: () => void;
}

/** A text to embed, and the chunk that it is for. */
interface Piece {
  readonly work: Work;
  readonly text: string;
  readonly chunk: Work["chunks"][number];
}

/** Indexes documents: see `Rag.index`. */
export async function indexDocuments(
  base: OpenBase,
  source: RagSource,
  options: IndexOptions = {},
): Promise<IndexResult> {
  const { chunk: cut, signal: given, onProgress, concurrency = 2, removeMissing, ...flat } = options;
  if (!Number.isInteger(concurrency) || concurrency < 1) {
    throw new ConfigError(`index() got a "concurrency" of ${concurrency}. Use a whole number, 1 or more.`);
  }
  const linked = linkSignal(given);
  const { signal } = linked;
  const cutting: ChunkOptions = { ...base.settings.chunk, ...cut, ...flat };
  const seen = new Set<string>();
  const held = new Set<() => void>();
  const running = new Set<Promise<void>>();
  const pieces: Piece[] = [];
  let failure: { readonly error: unknown } | undefined;
  let isHurried = false;
  const usage = new UsageSum();
  const count = { chunks: 0, unchanged: 0, removed: 0 };
  const progress: { -readonly [Key in keyof IndexProgress]: number } = {
    documents: Array.isArray(source) ? source.length : 0,
    documentsDone: 0,
    documentsUnchanged: 0,
    chunksEmbedded: 0,
  };

  try {
    for await (const block of documentBlocks(source, signal)) await take(block);
    await sendAll();
    await Promise.all(running);
    check();
    if (removeMissing) await removeOthers();
    return { ...count, usage: usage.usage };
  } catch (error) {
    linked.abort(error);
    // What was begun is over before this is: nothing is written behind the back of who was told that it failed.
    await Promise.all(running);
    throw given?.aborted ? given.reason : (failure?.error ?? error);
  } finally {
    linked.release();
    for (const release of held) release();
  }

  function check(): void {
    if (failure) throw failure.error;
    signal.throwIfAborted();
  }

  async function take(block: readonly RagDocument[]): Promise<void> {
    const releases = new Map<string, () => void>();
    // In one order everywhere, so that no two wait for each other.
    for (const { id } of [...block].sort((one, other) => (one.id < other.id ? -1 : 1))) {
      const release = await base.hold(id, hurry, signal);
      releases.set(id, release);
      held.add(release);
      seen.add(id);
    }
    progress.documents = Math.max(progress.documents, seen.size);
    const records = await base.records(block.map(({ id }) => id));
    for (const [at, document] of block.entries()) {
      check();
      await begin(document, records[at], () => {
        const release = releases.get(document.id);
        release?.();
        if (release) held.delete(release);
      });
    }
    if (isHurried) await sendAll();
  }

  async function begin(
    document: RagDocument,
    known: DocumentRecord | undefined,
    release: () => void,
  ): Promise<void> {
    const { id, text, metadata, tags } = document;
    const settings = canonicalJson({ ...cutting, count: cutting.count !== undefined });
    const hash = await sha256(`${settings}\n${text}`).catch(() => "");
    const isSame = known !== undefined && known.hash === hash && hash !== "";
    if (isSame && about(known) === about(document)) {
      count.unchanged += known.chunks;
      progress.documentsUnchanged += 1;
      release();
      return report();
    }
    const cuts = chunk(text, cutting);
    const sectionOf = cutting.headings ? sections(text) : undefined;
    const work: Work = {
      record: {
        document: id,
        hash,
        chunks: cuts.length,
        ...(metadata && { metadata }),
        ...(tags && { tags }),
      },
      before: known?.chunks ?? 0,
      chunks: cuts.map((one, at) => ({
        chunk: stored(document, one, cuts[at - 1], sectionOf),
        vector: undefined,
      })),
      waiting: 0,
      release,
    };
    const vectors = await knownVectors(known);
    for (const one of work.chunks) {
      const embedded = embeddedText(one.chunk);
      one.vector = vectors.get(embedded);
      if (one.vector) continue;
      work.waiting += 1;
      pieces.push({ work, text: embedded, chunk: one });
    }
    if (work.waiting === 0) await write([work]);
    while (pieces.length >= BATCH) await send();
  }

  /** The vectors of what a document said before: what has only moved is not embedded again. */
  async function knownVectors(known: DocumentRecord | undefined): Promise<ReadonlyMap<string, Float32Array>> {
    const vectors = new Map<string, Float32Array>();
    if (!known) return vectors;
    const keys = base.chunkKeys(known.document, known.chunks);
    const [chunks, found] = await Promise.all([base.chunks(keys), base.vectors(keys)]);
    for (const [at, vector] of found.entries()) {
      const kept = chunks[at];
      if (kept && vector) vectors.set(embeddedText(kept.chunk), vector);
    }
    return vectors;
  }

  /** Somebody waits for a document that is on its way: what there is goes at once. */
  function hurry(): void {
    isHurried = true;
    // A failure is found by whoever looks next.
    sendAll().catch(() => {});
  }

  async function sendAll(): Promise<void> {
    isHurried = false;
    while (pieces.length > 0) await send();
  }

  async function send(): Promise<void> {
    while (running.size >= concurrency) await Promise.race(running);
    check();
    const batch = pieces.splice(0, BATCH);
    if (batch.length === 0) return;
    const done = embed(batch).catch((error: unknown) => {
      failure ??= { error };
      linked.abort(error);
    });
    running.add(done);
    done.then(() => running.delete(done));
  }

  async function embed(batch: readonly Piece[]): Promise<void> {
    const { embedder } = base.settings;
    const asked = embedder.embedMany(
      batch.map(({ text }) => text),
      { signal },
    );
    const answer = await abortable(asked, signal);
    usage.add(answer?.usage);
    const vectors = checkedVectors(embedder, answer?.vectors, batch.length);
    const complete = new Set<Work>();
    for (const [at, { work, chunk }] of batch.entries()) {
      chunk.vector = Float32Array.from(vectors[at] ?? []);
      work.waiting -= 1;
      if (work.waiting === 0) complete.add(work);
    }
    progress.chunksEmbedded += batch.length;
    await write([...complete]);
  }

  async function write(works: readonly Work[]): Promise<void> {
    if (works.length === 0) return;
    check();
    const written: readonly WrittenDocument[] = works;
    count.removed += await base.write(written);
    for (const { chunks, release } of works) {
      count.chunks += chunks.length;
      release();
      report();
    }
  }

  function report(): void {
    progress.documentsDone += 1;
    // A listener that throws must not break what it listens to.
    try {
      onProgress?.({ ...progress });
    } catch {}
  }

  async function removeOthers(): Promise<void> {
    const others = (await base.documents("removeMissing")).filter(({ document }) => !seen.has(document));
    count.removed += await base.write([], others);
  }
}

function about({ metadata, tags }: Pick<RagDocument, "metadata" | "tags">): string {
  return canonicalJson([metadata, tags]);
}

function stored(
  document: RagDocument,
  piece: Chunk,
  previous: Chunk | undefined,
  sectionOf: ((place: number) => number) | undefined,
): StoredChunk {
  const { id, text: source, metadata } = document;
  const { text, index, span, headings = [] } = piece;
  const [from, to] = [previous?.span[1] ?? span[0], span[0]];
  const lead = to - from <= LONGEST_LEAD ? source.slice(from, to) : "";
  return {
    id,
    index,
    text,
    span,
    ...(lead && { lead }),
    ...(headings.length > 0 && { headings }),
    ...(sectionOf && { section: sectionOf(span[0]) }),
    ...(metadata && { metadata }),
  };
}

/** The number of the section that a place is in. Is asked about places in ascending order. */
function sections(text: string): (place: number) => number {
  const starts = markdownOutline(text).sections.map(({ start }) => start);
  let section = 0;
  return (place) => {
    while ((starts[section + 1] ?? Number.POSITIVE_INFINITY) <= place) section += 1;
    return section;
  };
}

/** What of a chunk is embedded: a piece from the middle seldom says what it is about, the headings above it do. */
function embeddedText({ headings, text }: StoredChunk): string {
  return headings ? `${headings.join(" > ")}\n\n${text}` : text;
}
