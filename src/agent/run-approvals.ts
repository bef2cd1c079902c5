import type {
  CallApprovals,
  GivenApprovals,
  GivenDecision,
  KeptCall,
  KeptTurn,
} from "../contracts/interrupt.ts";
import type { ToolCallRequest } from "../contracts/message.ts";
import type { ToolOutcome } from "../contracts/middleware.ts";
import type { AIError } from "../core/errors/ai-error.ts";
import type { AgentExecution } from "./agent-execution.ts";
import type { Settled, Turn } from "./dispatch-tools.ts";
import { type CallAround, callAround } from "./invoke-tool.ts";
import { isSuspended } from "./is-suspended.ts";
import { refusalIn } from "./refusal.ts";
import { callsOf, isAt, isCallOf, isFor, ordinalOf } from "./same-calls.ts";
import { errorOf } from "./saved-error.ts";

/** What a run shares with those of the agents that are its tools: a decision is used once, by whoever makes the call. */
interface SharedApprovals {
  readonly root: AgentExecution;
  readonly given: GivenApprovals | undefined;
  /** Decisions and results from before that are not used yet. */
  readonly decisions: GivenDecision[];
  readonly results: KeptCall[];
  /** All decisions that a durable run is to have. */
  readonly known: GivenDecision[];
  /** The requests that the run waited for when it was saved. */
  readonly asked: readonly string[];
  /** How the calls ended of agents that wait. */
  readonly calls: KeptCall[];
  /** The decisions on calls that wait for another one. */
  readonly made: GivenDecision[];
  readonly works: { readonly waiting: Waiting; readonly work: Parameters<CallApprovals["whenAtRest"]>[1] }[];
}

/** What is known of approvals in one run: decisions that were made before, and what is to be kept where the run is put aside. */
export class RunApprovals {
  readonly #execution: AgentExecution;
  /** The run around, and its turn, where the run is one of an agent that is a tool. */
  readonly #around: { readonly approvals: RunApprovals; readonly turn: Turn } | undefined;
  readonly #scope: string | undefined;
  readonly #shared: SharedApprovals;
  /** The decisions on calls of the turn, which may not have run. */
  readonly #made: Map<ToolCallRequest, GivenDecision[]> = new Map();

  #isAside = false;

  constructor(execution: AgentExecution) {
    this.#execution = execution;
    const { saved, options, parent } = execution.call;
    // A run that is saved itself is resumed itself.
    const isRoot = saved || execution.durable || options.approvals;
    const around = isRoot ? undefined : callAround(parent);
    if (!around) {
      this.#shared = sharedBy(execution);
      return;
    }
    around.execution.approvals ??= new RunApprovals(around.execution);
    const { approvals } = around.execution;
    this.#around = { approvals, turn: around.turn };
    this.#shared = approvals.#shared;
    this.#scope = scopeOf(around, approvals.#scope, execution.definition.name);
  }

  /** What middleware gets to know of a call. */
  of(call: ToolCallRequest, turn: Turn): CallApprovals {
    const { given, root, decisions, asked, known, works } = this.#shared;
    const { events } = this.#execution;
    const at = { ...this.#execution.at(turn.tripIndex), toolCallId: call.id };
    return {
      runId: given?.runId ?? root.run.runId,
      scope: this.#scope,
      input: root.call.input,
      durable: root.durable !== undefined,
      ordinal: ordinalOf(call, callsIn(turn)),
      isOneOfMany: this.#isOneOfMany(turn),
      hasDecisions: decisions.length > 0,
      store: given?.store,
      wasAsked: (interruptId) => (root.durable ? asked.includes(interruptId) : given !== undefined),
      take: (asked) => taken(decisions, (one) => one.interruptId === asked.interruptId && isFor(one, asked)),
      takeElsewhere: (asked) =>
        this.#isAnew ? taken(decisions, (one) => !isAt(one, asked) && isFor(one, asked)) : undefined,
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
        known.push(given);
        await root.durable?.decided(known);
      },
      whenAtRest: (waiting, work) => void works.push({ waiting, work }),
    };
  }

  /** How a call ended in the run that was put aside; each result is given once. */
  kept(call: ToolCallRequest, turn: Turn): ToolOutcome | undefined {
    const { results } = this.#shared;
    if (results.length === 0) return undefined;
    const place = { tripIndex: turn.tripIndex, scope: this.#scope };
    const ordinal = ordinalOf(call, callsIn(turn));
    const kept =
      taken(results, (one) => isCallOf(one, call) && isAt(one, place) && one.ordinal === ordinal) ??
      (this.#isAnew ? taken(results, (one) => isCallOf(one, call) && !isAt(one, place)) : undefined);
    if (!kept) return undefined;
    return kept.error ? { error: errorOf(kept.error) } : { data: kept.output };
  }

  /** The last call that a person refused and that the model could not mend. */
  get refusal(): AIError | undefined {
    return refusalIn(this.#execution.run.report);
  }

  /** What a saved run that is put aside takes along: of its own calls it has those that ended. */
  get open(): KeptTurn {
    const { calls, results, made, decisions } = this.#shared;
    return { calls: [...calls, ...results], decisions: [...made, ...decisions] };
  }

  /** Notes what is to be kept of a turn of which calls wait. `settled` is how its calls ended. */
  putAside(settled: readonly (Settled | undefined)[]): void {
    this.#isAside = true;
    const calls = this.#execution.messages.findLast(({ role }) => role === "assistant")?.toolCalls ?? [];
    for (const [index, call] of calls.entries()) {
      const one = settled[index];
      if (one && isSuspended(one.record)) this.#shared.made.push(...(this.#made.get(call) ?? []));
    }
    if (this.#around) this.#shared.calls.push(...callsOf(this.#execution, this.#scope));
  }

  /** Lets those who asked keep what the run has done, with the agents that are its tools. */
  async atRest(): Promise<void> {
    const { works } = this.#shared;
    if (this.#around || works.length === 0) return;
    const { calls, decisions } = this.open;
    const isCancelled = this.#execution.call.signal?.aborted;
    const own = callsOf(this.#execution).filter((call) => this.#isOver(call));
    const kept = isCancelled ? undefined : { calls: [...own, ...calls], decisions };
    const ended = works.splice(0);
    for (const { waiting, work } of ended) {
      const waits = waitingIn(
        waiting.store,
        ended.map((one) => one.waiting),
      );
      try {
        await work(kept && waits.length > 1 ? { ...kept, waits } : kept);
      } catch (cause) {
        const error = cause instanceof Error ? cause.message : String(cause);
        this.#execution.log?.warn("what a suspended run has done was not kept with its request", { error });
      }
    }
  }

  /** Whether a call has ended by itself. Where the run fails, calls of its last turn may have failed with it. */
  #isOver({ tripIndex, error }: KeptCall): boolean {
    return this.#isAside || !error || tripIndex < this.#execution.report.trips.length - 1;
  }

  get #isAnew(): boolean {
    const { given, root } = this.#shared;
    return given !== undefined && !(root.durable && given.runId === root.run.runId);
  }

  /** Whether the run has made or makes other calls, or the one around it has. */
  #isOneOfMany(turn: Turn): boolean {
    const around = this.#around;
    return (
      callsIn(turn).length > 1 ||
      this.#execution.run.report.children.some(({ type }) => type === "tool") ||
      (around ? around.approvals.#isOneOfMany(around.turn) : false)
    );
  }
}

type Waiting = Parameters<CallApprovals["whenAtRest"]>[0];

function waitingIn(store: Waiting["store"], all: readonly Waiting[]): string[] {
  const ids = all.filter((one) => one.store === store).map(({ interruptId }) => interruptId);
  return [...new Set(ids)].sort();
}

function sharedBy(root: AgentExecution): SharedApprovals {
  const { saved, options } = root.call;
  const { error, decisions = [], kept = [] } = saved?.snapshot ?? {};
  const { approvals: given } = options;
  const known = [...decisions, ...(given?.decisions ?? [])];
  return {
    root,
    given,
    decisions: [...known],
    results: [...kept, ...(given?.kept ?? [])],
    known,
    asked: error ? interruptsOf(errorOf(error)) : [],
    calls: [],
    made: [],
    works: [],
  };
}

/** Where an agent stands that is a tool: the same where the run around it is begun anew and calls the same tools. */
function scopeOf({ call, turn, agents }: CallAround, outer: string | undefined, name: string): string {
  const alike = callsIn(turn).filter((other) => other.name === call.name);
  const nth = agents.filter((other) => other === name).length;
  agents.push(name);
  return JSON.stringify([outer, turn.tripIndex, call.name, alike.indexOf(call), name, nth]);
}

function callsIn({ messages }: Turn): readonly ToolCallRequest[] {
  return messages.at(-1)?.toolCalls ?? [];
}

/** Takes the first item out of a list that is one. */
function taken<Item>(items: Item[], isIt: (item: Item) => boolean): Item | undefined {
  const index = items.findIndex(isIt);
  return index < 0 ? undefined : items.splice(index, 1)[0];
}

/** What a run waits for, by the error that put it aside. */
export function interruptsOf({ context }: AIError): readonly string[] {
  const ids = context?.interruptIds;
  return Array.isArray(ids) ? ids : [];
}
