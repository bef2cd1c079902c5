import type { GuardrailContext, GuardrailDetector } from "../../contracts/detector.ts";
import type { MiddlewareContext, ToolHookContext, TripContext } from "../../contracts/middleware.ts";
import { type GuardrailPhase, GuardrailViolationError } from "../../core/errors/agent-errors.ts";
import type { GuardOptions } from "../guard-options.ts";
import type { VaultLike } from "../vault-session.ts";
import { type Block, type Judged, type Judgement, judge, type Question } from "./judge.ts";
import { RunRecord } from "./run-record.ts";

/** The options of a guard, with its defaults. */
export interface PolicyOptions extends GuardOptions {
  readonly name: string;
  readonly vault: VaultLike | undefined;
  readonly input: readonly GuardrailDetector[];
  readonly output: readonly GuardrailDetector[];
  readonly tool: readonly GuardrailDetector[];
  readonly data: readonly GuardrailDetector[];
}

/** The context of a hook that looks at a text. */
export type HookContext = TripContext | ToolHookContext;

/** Where a text is looked at. */
export interface Place {
  readonly phase: GuardrailPhase;
  readonly context: HookContext;
  readonly toolName?: string | undefined;
  /** Why a text that would have to be rewritten is refused instead. */
  readonly unsupported?: string | undefined;
}

/** Has the detectors of a guard look at texts, notes what they say, and refuses. */
export class Inspector {
  readonly #options: PolicyOptions;
  readonly #records: WeakMap<object, RunRecord> = new WeakMap();

  constructor(options: PolicyOptions) {
    this.#options = options;
  }

  /** What is kept of a run. */
  record(context: MiddlewareContext): RunRecord {
    const { state } = context;
    const record = this.#records.get(state) ?? new RunRecord(this.#options.name, context);
    this.#records.set(state, record);
    return record;
  }

  /**
   * The text to go on with.
   *
   * @throws GuardrailViolationError (`GUARDRAIL_VIOLATION`) where there is none.
   */
  async look(
    text: string,
    place: Place,
    more?: Pick<Question, "isJson" | "isOld" | "hide">,
  ): Promise<string> {
    const { context, phase, toolName, unsupported } = place;
    const record = this.record(context);
    record.check();
    const judged = await judge(this.#options[phase], text, {
      ...more,
      context: detectorContext(place),
      onError: this.#options.onError,
      note: ({ name: detector }, verdict, failed) => {
        const at = {
          detector,
          phase,
          tripIndex: context.tripIndex,
          ...(toolName !== undefined && { toolName }),
        };
        if (verdict.type !== "block") record.note(verdict, failed, at);
      },
    });
    const block = judged.block ?? refused(judged, unsupported);
    if (!block) return judged.text;
    await this.tell(block, place);
    throw this.violation(block, place);
  }

  /** Counts a block, and has a person told where the detector wants that. */
  async tell({ detector, verdict }: Judgement<Block>, { phase, context }: Place): Promise<void> {
    const { name, escalation } = this.#options;
    const { escalate, reason, matches } = verdict;
    this.record(context).note(verdict, false, {
      detector: detector.name,
      phase,
      tripIndex: context.tripIndex,
    });
    try {
      if (escalate) await escalation?.onBlock({ phase, reason, matches, ctx: context });
    } catch (cause) {
      const error = cause instanceof Error ? cause.name : "error";
      context.warn("a guardrail's onBlock threw; the block stands", { guardrail: name, error });
    }
  }

  /** The error of a block. */
  violation(
    { detector, verdict: { reason, matches } }: Judgement<Block>,
    { phase, toolName }: Pick<Place, "phase" | "toolName">,
  ): GuardrailViolationError {
    const guardrail = this.#options.name;
    const where = toolName === undefined ? "" : ` of the tool "${toolName}"`;
    const option = OPTIONS[reason];
    const hint = option ? ` Set ${option}: true to go on with the rewritten text.` : "";
    return new GuardrailViolationError(
      `The guardrail "${guardrail}" refused the ${WHAT[phase]}${where}: ${reason}.${hint}`,
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

/** Why a text is refused that would have to be rewritten, and what allows that. */
const OPTIONS: Readonly<Record<string, string>> = {
  "input-redaction-unsupported": "redactInput",
  "tool-arg-redaction-unsupported": "redactToolArgs",
};

/** What detectors get to know of where a text comes from. */
export function detectorContext({ phase, context }: Place): GuardrailContext {
  const source = phase === "data" ? "tool" : phase === "input" ? "user" : undefined;
  return { phase, signal: context.signal, source, ctx: context };
}

/** The block that stands for a rewritten text that may not go on. */
function refused({ redactedBy }: Judged, reason: string | undefined): Judged["block"] {
  if (!redactedBy || reason === undefined) return undefined;
  const { detector, verdict } = redactedBy;
  const { matches } = verdict as { matches?: Block["matches"] };
  return { detector, verdict: { type: "block", reason, matches } };
}
