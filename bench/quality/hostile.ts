import { Worker } from "node:worker_threads";
import { hostileTexts } from "../../test/support/hostile-texts.ts";
import type { Contender, WorkKind } from "./contender.ts";
import { SUBJECT } from "./contenders.ts";

/** What hostile texts do to somebody. */
export interface Hostile {
  /** The longest time that a text of a megabyte takes, in seconds; `undefined` where one was not waited for. */
  readonly slowest: number | undefined;
  /** The family of texts that takes longest, or that was given up first. */
  readonly family: string;
  /** The most that twice the length takes, as a multiple; for texts that take long enough for it to be told. */
  readonly growth: number;
  readonly note: string;
}

/** A message of the worker: a text of a family took so long. */
export interface Taken {
  readonly family: string;
  readonly length: number;
  readonly seconds: number;
}

/** 2 to the power of 20, so that it can be halved often. */
export const MEGABYTE = 1_048_576;
/** A text that takes longer is not tried twice as long, but by hedgemage. */
export const PATIENCE = 0.5;
/** Where a text takes less, what twice the length takes says nothing. */
const TELLING = 0.02;
/** Somebody who takes longer for all is stopped; hedgemage gets more, because every text is timed to its end. */
const SECONDS = 60;
const OWN_SECONDS = 1800;

/** Times the families in a thread of its own, which can be ended where it is stuck. */
export async function takeHostile(who: Contender["who"], kind: WorkKind): Promise<Hostile> {
  const taken: Taken[] = [];
  const seconds = who === SUBJECT ? OWN_SECONDS : SECONDS;
  const worker = new Worker(new URL("hostile-worker.ts", import.meta.url), {
    workerData: { who, kind },
    argv: process.argv.slice(2),
  });
  let failure: unknown;
  const isDone = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), seconds * 1000);
    worker.on("message", (message: Taken) => taken.push(message));
    worker.on("error", (error) => {
      failure = error;
    });
    worker.on("exit", () => {
      clearTimeout(timer);
      resolve(true);
    });
  });
  await worker.terminate();
  if (failure && who === SUBJECT) throw failure;
  const hostile = told(taken, !isDone && seconds);
  return failure ? { ...hostile, note: `${hostile.note}; failed: ${failure}` } : hostile;
}

function told(taken: readonly Taken[], stoppedAfter: number | false): Hostile {
  const families = Object.keys(hostileTexts);
  const at = (family: string, length: number): Taken | undefined =>
    taken.find((one) => one.family === family && one.length === length);
  const ratios = taken.flatMap(({ family, length, seconds }) => {
    const half = at(family, length / 2);
    return half && half.seconds >= TELLING ? [{ family, length, ratio: seconds / half.seconds }] : [];
  });
  // With those that get through a megabyte the last doubling tells; others are told by the longest text that they survive.
  const last = (family: string): number =>
    Math.max(...taken.filter((one) => one.family === family).map((one) => one.length));
  const growth = Math.max(
    0,
    ...ratios.filter((one) => one.length === last(one.family)).map((one) => one.ratio),
  );
  const survived = families.filter((family) => at(family, MEGABYTE));
  const slowest = survived.toSorted((one, other) => secondsOf(other) - secondsOf(one))[0] ?? "";
  const lost = families.filter((family) => !survived.includes(family));
  if (lost.length === 0) return { slowest: secondsOf(slowest), family: slowest, growth, note: slowest };
  const worst = taken
    .filter(({ family, length }) => lost.includes(family) && length === last(family))
    .toSorted((one, other) => other.seconds / other.length - one.seconds / one.length)[0];
  const stuck = families.find((family) => !taken.some((one) => one.family === family));
  const note = [
    `${lost.length} of ${families.length} families given up`,
    worst && `${worst.family}: ${worst.seconds.toFixed(2)} s at ${Math.round(worst.length / 1000)} kB`,
    stoppedAfter && `stopped after ${stoppedAfter} s${stuck ? ` before the end of ${stuck}` : ""}`,
  ];
  return { slowest: undefined, family: worst?.family ?? "", growth, note: note.filter(Boolean).join("; ") };

  function secondsOf(family: string): number {
    return at(family, MEGABYTE)?.seconds ?? 0;
  }
}
