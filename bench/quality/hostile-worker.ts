import { parentPort, workerData } from "node:worker_threads";
import { hostileTexts } from "../../test/support/hostile-texts.ts";
import { contenders, SUBJECT } from "./contenders.ts";
import { MEGABYTE, PATIENCE, type Taken } from "./hostile.ts";
import { timesOf } from "./timing.ts";

// Times hostile texts, each family from short to long. Ours gets every one whole and twice as long; others stop where a text
// takes too long.

/** What twice a length takes is asked of ours alone to be little, so ours is timed the more carefully. */
const OURS = { passes: 5, secondsAPass: 0.15 };
const ONCE = { passes: 1, secondsAPass: 0 };

const { who, kind } = workerData;
const contender = contenders().here.find((one) => one.who === who);
const work = (await contender?.load())?.work[kind as "pii"];
if (!work) throw new Error(`${who} has nothing for ${kind}.`);
for (const text of Object.values(hostileTexts)) await work(text(2_000));
for (const [family, textOf] of Object.entries(hostileTexts)) {
  if (who === SUBJECT) {
    const lengths = [MEGABYTE, 2 * MEGABYTE];
    const times = await timesOf(work, lengths.map(textOf), OURS);
    for (const [index, length] of lengths.entries()) tell(family, length, times[index]);
    continue;
  }
  for (const part of [128, 64, 32, 16, 8, 4, 2, 1, 0.5]) {
    const [seconds = 0] = await timesOf(work, [textOf(MEGABYTE / part)], ONCE);
    tell(family, MEGABYTE / part, seconds);
    if (seconds > PATIENCE) break;
  }
}

function tell(family: string, length: number, seconds = 0): void {
  parentPort?.postMessage({ family, length, seconds } satisfies Taken);
}
