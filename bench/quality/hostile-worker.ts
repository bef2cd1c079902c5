import { parentPort, workerData } from "node:worker_threads";
import { hostileTexts } from "../../test/support/hostile-texts.ts";
import { contenders, SUBJECT } from "./contenders.ts";
import { MEGABYTE, PATIENCE } from "./hostile.ts";
import { timeOf } from "./timing.ts";

// Times hostile texts, each family from short to long. Ours gets every one whole and twice as long; others stop where a text
// takes too long.

/** What twice a length takes is asked of ours alone to be little, so ours is timed the more carefully. */
const OURS = { passes: 3, secondsAPass: 0.1 };
const ONCE = { passes: 1, secondsAPass: 0 };

const { who, kind } = workerData;
const contender = contenders().here.find((one) => one.who === who);
const work = (await contender?.load())?.work[kind as "pii"];
if (!work) throw new Error(`${who} has nothing for ${kind}.`);
const isOurs = who === SUBJECT;
const lengths = [128, 64, 32, 16, 8, 4, 2, 1, 0.5].map((part) => MEGABYTE / part);
for (const text of Object.values(hostileTexts)) await work(text(2_000));
for (const [family, textOf] of Object.entries(hostileTexts)) {
  for (const length of isOurs ? lengths.slice(-2) : lengths) {
    const seconds = await timeOf(work, textOf(length), isOurs ? OURS : ONCE);
    parentPort?.postMessage({ family, length, seconds });
    if (!isOurs && seconds > PATIENCE) break;
  }
}
