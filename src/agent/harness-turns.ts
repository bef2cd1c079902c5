import { abortable } from "../core/abort.ts";
import { Run, type RunOutcome } from "../core/run.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { conversationText, holdsUntrusted } from "./conversation-text.ts";
import { runInHooks } from "./run-in-hooks.ts";

type Loop = (execution: AgentExecution) => Promise<RunOutcome<unknown>>;

/** The prompts of runs, without and with what was learned. */
const prompts: WeakMap<AgentExecution, { readonly base: string; readonly text: string }> =
  /* @__PURE__ */ new WeakMap();

/** A prompt with what was learned behind it. Its beginning stays as it is, byte for byte. */
export async function withOverview(execution: AgentExecution, base: string): Promise<string> {
  const { call, definition } = execution;
  const learned = await abortable(Promise.resolve(definition.config.harness?.overview()), call.signal);
  const text = [base, learned].filter(Boolean).join("\n\n");
  prompts.set(execution, { base, text });
  return text;
}

/**
 * Between two trips: does what tools have scheduled, and puts what was learned into the prompt. A run that was resumed goes on
 * with the prompt that was saved.
 */
export async function betweenTrips(execution: AgentExecution): Promise<void> {
  const { messages, durable, report } = execution;
  await endTurn(execution, true);
  const before = prompts.get(execution);
  const content = before && (await withOverview(execution, before.base));
  if (!content || content === before.text) return;
  if (before.text !== "") messages[0] = { role: "system", content };
  // How many messages are saved must not change.
  else if (durable) return;
  else messages.unshift({ role: "system", content });
  if (report.systemPrompt !== undefined) report.systemPrompt = content;
  await execution.border?.hide();
}

/** Runs the loop inside the hooks around the run, where there are some, and tells the harness when it has answered. */
export async function runAround(execution: AgentExecution, loop: Loop): Promise<RunOutcome<unknown>> {
  const isHooked = execution.definition.middleware.some(({ execute }) => execute);
  let answered = false;
  try {
    const outcome = await (isHooked ? runInHooks(execution, loop) : loop(execution));
    answered = !outcome.error;
    return outcome;
  } finally {
    await endTurn(execution, !answered);
  }
}

/** Tells the harness that a turn is over. What it makes of it is no part of the answer. */
async function endTurn({ call, definition, messages, run }: AgentExecution, goesOn: boolean): Promise<void> {
  const { harness } = definition.config;
  if (!harness) return;
  const turn = {
    // Made when it is read: most turns have nothing to learn.
    get conversation() {
      return conversationText(messages);
    },
    depth: depthOf(run),
    goesOn,
    tainted: holdsUntrusted(messages),
    run,
    signal: call.signal,
  };
  await abortable(Promise.resolve(harness.turnEnded(turn)), call.signal).catch(() => {});
}

function depthOf(run: Run): number {
  let depth = 0;
  for (let one = run.parent; one; one = one instanceof Run ? one.parent : undefined) depth += 1;
  return depth;
}
