import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { GroupOptions, RagGroup, RagRow } from "../group.ts";
import { type SyntheticVectors, syntheticVectors } from "../synthetic-vectors.ts";
import { best, type VectorSearcher, type VectorSource, vectorContenders } from "../vector-contenders.ts";

const COUNT = 100_000;
const TOP = 10;
const QUERIES = 100;
/** What takes long for a query is asked fewer. */
const SLOW_QUERIES = 10;
const targets = {
  384: { JavaScript: { time: 6, recall: 0.995 }, SIMD: { time: 4, recall: 0.9995 } },
  1536: { JavaScript: { time: 20, recall: 0.998 }, SIMD: { time: 13, recall: 0.9995 } },
} as const;

/** Searches through many vectors: processor time, what they find of the true hits, building, memory. */
export const vectorSearch: RagGroup = {
  name: "vector-search",
  title: `The ${TOP} of ${COUNT.toLocaleString("en-US")} vectors most like one; synthetic unit vectors: 500 topics from a Gaussian whose first 64 axes carry most variance, seeded; queries are noised members`,
  async *rows({ wants }: GroupOptions) {
    for (const dimensions of [384, 1536] as const) {
      const vectors = syntheticVectors({ count: COUNT, dimensions, queries: QUERIES });
      const truth = vectors.queries.map((query) => new Set(exactly(vectors, query)));
      for (const who of Object.keys(vectorContenders).filter(wants)) {
        // It builds for minutes.
        if (dimensions === 1536 && who.startsWith("usearch")) continue;
        yield* rowsOf(who, vectors, truth);
      }
    }
    yield* memoryRows(Object.keys(vectorContenders).filter(wants));
  },
};

async function* rowsOf(
  who: string,
  vectors: SyntheticVectors,
  truth: readonly ReadonlySet<number>[],
): AsyncIterable<RagRow> {
  const { dimensions } = vectors;
  const own = targetOf(who, dimensions);
  const built = process.cpuUsage();
  const searcher = await vectorContenders[who]?.(sourceOf(vectors));
  const seconds = spent(built) / 1000;
  if (!searcher) return;
  const { milliseconds, recall } = await measured(searcher, vectors, truth);
  const shared = { who, note: "" } as const;
  yield {
    ...shared,
    measure: `vector-query-${dimensions}`,
    title: `Processor time of a search, ${dimensions} dimensions`,
    value: milliseconds,
    unit: "ms",
    better: "lower",
    ...(own && { target: own.time }),
    note: `recall ${recall.toFixed(4)}`,
  };
  yield {
    ...shared,
    measure: `vector-recall-${dimensions}`,
    title: `How many of the true ${TOP} it finds, ${dimensions} dimensions`,
    value: recall,
    unit: "share",
    better: "higher",
    ...(own && { target: own.recall }),
  };
  yield {
    ...shared,
    measure: `vector-build-${dimensions}`,
    title: `Processor time to take all in, the first search with it, ${dimensions} dimensions`,
    value: seconds,
    unit: "s",
    better: "lower",
    ...(own && { target: 3 }),
  };
}

/** The median of all queries, each in the best of its passes. */
async function measured(
  searcher: VectorSearcher,
  { queries }: SyntheticVectors,
  truth: readonly ReadonlySet<number>[],
): Promise<{ milliseconds: number; recall: number }> {
  const first = process.cpuUsage();
  for (const query of queries.slice(0, 3)) await searcher(query, TOP);
  const isSlow = spent(first) > 90;
  const asked = queries.slice(0, isSlow ? SLOW_QUERIES : QUERIES);
  const times = asked.map(() => Number.POSITIVE_INFINITY);
  let found = 0;
  for (let pass = 0; pass < (isSlow ? 1 : 3); pass += 1) {
    found = 0;
    for (const [index, query] of asked.entries()) {
      const start = process.cpuUsage();
      const hits = await searcher(query, TOP);
      times[index] = Math.min(times[index] ?? 0, spent(start));
      found += hits.filter((hit) => truth[index]?.has(hit)).length;
    }
  }
  times.sort((one, other) => one - other);
  return { milliseconds: times[times.length >> 1] ?? 0, recall: found / (asked.length * TOP) };
}

/** Milliseconds of processor time since. */
function spent(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

function targetOf(who: string, dimensions: number): { time: number; recall: number } | undefined {
  if (!who.startsWith("hedgemage")) return undefined;
  return targets[dimensions === 384 ? 384 : 1536][who.includes("SIMD") ? "SIMD" : "JavaScript"];
}

function exactly({ rows, dimensions }: SyntheticVectors, query: Float32Array): number[] {
  const scores = new Float32Array(rows.length / dimensions);
  for (let row = 0; row < scores.length; row += 1) {
    const start = row * dimensions;
    let sum = 0;
    for (let axis = 0; axis < dimensions; axis += 1) sum += (query[axis] ?? 0) * (rows[start + axis] ?? 0);
    scores[row] = sum;
  }
  return best(scores, TOP);
}

function sourceOf({ rows, dimensions }: SyntheticVectors): VectorSource {
  return {
    count: rows.length / dimensions,
    dimensions,
    read: (start, end) => rows.subarray(start * dimensions, end * dimensions),
  };
}

/** Each in a process of its own, which reads the vectors from a file and keeps what it must. */
function* memoryRows(contenders: readonly string[]): Iterable<RagRow> {
  const folder = mkdtempSync(join(tmpdir(), "vectors-"));
  try {
    const file = join(folder, "vectors");
    const { rows } = syntheticVectors({ count: COUNT, dimensions: 384, queries: 0 });
    writeFileSync(file, new Uint8Array(rows.buffer));
    const script = new URL("../vector-memory.ts", import.meta.url).pathname;
    for (const who of contenders) {
      const flags = ["--expose-gc", "--max-old-space-size=4000"];
      const grown = execFileSync(process.execPath, [...flags, script, who, file, String(COUNT), "384"]);
      yield {
        measure: "vector-memory-384",
        title: "Resident memory with all vectors, 384 dimensions",
        who,
        value: Number(grown.toString()) / 1e6,
        unit: "MB",
        better: "lower",
        ...(who.includes("floats in the store") && { target: 60 }),
      };
    }
  } finally {
    rmSync(folder, { recursive: true });
  }
}
