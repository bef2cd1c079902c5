import type { AIError } from "../core/errors/ai-error.ts";
import type { Usage } from "../core/usage.ts";
import type { AgentResult } from "./agent.ts";
import type { CallApprovals } from "./interrupt.ts";
import type { Json, Message, ToolCallRequest } from "./message.ts";
import type { Model, ModelCallOptions, ModelResponse } from "./model.ts";
import type { ToolCall, ToolContract } from "./tool.ts";

/** What the hooks of one run share. `state` is new for every `execute()`. */
export interface MiddlewareContext {
  readonly agent: { readonly name: string };
  readonly model: Model;
  readonly input: string;
  readonly runId: string;
  /** The run at the top of the tree that this one belongs to; its own id where it is the top. */
  readonly rootRunId: string;
  readonly sessionId?: string | undefined;
  readonly signal: AbortSignal;
  /** What the model calls of the run had used when it began: nothing, or what was spent before a resumed run stopped. */
  readonly spent: Usage;
  readonly state: Map<string, unknown>;
  /** Writes a warning to the log of the run. */
  warn(message: string, details?: Record<string, unknown>): void;
  /** Puts what a middleware has to say of the run on its report, as `report.annotations[name]`. */
  annotate(name: string, value: Json): void;
}

/** The context of `execute` hooks. `before` may set `input` and `history`: the run then knows nothing else, nor does its snapshot. */
export interface ExecuteContext extends Omit<MiddlewareContext, "input"> {
  input: string;
  /** The conversation that the run goes on with; of a resumed run only what it did not save, whose messages stay as many. */
  history: readonly Message[];
}

/** The context of `trip` hooks. A hook may set `messages` to change what this one model call sees. */
export interface TripContext extends MiddlewareContext {
  readonly tripIndex: number;
  messages: readonly Message[];
  /** Set where the answer shall be JSON: the run has an output schema. */
  readonly structured?: boolean | undefined;
  /** What the model is asked with, besides the messages: its tools, the schema of its answer, the options of the agent. */
  readonly options?: ModelCallOptions | undefined;
}

/** The context of `tool` hooks. */
export interface ToolHookContext extends MiddlewareContext {
  readonly tripIndex: number;
  readonly tool: ToolContract;
  readonly toolCall: ToolCallRequest;
  /** The arguments as the model wrote them, not yet validated. `before` may set what the tool gets, and its report shows, instead. */
  toolArgs: unknown;
  /** `before` may set arguments that the tool alone gets to see: its report shows `toolArgs`. */
  hiddenArgs?: unknown;
  readonly messages: readonly Message[];
  /** What is known of approvals for this call, for a middleware that asks people. */
  readonly approvals: CallApprovals;
}

/** How a tool call ended. The fields of its report are there where the tool itself has run. */
export interface ToolOutcome extends Partial<Omit<ToolCall, "error">> {
  readonly data?: unknown;
  readonly error?: AIError | undefined;
}

/**
 * The hooks of one level. `before` runs top-down: a value it returns takes the place of the work. `after` and `onError`
 * run bottom-up: a value they return replaces the result, or recovers from the error. A hook aborts by throwing an `AIError`.
 */
export interface Hooks<Context, Value> {
  // biome-ignore lint/suspicious/noConfusingVoidType: a hook that returns nothing lets the work go on.
  before?(context: Context): void | undefined | Value | Promise<void | undefined | Value>;
  // biome-ignore lint/suspicious/noConfusingVoidType: see above.
  after?(context: Context, value: Value): void | undefined | Value | Promise<void | undefined | Value>;
  // biome-ignore lint/suspicious/noConfusingVoidType: see above.
  onError?(context: Context, error: AIError): void | undefined | Value | Promise<void | undefined | Value>;
}

/** What of an answer is streamed: its text, its reasoning, or the arguments of a tool call as the model writes them. */
export type StreamedKind = "text" | "reasoning" | "tool-input";

/**
 * What a streamed text passes before it is shown. Gives what may be shown now, and keeps what a later piece could still change;
 * throwing an `AIError` ends the run.
 */
export interface ShownText {
  push(text: string): string;
  end(): string;
}

/** The hooks around a model call, and around what a stream shows of its answer. */
export interface TripHooks extends Hooks<TripContext, ModelResponse> {
  /**
   * Makes what a text passes that this trip streams; `undefined` lets it pass as it is. The answer that `after` gets is the one
   * of the model: a hook that rewrites does so in both places.
   *
   * @param toolName whose arguments they are, for `tool-input`.
   */
  shows?(
    context: TripContext,
    kind: StreamedKind,
    toolName?: string,
  ): ShownText | undefined | Promise<ShownText | undefined>;
}

/** A streamed answer on its way to the listeners. */
export interface RevealedText extends ShownText {
  /** How many UTF-16 units of what was pushed are held back: a structured answer is shown without them. */
  readonly held: number;
  /** The same for a structured answer as it grows. */
  object(value: unknown): unknown;
}

/** The hooks around a run, and around what its caller gets of it. */
export interface ExecuteHooks extends Hooks<ExecuteContext, AgentResult<unknown>> {
  /**
   * Changes the conversation that a run begins with, before anybody sees it: system prompt, history, input and the texts of
   * attachments. A resumed run goes on with what was saved.
   */
  hides?(
    context: MiddlewareContext,
    messages: readonly Message[],
  ): readonly Message[] | Promise<readonly Message[]>;
  /**
   * Makes what the text of a trip passes last, behind all that `trip.shows` makes, on its way to the listeners of a stream.
   * The run itself, its report and what is saved of it keep the text as it was before.
   */
  revealsText?(context: MiddlewareContext): RevealedText | undefined | Promise<RevealedText | undefined>;
  /**
   * Changes the result that the caller gets, and nobody else: it is called when the run has ended and was saved, and again when
   * a completed run gives its result again.
   */
  reveals?(result: AgentResult<unknown>): AgentResult<unknown> | Promise<AgentResult<unknown>>;
}

/** A cross-cutting concern of agent runs: one object with hooks around the run, each model call and each tool call. */
export interface AgentMiddleware {
  /** Unique among the middleware of an agent; also the key of what it keeps in `state`. */
  readonly name: string;
  /** `false` keeps what its hooks decide out of the debug log. */
  readonly log?: boolean;
  readonly execute?: ExecuteHooks;
  readonly trip?: TripHooks;
  readonly tool?: Hooks<ToolHookContext, ToolOutcome>;
  /** Holds the text of a streamed trip back until its `trip.after` hooks have passed it. */
  readonly holdsOutput?: boolean;
}
