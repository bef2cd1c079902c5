import type { Json } from "../contracts/message.ts";
import { abortable } from "../core/abort.ts";
import { Run } from "../core/run.ts";
import type { AgentExecution } from "./agent-execution.ts";
import { conversationText, holdsUntrusted } from "./conversation-text.ts";

/** The prompts of runs, without and with what was learned. */
const prompts: WeakMap<AgentExecution, { readonly base: string; readonly text: string }> =
  /* @__PURE__ */ new WeakMap();

/** What was said of the last compaction of a run: the harness hears of each once. */
const compactions: WeakMap<AgentExecution, Json | undefined> = /* @__PURE__ */ new WeakMap();

/**
 * Does what tools have scheduled in the trip before, and puts what was learned behind the prompt, which stays as it is, byte for
 * byte. A run that was resumed goes on with the prompt that was saved.
 */
export async function beforeTrip(execution: AgentExecution): Promise<void> {
  const { call, definition, durable, messages, report } = execution;
  const isFirst = report.trips.length === 0;
  if (!isFirst) await tellTurn(execution, true);
  if (call.saved) return;
  const [first] = messages;
  const before = prompts.get(execution);
  const given = first?.role === "system" && typeof first.content === "string" ? first.content : "";
  const base = before?.base ?? given;
  const { harness } = definition.config;
  const reading = (async () => harness?.overview())();
  // A run does without what it cannot have of a harness; a stop is one.
  const learned = await abortable(reading, call.signal).catch(() => call.signal?.throwIfAborted());
  if (learned === undefined) return;
  const text = [base, learned].filter(Boolean).join("\n\n");
  prompts.set(execution, { base, text });
  // Nothing to say, or nothing new.
  if (text === (before?.text ?? base) || text === "") return;
  const message = { role: "system", content: text } as const;
  if (before ? before.text !== "" : given !== "") messages[0] = message;
  // How many messages are saved must not change.
  else if (isFirst || !durable) messages.unshift(message);
  if (definition.config.captureMessages) report.systemPrompt = text;
  await execution.border?.hide();
}

/** Tells the harness that a run is over, before its result is given. */
export async function afterTrips(execution: AgentExecution): Promise<void> {
  const { call, definition, report } = execution;
  const { error, toolCalls = [] } = report.trips.at(-1) ?? { error: true };
  const isSilent = toolCalls.every(({ name }) => definition.toolsByName.get(name)?.mode === "silent");
  await tellTurn(execution, Boolean(error) || !isSilent || call.signal?.aborted === true);
}

/** What the harness makes of a turn is no part of the answer. */
async function tellTurn(execution: AgentExecution, goesOn: boolean): Promise<void> {
  const { call, definition, messages, report, run } = execution;
  const compaction = report.annotations?.compaction;
  const turn = {
    // Made when it is read: most turns have nothing to learn.
    get conversation() {
      return conversationText(messages);
    },
    depth: depthOf(run),
    goesOn,
    compacted: compaction !== undefined && compactions.get(execution) !== compaction,
    tainted: holdsUntrusted(messages),
    run,
    signal: call.signal,
  };
  compactions.set(execution, compaction);
  const { harness } = definition.config;
  await abortable((async () => harness?.turnEnded(turn))(), call.signal).catch(() => {});
}

function depthOf(run: Run): number {
  let depth = 0;
  for (let one = run.parent; one; one = one instanceof Run ? one.parent : undefined) depth += 1;
  return depth;
}
