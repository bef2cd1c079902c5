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

/**
 * The seconds of processor time of this thread that each of some texts takes: the least of some passes, because what else a
 * machine does only adds to them. Texts take turns, so that what it does for a while is not held against one of them. In a pass a
 * text is taken again until it took so many seconds: the clock goes in steps of milliseconds.
 */
export async function timesOf(
  work: Work,
  texts: readonly string[],
  { passes, secondsAPass }: { readonly passes: number; readonly secondsAPass: number },
): Promise<number[]> {
  const least = texts.map(() => Number.POSITIVE_INFINITY);
  for (let pass = 0; pass < passes; pass++) {
    for (const [index, text] of texts.entries()) {
      const seconds = await secondsOf(work, text, secondsAPass);
      least[index] = Math.min(least[index] ?? seconds, seconds);
    }
  }
  return least;
}

async function secondsOf(work: Work, text: string, secondsAPass: number): Promise<number> {
  const start = process.threadCpuUsage();
  for (let times = 1; ; times++) {
    await work(text);
    const { user, system } = process.threadCpuUsage(start);
    const seconds = (user + system) / 1e6;
    if (seconds >= secondsAPass) return seconds / times;
  }
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
