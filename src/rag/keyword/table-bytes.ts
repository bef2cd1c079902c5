import { ConfigError } from "../../core/errors/config-error.ts";
import { joinBytes } from "../../core/join-bytes.ts";
import { type TextTable, textTable } from "./text-table.ts";

/** "HKW" and the version: of this form, and of how texts are split into terms. Raise it where either changes. */
const MARK = 0x484b5701;
const HEADER = 5;

/** A compact table as bytes: numbers of 32 bits (little endian), then the terms in UTF-8, one a line. */
export function bytesOfTable(table: TextTable, slots: readonly number[]): Uint8Array {
  const terms = new TextEncoder().encode([...table.terms.keys()].join("\n"));
  const numbers = [
    Uint32Array.of(MARK, slots.length, table.live, table.terms.size, terms.length),
    Uint32Array.from(slots, (slot) => table.lengths[slot] ?? 0),
    Uint32Array.from(slots, (slot) => table.sizes[slot] ?? 0),
    table.pairs.subarray(0, table.live),
  ];
  return joinBytes([...numbers.map((part) => new Uint8Array(part.buffer, 0, part.byteLength)), terms]);
}

/** The table that `bytesOfTable` wrote, its texts in slots from 0. Throws `ConfigError` (`INVALID_CONFIG`) for anything else. */
export function tableOfBytes(bytes: Uint8Array, texts: number): TextTable {
  const read = readNumbers(bytes);
  const table = read && tableOf(read.numbers, read.terms);
  if (table?.slots !== texts) {
    throw new ConfigError(
      `A keyword index of ${texts} texts cannot be read from these ${bytes.length} bytes: they are broken, or of another version of hedgemage. Add the documents again.`,
    );
  }
  return table;
}

function readNumbers(bytes: Uint8Array): { numbers: Uint32Array; terms: string[] } | undefined {
  const header = new Uint32Array(bytes.slice(0, HEADER * 4).buffer);
  const [mark, texts = 0, pairs = 0, terms = 0, termBytes = 0] = header;
  const end = (HEADER + 2 * texts + pairs) * 4;
  if (mark !== MARK || end + termBytes !== bytes.length) return undefined;
  const words = new TextDecoder().decode(bytes.subarray(end));
  const list = words === "" ? [] : words.split("\n");
  return list.length === terms
    ? { numbers: new Uint32Array(bytes.slice(0, end).buffer), terms: list }
    : undefined;
}

function tableOf(numbers: Uint32Array, terms: readonly string[]): TextTable | undefined {
  const [, texts = 0, count = 0] = numbers;
  const lengths = numbers.slice(HEADER, HEADER + texts);
  const sizes = numbers.slice(HEADER + texts, HEADER + 2 * texts);
  const pairs = numbers.slice(HEADER + 2 * texts);
  const starts = new Uint32Array(texts);
  const frequencies = new Uint32Array(terms.length);
  let used = 0;
  for (let slot = 0; slot < texts; slot++) {
    starts[slot] = used;
    const end = used + (sizes[slot] ?? 0);
    if (end > count) return undefined;
    for (let before = -1; used < end; used++) {
      const pair = pairs[used] ?? 0;
      const term = pair >>> 8;
      if (term <= before || term >= terms.length || (pair & 255) === 0) return undefined;
      frequencies[term] = (frequencies[term] ?? 0) + 1;
      before = term;
    }
  }
  const numbersOf = new Map(terms.map((term, id) => [term, id]));
  if (used !== count || numbersOf.size !== terms.length) return undefined;
  return {
    ...textTable(),
    terms: numbersOf,
    frequencies,
    pairs,
    used,
    live: used,
    starts,
    sizes,
    lengths,
    slots: texts,
  };
}
