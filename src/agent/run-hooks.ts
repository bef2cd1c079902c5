import type { AgentMiddleware, Hooks } from "../contracts/middleware.ts";
import { abortable } from "../core/abort.ts";
import { callWithin } from "../core/ambient.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { agentFailure } from "./agent-failure.ts";

/** The hooks of one level around one piece of work. */
export interface Onion<Context, Value> {
  readonly level: (middleware: AgentMiddleware) => Hooks<Context, Value> | undefined;
  readonly context: Context;
  readonly work: () => Promise<Value>;
  /** Ends the waiting for hooks. */
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs work inside the hooks of one level, as an onion. A value from `before` takes the place of the work and of the hooks
 * inside; `after` and `onError` of the hooks outside still run, from the inside out. A stopped run stays stopped: `onError`
 * hears of it, but cannot recover. An agent that a hook runs nests under the run.
 */
export async function runHooks<Context, Value>(
  execution: AgentExecution,
  onion: Onion<Context, Value>,
): Promise<Value> {
  const { level, context, work, signal } = onion;
  const entered: AgentMiddleware[] = [];
  let settled: Settled<Value>;
  try {
    let early: Value | undefined;
    for (const middleware of execution.definition.middleware) {
      const returned = await callHook(execution, middleware, signal, () =>
        level(middleware)?.before?.(context),
      );
      if (returned !== undefined) {
        early = returned as Value;
        execution.log?.decided(middleware, "answered");
        break;
      }
      entered.push(middleware);
    }
    settled = { value: early === undefined ? await work() : early };
  } catch (cause) {
    settled = { error: agentFailure(cause, signal) };
  }
  for (const middleware of entered.reverse()) settled = await leave(execution, middleware, onion, settled);
  if (settled.error) throw settled.error;
  return settled.value;
}

type Settled<Value> = { readonly value: Value; readonly error?: undefined } | { readonly error: AIError };

async function leave<Context, Value>(
  execution: AgentExecution,
  middleware: AgentMiddleware,
  { level, context, signal }: Onion<Context, Value>,
  settled: Settled<Value>,
): Promise<Settled<Value>> {
  const hooks = level(middleware);
  const { error } = settled;
  try {
    const returned = await callHook(execution, middleware, signal, () =>
      error ? hooks?.onError?.(context, error) : hooks?.after?.(context, settled.value),
    );
    if (returned === undefined || (error && signal?.aborted)) return settled;
    execution.log?.decided(middleware, error ? "recovered from the error" : "replaced the result");
    return { value: returned as Value };
  } catch (cause) {
    return { error: agentFailure(cause, signal) };
  }
}

async function callHook<Returned>(
  { run, log }: AgentExecution,
  middleware: AgentMiddleware,
  signal: AbortSignal | undefined,
  hook: () => Returned | Promise<Returned>,
): Promise<Returned> {
  // Where the run was stopped before, the hook cleans up: that is waited for.
  const limit = signal?.aborted ? undefined : signal;
  try {
    return await abortable(Promise.resolve(callWithin(run, hook)), limit);
  } catch (cause) {
    log?.decided(middleware, "threw");
    throw cause;
  }
}
