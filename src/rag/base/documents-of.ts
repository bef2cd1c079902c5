import type { RagDocument } from "../../contracts/retrieval.ts";
import { abortable } from "../../core/abort.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import type { RagSource } from "../knowledge-base.ts";
import { isTexts } from "./records.ts";

/** So many documents are looked up at once. */
const BLOCK = 64;

/**
 * The documents of a source in blocks: of a list many at once, of a stream each as it comes. No id is twice in a block.
 *
 * @throws AIError (`INVALID_INPUT`) for what is no document; it names the place, never the text.
 */
export async function* documentBlocks(
  source: RagSource,
  signal: AbortSignal | undefined,
): AsyncGenerator<RagDocument[]> {
  let block = new Map<string, RagDocument>();
  let count = 0;
  for await (const item of flat(source, signal)) {
    if (item !== WAIT) {
      const document = checked(item, count);
      count += 1;
      if (!block.has(document.id) && block.size < BLOCK) {
        block.set(document.id, document);
        continue;
      }
      yield [...block.values()];
      block = new Map([[document.id, document]]);
    } else if (block.size > 0) {
      // What comes next takes its time: those that are there need not wait for it.
      yield [...block.values()];
      block = new Map();
    }
  }
  if (block.size > 0) yield [...block.values()];
}

/** A wait for the next document begins. */
const WAIT = "wait";

/** Every item that is no list, stream or promise of others, with `WAIT` before each wait. */
async function* flat(source: unknown, signal: AbortSignal | undefined): AsyncGenerator<unknown> {
  signal?.throwIfAborted();
  const { then, [Symbol.asyncIterator]: stream, [Symbol.iterator]: list } = Object(source);
  if (typeof source !== "object" || source === null) yield undefined;
  else if (typeof then === "function") {
    yield WAIT;
    const given: unknown = await abortable(Promise.resolve(source), signal);
    yield* flat(given, signal);
  } else if (typeof stream === "function") {
    const iterator: AsyncIterator<unknown> = stream.call(source);
    try {
      for (;;) {
        yield WAIT;
        const next = await abortable(Promise.resolve(iterator.next()), signal);
        if (next.done) return;
        yield* flat(next.value, signal);
      }
    } finally {
      // Not waited for: a source that hangs must not hold up a stop.
      iterator.return?.()?.then(undefined, () => {});
    }
  } else if (typeof list === "function") {
    for (const item of list.call(source)) yield* flat(item, signal);
  } else yield source;
}

function checked(document: unknown, place: number): RagDocument {
  const { id, text, metadata, tags = [] }: Readonly<Record<string, unknown>> = Object(document);
  if (typeof id !== "string" || id === "" || typeof text !== "string" || !isTexts(tags)) {
    throw invalid(
      `Document ${place} is none. A document is { id, text, metadata?, tags? }: texts, an object and a list of texts.`,
    );
  }
  return {
    id,
    text,
    ...(metadata !== undefined && { metadata: plain(metadata, place) }),
    ...(tags.length > 0 && { tags }),
  };
}

/** As it comes back from a store, so that it can be compared. */
function plain(metadata: unknown, place: number): Readonly<Record<string, unknown>> {
  try {
    const value: unknown = JSON.parse(JSON.stringify(metadata));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { ...value };
  } catch {}
  throw invalid(`The "metadata" of document ${place} is no object that JSON can hold.`);
}

function invalid(message: string): AIError {
  return new AIError("INVALID_INPUT", message, {}, "validation");
}
