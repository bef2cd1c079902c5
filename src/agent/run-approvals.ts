import type {
  CallApprovals,
  GivenApprovals,
  GivenDecision,
  KeptCall,
  KeptTurn,
} from "../contracts/interrupt.ts";
import type { Json, ToolCallRequest } from "../contracts/message.ts";
import type { ToolOutcome } from "../contracts/middleware.ts";
import type { ToolCall } from "../contracts/tool.ts";
import type { AmbientRun } from "../core/ambient.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import type { Run } from "../core/run.ts";
import { plainJson } from "../store/plain-json.ts";
import type { AgentExecution } from "./agent-execution.ts";
import type { Settled, Turn } from "./dispatch-tools.ts";
import type { RecordSlot } from "./invoke-tool.ts";
import { isSuspended } from "./is-suspended.ts";
import { refusalIn } from "./refusal.ts";
import { errorOf } from "./saved-error.ts";

type AskedFor = Omit<GivenDecision, "decision" | "signature">;

/** What is known of approvals in one run: decisions that were made before, and what is to be kept where the run is put aside. */
export class RunApprovals {
  readonly #execution: AgentExecution;
  readonly #given: GivenApprovals | undefined;
  /** Decisions and results from before that are not used yet. */
  readonly #decisions: GivenDecision[];
  readonly #results: KeptCall[];
  /** All decisions that a durable run is to have. */
  readonly #known: GivenDecision[];
  /** The requests that the run waited for when it was saved. */
  readonly #asked: readonly string[];
  /** The decisions on calls of the turn, which may not have run. */
  readonly #made: Map<ToolCallRequest, GivenDecision[]> = new Map();
  readonly #works: ((kept: KeptTurn) => Promise<void>)[] = [];

  constructor(execution: AgentExecution) {
    const { saved, options, parent } = execution.call;
    this.#execution = execution;
    this.#given = options.approvals ?? approvalsAround(parent);
    this.#decisions = [...(saved?.snapshot.decisions ?? []), ...(this.#given?.decisions ?? [])];
    this.#known = [...this.#decisions];
    this.#results = [...(this.#given?.kept ?? [])];
    const { error } = saved?.snapshot ?? {};
    this.#asked = error ? interruptsOf(errorOf(error)) : [];
  }

  /** What middleware gets to know of a call. */
  of(call: ToolCallRequest, { tripIndex, messages }: Turn): CallApprovals {
    const { run, durable, events } = this.#execution;
    const calls = messages.at(-1)?.toolCalls ?? [];
    const at = { ...this.#execution.at(tripIndex), toolCallId: call.id };
    return {
      runId: this.#given?.runId ?? run.runId,
      durable: durable !== undefined,
      ordinal: ordinalOf(call, calls),
      isOneOfMany: calls.length > 1 || run.report.children.some(({ type }) => type === "tool"),
      hasDecisions: this.#decisions.length > 0,
      store: this.#given?.store,
      wasAsked: (interruptId) => (durable ? this.#asked.includes(interruptId) : this.#given !== undefined),
      take: (asked) => this.#take(asked),
      requested: (request) => {
        if (events.active) events.emit({ type: "agent.approval.requested", ...at, request });
      },
      decided: async (given, isNew) => {
        this.#made.set(call, [...(this.#made.get(call) ?? []), given]);
        const { interruptId, toolName, decision } = given;
        if (events.active) {
          events.emit({ type: "agent.approval.decided", ...at, interruptId, toolName, decision });
        }
        if (!isNew) return;
        this.#known.push(given);
        await durable?.decided(this.#known);
      },
      whenSuspended: (work) => void this.#works.push(work),
    };
  }

  /** How a call ended in the run that was put aside; each result is given once. */
  kept(call: ToolCallRequest, { tripIndex, messages }: Turn): ToolOutcome | undefined {
    if (this.#results.length === 0) return undefined;
    const ordinal = ordinalOf(call, messages.at(-1)?.toolCalls ?? []);
    const kept =
      this.#takeKept(
        (one) => isCallOf(one, call) && one.tripIndex === tripIndex && one.ordinal === ordinal,
      ) ?? this.#takeKept((one) => isCallOf(one, call) && one.tripIndex !== tripIndex);
    if (!kept) return undefined;
    return kept.error ? { error: errorOf(kept.error) } : { data: kept.output };
  }

  #takeKept(isIt: (kept: KeptCall) => boolean): KeptCall | undefined {
    const index = this.#results.findIndex(isIt);
    return index < 0 ? undefined : this.#results.splice(index, 1)[0];
  }

  /** The last call that a person refused and that the model could not mend. */
  get refusal(): AIError | undefined {
    return refusalIn(this.#execution.run.report);
  }

  /** The decisions that a run which is put aside is to take along: those on calls that have not run. */
  get open(): readonly GivenDecision[] {
    const calls = this.#execution.messages.findLast(({ role }) => role === "assistant")?.toolCalls ?? [];
    const made = this.#waiting.flatMap((index) => this.#made.get(calls[index] as ToolCallRequest) ?? []);
    return [...made, ...this.#decisions];
  }
  #waiting: readonly number[] = [];

  /** Lets those who asked keep what the run has done so far. `settled` is how the calls of the last turn ended. */
  async putAside(settled: readonly (Settled | undefined)[]): Promise<void> {
    this.#waiting = settled.flatMap((one, index) => (one && isSuspended(one.record) ? [index] : []));
    if (this.#works.length === 0) return;
    const kept: KeptTurn = { calls: [...callsOf(this.#execution), ...this.#results], decisions: this.open };
    for (const work of this.#works) {
      try {
        await work(kept);
      } catch (cause) {
        const error = cause instanceof Error ? cause.message : String(cause);
        this.#execution.log?.warn("what a suspended run has done was not kept with its request", { error });
      }
    }
  }

  #take(asked: AskedFor): GivenDecision | undefined {
    const { durable, run } = this.#execution;
    let index = this.#decisions.findIndex(
      (given) => given.interruptId === asked.interruptId && isFor(given, asked),
    );
    // A turn that is run anew may make the same call one trip earlier or later.
    const isAnew = this.#given !== undefined && !(durable && this.#given.runId === run.runId);
    if (index < 0 && isAnew) {
      index = this.#decisions.findIndex(
        (given) => given.tripIndex !== asked.tripIndex && isFor(given, asked),
      );
    }
    return index < 0 ? undefined : this.#decisions.splice(index, 1)[0];
  }
}

/** What came with the run that an agent is a tool of. */
function approvalsAround(parent: AmbientRun | undefined): GivenApprovals | undefined {
  let around: (AmbientRun & Partial<Pick<RecordSlot, "approvals">>) | undefined = parent;
  while (around && !around.approvals) around = (around as Partial<Pick<Run, "parent">>).parent;
  return around?.approvals;
}

/** How all calls of a run ended that have, by the arguments that the model wrote. */
function callsOf({ run, report, messages }: AgentExecution): KeptCall[] {
  const last = messages.findLast(({ role }) => role === "assistant")?.toolCalls ?? [];
  const asked = [...report.trips.map(({ toolCalls = [] }) => toolCalls), last];
  // A model may give one id to several calls.
  const left: (ToolCallRequest | undefined)[][] = asked.map((calls) => [...calls]);
  return run.report.children.flatMap((child) => {
    const { tripIndex, toolCallId, output, error } = child as ToolCall;
    if (child.type !== "tool" || tripIndex === undefined || isSuspended(child)) return [];
    const calls = asked[tripIndex] ?? [];
    const rest = left[tripIndex] ?? [];
    const index = rest.findIndex((call) => call?.id === toolCallId);
    const call = calls[index];
    if (!call) return [];
    rest[index] = undefined;
    const ended: { error?: Json; output?: Json } = error
      ? { error: plainJson(error) }
      : output === undefined
        ? {}
        : { output: plainJson(output) };
    const ordinal = ordinalOf(call, calls);
    return [{ toolName: call.name, tripIndex, ordinal, args: plainJson(call.input), ...ended }];
  });
}

/** Which one of the calls with its tool and its arguments a call is, from 0. */
function ordinalOf(call: ToolCallRequest, calls: readonly ToolCallRequest[]): number {
  const before = calls.slice(0, Math.max(0, calls.indexOf(call)));
  return before.filter(({ name, input }) => name === call.name && isSame(input, call.input)).length;
}

function isCallOf({ toolName, args }: KeptCall, { name, input }: ToolCallRequest): boolean {
  return toolName === name && isSame(args, input);
}

function isFor(given: GivenDecision, asked: AskedFor): boolean {
  return given.toolName === asked.toolName && given.gate === asked.gate && isSame(given.args, asked.args);
}

/** What a run waits for, by the error that put it aside. */
export function interruptsOf({ context }: AIError): readonly string[] {
  const ids = context?.interruptIds;
  return Array.isArray(ids) ? ids : [];
}

/** Whether two values are the same as JSON. */
function isSame(first: unknown, second: unknown): boolean {
  return canonicalJson(first) === canonicalJson(second);
}
