import type {
  AgentEvent,
  AgentExecuteOptions,
  AgentReport,
  AgentResult,
  LLMTrip,
} from "../contracts/agent.ts";
import type { Json, Message } from "../contracts/message.ts";
import type { MiddlewareContext } from "../contracts/middleware.ts";
import type { ModelCallOptions } from "../contracts/model.ts";
import type { AmbientRun } from "../core/ambient.ts";
import type { EventDispatcher, RunEvent, Subscriptions } from "../core/events.ts";
import type { Run } from "../core/run.ts";
import type { StreamSink } from "../core/run-stream.ts";
import type { AgentDefinition } from "./agent-config.ts";
import type { SavedRun } from "./durable/begin.ts";
import type { DurableRun } from "./durable/durable-run.ts";
import { callAround } from "./invoke-tool.ts";
import type { AgentLog } from "./log-events.ts";
import type { RunApprovals } from "./run-approvals.ts";
import { type StructuredOutput, structuredOutput } from "./structured-output.ts";

/** Who calls an agent, and who listens. */
export interface OpenCall {
  readonly subscriptions: Subscriptions<AgentEvent>;
  /** The run that this one belongs to. */
  readonly parent: AmbientRun | undefined;
  readonly signal: AbortSignal | undefined;
  /** Where events go when the call is streamed. */
  readonly sink?: StreamSink<AgentEvent>;
}

/** One call of an agent. */
export interface AgentCall extends OpenCall {
  readonly input: string;
  readonly options: AgentExecuteOptions;
  /** The run to go on with; missing where a new one begins. */
  readonly saved?: SavedRun;
}

/** The fields that an agent's report has beyond every report's, while the run goes on. */
export interface OpenAgentReport {
  readonly type: "agent";
  readonly model: AgentReport["model"];
  readonly trips: LLMTrip[];
  systemPrompt?: string;
  promptName?: string;
  promptVersion?: string;
  refine?: NonNullable<AgentReport["refine"]>;
  messages?: NonNullable<AgentReport["messages"]>;
  annotations?: Record<string, Json>;
}

/** Where a run knows less than its caller. */
export interface RunBorder {
  /** Changes the conversation that the run begins with. */
  hide(): Promise<void>;
  /** Gives the result as the caller is to have it. */
  reveal(result: AgentResult<unknown>): Promise<AgentResult<unknown>>;
}

/** The state of one run: what the steps of the loop share. */
export class AgentExecution {
  readonly definition: AgentDefinition;
  /** Hooks around the run may change what it is asked, before it begins. */
  call: AgentCall;
  readonly run: Run;
  readonly report: OpenAgentReport;
  readonly events: EventDispatcher<AgentEvent>;
  readonly log: AgentLog | undefined;
  /** The conversation, as it grows. */
  readonly messages: Message[] = [];
  readonly structured: StructuredOutput | undefined;
  readonly modelOptions: ModelCallOptions;
  readonly hasTripHooks: boolean;
  readonly hasToolHooks: boolean;
  /** Whether calls may have results from before, or people have decided on them: of this run, or of the one around it. */
  readonly isResumed: boolean;
  /** Whether the text of a trip is shown only after its hooks have passed it. */
  readonly holdsOutput: boolean;
  /** Keeps the run in a store, where it is durable. */
  durable: DurableRun | undefined;
  /** What is known of approvals, once a tool with hooks was called. */
  approvals: RunApprovals | undefined;
  /** The last text that the model wrote. */
  text: string | undefined;
  /** Turns in a row that called tools that do not exist. */
  unknownCalls = 0;
  /** What hooks get; made for the first of them. */
  context: MiddlewareContext | undefined;
  /** What hooks hide in a run, where it has some around it. */
  border: RunBorder | undefined;
  #artifacts: Record<string, unknown> | undefined;

  constructor(
    definition: AgentDefinition,
    call: AgentCall,
    run: Run,
    report: OpenAgentReport,
    events: EventDispatcher<AgentEvent>,
    log: AgentLog | undefined,
  ) {
    this.definition = definition;
    this.call = call;
    this.run = run;
    this.report = report;
    this.events = events;
    this.log = log;
    this.structured = structuredOutput(definition, call.options);
    this.modelOptions = modelOptions(definition, this.structured, call.signal);
    this.hasTripHooks = definition.middleware.some((middleware) => middleware.trip);
    this.hasToolHooks = definition.middleware.some((middleware) => middleware.tool);
    const { saved, options, parent } = call;
    this.isResumed = Boolean(saved ?? options.approvals ?? callAround(parent)?.execution.isResumed);
    this.holdsOutput = definition.middleware.some((middleware) => middleware.holdsOutput);
  }

  /** The ids that every event carries, and its trip. */
  at(tripIndex: number): Omit<RunEvent, "type"> & { readonly tripIndex: number } {
    return { runId: this.run.runId, rootRunId: this.run.rootRunId, tripIndex };
  }

  get artifacts(): Record<string, unknown> {
    this.#artifacts ??= this.call.options.artifacts ?? {};
    return this.#artifacts;
  }
}

/** The options of every model call of the run; what the model cannot do is left out. */
function modelOptions(
  definition: AgentDefinition,
  structured: StructuredOutput | undefined,
  signal: AbortSignal | undefined,
): ModelCallOptions {
  const { model, modelOptions: given } = definition.config;
  const { capabilities } = model;
  return {
    ...given,
    reasoning: capabilities?.reasoning ? given?.reasoning : undefined,
    cacheControl: capabilities?.promptCaching ? given?.cacheControl : undefined,
    tools: definition.tools.length > 0 ? definition.tools : undefined,
    responseSchema: structured?.native ? structured.json : undefined,
    signal,
  };
}
