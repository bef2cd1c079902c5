import fc from "fast-check";
import { expect, it } from "vitest";
import type { AgentContract, AgentResult } from "../../../src/contracts/agent.ts";
import type { DurableOptions } from "../../../src/contracts/snapshot.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { from } from "../../../src/store/snapshot.ts";
import { dyingStore } from "../../support/dying-store.ts";
import { type RunScript, runScripts, scriptedAgent, withoutTimes } from "../../support/random-runs.ts";

/** Where a process dies: right before or after the write with a number. */
interface Kill {
  readonly at: number;
  readonly when: "before" | "after";
}

const kills = fc.array(fc.record({ at: fc.nat(9), when: fc.constantFrom<Kill["when"]>("before", "after") }), {
  maxLength: 4,
});
const modes = fc.constantFrom<"per-trip" | "per-call">("per-trip", "per-call");

it("R13 R16: whatever a run does and however often its process dies, it ends as if nothing had happened", async () => {
  await fc.assert(
    fc.asyncProperty(runScripts, modes, kills, fc.boolean(), async (script, mode, deaths, streamed) => {
      const durable = { mode, maxAttempts: 20 };
      const calm = await scriptedAgent(script, { ...durable, store: memoryStore() }, []).execute("Go.", {
        runId: "run",
      });
      const { result, effects, store, wasFailed } = await throughDeaths(script, durable, deaths, streamed);

      expectSame(result, calm, wasFailed);
      // No call that a saved run had settled was made again: with calls saved one by one, each death repeats what was under way.
      if (mode === "per-call") expectFewRepeats(effects, deaths.length, script);
      if (result.error) return;
      const again = await scriptedAgent(script, { ...durable, store }, effects).resume("run");
      expect(withoutTimes(again)).toEqual(withoutTimes(calm));
    }),
    { numRuns: 150 },
  );
}, 60_000);

it("the steps of a snapshot store of one's own end in the same result", async () => {
  await fc.assert(
    fc.asyncProperty(runScripts, modes, kills, async (script, mode, deaths) => {
      const calm = await scriptedAgent(script, { store: memoryStore() }, []).execute("Go.", { runId: "run" });
      const wrap = (store: Store): DurableOptions["store"] => {
        const { load, save, delete: remove, schema } = from(store);
        return { load, save, delete: remove, schema };
      };
      const durable = { mode, maxAttempts: 20 };
      const { result, wasFailed } = await throughDeaths(script, durable, deaths, false, wrap);
      expectSame(result, calm, wasFailed);
    }),
    { numRuns: 60 },
  );
}, 60_000);

interface Survived {
  readonly result: AgentResult<unknown>;
  readonly effects: string[];
  readonly store: Store;
  /** Whether the run had failed when it was resumed. */
  readonly wasFailed: boolean;
}

/** One process after the other works on a run; all but the last die. */
async function throughDeaths(
  script: RunScript,
  durable: DurableOptions,
  deaths: readonly Kill[],
  streamed: boolean,
  wrap: (store: Store) => DurableOptions["store"] = (store) => store,
): Promise<Survived> {
  const disk: Store = memoryStore();
  const effects: string[] = [];
  let wasFailed = false;
  const goOn = async (agent: AgentContract): Promise<AgentResult<unknown>> => {
    const snapshot = await from(disk).load("run");
    if (!snapshot) return agent.execute("Go.", { runId: "run" });
    wasFailed ||= snapshot.status === "failed";
    return streamed ? agent.resumeStream("run").result : agent.resume("run");
  };
  for (const { at, when } of deaths) {
    const { store, died } = dyingStore(disk, at, when);
    const home = wrap(store);
    const life = goOn(scriptedAgent(script, { ...durable, ...(home && { store: home }) }, effects));
    const result = await Promise.race([life, died]);
    if (result) return { result, effects, store: disk, wasFailed };
  }
  const home = wrap(disk);
  const result = await goOn(scriptedAgent(script, { ...durable, ...(home && { store: home }) }, effects));
  return { result, effects, store: disk, wasFailed };
}

/** A run that has failed and is resumed asks for its last answer anew, and then has what that cost in addition. */
function expectSame(result: AgentResult<unknown>, calm: AgentResult<unknown>, wasFailed: boolean): void {
  if (wasFailed) expect(result.error).toMatchObject({ code: calm.error?.code, message: calm.error?.message });
  else expect(withoutTimes(result)).toEqual(withoutTimes(calm));
}

function expectFewRepeats(
  effects: readonly string[],
  deaths: number,
  { trips, concurrency }: RunScript,
): void {
  const asked = trips.flat().filter(({ tool }) => tool !== "nowhere").length;
  const tools = effects.filter((effect) => !effect.startsWith("model")).length;
  expect(tools).toBeLessThanOrEqual(asked + deaths * concurrency);
}
