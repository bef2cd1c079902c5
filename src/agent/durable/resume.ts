import type { AgentReport, AgentResult, AgentResumeOptions, LLMTrip } from "../../contracts/agent.ts";
import type { AgentSnapshot } from "../../contracts/snapshot.ts";
import { AgentCancelledError, AgentDriftError, AgentExecutionError } from "../../core/errors/agent-errors.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import type { BaseReport } from "../../core/report.ts";
import { run, statusOf } from "../../core/run.ts";
import type { JournalState } from "../../store/journal.ts";
import type { RunPlace } from "../../store/run-place.ts";
import type { AgentDefinition } from "../agent-config.ts";
import type { AgentCall, OpenCall } from "../agent-execution.ts";
import { agentFailure } from "../agent-failure.ts";
import { toResult } from "../agent-result.ts";
import { captureMessages } from "../capture-messages.ts";
import { readOutput } from "../read-output.ts";
import { revealed } from "../revealed.ts";
import { errorOf } from "../saved-error.ts";
import { structuredOutput } from "../structured-output.ts";
import { withFeatures } from "../with-features.ts";
import { placeOf } from "./begin.ts";
import { hasHistory, withHistory } from "./history-elsewhere.ts";
import { refuseDecision } from "./refuse-decision.ts";
import { conversationIn, reportsIn } from "./restore.ts";

/** A saved run: its result, where it has ended, or what the loop needs to go on with it. */
export type FoundRun =
  | { readonly result: AgentResult<unknown> }
  | (Pick<AgentCall, "input" | "options" | "saved"> & { readonly result?: undefined });

/**
 * Reads a saved run. A completed run gives its result again, a cancelled one its cancellation, and one that waits for a
 * person, where no decision comes with the call, what it waits for.
 *
 * @throws AgentExecutionError (`AGENT_EXEC_FAILED`) where there is no store, nothing is saved under the id, or the history of
 * a run that did not save it is missing.
 * @throws AgentDriftError (`AGENT_DRIFT`) where another definition began the run.
 * @throws StoreError (`STORE_…`) where the store cannot be read.
 */
export async function savedRun(
  given: AgentDefinition,
  runId: string,
  options: AgentResumeOptions,
  own: OpenCall,
): Promise<FoundRun> {
  const { memory, skills } = given.config;
  const definition = memory || skills ? await withFeatures(given) : given;
  // A drain names the store only: how the agent saves its runs stays the agent's to say.
  const durable = { ...definition.config.durable, ...options.durable };
  const place = placeOf(durable);
  if (!place) {
    throw new AgentExecutionError(
      `The run "${runId}" cannot be resumed without a store. Pass durable: { store }, or set ai.config({ defaultSnapshotStore }).`,
    );
  }
  const reading = await place.read(runId);
  if (!reading) {
    throw new AgentExecutionError(
      `Nothing is saved of a run "${runId}" in the ${place.name} store. Start it with execute(input, { runId }).`,
    );
  }
  const snapshot = snapshotIn(reading.state, runId);
  const { force = false } = options;
  const { signature: currentSignature } = definition;
  const { signature: savedSignature } = snapshot;
  if (savedSignature !== currentSignature && !force) {
    throw new AgentDriftError(
      `The run "${runId}" was begun by another definition of the agent: ${savedSignature} then, ${currentSignature} now. Go back to it, or resume with { force: true }.`,
      { savedSignature, currentSignature, runId },
    );
  }
  if (options.approvals) refuseDecision(snapshot, options.approvals);
  const { status } = snapshot;
  const waits = status === "awaiting-approval" && !options.approvals;
  if (status === "completed" || ((status === "cancelled" || waits) && !force)) {
    await forget(place, runId);
    // What hooks hide of a history is not known here: then the report is without it.
    const isShown = !definition.middleware.some(({ execute }) => execute?.hides);
    const whole =
      isShown && hasHistory(snapshot, options.history) ? withHistory(snapshot, options.history) : snapshot;
    const result = await revealed(definition, await resultOf(definition, whole, options));
    tell(own, result);
    return { result };
  }
  if (!hasHistory(snapshot, options.history)) {
    throw new AgentExecutionError(
      `The run "${runId}" was begun with a history of ${snapshot.history?.count} messages that it did not save. Pass the same history to resume().`,
    );
  }
  // What was cancelled and is resumed by force is wanted again.
  if (force) await place.wish?.delete(runId);
  const next = force ? { ...snapshot.next, attempts: 0 } : snapshot.next;
  const { output, responseSchema } = options;
  return {
    input: snapshot.input,
    options: {
      ...options,
      runId,
      durable,
      sessionId: options.sessionId ?? snapshot.sessionId,
      // A schema object cannot be saved; what the model was told can.
      responseSchema: responseSchema ?? (output ? undefined : snapshot.responseSchema),
    },
    saved: { snapshot: { ...withHistory(snapshot, options.history), next }, reading },
  };
}

/** The result of a stream that was to resume a run, and may not. */
export async function refusedResume(
  { name, config }: AgentDefinition,
  runId: string,
  cause: unknown,
  own: OpenCall,
): Promise<AgentResult<unknown>> {
  const { outcome, report } = await run(
    "agent",
    { name, runId, parent: own.parent, observe: config.observe, failure: async () => agentFailure(cause) },
    () => ({
      type: "agent" as const,
      model: { name: config.model.name, provider: config.model.provider },
      trips: [],
    }),
    () => Promise.reject(cause),
  );
  const result = toResult(outcome, report as AgentReport);
  tell(own, result);
  return result;
}

/** The last event of a stream whose run does not go on. */
function tell({ sink }: OpenCall, result: AgentResult<unknown>): void {
  const { runId, rootRunId } = result.report;
  if (result.error) sink?.emit({ type: "agent.error", runId, rootRunId, error: result.error });
  else sink?.emit({ type: "agent.completed", runId, rootRunId, result });
}

/** The snapshot that a journal tells of. */
export function snapshotIn(state: JournalState, runId: string): AgentSnapshot {
  const { messages, trips, toolCalls, children, next, signature } = state;
  const lists = [messages, trips, toolCalls, children];
  if (
    lists.every(Array.isArray) &&
    typeof next === "object" &&
    next !== null &&
    typeof signature === "string"
  ) {
    return { ...(state as unknown as AgentSnapshot), runId };
  }
  throw new AgentExecutionError(
    `What is saved of the run "${runId}" is not a run of an agent. Resume it with what began it, or delete it.`,
  );
}

/** Takes an ended run off the open ones: its process may have died before it could. A failure only costs the next start a look. */
function forget(place: RunPlace, runId: string): Promise<void> {
  return place.close(runId).catch(() => {});
}

async function resultOf(
  definition: AgentDefinition,
  snapshot: AgentSnapshot,
  options: AgentResumeOptions,
): Promise<AgentResult<unknown>> {
  const { runId, startedAt, savedAt, text, usage, status, sessionId } = snapshot;
  const { version, systemPrompt, promptName, promptVersion } = snapshot;
  const { name, provider } = definition.config.model;
  const error =
    status === "cancelled" ? cancelled(snapshot) : snapshot.error ? errorOf(snapshot.error) : undefined;
  const report: AgentReport = {
    runId,
    rootRunId: runId,
    name: snapshot.agentName,
    type: "agent",
    status: statusOf(error),
    startedAt,
    endedAt: savedAt,
    duration: Date.parse(savedAt) - Date.parse(startedAt),
    usage,
    children: reportsIn(snapshot) as AgentReport["children"][number][],
    reportSchemaVersion: 1,
    model: { name, provider },
    trips: snapshot.trips as unknown as readonly LLMTrip[],
    ...(sessionId === undefined ? {} : { sessionId }),
    ...(version === undefined ? {} : { version }),
    ...(systemPrompt === undefined ? {} : { systemPrompt }),
    ...(promptName === undefined ? {} : { promptName }),
    ...(promptVersion === undefined ? {} : { promptVersion }),
    ...(definition.config.captureMessages ? { messages: captureMessages(conversationIn(snapshot)) } : {}),
    ...(error ? { error } : {}),
  };
  const structured = structuredOutput(definition, {
    ...options,
    responseSchema: options.responseSchema ?? (options.output ? undefined : snapshot.responseSchema),
  });
  // What a schema makes of an answer, such as a date, has no JSON: it is made again from the text.
  const read = !error && structured ? await readOutput(structured, text ?? "") : undefined;
  const data = read && !read.error ? read.value : snapshot.data;
  return toResult({ text, data, error }, report satisfies BaseReport);
}

function cancelled({ error, savedAt: cancelledAt }: AgentSnapshot): AIError {
  const { message } = errorOf(error ?? {});
  return new AgentCancelledError(message || "The run was cancelled.", { cancelledAt });
}
