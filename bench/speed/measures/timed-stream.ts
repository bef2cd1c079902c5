import type { StreamRun } from "../contender.ts";
import type { Sample } from "../measure.ts";
import { timed } from "./timed.ts";

/** Makes the function that takes one sample of how many deltas a stream brings in a second, in thousands. */
export function timedStream(stream: StreamRun, deltas: readonly string[]): Promise<() => Promise<Sample>> {
  const expected = deltas.reduce((length, delta) => length + delta.length, 0);
  const run = async (): Promise<number> => {
    let length = 0;
    await stream((delta) => {
      length += delta.length;
      return true;
    });
    return length;
  };
  return timed(
    run,
    (length) => length === expected,
    (milliseconds) => deltas.length / milliseconds,
  );
}
