import type { LLMTrip } from "../../contracts/agent.ts";
import type { Json, Message } from "../../contracts/message.ts";
import type { ModelResponse } from "../../contracts/model.ts";
import type { AgentSnapshot, LostAttempts } from "../../contracts/snapshot.ts";
import type { ToolCall } from "../../contracts/tool.ts";
import { AIError, type AIErrorCode, type ErrorCategory } from "../../core/errors/ai-error.ts";
import type { BaseReport } from "../../core/report.ts";
import { estimateTokens } from "../../core/text/estimate-tokens.ts";
import { addUsage, costOf, type Usage } from "../../core/usage.ts";
import type { AgentExecution } from "../agent-execution.ts";
import type { Settled } from "../dispatch-tools.ts";

/** A trip that was cut by a crash after its answer was saved. */
export interface RestoredTrip {
  answer: ModelResponse | undefined;
  /** The calls that settled before the crash, by the id of the call. */
  readonly settled: Map<string, Settled>;
}

/** What a snapshot gives back besides what it puts into the run. */
export interface Restored {
  readonly cut: RestoredTrip | undefined;
  readonly lost: LostAttempts;
}

/** Puts a saved run back into a new execution: conversation, trips, reports, usage. */
export function restore(execution: AgentExecution, snapshot: AgentSnapshot): Restored {
  const { run, report, messages } = execution;
  const { answer, next } = snapshot;
  const reports = reportsIn(snapshot);
  const isCut = (one: BaseReport): boolean => answer != null && tripOf(one) === next.trip;
  const known = reports.filter((one) => !isCut(one));
  const trips = snapshot.trips as unknown as readonly LLMTrip[];
  for (const trip of trips) report.trips.push(trip);
  for (const one of known) run.adopt(one);
  for (const { usage } of [...trips, ...known]) run.spend(usage);
  const conversation = inCallOrder(snapshot.messages);
  if (snapshot.systemPrompt !== undefined) report.systemPrompt = snapshot.systemPrompt;
  execution.text = trips.at(-1)?.output;
  if (answer == null) {
    messages.push(...conversation);
    return { cut: undefined, lost: lostAttempts(execution, snapshot) };
  }
  // The answer and what its tools said are pushed again when the trip goes on.
  const start = answer.isMessage
    ? conversation.findLastIndex(({ role }) => role === "assistant")
    : conversation.length;
  messages.push(...conversation.slice(0, start));
  const [said, ...heard] = conversation.slice(start);
  const records = reports.filter(isCut) as ToolCall[];
  const settled = new Map<string, Settled>();
  for (const message of heard) {
    const id = message.toolCallId ?? "";
    const record = records.find(({ toolCallId }) => toolCallId === id);
    if (record) settled.set(id, { record, message });
  }
  const { finishReason, usage } = answer;
  return {
    cut: { answer: { ...answerIn(said), finishReason, usage }, settled },
    lost: snapshot.lost,
  };
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

/** Results are saved as they come in; the conversation has them in the order of the calls. */
function inCallOrder(messages: readonly Message[]): Message[] {
  const ordered: Message[] = [];
  let calls: readonly string[] = [];
  let heard: Message[] = [];
  const flush = (): void => {
    const place = ({ toolCallId = "" }: Message): number => calls.indexOf(toolCallId);
    ordered.push(...heard.sort((a, b) => place(a) - place(b)));
    heard = [];
  };
  for (const message of messages) {
    if (message.role === "tool") {
      heard.push(message);
      continue;
    }
    flush();
    calls = message.toolCalls?.map(({ id }) => id) ?? [];
    ordered.push(message);
  }
  flush();
  return ordered;
}

/** What the attempt in which the process died has probably used: its input is estimated, its output is taken from the longest answer. */
function lostAttempts(execution: AgentExecution, { next, lost, status, trips }: AgentSnapshot): LostAttempts {
  if (status !== "running" || next.attempts === 0) return lost;
  const outputs = (trips as unknown as readonly LLMTrip[]).map(({ usage }) => usage.output ?? 0);
  const input = estimateTokens(JSON.stringify(execution.messages));
  const output = Math.max(0, ...outputs);
  const usage: Usage = { input, output, total: input + output };
  const cost = costOf(usage, execution.definition.config.model.pricing);
  if (cost) usage.cost = cost;
  addUsage(usage, lost.usage);
  return { attempts: lost.attempts + 1, usage };
}

/** The reports of tools and of runs that hooks started, by time. Calls of one trip are in its order: they are saved as they come in. */
export function reportsIn({ toolCalls, children, trips }: AgentSnapshot): BaseReport[] {
  const reports = [...toolCalls, ...children].map(reportOf);
  const calls = (trips as unknown as readonly LLMTrip[]).map((trip) => trip.toolCalls?.map(({ id }) => id));
  const begun = new Map<number | undefined, string>();
  for (const report of reports) {
    const first = begun.get(tripOf(report));
    if (first === undefined || report.startedAt < first) begun.set(tripOf(report), report.startedAt);
  }
  const timeOf = (one: BaseReport): string =>
    tripOf(one) === undefined ? one.startedAt : (begun.get(tripOf(one)) ?? "");
  const placeOf = (one: BaseReport): number =>
    calls[tripOf(one) ?? -1]?.indexOf((one as ToolCall).toolCallId ?? "") ?? 0;
  return reports.sort((a, b) => timeOf(a).localeCompare(timeOf(b)) || placeOf(a) - placeOf(b));
}

function tripOf(report: BaseReport): number | undefined {
  return report.type === "tool" ? (report as ToolCall).tripIndex : undefined;
}

/** A report as it was before it was saved: its errors are errors again. */
export function reportOf(saved: Json): BaseReport {
  const report = saved as unknown as BaseReport & { readonly error?: AIError };
  const children = report.children.map((child) => reportOf(child as unknown as Json));
  return report.error ? { ...report, children, error: errorOf(report.error) } : { ...report, children };
}

/** The error that a record of `AIError.toJSON()` stands for. */
export function errorOf(saved: unknown): AIError {
  if (AIError.is(saved)) return saved;
  const { code, message, category, retryable, context } = saved as {
    readonly code?: AIErrorCode;
    readonly message?: string;
    readonly category?: ErrorCategory;
    readonly retryable?: boolean;
    readonly context?: Readonly<Record<string, unknown>>;
  };
  return new AIError(code ?? "AI_ERROR", message ?? "", { retryable, context }, category);
}
