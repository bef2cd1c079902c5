import { afterEach, beforeEach, expect } from "vitest";
import { settle, type TimerWatch, watchRejections, watchTimers } from "./watch-leaks.ts";

/** Holds every test of a file to leave no timer and no loose rejection behind. Gives the timers of the test that runs. */
export function leavesNothing(): () => TimerWatch {
  let rejections: ReturnType<typeof watchRejections>;
  let timers: TimerWatch;
  beforeEach(() => {
    rejections = watchRejections();
    timers = watchTimers();
  });
  afterEach(async () => {
    timers.restore();
    expect(timers.left()).toBe(0);
    await settle();
    rejections.restore();
    expect(rejections.seen).toEqual([]);
  });
  return () => timers;
}
