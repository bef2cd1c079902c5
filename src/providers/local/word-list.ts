import { ConfigError } from "../../core/errors/config-error.ts";

/** What is known of English words: how much each says, what it is like, and where it goes in a vector. */
export interface WordList {
  /** The number of a stem. */
  readonly numbers: ReadonlyMap<string, number>;
  /** How many dimensions a word's direction has. */
  readonly dimensions: number;
  /** By number; a word that is not in the list weighs as much as 170. */
  readonly weights: Uint8Array;
  readonly places: Uint16Array;
  /** One after another, and by number what brings each to length 1. */
  readonly directions: Int8Array;
  readonly scales: Float64Array;
}

const headBytes = 8;
/** More, and they would leave too little of a short vector for the words themselves. */
const mostDimensions = 100;
const broken = "localEmbedder() got broken words. Give it the file hedgemage/words.bin.";

/** Reads `words.bin`, which `scripts/word-vectors.ts` describes. Rejects with `ConfigError` (`INVALID_CONFIG`) for other bytes. */
export async function readWordList(file: Uint8Array<ArrayBuffer>): Promise<WordList> {
  const bytes = await unzipped(file).catch((cause: unknown) => {
    throw new ConfigError(broken, { cause });
  });
  if (bytes.length < headBytes) throw new ConfigError(broken);
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const count = view.getUint16(0, true);
  const dimensions = view.getUint16(2, true);
  const textEnd = headBytes + view.getUint32(4, true);
  const fits = bytes.length === textEnd + count * (3 + dimensions / 2);
  if (!(count && dimensions && dimensions <= mostDimensions && fits)) throw new ConfigError(broken);
  const stems = new TextDecoder().decode(bytes.subarray(headBytes, textEnd)).split("\n");
  const placesAt = textEnd + count;
  const directions = new Int8Array(count * dimensions);
  for (const [at, pair] of bytes.subarray(placesAt + 2 * count).entries()) {
    directions[2 * at] = (pair & 15) - 8;
    directions[2 * at + 1] = (pair >> 4) - 8;
  }
  return {
    numbers: new Map(stems.slice(0, count).map((stem, number) => [stem, number])),
    dimensions,
    weights: bytes.subarray(textEnd, placesAt),
    places: Uint16Array.from({ length: count }, (_, number) => view.getUint16(placesAt + 2 * number, true)),
    directions,
    scales: Float64Array.from({ length: count }, (_, number) =>
      scaleOf(directions.subarray(number * dimensions, (number + 1) * dimensions)),
    ),
  };
}

/** What brings a vector to length 1; the same on every runtime, as sums and roots are and `Math.hypot` is not. 0 for zeros. */
export function scaleOf(vector: Iterable<number>): number {
  let sum = 0;
  for (const value of vector) sum += value * value;
  return sum === 0 ? 0 : 1 / Math.sqrt(sum);
}

/** A server that sends the file as compressed content has the runtime unpack it on its way. */
async function unzipped(bytes: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  if (bytes[0] !== 0x1f || bytes[1] !== 0x8b) return bytes;
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}
