import type { GuardrailContext, GuardrailDetector } from "../../contracts/detector.ts";
import type { ToolHookContext, TripContext } from "../../contracts/middleware.ts";
import { type GuardrailPhase, GuardrailViolationError } from "../../core/errors/agent-errors.ts";
import type { GuardOptions } from "../guard-options.ts";
import type { VaultLike } from "../vault-session.ts";
import { type Block, type Judged, judge } from "./judge.ts";
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
  readonly isJson?: boolean | undefined;
  readonly isOld?: boolean | undefined;
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
  record(context: HookContext): RunRecord {
    const known = this.#records.get(context.state);
    if (known) return known;
    const record = new RunRecord(this.#options.name, context);
    this.#records.set(context.state, record);
    return record;
  }

  /**
   * The text to go on with.
   *
   * @throws GuardrailViolationError (`GUARDRAIL_VIOLATION`) where there is none.
   */
  async look(detectors: readonly GuardrailDetector[], text: string, place: Place): Promise<string> {
    const { context, phase, toolName, isJson, isOld, unsupported } = place;
    const record = this.record(context);
    const at = { phase, tripIndex: context.tripIndex, ...(toolName === undefined ? {} : { toolName }) };
    record.check();
    const judged = await judge(detectors, text, {
      context: detectorContext(place),
      onError: this.#options.onError,
      isJson,
      isOld,
      note: (detector, verdict, failed) => {
        if (verdict.type !== "block") record.note(detector, verdict, failed, at);
      },
    });
    const block = judged.block ?? (unsupported === undefined ? undefined : refused(judged, unsupported));
    if (!block) return judged.text;
    await this.tell(block.detector, block.verdict, place);
    throw this.violation(block.detector, block.verdict, place);
  }

  /** Counts a block, and has a person told where the detector wants that. */
  async tell(detector: GuardrailDetector, verdict: Block, { phase, context }: Place): Promise<void> {
    const { name, escalation } = this.#options;
    this.record(context).note(detector, verdict, false, { phase, tripIndex: context.tripIndex });
    if (!verdict.escalate) return;
    const { reason, matches } = verdict;
    try {
      await escalation?.onBlock({ phase, reason, matches, ctx: context });
    } catch (cause) {
      const error = cause instanceof Error ? cause.name : "error";
      context.warn("a guardrail's onBlock threw; the block stands", { guardrail: name, error });
    }
  }

  /** The error of a block. */
  violation(detector: GuardrailDetector, { reason, matches }: Block, place: Place): GuardrailViolationError {
    const { name } = this.#options;
    const { phase, toolName } = place;
    const what = WHAT[phase] + (toolName === undefined ? "" : ` of the tool "${toolName}"`);
    const hint = HINTS[reason.split(" ")[0] ?? ""] ?? "";
    return new GuardrailViolationError(`The guardrail "${name}" refused the ${what}: ${reason}.${hint}`, {
      phase,
      reason,
      guardrail: name,
      context: { detector: detector.name, ...(matches ? { matches } : {}) },
    });
  }
}

const WHAT: Readonly<Record<GuardrailPhase, string>> = {
  input: "input",
  output: "answer",
  tool: "arguments",
  data: "result",
};

const HINTS: Readonly<Record<string, string>> = {
  "input-redaction-unsupported": " Set redactInput: true to send the rewritten text.",
  "tool-arg-redaction-unsupported": " Set redactToolArgs: true to give the tool the rewritten arguments.",
};

/** What detectors get to know of where a text comes from. */
export function detectorContext({ phase, context }: Place): GuardrailContext {
  const source = phase === "data" ? "tool" : phase === "input" ? "user" : undefined;
  return { phase, signal: context.signal, source, ctx: context };
}

/** The block that stands for a rewritten text that may not go on. */
function refused({ redactedBy }: Judged, reason: string): Judged["block"] {
  if (!redactedBy) return undefined;
  const { detector, verdict } = redactedBy;
  const matches = "matches" in verdict ? verdict.matches : undefined;
  return { detector, verdict: { type: "block", reason, matches } };
}
