import { agent } from "../agent/agent.ts";
import type { AgentConfig } from "../agent/agent-config.ts";
import type { AgentResult } from "../contracts/agent.ts";
import type { InferSchema, Schema } from "../contracts/schema.ts";
import type { ExecuteOptions } from "../core/run.ts";
import { type BudgetOptions, budget } from "../middleware/budget.ts";

/** A task handed to an agent that is made for it. */
export interface SpawnSubAgentSpec<S extends Schema | undefined = undefined>
  extends Omit<AgentConfig<S>, "placeholders" | "on" | "repair">,
    ExecuteOptions {
  /** What the agent shall do. */
  readonly task: string;
  /** What it may use; the run ends with `BUDGET_EXCEEDED` when it is crossed. */
  readonly budget?: BudgetOptions;
}

/**
 * Makes an agent, runs one task and returns the result. Inside a tool or a step, pass `parent: ctx` (or use an async
 * context) so that its report and usage go into the caller's. Never rejects; throws `ConfigError` for options that cannot work.
 *
 * @example
 * const model = new LocalSDK().model({ name: "local" });
 * const { text } = await spawnSubAgent({ model, task: "When does the tide turn?", budget: { maxTokens: 5_000 } });
 */
export function spawnSubAgent<const S extends Schema | undefined = undefined>(
  spec: SpawnSubAgentSpec<S>,
): Promise<AgentResult<S extends Schema ? InferSchema<S> : undefined>> {
  const { task, budget: limits, parent, signal, sessionId, ...config } = spec;
  const middleware = limits ? [budget(limits), ...(config.middleware ?? [])] : config.middleware;
  const spawned = agent<S>({ ...config, ...(middleware ? { middleware } : {}) } as AgentConfig<S>);
  return spawned.execute(task, { parent, signal, sessionId });
}
