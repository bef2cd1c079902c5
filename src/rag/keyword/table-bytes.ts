import { ConfigError } from "../../core/errors/config-error.ts";
import { joinBytes } from "../../core/join-bytes.ts";
import { countText, type TextTable, textTable } from "./text-table.ts";

/** "HKW" and the version: of this form, and of how texts are split into terms. Raise it where either changes. */
const MARK = 0x484b5701;
const HEADER = 5;

/** A compact table as bytes: numbers of 32 bits (little endian), then the terms in UTF-8, one a line. */
export function bytesOfTable(table: TextTable, slots: readonly number[]): Uint8Array {
  const terms = new TextEncoder().encode([...table.terms.keys()].join("\n"));
  const numbers = [
    Uint32Array.of(MARK, slots.length, table.live, table.terms.size, terms.length),
    Uint32Array.from(slots, (slot) => table.lengths[slot] ?? 0),
    table.words.subarray(0, table.live),
  ];
  return joinBytes([...numbers.map((part) => new Uint8Array(part.buffer, 0, part.byteLength)), terms]);
}

/**
 * The table that `bytesOfTable` wrote, its texts in slots from 0, one for each key. Throws `ConfigError` (`INVALID_CONFIG`) for
 * anything else.
 */
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
  if (bytes.length < HEADER * 4) return undefined;
  const header = new Uint32Array(bytes.slice(0, HEADER * 4).buffer);
  const [mark, texts = 0, words = 0, terms = 0, length = 0] = header;
  const end = (HEADER + texts + words) * 4;
  if (mark !== MARK || end + length !== bytes.length) return undefined;
  const text = new TextDecoder().decode(bytes.subarray(end));
  const list = text === "" ? [] : text.split("\n");
  return list.length === terms
    ? { numbers: new Uint32Array(bytes.slice(0, end).buffer), terms: list }
    : undefined;
}

function tableOf(numbers: Uint32Array, terms: readonly string[]): TextTable | undefined {
  const [, slots = 0] = numbers;
  const lengths = numbers.slice(HEADER, HEADER + slots);
  const words = numbers.slice(HEADER + slots);
  const numberOf = new Map(terms.map((term, number) => [term, number]));
  const live = lengths.reduce((sum, length) => sum + length, 0);
  const isWhole = live === words.length && numberOf.size === terms.length;
  if (!isWhole || words.some((term) => term >= terms.length)) return undefined;
  const starts = new Uint32Array(slots);
  const frequencies = new Uint32Array(terms.length);
  const table = {
    ...textTable(),
    terms: numberOf,
    frequencies,
    words,
    used: live,
    live,
    starts,
    lengths,
    slots,
  };
  for (let slot = 0, start = 0; slot < slots; slot++) {
    starts[slot] = start;
    start += lengths[slot] ?? 0;
    countText(table, slot, 1);
  }
  return table;
}
