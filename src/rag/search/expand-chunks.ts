import type { ExpandOptions, RetrievedChunk, Span, StoredChunk } from "../../contracts/retrieval.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import type { OpenBase } from "../base/open-base.ts";

/** One exact slice of a document, grown around a chunk that was found. */
interface Passage {
  readonly hit: RetrievedChunk;
  readonly section: number | undefined;
  text: string;
  span: Span;
  first: number;
  last: number;
  /** Whether there is more to add in front of it and behind it. */
  before: boolean;
  behind: boolean;
}

/**
 * Chunks with what stands around them. Each text stays an exact slice of its document, and its span says which: chunks are joined
 * where they overlap or where what is between them is known.
 */
export async function expandChunks(
  base: OpenBase,
  hits: readonly RetrievedChunk[],
  { neighbours = 0, parent, maxLength = 8000 }: ExpandOptions,
): Promise<readonly RetrievedChunk[]> {
  if (!(neighbours >= 0 && maxLength > 0)) {
    throw new ConfigError(
      `retrieve() got expand.neighbours ${neighbours} and maxLength ${maxLength}. Use 0 or more, and more than 0.`,
    );
  }
  const known = new Map<string, StoredChunk>();
  const reach = parent ? Number.POSITIVE_INFINITY : neighbours;
  await load(hits.map(({ citation }) => base.chunkKey(citation.sourceId, citation.chunkIndex)));
  const passages = hits.map((hit): Passage => {
    const { sourceId, chunkIndex, span } = hit.citation;
    const own = known.get(base.chunkKey(sourceId, chunkIndex));
    const isThere = own?.text === hit.text;
    return {
      hit,
      section: own?.section,
      text: hit.text,
      span,
      first: chunkIndex,
      last: chunkIndex,
      before: isThere && chunkIndex > 0,
      behind: isThere,
    };
  });

  // Twice as far each time: how far a section goes nobody knows before.
  for (let radius = Math.min(reach, 4), done = 0; done < reach && passages.some(isGrowing); radius *= 2) {
    const wanted = passages
      .filter(isGrowing)
      .flatMap(({ hit: { citation }, first, last, before, behind }) => [
        ...(before ? around(citation.sourceId, first - radius, first - 1) : []),
        ...(behind ? around(citation.sourceId, last + 1, last + radius) : []),
      ]);
    await load(wanted);
    for (const passage of passages) for (let step = 0; step < radius; step++) grow(passage);
    done += radius;
    radius = Math.min(radius, (reach - done) / 2);
  }
  return merged(passages);

  async function load(keys: readonly string[]): Promise<void> {
    const missing = [...new Set(keys)].filter((key) => !known.has(key));
    for (const kept of await base.chunks(missing)) if (kept) known.set(kept.key, kept.chunk);
  }

  function around(id: string, from: number, to: number): string[] {
    const keys: string[] = [];
    for (let index = Math.max(0, from); index <= to; index++) keys.push(base.chunkKey(id, index));
    return keys;
  }

  /** One chunk further on each side. */
  function grow(passage: Passage): void {
    const { sourceId } = passage.hit.citation;
    if (passage.before) {
      const next = known.get(base.chunkKey(sourceId, passage.first - 1));
      const inner = known.get(base.chunkKey(sourceId, passage.first));
      passage.before = next !== undefined && fits(passage, next) && prepend(passage, next, inner);
    }
    if (passage.behind) {
      const next = known.get(base.chunkKey(sourceId, passage.last + 1));
      passage.behind = next !== undefined && fits(passage, next) && append(passage, next);
    }
  }

  function fits({ text, section }: Passage, next: StoredChunk): boolean {
    return text.length < maxLength && (parent !== "section" || next.section === section);
  }
}

function isGrowing({ before, behind }: Passage): boolean {
  return before || behind;
}

function prepend(passage: Passage, next: StoredChunk, inner: StoredChunk | undefined): boolean {
  const [start, end] = passage.span;
  const [from, to] = next.span;
  const lead = inner?.lead ?? "";
  const gap = start - to;
  if (from > start || (gap > 0 && gap !== lead.length)) return false;
  // A chunk may reach behind the start of what is there: then only its beginning is new.
  passage.text = (gap > 0 ? next.text + lead : next.text.slice(0, start - from)) + passage.text;
  passage.span = [from, end];
  passage.first = next.index;
  return next.index > 0;
}

function append(passage: Passage, next: StoredChunk): boolean {
  const [start, end] = passage.span;
  const [from, to] = next.span;
  const lead = next.lead ?? "";
  if (from < start || (from > end && from - end !== lead.length)) return false;
  passage.last = next.index;
  if (to <= end) return true;
  passage.text += from > end ? lead + next.text : next.text.slice(end - from);
  passage.span = [start, to];
  return true;
}

/** Passages that overlap or touch are one, in the place of the best of them. */
function merged(passages: readonly Passage[]): RetrievedChunk[] {
  const kept: Passage[] = [];
  for (const passage of passages) {
    let whole = passage;
    for (;;) {
      const other = kept.find((one) => isBeside(one, whole));
      if (!other) break;
      kept.splice(kept.indexOf(other), 1);
      whole = rank(other) < rank(whole) ? joined(other, whole) : joined(whole, other);
    }
    kept.push(whole);
  }
  return kept
    .sort((one, other) => rank(one) - rank(other))
    .map(({ hit, text, span }) => ({ ...hit, text, citation: { ...hit.citation, span } }));

  function rank({ hit }: Passage): number {
    return passages.findIndex((passage) => passage.hit === hit);
  }
}

function isBeside(one: Passage, other: Passage): boolean {
  return (
    one.hit.citation.sourceId === other.hit.citation.sourceId &&
    one.span[0] <= other.span[1] &&
    other.span[0] <= one.span[1]
  );
}

/** Two slices of a document that overlap or touch as one, in the place of the first. */
function joined(better: Passage, other: Passage): Passage {
  const [left, right] = better.span[0] <= other.span[0] ? [better, other] : [other, better];
  const end = Math.max(left.span[1], right.span[1]);
  const text = left.text + right.text.slice(left.span[1] - right.span[0]);
  return { ...better, text, span: [left.span[0], end] };
}
