import { expect } from "vitest";
import { expected, type ScenarioName, scenarioNames, tokensPerCall } from "../durable-scenarios.ts";
import type { KillPoint, MatrixRun, Outcome, Resumed } from "./messages.ts";
import type { Witness } from "./witness.ts";

/** Starts a life that works off the task of the witness, and gives the power to kill it. */
export type StartLife = (witness: Witness) => Promise<() => Promise<void>>;

/** What a matrix was. */
export interface MatrixTally {
  runs: number;
  kills: number;
  /** Calls that were done again because they were under way when their process was killed. */
  repeats: number;
  /** Calls that were done again although the journal had them. */
  readonly settledAgain: string[];
  /** Runs whose usage is not that of a whole run. */
  readonly countedWrong: string[];
}

/** A run that is to be killed: when it is begun, and a second time, where so asked, when it is taken up. */
interface DoomedRun extends MatrixRun {
  readonly first: KillPoint;
  readonly second: KillPoint | undefined;
  kills: number;
}

/** How many calls a kill may find under way: what `per-call` saves one by one, and what a trip has. */
const underWay: Readonly<Record<ScenarioName, Readonly<Record<MatrixRun["mode"], number>>>> = {
  "without tools": { "per-call": 1, "per-trip": 1 },
  "five trips": { "per-call": 1, "per-trip": 2 },
  "parallel tools": { "per-call": 4, "per-trip": 5 },
};

/** What was done since the last checkpoint is lost then. */
const secondKill: KillPoint = { when: "before write", at: 1 };

/**
 * Begins runs and kills the life that they are in, before and after every write to its store and within every call; the
 * next life takes the run up. Fails unless every run comes to the result of a whole one.
 */
export async function runMatrix(
  start: StartLife,
  witness: Witness,
  modes: readonly MatrixRun["mode"][],
): Promise<MatrixTally> {
  const tally: MatrixTally = { runs: 0, kills: 0, repeats: 0, settledAgain: [], countedWrong: [] };
  let dead: DoomedRun | undefined;

  /** Lives one life: it takes up the run that the last one died in, and begins the next. */
  const liveOnce = async (next: DoomedRun | undefined): Promise<"killed early" | "killed" | "finished"> => {
    const kill = dead?.kills === 1 ? dead.second : undefined;
    witness.task = { resume: dead && { ...dead, kill }, begin: next && { ...next, kill: next.first } };
    const end = await start(witness);
    try {
      if (dead && !(await takesUp(dead, witness, tally))) {
        dead.kills += 1;
        return "killed early";
      }
      dead = undefined;
      if (!next) return "finished";
      const message = await witness.next();
      tally.runs += 1;
      if (message.kind === "finished" && message.outcome) {
        expectWhole(message.outcome, next, tally);
        return "finished";
      }
      expect(message, nameOf(next)).toEqual({ kind: "dying" });
      next.kills = 1;
      dead = next;
      return "killed";
    } finally {
      await end();
    }
  };
  const live = async (next: DoomedRun | undefined): Promise<"killed" | "finished"> => {
    const end = await liveOnce(next);
    return end === "killed early" ? live(next) : end;
  };

  for (const mode of modes) {
    for (const scenario of scenarioNames) {
      const begin = (first: KillPoint, second?: KillPoint): Promise<"killed" | "finished"> => {
        const runId = `${scenario}, ${mode}, ${first.when} ${first.at}${second ? ", twice" : ""}`;
        return live({ runId, scenario, mode, first, second, kills: 0 });
      };
      let writes = 0;
      for (; (await begin({ when: "before write", at: writes })) === "killed"; writes += 1) {
        await begin({ when: "after write", at: writes });
      }
      expect(writes).toBeGreaterThan(1);
      const { trips, calls } = expected[scenario];
      for (let at = 0; at < trips + calls.length; at += 1) {
        expect(await begin({ when: "within call", at })).toBe("killed");
      }
      for (let at = 0; at < writes && calls.length > 0; at += 1) {
        await begin({ when: "after write", at }, secondKill);
      }
    }
  }
  await live(undefined);
  return tally;
}

/** Says how a matrix went, in one line, and fails where it went wrong. */
export function closeMatrix(row: string, tallies: readonly MatrixTally[]): void {
  const sum = (count: (tally: MatrixTally) => number): number =>
    tallies.reduce((total, tally) => total + count(tally), 0);
  const settledAgain = tallies.flatMap((tally) => tally.settledAgain);
  const countedWrong = tallies.flatMap((tally) => tally.countedWrong);
  const usage = countedWrong.length === 0 ? "usage counted once" : `${countedWrong.length} usages are wrong`;
  console.log(
    `crash matrix, ${row}: ${sum(({ kills }) => kills)} kills, ${settledAgain.length} settled calls repeated, ${usage}`,
  );
  expect(settledAgain).toEqual([]);
  expect(countedWrong).toEqual([]);
  expect(sum(({ repeats }) => repeats)).toBeGreaterThan(0);
}

/** Sees a life take a run up. It is false where the life comes to its end before. */
async function takesUp(run: DoomedRun, witness: Witness, tally: MatrixTally): Promise<boolean> {
  const name = nameOf(run);
  const found = await witness.next();
  if (found.kind !== "found") throw new Error(`${name}: a life began with ${JSON.stringify(found)}`);
  const before = witness.effects(run.runId);
  const message = await witness.next();
  const after = witness.effects(run.runId);
  for (const effect of found.settled) {
    if (after.get(effect) !== before.get(effect)) tally.settledAgain.push(`${name}: ${effect}`);
  }
  if (message.kind === "dying") return false;
  if (message.kind !== "resumed") throw new Error(`${name}: ${JSON.stringify(message)}`);
  tally.kills += run.kills;
  expectTakenUp(message, run, tally);
  const effects = [...after.values()];
  const repeats = effects.reduce((total, times) => total + times - 1, 0);
  tally.repeats += repeats;
  const { trips, calls } = expected[run.scenario];
  expect(effects.length, name).toBe(trips + calls.length);
  const kills = run.kills === 2 && run.second ? [run.first, run.second] : [run.first];
  const lost = kills.map((kill) => mostLost(run, kill));
  expect(repeats, name).toBeLessThanOrEqual(lost.reduce((total, calls) => total + calls, 0));
  return true;
}

function expectTakenUp({ drained, outcome, again }: Resumed, run: DoomedRun, tally: MatrixTally): void {
  // Nothing is open where the run had not begun, or had ended.
  if (drained.length > 0) expect(drained, nameOf(run)).toEqual([run.runId]);
  expectWhole(outcome, run, tally);
  expect(again, nameOf(run)).toEqual(outcome);
}

function expectWhole({ input, output, ...outcome }: Outcome, run: DoomedRun, tally: MatrixTally): void {
  const { text, trips, calls } = expected[run.scenario];
  expect(outcome, nameOf(run)).toEqual({ text, status: "completed", runId: run.runId, trips, calls });
  const isOnce = input === trips * tokensPerCall.input && output === trips * tokensPerCall.output;
  if (!isOnce) tally.countedWrong.push(`${nameOf(run)}: ${input} in, ${output} out`);
}

/** How many calls a kill can make to be done again. */
function mostLost({ scenario, mode }: DoomedRun, { when }: KillPoint): number {
  // Between the answer of its store and its next call, a run that goes one step at a time has nothing to lose.
  const isSettled = when === "after write" && mode === "per-call" && scenario !== "parallel tools";
  return isSettled ? 0 : underWay[scenario][mode];
}

function nameOf({ runId, kills }: DoomedRun): string {
  return `"${runId}", killed ${kills} times`;
}
