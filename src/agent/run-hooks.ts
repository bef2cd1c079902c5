import type { Hooks } from "../contracts/middleware.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import { agentFailure } from "./agent-failure.ts";

/**
 * Runs work inside the hooks of one level, as an onion. A value from `before` takes the place of the work and of the hooks
 * inside; `after` and `onError` of the hooks outside still run, from the inside out.
 *
 * @param signal tells an error apart from a stopped run.
 */
export async function runHooks<Context, Value>(
  hooks: readonly Hooks<Context, Value>[],
  context: Context,
  work: () => Promise<Value>,
  signal: AbortSignal | undefined,
): Promise<Value> {
  let entered = 0;
  let settled: Settled<Value>;
  try {
    let early: Value | undefined;
    for (const hook of hooks) {
      const returned = await hook.before?.(context);
      if (returned !== undefined) {
        early = returned as Value;
        break;
      }
      entered += 1;
    }
    settled = { value: early === undefined ? await work() : early };
  } catch (cause) {
    settled = { error: agentFailure(cause, signal) };
  }
  for (let index = entered - 1; index >= 0; index -= 1) {
    const hook = hooks[index];
    if (hook) settled = await leave(hook, context, settled, signal);
  }
  if (settled.error) throw settled.error;
  return settled.value;
}

type Settled<Value> = { readonly value: Value; readonly error?: undefined } | { readonly error: AIError };

async function leave<Context, Value>(
  hook: Hooks<Context, Value>,
  context: Context,
  settled: Settled<Value>,
  signal: AbortSignal | undefined,
): Promise<Settled<Value>> {
  try {
    const returned = settled.error
      ? await hook.onError?.(context, settled.error)
      : await hook.after?.(context, settled.value);
    return returned === undefined ? settled : { value: returned as Value };
  } catch (cause) {
    return { error: agentFailure(cause, signal) };
  }
}
