import type { LLMTrip } from "../../contracts/agent.ts";
import type { Json, Message, ToolCallRequest } from "../../contracts/message.ts";
import type { ModelResponse } from "../../contracts/model.ts";
import type { AgentSnapshot, LostAttempts } from "../../contracts/snapshot.ts";
import type { ToolCall } from "../../contracts/tool.ts";
import type { AIError } from "../../core/errors/ai-error.ts";
import type { BaseReport } from "../../core/report.ts";
import type { Run } from "../../core/run.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { addUsage, costOf, type Usage } from "../../core/usage.ts";
import type { AgentExecution } from "../agent-execution.ts";
import type { Settled } from "../dispatch-tools.ts";
import { errorOf } from "../saved-error.ts";

/** A trip that was cut by a crash after its answer was saved. */
export interface RestoredTrip {
  answer: ModelResponse | undefined;
  readonly calls: readonly ToolCallRequest[];
  /** How calls settled before the crash, by the key of the call. */
  readonly settled: ReadonlyMap<string, Settled[]>;
}

/** What a snapshot gives back besides what it puts into the run. */
export interface Restored {
  readonly cut: RestoredTrip | undefined;
  readonly lost: LostAttempts;
}

/** Puts a saved run back into a new execution: conversation, trips, reports, usage. */
export function restore(execution: AgentExecution, snapshot: AgentSnapshot): Restored {
  const { run, report, messages } = execution;
  const { answer, next, systemPrompt, promptName, promptVersion } = snapshot;
  const reports = reportsIn(snapshot);
  const isCut = (one: BaseReport): boolean =>
    answer != null && isCallOfTrip(one) && one.tripIndex === next.trip;
  const trips = snapshot.trips as unknown as readonly LLMTrip[];
  for (const trip of trips) {
    report.trips.push(trip);
    spendSaved(run, trip.usage);
  }
  for (const one of reports) {
    if (isCut(one)) continue;
    run.adopt(one);
    spendSaved(run, one.usage);
  }
  if (systemPrompt !== undefined) report.systemPrompt = systemPrompt;
  if (promptName !== undefined) report.promptName = promptName;
  if (promptVersion !== undefined) report.promptVersion = promptVersion;
  execution.text = trips.at(-1)?.output;
  execution.unknownCalls = unknownCalls(execution, trips);
  if (answer == null) {
    messages.push(...conversationIn(snapshot));
    return { cut: undefined, lost: lostAttempts(execution, snapshot) };
  }
  // The answer and what its tools said are pushed again when the trip goes on.
  const start = answer.isMessage ? lastAnswer(snapshot.messages) : snapshot.messages.length;
  messages.push(...conversationIn(snapshot, start));
  const [said, ...heard] = snapshot.messages.slice(start);
  const calls = said?.toolCalls ?? [];
  const settled = new Map<string, Settled[]>();
  // Each record was saved with its message.
  const records = snapshot.toolCalls.map(reportOf).filter(isCut) as ToolCall[];
  for (const [index, message] of heard.entries()) {
    const record = records[index];
    const { name = "", input } = record ?? {};
    const key = callKey({ id: message.toolCallId ?? "", name, input }, calls);
    if (record) settled.set(key, [...(settled.get(key) ?? []), { record, message }]);
  }
  const { finishReason, usage } = answer;
  const response: ModelResponse = { ...answerIn(said), finishReason, usage };
  return { cut: { answer: response, calls, settled }, lost: snapshot.lost };
}

/** Counts what was used before. What made no model call has used nothing, which is not the same as a call that used nothing. */
export function spendSaved(run: Run, usage: Usage): void {
  if (usage.total !== 0) run.spend(usage);
}

/** What tells a call from the others of its turn: its id, and more only where a model has used the id twice. */
export function callKey(
  { id, name, input }: Pick<ToolCallRequest, "id" | "name" | "input">,
  calls: readonly ToolCallRequest[],
): string {
  const isTwice = calls.filter((call) => call.id === id).length > 1;
  return isTwice ? JSON.stringify([id, name, input]) : id;
}

/** Whether a report is that of a call of the model; hooks may run tools as well. */
export function isCallOfTrip(report: BaseReport): report is ToolCall & { readonly tripIndex: number } {
  return report.type === "tool" && (report as ToolCall).tripIndex !== undefined;
}

/** The reports of tools and of runs that hooks started as the run has them: calls trip by trip, in the order of the model. */
export function reportsIn(snapshot: AgentSnapshot): BaseReport[] {
  const { children, places = [] } = snapshot;
  const called = snapshot.toolCalls.map(reportOf) as ToolCall[];
  const tools = askedIn(snapshot).flatMap((calls, trip) =>
    inCallOrder(
      calls ?? [],
      called.filter(({ tripIndex }) => tripIndex === trip),
      (call) => call,
    ),
  );
  const reports: BaseReport[] = [];
  let taken = 0;
  for (const [index, child] of children.entries()) {
    const before = Math.max(taken, places[index] ?? tools.length);
    reports.push(...tools.slice(taken, before), reportOf(child));
    taken = before;
  }
  return [...reports, ...tools.slice(taken)];
}

function lastAnswer(messages: readonly Message[]): number {
  return messages.findLastIndex(({ role }) => role === "assistant");
}

/** How many turns in a row called tools that do not exist. */
function unknownCalls({ definition }: AgentExecution, trips: readonly LLMTrip[]): number {
  const turns = trips.filter(({ toolCalls }) => toolCalls?.length);
  const known = turns.findLastIndex(({ toolCalls }) =>
    toolCalls?.every(({ name }) => definition.toolsByName.has(name)),
  );
  return turns.length - known - 1;
}

/** The answer of a model as the message that it became tells it. */
function answerIn(message: Message | undefined): Omit<ModelResponse, "finishReason" | "usage"> {
  if (!message) return { content: "" };
  const { content, toolCalls, providerMetadata } = message;
  const parts = typeof content === "string" ? [] : content;
  const reasoning = parts.filter((part) => part.type === "reasoning");
  const text =
    typeof content === "string"
      ? content
      : parts.map((part) => (part.type === "text" ? part.text : "")).join("");
  return {
    content: text,
    ...(toolCalls ? { toolCalls } : {}),
    ...(reasoning.length > 0 ? { reasoning } : {}),
    ...(providerMetadata ? { providerMetadata } : {}),
  };
}

/** The conversation of a saved run. Results are saved as they come in; here they are in the order of the calls. */
export function conversationIn(snapshot: AgentSnapshot, end: number = snapshot.messages.length): Message[] {
  const asked = [...askedIn(snapshot).entries()].filter(([, calls]) => calls?.length);
  const turns = snapshot.messages.flatMap(({ toolCalls }, index) => (toolCalls?.length ? [index] : []));
  const ordered = [...snapshot.messages];
  // What stands before the turns of the run is a history, which is in order.
  for (const [place, at] of turns.slice(turns.length - asked.length).entries()) {
    const [trip, calls = []] = asked[place] ?? [];
    const records = (snapshot.toolCalls as unknown as readonly ToolCall[]).filter(
      ({ tripIndex }) => tripIndex === trip,
    );
    // Each result was saved with its record.
    const results = records.map((record, index) => ({ record, message: ordered[at + 1 + index] }));
    const heard = inCallOrder(calls, results, ({ record }) => record);
    for (const [index, { message }] of heard.entries()) if (message) ordered[at + 1 + index] = message;
  }
  return ordered.slice(0, end);
}

/** The calls of each trip. */
function askedIn({
  trips,
  answer,
  next,
  messages,
}: AgentSnapshot): (readonly ToolCallRequest[] | undefined)[] {
  const asked = (trips as unknown as readonly LLMTrip[]).map(({ toolCalls }) => toolCalls);
  if (answer?.isMessage) asked[next.trip] = messages[lastAnswer(messages)]?.toolCalls;
  return asked;
}

/** What belongs to calls, in their order. Of calls that are the same in all, the first takes what is first. */
function inCallOrder<Item>(
  calls: readonly ToolCallRequest[],
  items: readonly Item[],
  recordOf: (item: Item) => ToolCall,
): Item[] {
  const keys = calls.map((call) => callKey(call, calls));
  const placed = items.map((item) => {
    const { toolCallId: id = "", name, input } = recordOf(item);
    const place = keys.indexOf(callKey({ id, name, input }, calls));
    keys[place] = "";
    return { item, place };
  });
  return placed.sort((a, b) => a.place - b.place).map(({ item }) => item);
}

/** What the attempt in which the process died has probably used: its input is estimated, its output is taken from the longest answer. */
function lostAttempts(execution: AgentExecution, { next, lost, status, trips }: AgentSnapshot): LostAttempts {
  if (status !== "running" || next.paused || next.attempts === 0) return lost;
  const outputs = (trips as unknown as readonly LLMTrip[]).map(({ usage }) => usage.output ?? 0);
  const input = estimateTokens(JSON.stringify(execution.messages));
  const output = Math.max(0, ...outputs);
  const usage: Usage = { input, output, total: input + output };
  const cost = costOf(usage, execution.definition.config.model.pricing);
  if (cost) usage.cost = cost;
  addUsage(usage, lost.usage);
  return { attempts: lost.attempts + 1, usage };
}

/** A report as it was before it was saved: its errors are errors again. */
export function reportOf(saved: Json): BaseReport {
  const report = saved as unknown as BaseReport & { readonly error?: AIError };
  const children = report.children.map((child) => reportOf(child as unknown as Json));
  return report.error ? { ...report, children, error: errorOf(report.error) } : { ...report, children };
}
