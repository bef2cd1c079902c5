import type { AmbientRun } from "../core/ambient.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import type { BaseReport } from "../core/report.ts";
import type { RunContext } from "../core/run.ts";
import type { Message } from "./message.ts";
import type { Schema } from "./schema.ts";

/** `silent` results are not fed back to the model; a turn of silent calls alone ends the run. */
export type ToolMode = "feedback" | "silent";

/** What a tool gets beside its input. `run` and the ids tie what it starts to its own report. */
export interface ToolContext<Artifacts extends object = Record<string, unknown>> extends RunContext {
  /** A bag the model never sees: blocks to render, citations, files. */
  readonly artifacts: Artifacts;
  /** The provider's id of the call; missing when the tool is invoked by hand. */
  readonly toolCallId?: string | undefined;
  /** The conversation up to the call. */
  readonly messages: readonly Message[];
}

/** What a caller of `invoke` may pass. */
export interface ToolInvokeOptions {
  readonly artifacts?: Record<string, unknown> | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly sessionId?: string | undefined;
  readonly parent?: AmbientRun | undefined;
  readonly toolCallId?: string | undefined;
  readonly messages?: readonly Message[] | undefined;
  readonly tripIndex?: number | undefined;
  /** What the report shows in place of the input, where that has what nobody but the tool may see. */
  readonly reportedInput?: unknown;
}

/** The report of one tool call. `output` is what the tool resolved with, `error` why it did not. */
export interface ToolCall<Output = unknown> extends BaseReport {
  readonly type: "tool";
  readonly tripIndex?: number;
  readonly toolCallId?: string;
  readonly input: unknown;
  readonly output?: Output;
}

/** What `invoke` resolves to: the report, and the output as `data`. */
export interface ToolInvocation<Output = unknown> extends ToolCall<Output> {
  readonly data?: Output;
  readonly error?: AIError;
}

/** A typed function that a model can call by name. */
export interface ToolContract<Input = unknown, Output = unknown> {
  readonly name: string;
  readonly description: string;
  readonly version?: string;
  readonly mode: ToolMode;
  readonly input: Schema<Input>;
  readonly meta?: Readonly<Record<string, unknown>>;
  /** The label for people of a call with this input, if the tool has one; a promise where the schema answers later. */
  action(input: unknown): string | undefined | Promise<string | undefined>;
  /** Validates the input and runs the tool. Never throws: see `error`. */
  invoke(input: unknown, options?: ToolInvokeOptions): Promise<ToolInvocation<Output>>;
}
