/** Seconds of processor time of the best of several runs, after one that warms up. Short work is repeated until it can be timed. */
export function bestCpuSeconds(work: () => unknown, runs = 5): number {
  let times = 1;
  while (cpuSeconds(work, times) < 0.02 && times < 1e6) times *= 4;
  let best = Number.POSITIVE_INFINITY;
  for (let run = 0; run < runs; run++) best = Math.min(best, cpuSeconds(work, times) / times);
  return best;
}

function cpuSeconds(work: () => unknown, times: number): number {
  const start = process.cpuUsage();
  for (let time = 0; time < times; time++) work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}
