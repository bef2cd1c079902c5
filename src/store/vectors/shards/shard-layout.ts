import { utf8Length } from "../../utf8.ts";
import { type Place, rowCount, rowOf, type ShardContents, type ShardHead } from "./shards.ts";

/** From where to where something lies, in bytes; the end is exclusive. */
export type ByteRange = readonly [start: number, end: number];

/** Where in a row of bytes the parts of a shard lie: its vectors, then its values in UTF-8, one after the other. */
export interface ShardLayout {
  readonly start: number;
  /** Where each value ends, counted from the end of the vectors. */
  readonly ends: readonly number[];
}

/** What shards are made of one after the other: bytes, and texts that stand for their UTF-8. */
export type ShardPart = Uint8Array<ArrayBuffer> | string;

/** A shard's vectors and values, from `start` on. */
export function layOut(
  { floats, values }: ShardContents,
  start: number,
): { readonly parts: readonly ShardPart[]; readonly size: number; readonly layout: ShardLayout } {
  let end = 0;
  const ends = values.map((value) => {
    end += /[\u0080-\uffff]/.test(value) ? utf8Length(value) : value.length;
    return end;
  });
  const { buffer, byteOffset, byteLength } = floats;
  const bytes = new Uint8Array(buffer as ArrayBuffer, byteOffset, byteLength);
  return { parts: [bytes, ...values], size: byteLength + end, layout: { start, ends } };
}

/** Parts as bytes. */
export function joinedParts(parts: readonly ShardPart[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  const encoder = new TextEncoder();
  let at = 0;
  for (const part of parts) {
    if (typeof part === "string") at += encoder.encodeInto(part, bytes.subarray(at)).written;
    else {
      bytes.set(part, at);
      at += part.length;
    }
  }
  return bytes;
}

/** Whether what was found is the layout of a shard with this head. */
export function isLayout(value: unknown, { keys }: ShardHead): value is ShardLayout {
  const { start, ends }: { start?: unknown; ends?: unknown } = Object(value);
  if (!Number.isSafeInteger(start) || !Array.isArray(ends) || ends.length !== keys.length) return false;
  let before = 0;
  return ends.every((end) => {
    const isAfter = Number.isSafeInteger(end) && end > before;
    before = end;
    return isAfter;
  });
}

/** Where a shard lies as a whole. */
export function shardRange(head: ShardHead, { start, ends }: ShardLayout): ByteRange {
  return [start, start + floatBytes(head) + (ends.at(-1) ?? 0)];
}

export function valueRange({ head, at }: Place, { start, ends }: ShardLayout): ByteRange {
  const first = start + floatBytes(head);
  return [first + (ends[at - 1] ?? 0), first + (ends[at] ?? 0)];
}

export function vectorRange({ head, at }: Place, { start }: ShardLayout): ByteRange {
  const row = rowOf(head, at);
  return [start + row * head.dimensions * 4, start + (row + 1) * head.dimensions * 4];
}

/** What `layOut` made bytes of; they begin with the shard. */
export function contentsOf(head: ShardHead, { ends }: ShardLayout, bytes: Uint8Array): ShardContents {
  const first = floatBytes(head);
  return {
    floats: floatsOf(bytes.subarray(0, first)),
    values: ends.map((end, at) => textOf(bytes.subarray(first + (ends[at - 1] ?? 0), first + end))),
  };
}

/** Floats from bytes that may begin anywhere. */
export function floatsOf(bytes: Uint8Array): Float32Array {
  return new Float32Array(bytes.slice().buffer);
}

export function textOf(bytes: Uint8Array): string {
  return new TextDecoder().decode(bytes);
}

function floatBytes(head: ShardHead): number {
  return rowCount(head) * head.dimensions * 4;
}
