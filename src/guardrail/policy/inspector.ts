import type { GuardrailContext, GuardrailDetector, GuardrailVerdict } from "../../contracts/detector.ts";
import type { MiddlewareContext, ToolHookContext, TripContext } from "../../contracts/middleware.ts";
import { type GuardrailPhase, GuardrailViolationError } from "../../core/errors/agent-errors.ts";
import type { FlagRecord, GuardOptions } from "../guard-options.ts";
import { rewriteAsJson } from "./json-texts.ts";
import { type Block, type Judgement, judge, type Question } from "./judge.ts";
import type { Held } from "./stage.ts";

/** The options of a guard, with its defaults. */
export interface PolicyOptions
  extends Omit<GuardOptions, GuardrailPhase>,
    Readonly<Record<GuardrailPhase, readonly GuardrailDetector[]>> {
  readonly name: string;
}

/** The context of a hook that looks at a text. */
export type HookContext = TripContext | ToolHookContext;

/** Where a text is looked at, and how. */
export interface Place extends Pick<Question, "isJson" | "isOld" | "hide"> {
  readonly phase: GuardrailPhase;
  readonly context: HookContext;
  readonly toolName?: string | undefined;
  /** Why a text that would have to be rewritten is refused instead. */
  readonly unsupported?: string | undefined;
}

/** What a guard keeps of one run. */
export interface RunRecord {
  /** What became of the texts that were looked at, so that none is looked at in every trip. */
  readonly texts: Map<string, string>;
  /** Whether the model was asked before. */
  hasAsked: boolean;
  /** The calls whose arguments have passed. */
  readonly passed: Set<string>;
  /** What stands on the report: how many texts were looked at, what was said of them, and how long they were held back. */
  readonly said: {
    checked: number;
    readonly verdicts: Record<string, Record<string, number>>;
    held?: Pick<Held, keyof Held>;
  };
}

/** Has the detectors of a guard look at texts, notes what they say, and refuses. */
export class Inspector {
  readonly #options: PolicyOptions;
  readonly #records: WeakMap<object, RunRecord> = new WeakMap();

  constructor(options: PolicyOptions) {
    this.#options = options;
  }

  /** What is kept of a run. */
  record({ state, annotate }: MiddlewareContext): RunRecord {
    let record = this.#records.get(state);
    if (!record) {
      record = { texts: new Map(), hasAsked: false, passed: new Set(), said: { checked: 0, verdicts: {} } };
      this.#records.set(state, record);
      annotate(this.#options.name, record.said);
    }
    return record;
  }

  /**
   * The text to go on with.
   *
   * @throws GuardrailViolationError (`GUARDRAIL_VIOLATION`) where there is none.
   */
  async look(text: string, place: Place): Promise<string> {
    const { context, phase, unsupported: reason } = place;
    this.record(context).said.checked += 1;
    const judged = await judge(this.#options[phase], text, {
      ...place,
      context: detectorContext(place),
      onError: this.#options.onError,
      note: ({ name }, verdict, failed) => this.note(failed ? `${name}.error` : name, verdict, place, failed),
    });
    let { block } = judged;
    if (reason && judged.redactedBy) {
      const { detector, verdict } = judged.redactedBy;
      block ??= { detector, verdict: { ...verdict, type: "block", reason } };
    }
    if (!block) return judged.text;
    await this.escalate(block.verdict, place);
    throw this.violation(block, place);
  }

  /**
   * The value to go on with, after a look at its JSON. The same one where nothing changes.
   *
   * @throws GuardrailViolationError (`GUARDRAIL_VIOLATION`) where there is none, or none that can be written as JSON.
   */
  async lookInside(value: unknown, place: Place): Promise<unknown> {
    try {
      return await rewriteAsJson(value, (json) => this.look(json, { ...place, isJson: true }));
    } catch (cause) {
      if (cause instanceof GuardrailViolationError || place.context.signal.aborted) throw cause;
      const detector = { name: "json" };
      throw this.violation({ detector, verdict: { type: "block", reason: "not-json" } }, place);
    }
  }

  /** Counts a verdict, and keeps what is flagged for whoever looks into the state of the run. */
  note(detector: string, verdict: GuardrailVerdict, place: Place, failed = false): void {
    const { phase, toolName, context } = place;
    const { type } = verdict;
    const { verdicts } = this.record(context).said;
    verdicts[detector] ??= {};
    verdicts[detector][type] = (verdicts[detector][type] ?? 0) + 1;
    if (type !== "flag") return;
    const { reason, matches } = verdict;
    const { name } = this.#options;
    const { state, tripIndex } = context;
    const record: FlagRecord = { detector, phase, tripIndex, toolName, reason, matches };
    const key = `${name}.flags`;
    state.set(key, [...((state.get(key) as readonly FlagRecord[] | undefined) ?? []), record]);
    if (failed) context.warn("a detector failed; the text went on", { ...record, guardrail: name });
  }

  /** Adds how long one text was held back. */
  hold(context: HookContext, { characters, longestMs, totalMs }: Held): void {
    const { said } = this.record(context);
    const before = said.held ?? { characters: 0, longestMs: 0, totalMs: 0 };
    said.held = {
      characters: Math.max(before.characters, characters),
      longestMs: Math.max(before.longestMs, longestMs),
      totalMs: before.totalMs + totalMs,
    };
  }

  /** Has a person told of a block where the detector wants that. */
  async escalate({ escalate, reason, matches }: Block, { phase, context }: Place): Promise<void> {
    const { name, escalation } = this.#options;
    try {
      if (escalate) await escalation?.onBlock({ phase, reason, matches, ctx: context });
    } catch (cause) {
      const error = cause instanceof Error ? cause.name : "error";
      context.warn("a guardrail's onBlock threw; the block stands", { guardrail: name, error });
    }
  }

  /** The error of a block. */
  violation(
    { detector, verdict: { reason, matches } }: Judgement<Block, Pick<GuardrailDetector, "name">>,
    { phase, toolName }: Pick<Place, "phase" | "toolName">,
  ): GuardrailViolationError {
    const guardrail = this.#options.name;
    const where = toolName === undefined ? "" : ` of the tool "${toolName}"`;
    return new GuardrailViolationError(
      `The guardrail "${guardrail}" refused the ${WHAT[phase]}${where}: ${reason}.${HINTS[reason] ?? ""}`,
      { phase, reason, guardrail, context: { detector: detector.name, ...(matches && { matches }) } },
    );
  }
}

const WHAT: Readonly<Record<GuardrailPhase, string>> = {
  input: "input",
  output: "answer",
  tool: "arguments",
  data: "result",
};

/** What to do about reasons that are the guard's own. */
const HINTS: Readonly<Record<string, string>> = {
  "input-redaction-unsupported": " Set redactInput: true to go on with the rewritten text.",
  "tool-arg-redaction-unsupported": " Set redactToolArgs: true to go on with the rewritten text.",
  "not-json": " It cannot be written as JSON, or not any more once it is rewritten.",
};

/** Who writes what is looked at. */
const SOURCES: { readonly [Phase in GuardrailPhase]?: GuardrailContext["source"] } = {
  input: "user",
  data: "tool",
};

/** What detectors get to know of where a text comes from. */
export function detectorContext({ phase, context }: Pick<Place, "phase" | "context">): GuardrailContext {
  return { phase, signal: context.signal, source: SOURCES[phase], ctx: context };
}
