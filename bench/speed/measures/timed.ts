import type { Run } from "../contender.ts";
import type { Sample } from "../measure.ts";

/** How much processor time the warm-up and one sample take, in milliseconds. */
const WARM_UP = 2000;
const SAMPLE = 60;

/**
 * Makes the function that takes one sample of how long a run takes: the mean of as many runs, one after the other, as fit
 * into a sample. Warms up first, and sees to it that the result is right. Nothing here waits, so what is counted is the
 * processor time of the process, its garbage collector included: on a busy machine, a clock would count the neighbours.
 *
 * @param perRun turns the milliseconds of one run into the value.
 */
export async function timed(
  run: Run,
  check: (result: unknown) => boolean,
  perRun: (milliseconds: number) => number = (milliseconds) => milliseconds,
): Promise<() => Promise<Sample>> {
  const result = await run();
  if (!check(result)) throw new Error(`The result is wrong: ${JSON.stringify(result)?.slice(0, 200)}`);
  let count = 1;
  for (let spent = 0; spent < WARM_UP; ) {
    const took = await timeOf(run, count);
    spent += took;
    count = Math.max(1, Math.round((count * SAMPLE) / Math.max(took, 0.01)));
    // A run gets faster while it warms up, so the first guesses are far too low; never jump by more than this.
    count = Math.min(count, 20_000);
  }
  return async () => {
    // While the others had their turn, the processor forgot this program.
    await timeOf(run, Math.ceil(count / 3));
    return { value: perRun((await timeOf(run, count)) / count) };
  };
}

async function timeOf(run: Run, count: number): Promise<number> {
  const before = process.cpuUsage();
  for (let index = 0; index < count; index += 1) await run();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}
