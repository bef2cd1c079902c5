import { abortable } from "../../src/core/abort.ts";

/** A clock that a test turns: whoever waits goes on when the time has come, in order. */
export interface VirtualClock {
  readonly now: () => number;
  /** Waits as `wait` of the product does. */
  readonly wait: (milliseconds: number, signal?: AbortSignal) => Promise<void>;
  /** Turns the clock from one waiting one to the next until the promise is settled, or nobody waits any more. */
  run<Value>(promise: Promise<Value>): Promise<Value>;
}

/** How many turns of the queue of promises the work between two waits usually takes. */
const TURNS = 40;
/** How many turns of the event loop it may take. */
const PATIENCE = 50;

/** Makes a clock that starts at a time, in milliseconds since 1970. */
export function virtualClock(start = 1_800_000_000_000): VirtualClock {
  let time = start;
  const waiting: { at: number; go: () => void }[] = [];
  const settle = async (): Promise<void> => {
    for (let turn = 0; turn < TURNS; turn += 1) await undefined;
  };
  return {
    now: () => time,
    wait(milliseconds, signal) {
      const passed = new Promise<void>((resolve) => {
        waiting.push({ at: time + milliseconds, go: resolve });
      });
      return abortable(passed, signal);
    },
    async run(promise) {
      let isSettled = false;
      const end = (): void => {
        isSettled = true;
      };
      promise.then(end, end);
      await settle();
      for (let idle = 0; !isSettled && idle < PATIENCE; ) {
        if (waiting.length === 0) {
          idle += 1;
          await new Promise((resolve) => setTimeout(resolve, 0));
          continue;
        }
        idle = 0;
        const next = waiting.reduce((first, one) => (one.at < first.at ? one : first));
        waiting.splice(waiting.indexOf(next), 1);
        time = Math.max(time, next.at);
        next.go();
        await settle();
      }
      if (!isSettled) throw new Error("Nobody waits for the clock, and the work is not done.");
      return promise;
    },
  };
}
