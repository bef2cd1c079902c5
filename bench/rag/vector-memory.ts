import { openSync, readSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { type VectorSource, vectorContenders } from "./vector-contenders.ts";

// Prints how many bytes a process grows by when it holds the vectors of a file and has searched them:
// `node --expose-gc vector-memory.ts CONTENDER FILE COUNT DIMENSIONS`. The vectors are read as they are wanted.

const [who = "", path = "", count = "", dimensions = ""] = process.argv.slice(2);
const source = vectorFile(path, Number(count), Number(dimensions));
const contender = vectorContenders[who];
if (!contender) throw new Error(`No such contender: ${who}`);
// What the package itself takes is no part of it.
await contender({ ...source, count: 5000 });
const before = await resident();
const search = await contender(source);
for (let query = 0; query < 5; query += 1)
  await search(source.read(query * 100, query * 100 + 1).slice(), 10);
console.log((await resident()) - before);

function vectorFile(file: string, rows: number, length: number): VectorSource {
  const descriptor = openSync(file, "r");
  const buffer = new Float32Array(1000 * length);
  return {
    count: rows,
    dimensions: length,
    read(start, end) {
      const numbers =
        end - start > 1000
          ? new Float32Array((end - start) * length)
          : buffer.subarray(0, (end - start) * length);
      readSync(descriptor, numbers, 0, numbers.byteLength, start * length * 4);
      return numbers;
    },
  };
}

/** After the collector had time to hand back what it freed. */
async function resident(): Promise<number> {
  for (let time = 0; time < 5; time += 1) {
    globalThis.gc?.();
    await wait(100);
  }
  return process.memoryUsage().rss;
}
