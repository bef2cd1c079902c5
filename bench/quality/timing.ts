import type { Work } from "./contender.ts";

const PASSES = 7;
const SECONDS_A_PASS = 0.3;

/** Megabytes of UTF-8 a second of processor time, garbage collection included: the median of passes after one that warms up. */
export async function throughput(work: Work, texts: readonly string[]): Promise<number> {
  const sizes = texts.map((text) => new TextEncoder().encode(text).length);
  await pass(work, texts, sizes);
  const passes: number[] = [];
  for (let index = 0; index < PASSES; index++) passes.push(await pass(work, texts, sizes));
  return median(passes);
}

/** The seconds of processor time of this thread that one text takes: the median of some times. */
export async function timeOf(work: Work, text: string, times: number): Promise<number> {
  const taken: number[] = [];
  for (let index = 0; index < times; index++) {
    const start = process.threadCpuUsage();
    await work(text);
    const { user, system } = process.threadCpuUsage(start);
    taken.push((user + system) / 1e6);
  }
  return median(taken);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = sorted.length / 2;
  return ((sorted[Math.floor(middle - 0.5)] ?? 0) + (sorted[Math.floor(middle)] ?? 0)) / 2;
}

async function pass(work: Work, texts: readonly string[], sizes: readonly number[]): Promise<number> {
  const start = process.cpuUsage();
  let bytes = 0;
  for (let index = 0; ; index = (index + 1) % texts.length) {
    await work(texts[index] ?? "");
    bytes += sizes[index] ?? 0;
    const { user, system } = process.cpuUsage(start);
    const seconds = (user + system) / 1e6;
    if (seconds >= SECONDS_A_PASS) return bytes / 1e6 / seconds;
  }
}
