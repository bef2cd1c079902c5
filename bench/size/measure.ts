import { gzipSync } from "node:zlib";
import {
  type Bundle,
  type Bundler,
  bundleWithEsbuild,
  bundleWithRollup,
  type Chunk,
  type Consumer,
} from "./bundle.ts";

/** Bytes of minified code, and of the same code after gzip. */
export interface Size {
  minified: number;
  gzip: number;
}

/** `first` is what loads at the start, `whole` the code with all that it may load later, in one file. */
export interface Sizes {
  first: Size;
  whole: Size;
  /** Node built-ins that the code imports; a page cannot run it without stand-ins for them. */
  builtins: readonly string[];
}

export const bundlers: Readonly<Record<"esbuild" | "rollup", Bundler>> = {
  esbuild: bundleWithEsbuild,
  rollup: bundleWithRollup,
};

/** Bundles a consumer twice, with and without code splitting, and weighs what comes out. */
export async function measure(consumer: Consumer, bundler: Bundler): Promise<Sizes> {
  const split = await bundler(consumer, true);
  const whole = await measureWhole(consumer, bundler);
  return { first: weigh(firstChunks(split)), whole, builtins: split.builtins };
}

/** Bundles a consumer into one file and weighs it. */
export async function measureWhole(consumer: Consumer, bundler: Bundler): Promise<Size> {
  return weigh((await bundler(consumer, false)).chunks);
}

function firstChunks({ chunks }: Bundle): Chunk[] {
  const needed = new Set(chunks.filter(({ isEntry }) => isEntry));
  for (const chunk of needed) {
    for (const other of chunks) if (chunk.imports.includes(other.name)) needed.add(other);
  }
  return [...needed];
}

function weigh(chunks: readonly Chunk[]): Size {
  const sum = (bytesOf: (code: string) => number) =>
    chunks.reduce((total, { code }) => total + bytesOf(code), 0);
  return {
    minified: sum((code) => Buffer.byteLength(code)),
    gzip: sum((code) => gzipSync(code, { level: 9 }).length),
  };
}
