import { drainRuns } from "../../../src/agent/drain-runs.ts";
import type { AgentContract } from "../../../src/contracts/agent.ts";
import type { DurableOptions } from "../../../src/contracts/snapshot.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { from } from "../../../src/store/snapshot.ts";
import { type ScenarioName, scenarioAgent, scenarioNames } from "../durable-scenarios.ts";
import { dyingStore } from "../dying-store.ts";
import { report, settledIn } from "./life.ts";

/** What a drain says of each run: its answer, or the code of the reason why it was left. */
export type Drained = Readonly<Record<string, string>>;

/** The calls of each run that its journal has. */
export type SettledCalls = Readonly<Record<string, readonly string[]>>;

/** Begins a run of each scenario, under the scenario's name. Resolves when each has come to a write, and is to be killed after it. */
export async function beginTogether(witness: string, store: Store, at: number): Promise<SettledCalls> {
  const deaths = scenarioNames.map((scenario) => {
    const dying = dyingStore(store, at, "after");
    void agentOf(witness, scenario, { store: dying.store }).execute("Add.", { runId: scenario });
    return dying.died;
  });
  await Promise.all(deaths);
  const runs = scenarioNames.map(async (scenario) => {
    const snapshot = await from(store).load(scenario);
    return [scenario, snapshot ? settledIn(snapshot) : []] as const;
  });
  return Object.fromEntries(await Promise.all(runs));
}

/**
 * Takes up what `beginTogether` began, while another life may do the same.
 *
 * @param isInStep whether each of two lives waits, before its first write for a run, until the other has come as far.
 */
export async function drainTogether(witness: string, store: Store, isInStep = false): Promise<Drained> {
  const agents = scenarioNames.map((scenario) => agentOf(witness, scenario, {}));
  const drained = await drainRuns({ agents, store: isInStep ? inStep(witness, store) : store });
  return Object.fromEntries(
    drained.map((one) => [one.runId, one.status === "resumed" ? (one.result.text ?? "") : one.error.code]),
  );
}

function agentOf(witness: string, scenario: ScenarioName, durable: DurableOptions): AgentContract {
  const count = async (effect: string): Promise<void> => {
    await report(witness, { kind: "effect", runId: scenario, effect });
  };
  return scenarioAgent(scenario, { ...durable, mode: "per-call" }, count);
}

function inStep(witness: string, store: Store): Store {
  const met = new Set<string>();
  const meet = async (key = ""): Promise<void> => {
    const run = key.slice(0, key.lastIndexOf("/"));
    if (met.has(run)) return;
    met.add(run);
    await report(witness, { kind: "meet", place: run });
  };
  return {
    ...store,
    traits: store.traits,
    async set(key, value, options) {
      await meet(key);
      return store.set(key, value, options);
    },
    async batch(operations) {
      await meet(operations[0]?.key);
      await store.batch?.(operations);
    },
  };
}
