import type { Measure } from "../measure.ts";
import { timed } from "./timed.ts";

const KEYS = 1000;

/** Values that an agent keeps between turns, under as many keys. */
const entries: readonly (readonly [key: string, value: object])[] = Array.from(
  { length: KEYS },
  (_, turn) => [
    `session:${String(turn).padStart(4, "0")}`,
    { turn, role: "user", text: "When does the tide turn at the north pier today?", tags: ["tide", "pier"] },
  ],
);

/** Writes all the keys, again and again. */
export const storeSet: Measure = {
  name: "store-set",
  title: "small JSON values written to a store in memory, 1,000 keys",
  unit: "k/s",
  better: "higher",
  target: { timesFloor: 0.2 },
  rounds: 11,
  process: "warm",
  async prepare(contender) {
    const values = await contender.openValues?.();
    if (!values) return undefined;
    const run = async (): Promise<unknown> => {
      for (const [key, value] of entries) await values.set(key, value);
      return values.get(entries[7]?.[0] ?? "");
    };
    return timed(run, isSeventh, perSecond);
  },
};

/** Reads all the keys, again and again. */
export const storeGet: Measure = {
  name: "store-get",
  title: "the same read",
  unit: "k/s",
  better: "higher",
  target: { timesFloor: 0.4 },
  rounds: 11,
  process: "warm",
  async prepare(contender) {
    const values = await contender.openValues?.();
    if (!values) return undefined;
    for (const [key, value] of entries) await values.set(key, value);
    const run = async (): Promise<unknown> => {
      let seventh: unknown;
      for (const [index, [key]] of entries.entries()) {
        const value = await values.get(key);
        if (index === 7) seventh = value;
      }
      return seventh;
    };
    return timed(run, isSeventh, perSecond);
  },
};

function isSeventh(value: unknown): boolean {
  return JSON.stringify(value) === JSON.stringify(entries[7]?.[1]);
}

/** Thousands a second. */
function perSecond(milliseconds: number): number {
  return KEYS / milliseconds;
}
