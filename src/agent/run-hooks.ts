import type { Hooks } from "../contracts/middleware.ts";
import { abortable } from "../core/abort.ts";
import { type AmbientRun, callWithin } from "../core/ambient.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import { agentFailure } from "./agent-failure.ts";

/** What the hooks of one level run in: an agent that a hook runs nests under `run`, and `signal` ends their waiting. */
export interface HookScope {
  readonly run: AmbientRun;
  readonly signal: AbortSignal | undefined;
}

/**
 * Runs work inside the hooks of one level, as an onion. A value from `before` takes the place of the work and of the hooks
 * inside; `after` and `onError` of the hooks outside still run, from the inside out. A stopped run stays stopped: `onError`
 * hears of it, but cannot recover.
 */
export async function runHooks<Context, Value>(
  hooks: readonly Hooks<Context, Value>[],
  context: Context,
  work: () => Promise<Value>,
  scope: HookScope,
): Promise<Value> {
  let entered = 0;
  let settled: Settled<Value>;
  try {
    let early: Value | undefined;
    for (const hook of hooks) {
      const returned = await callHook(scope, () => hook.before?.(context));
      if (returned !== undefined) {
        early = returned as Value;
        break;
      }
      entered += 1;
    }
    settled = { value: early === undefined ? await work() : early };
  } catch (cause) {
    settled = { error: agentFailure(cause, scope.signal) };
  }
  for (let index = entered - 1; index >= 0; index -= 1) {
    const hook = hooks[index];
    if (hook) settled = await leave(hook, context, settled, scope);
  }
  if (settled.error) throw settled.error;
  return settled.value;
}

type Settled<Value> = { readonly value: Value; readonly error?: undefined } | { readonly error: AIError };

async function leave<Context, Value>(
  hook: Hooks<Context, Value>,
  context: Context,
  settled: Settled<Value>,
  scope: HookScope,
): Promise<Settled<Value>> {
  const { error } = settled;
  try {
    const returned = await callHook(scope, () =>
      error ? hook.onError?.(context, error) : hook.after?.(context, settled.value),
    );
    if (returned === undefined || (error && scope.signal?.aborted)) return settled;
    return { value: returned as Value };
  } catch (cause) {
    return { error: agentFailure(cause, scope.signal) };
  }
}

function callHook<Returned>(
  { run, signal }: HookScope,
  hook: () => Returned | Promise<Returned>,
): Promise<Returned> {
  // Where the run was stopped before, the hook cleans up: that is waited for.
  const limit = signal?.aborted ? undefined : signal;
  return abortable(Promise.resolve(callWithin(run, hook)), limit);
}
