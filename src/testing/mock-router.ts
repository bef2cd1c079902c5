import { END } from "../core/end.ts";
import { ConfigError } from "../core/errors/config-error.ts";

/** Where a supervisor goes next: an intent, several at once, or `END`. */
export type RouteTarget = string | readonly string[];

/** A scripted decision: a target, or a function of the live context that gives one. */
export type MockDecision<Context> = RouteTarget | ((context: Context) => RouteTarget);

/** What a mock router does when its decisions are used up. */
export interface MockRouterOptions {
  /** `end` (default) ends the run, `throw` fails the test, `repeat` gives the last decision again. */
  readonly onExhausted?: "end" | "throw" | "repeat";
}

/**
 * A `route` callback that replays decisions, one per iteration, for tests without a model.
 *
 * @example
 * const route = mockRouter(["writer", "critic", END]);
 */
export function mockRouter<Context = unknown>(
  decisions: readonly MockDecision<Context>[],
  options: MockRouterOptions = {},
): (context: Context) => RouteTarget {
  let calls = 0;
  return (context) => {
    const decision = decisions[calls] ?? exhausted(decisions, options);
    calls += 1;
    return typeof decision === "function" ? decision(context) : decision;
  };
}

function exhausted<Context>(
  decisions: readonly MockDecision<Context>[],
  options: MockRouterOptions,
): MockDecision<Context> {
  if (options.onExhausted === "throw") {
    throw new ConfigError(`The mock router has no decision after its ${decisions.length}. Add one, or END.`);
  }
  return (options.onExhausted === "repeat" ? decisions.at(-1) : undefined) ?? END;
}
