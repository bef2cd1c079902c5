import type { PromptRefinement, PromptRefineOptions, RefinedPin } from "../../contracts/refined-prompt.ts";
import type { PromptMaterialization, SystemPromptContract } from "../../contracts/system-prompt.ts";
import { abortable } from "../../core/abort.ts";
import { cancellation } from "../../core/cancellation.ts";
import { getAIConfig } from "../../core/config.ts";
import { AgentCancelledError } from "../../core/errors/agent-errors.ts";
import { AIError } from "../../core/errors/ai-error.ts";
import { PromptRefinementError } from "../../core/errors/prompt-errors.ts";
import type { ExecuteOptions } from "../../core/run.ts";
import { findPin } from "./find-pin.ts";
import { atomicStore } from "./pin-shelf.ts";
import type { RefineFlight, RefineState } from "./refine-options.ts";

/** After so many failures, runs of agents try no more. */
const MOST_STRIKES = 3;
/** How long a store that is no atomic one may take to show everywhere what was written. */
const SPREADING_MS = 60_000;

/** Compiles a prompt, or gives its pin. Never rejects. */
export function tryRefine(state: RefineState, options: PromptRefineOptions = {}): Promise<PromptRefinement> {
  return join(state, options, options.fresh === true, false);
}

/** Makes a prompt ready for a run of an agent. Never rejects: what cannot be compiled is served as people wrote it. */
export async function materialize(
  state: RefineState,
  within: ExecuteOptions = {},
): Promise<PromptMaterialization> {
  if (!state.pin && state.strikes >= MOST_STRIKES) {
    return {
      fallback: true,
      warnings: [`The prompt was not compiled: ${MOST_STRIKES} attempts had failed.`],
    };
  }
  const { pin = state.pin, error, warnings } = await join(state, within, false, true);
  if (pin || !error) return { fallback: false, ...(pin && { key: pin.key }), warnings };
  const message = `The prompt is served as it was written: ${error.message}`;
  if (!isStop(error)) tell(state, "fallback", message, { reason: error.reason, issues: error.issues });
  return { fallback: true, warnings: [...warnings, message] };
}

/** What a pin holds, as a prompt that knows where it comes from. */
export function compiledPrompt(
  { source, host }: RefineState,
  { text, model }: RefinedPin,
): SystemPromptContract {
  const { name, version = host.version(), required } = source.meta() ?? {};
  const label = version === undefined ? name : `${name}@${version}`;
  return host.prompt(text, {
    refinedFrom: name === undefined ? "anonymous" : label,
    refinerModel: model,
    required,
  });
}

/** Waits for the compilation that is under way, or begins one. Of all that wait for one, each may stop waiting. */
async function join(
  state: RefineState,
  { signal: own, parent, sessionId, lock }: PromptRefineOptions,
  fresh: boolean,
  lazy: boolean,
): Promise<PromptRefinement> {
  const { pin } = state;
  // While somebody replaces the pin, it is served as it is.
  if (pin && !fresh && (state.isSettled || state.flight?.fresh)) {
    return { pin, text: pin.text, from: "memory", warnings: [], usage: {} };
  }
  const signal = own ?? parent?.signal;
  if (signal?.aborted) return stopped(signal);
  const flight =
    state.flight && (state.flight.fresh || !fresh)
      ? state.flight
      : begin(state, { parent, sessionId, lock }, fresh, lazy);
  flight.waiting += 1;
  try {
    return await abortable(flight.outcome, signal);
  } catch {
    flight.waiting -= 1;
    if (flight.waiting === 0) {
      if (state.flight === flight) state.flight = undefined;
      flight.controller.abort(signal?.reason);
    }
    return stopped(signal);
  }
}

function begin(state: RefineState, within: PromptRefineOptions, fresh: boolean, lazy: boolean): RefineFlight {
  const controller = new AbortController();
  const { signal } = controller;
  const flight: RefineFlight = {
    fresh,
    lazy,
    controller,
    waiting: 0,
    outcome: findPin(state, { ...within, signal }, fresh).then((outcome) => {
      land(state, flight, outcome);
      return outcome;
    }),
  };
  state.flight = flight;
  return flight;
}

function land(state: RefineState, flight: RefineFlight, outcome: PromptRefinement): void {
  // One that was begun later, to replace what this one gives, is not undone by it.
  const isNewest = state.flight === flight;
  if (isNewest) state.flight = undefined;
  for (const warning of outcome.warnings) tell(state, warning, warning);
  if (outcome.error) {
    const { error } = outcome;
    const isFailure = !flight.controller.signal.aborted && !isStop(error) && error.reason !== "frozen";
    if (flight.lazy && isFailure) state.strikes += 1;
    return;
  }
  const { pin, from } = outcome;
  if (state.pin && !isNewest) return;
  // In a plain store another one may write over it, until all see what was written.
  const isShared =
    state.options.store && !atomicStore(state.options) && (from === "store" || from === "model");
  const age = Math.abs(Date.now() - Date.parse(pin.createdAt));
  state.isSettled = !(isShared && age < SPREADING_MS);
  if (state.pin?.text !== pin.text) state.served = compiledPrompt(state, pin);
  state.pin = pin;
  state.strikes = 0;
}

/** Whether somebody stopped a compilation, or may not pay for it, so that nothing is wrong with the refiner. */
function isStop({ cause }: PromptRefinementError): boolean {
  return AIError.is(cause) && (cause.category === "cancelled" || cause.category === "budget");
}

function stopped(signal: AbortSignal | undefined): PromptRefinement {
  const cause = new AgentCancelledError("The run was cancelled.", signal ? cancellation(signal) : {});
  const error = new PromptRefinementError("The run was stopped.", { reason: "model", cause });
  return { error, warnings: [], usage: {} };
}

function tell(state: RefineState, what: string, message: string, context?: Record<string, unknown>): void {
  if (state.told.has(what)) return;
  state.told.add(what);
  const { logger = getAIConfig().logger } = state.options;
  // A logger that throws must not stop a run.
  try {
    logger?.warn?.("ai.prompts", "refine", message, { prompt: state.source.meta()?.name, ...context });
  } catch {}
}
