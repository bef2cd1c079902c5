import type { SchemaIssue } from "../core/errors/agent-errors.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import type { EventHandlers, RunEvent, Subscribe } from "../core/events.ts";
import type { BaseReport, ReportType, RunResult } from "../core/report.ts";
import type { ExecuteOptions } from "../core/run.ts";
import type { RunStream } from "../core/run-stream.ts";
import type { Usage } from "../core/usage.ts";
import type { Attachment, AttachmentPolicy } from "./attachment.ts";
import type { EvalOptions, EvalReport } from "./eval.ts";
import type { ApprovalDecision, ApprovalRequest, GivenApprovals } from "./interrupt.ts";
import type { MediaReport } from "./media.ts";
import type { Json, Message, ToolCallRequest } from "./message.ts";
import type { FinishReason } from "./model.ts";
import type { InferSchema, JsonSchema, Schema } from "./schema.ts";
import type { DurableOptions, ResumeOptions } from "./snapshot.ts";
import type { PromptMaterialization, SystemPromptContract } from "./system-prompt.ts";
import type { ToolCall } from "./tool.ts";

/** One round trip to the model. Times are ISO texts, `duration` is in milliseconds. */
export interface LLMTrip {
  readonly index: number;
  /** What the trip answered: the user's input, `[tool results]`, or the request to repair an answer. */
  readonly input: string;
  readonly output: string;
  readonly finishReason: FinishReason;
  readonly startedAt: string;
  readonly endedAt: string;
  readonly duration: number;
  readonly usage: Usage;
  readonly toolCalls?: readonly ToolCallRequest[];
  readonly error?: AIError;
}

/** A message as a report keeps it: plain texts, safe to store as JSON. */
export interface CapturedMessage {
  readonly role: Message["role"];
  readonly content: string;
  readonly toolCalls?: readonly { readonly id: string; readonly name: string; readonly input: unknown }[];
  readonly toolCallId?: string;
}

/** A report of a kind that has no fields known here. */
export interface FlowReport extends BaseReport {
  readonly type: Exclude<ReportType, "agent" | "tool" | MediaReport["type"]>;
}

/** Any node of the report tree; `type` tells which. */
export type ExecutionReport = AgentReport | ToolCall | MediaReport | FlowReport;

/** The report of an agent run. Tool calls and nested runs are `children`. */
export interface AgentReport extends BaseReport {
  readonly type: "agent";
  readonly model: { readonly name: string; readonly provider: string };
  readonly trips: readonly LLMTrip[];
  readonly children: readonly ExecutionReport[];
  readonly systemPrompt?: string;
  readonly promptName?: string;
  readonly promptVersion?: string;
  /** Why the prompt was served as it was written, or what went wrong beside its compilation; also under `annotations`. */
  readonly refine?: PromptMaterialization;
  /** The whole conversation, where the agent was made with `captureMessages`. */
  readonly messages?: readonly CapturedMessage[];
  /** What middleware has to say of the run, by the name of the middleware. */
  readonly annotations?: Readonly<Record<string, Json>>;
}

/** What an agent run resolves to. It never rejects: look at `error` first. */
export type AgentResult<Data> = RunResult<"agent", AgentReport, Data>;

/** What events say of a tool. */
export interface ToolInfo {
  readonly name: string;
  readonly description: string;
  readonly action?: string;
}

interface Identity {
  readonly runId: string;
  readonly rootRunId: string;
}

interface InTrip extends Identity {
  readonly tripIndex: number;
}

/** The fields of the finished call, under the ids of the agent's run; `call` is the report itself. */
export interface ToolCalledEvent extends Omit<ToolCall, "type" | "tripIndex">, InTrip {
  readonly type: "agent.tool.called";
  readonly tool: ToolInfo;
  readonly call: ToolCall;
}

/** The events of an agent run, as handlers get them and as a stream yields them. */
export type AgentEvent =
  | ({ readonly type: "agent.starting"; readonly input: string } & Identity)
  | ({ readonly type: "agent.trip.started"; readonly input: string } & InTrip)
  | ({ readonly type: "agent.trip.streaming"; readonly delta: string } & InTrip)
  | ({ readonly type: "agent.reasoning-delta"; readonly delta: string } & InTrip)
  | ({ readonly type: "agent.object-delta"; readonly object: unknown } & InTrip)
  | ({
      readonly type: "agent.tool.input-delta";
      readonly toolCallId: string;
      readonly toolName: string;
      readonly delta: string;
    } & InTrip)
  | ({
      readonly type: "agent.tool.calling";
      readonly tool: ToolInfo;
      readonly toolCallId: string;
      readonly input: unknown;
    } & InTrip)
  | ToolCalledEvent
  | ({
      readonly type: "agent.tool.failed";
      readonly tool: ToolInfo;
      readonly toolCallId: string;
      readonly input: unknown;
      readonly error: AIError;
    } & InTrip)
  | ({
      readonly type: "agent.tool.suspended";
      readonly tool: ToolInfo;
      readonly toolCallId: string;
      readonly input: unknown;
      /** What the call waits for. */
      readonly error: AIError;
    } & InTrip)
  | ({
      readonly type: "agent.approval.requested";
      readonly toolCallId: string;
      readonly request: ApprovalRequest;
    } & InTrip)
  | ({
      readonly type: "agent.approval.decided";
      readonly toolCallId: string;
      readonly interruptId: string;
      readonly toolName: string;
      readonly decision: ApprovalDecision;
    } & InTrip)
  | ({
      readonly type: "agent.repair.attempting";
      readonly error: AIError;
      readonly issues?: readonly SchemaIssue[];
    } & InTrip)
  | ({ readonly type: "agent.trip.completed"; readonly trip: LLMTrip } & Identity)
  | ({ readonly type: "agent.completed"; readonly result: AgentResult<unknown> } & Identity)
  | ({ readonly type: "agent.error"; readonly error: AIError } & Identity);

/** Handlers of agent events, by name. */
export type AgentEventHandlers = EventHandlers<AgentEvent>;

/** How text that looks like a tool call is taken for one while it streams. */
export interface StreamingToolGuardConfig {
  /** At most so many characters are held back before they are given up as text. Default 16,384. */
  readonly maxBuffer?: number;
}

/** How a broken structured answer is asked for again. Each attempt counts against `maxTrips`. */
export interface RepairOptions {
  /** Default 1 where `repair` is given. */
  readonly maxAttempts?: number;
}

/** Options of one agent run; all may be left out. */
export interface AgentExecuteOptions extends ExecuteOptions {
  readonly history?: readonly Message[] | undefined;
  readonly attachments?: readonly Attachment[] | undefined;
  readonly attachmentPolicy?: AttachmentPolicy | undefined;
  readonly placeholders?: Readonly<Record<string, unknown>> | undefined;
  /** The schema of `result.data`; takes the place of the agent's own. */
  readonly output?: Schema | undefined;
  /** A JSON Schema made by hand for the model, beside or instead of the one derived from `output`. */
  readonly responseSchema?: JsonSchema | undefined;
  readonly systemPrompt?: string | SystemPromptContract | undefined;
  readonly repair?: RepairOptions | undefined;
  readonly streamingToolGuard?: StreamingToolGuardConfig | undefined;
  readonly on?: AgentEventHandlers | undefined;
  /** The bag that tools get as `ctx.artifacts`. A new one where it is missing. */
  readonly artifacts?: Record<string, unknown> | undefined;
  /** The id of the run, and of what `durable` keeps of it. A random one where it is missing. */
  readonly runId?: string | undefined;
  /** Takes the place of the agent's own. */
  readonly durable?: DurableOptions | undefined;
  /** Decisions on tool calls of a run that was put aside; `ai.human.resume` passes them. */
  readonly approvals?: GivenApprovals | undefined;
}

/** Options of `resume()`. The input and the prompt are those that were saved. */
export interface AgentResumeOptions
  extends ResumeOptions,
    Omit<
      AgentExecuteOptions,
      "history" | "attachments" | "attachmentPolicy" | "placeholders" | "systemPrompt" | "runId" | "durable"
    > {
  /** The history that the run was begun with, where it did not save it (`durable: { saveHistory: false }`). */
  readonly history?: readonly Message[] | undefined;
  /** What is given here takes the place of the same option of the agent; its other options hold. */
  readonly durable?: DurableOptions | undefined;
}

/** The stream of an agent run. */
export type AgentStream<Data> = RunStream<AgentEvent, AgentResult<Data>>;

/** A stream by what it resolves to; `StreamContract<AgentResult<Data>>` is `AgentStream<Data>`. */
export type StreamContract<Result, Event extends RunEvent = AgentEvent> = RunStream<Event, Result>;

/** An agent: one task, stateless across calls. */
export interface AgentContract<Output = undefined> {
  readonly type: "agent";
  readonly name: string;
  readonly version?: string;
  readonly description?: string;
  /** The input schema for its use as a tool. */
  readonly inputSchema?: Schema;

  /** Runs the agent to its end. Never rejects. */
  execute<const S extends Schema>(
    input: string,
    options: AgentExecuteOptions & { readonly output: S },
  ): Promise<AgentResult<InferSchema<S>>>;
  execute(
    input: string,
    options: AgentExecuteOptions & { readonly responseSchema: JsonSchema },
  ): Promise<AgentResult<unknown>>;
  execute(input: string, options?: AgentExecuteOptions): Promise<AgentResult<Output>>;

  /** Runs the agent and streams its events. The stream never rejects. */
  stream<const S extends Schema>(
    input: string,
    options: AgentExecuteOptions & { readonly output: S },
  ): AgentStream<InferSchema<S>>;
  stream(
    input: string,
    options: AgentExecuteOptions & { readonly responseSchema: JsonSchema },
  ): AgentStream<unknown>;
  stream(input: string, options?: AgentExecuteOptions): AgentStream<Output>;

  /** The fingerprint of what a saved run depends on: `resume()` refuses a run with another one, or with other tools of skills. */
  readonly signature: string;

  /**
   * Takes a durable run up where its process died: settled trips are not repeated, their usage is counted once. A completed
   * run gives its result again. Rejects with `AgentDriftError` (`AGENT_DRIFT`) where another definition began it, and with
   * `AgentExecutionError` (`AGENT_EXEC_FAILED`) without a store or a saved run; how a resumed run ends is in its result.
   *
   * @example
   * const model = mockModel({ name: "mock", responses: [{ content: "Tides follow the moon." }] });
   * const writer = ai.agent({ model, durable: { store: ai.snapshot.memory() } });
   * await writer.execute("What makes tides?", { runId: "run-42" });
   * (await writer.resume("run-42")).text; // "Tides follow the moon."
   */
  resume<const S extends Schema>(
    runId: string,
    options: AgentResumeOptions & { readonly output: S },
  ): Promise<AgentResult<InferSchema<S>>>;
  resume(runId: string, options?: AgentResumeOptions): Promise<AgentResult<Output>>;

  /** As `resume()`, and streams the events of what still runs. The stream never rejects: why a run cannot be resumed is its result. */
  resumeStream(runId: string, options?: AgentResumeOptions): AgentStream<Output>;

  /**
   * Runs a suite of cases through `execute()` and scores the answers: by the case's own scorers, else the suite's, else its
   * judge. Failed runs and broken scorers are in the report. Rejects with `ConfigError` (`INVALID_CONFIG`) where the suite cannot
   * be scored, such as a case without any scorer, before the first model call.
   *
   * @example
   * const helper = ai.agent({ model: mockModel({ name: "mock", responses: [{ content: "It is Cairo." }] }) });
   * const report = await helper.eval({
   *   cases: [{ name: "capital", input: "Capital of Egypt?", expected: "Cairo" }],
   *   scorers: [ai.eval.contains()],
   * });
   * report.passed; // true
   */
  eval(options: EvalOptions<Output>): Promise<EvalReport<Output>>;

  /** Adds handlers for all later runs of this agent. Returns the function that removes them. */
  readonly on: Subscribe<AgentEvent>;
}
