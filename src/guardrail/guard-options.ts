import type { GuardrailDetector, GuardrailMatch } from "../contracts/detector.ts";
import type { ToolHookContext, TripContext } from "../contracts/middleware.ts";
import type { GuardrailPhase } from "../core/errors/agent-errors.ts";
import type { VaultLike } from "./vault-session.ts";

/** What `escalation.onBlock` hears of a block. */
export interface GuardrailBlockEvent {
  readonly phase: GuardrailPhase;
  readonly reason: string;
  readonly matches?: readonly GuardrailMatch[] | undefined;
  readonly ctx: TripContext | ToolHookContext;
}

/** Who hears of a block whose verdict says `escalate: true`. */
export interface GuardrailEscalation {
  /** Is waited for before the run ends. The block stands whatever it does, also where it throws. */
  onBlock(event: GuardrailBlockEvent): void | Promise<void>;
}

/** What a detector flagged, or that it failed: then its name ends in `.error`. It never holds the text. */
export interface FlagRecord {
  readonly detector: string;
  readonly phase: GuardrailPhase;
  readonly reason?: string | undefined;
  readonly matches?: readonly GuardrailMatch[] | undefined;
  readonly tripIndex: number;
  /** The tool, in the phases `tool` and `data`. */
  readonly toolName?: string | undefined;
}

/** Options of `guard`. A phase without detectors does nothing. */
export interface GuardOptions {
  /** Default `guardrail`. */
  readonly name?: string | undefined;
  /** Look at what the user says, before a model hears it: the input, and once in a run the user's texts in its history. */
  readonly input?: readonly GuardrailDetector[] | undefined;
  /** Look at what the model answers and thinks, before its tools run and before a stream shows it. */
  readonly output?: readonly GuardrailDetector[] | undefined;
  /** Look at the arguments of tool calls, as JSON, before any tool of the turn runs. */
  readonly tool?: readonly GuardrailDetector[] | undefined;
  /** Look at what tools bring, and at results in the history that a run is given, before the model reads them. */
  readonly data?: readonly GuardrailDetector[] | undefined;
  /** The tools that `tool` and `data` look at. All of them where it is missing. */
  readonly toolNames?: string | readonly string[] | undefined;
  readonly escalation?: GuardrailEscalation | undefined;
  /**
   * What becomes of a text that a detector fails on: `flag` (default) notes it and goes on, `block` refuses the text. What a
   * detector says of itself goes first: those that ask nobody outside refuse.
   */
  readonly onError?: "flag" | "block" | undefined;
  /** Sends the model what `redact` verdicts make of the texts, where it would be refused otherwise. */
  readonly redactInput?: boolean | undefined;
  /** Gives a tool what `redact` verdicts make of its arguments, where the call would be refused otherwise. */
  readonly redactToolArgs?: boolean | undefined;
  /**
   * Puts placeholders in the place of what is found in the input and, by `data` detectors, in what tools bring, and the values back
   * into what the caller gets.
   */
  readonly vault?: true | VaultLike | undefined;
  /**
   * Leaves the history alone that a run is given, up to its last answer: for one that comes out of a store of your own, whose
   * texts were looked at when they were new. In one that a client sends, an answer may be forged and anything stand before it.
   */
  readonly trustHistory?: boolean | undefined;
  /** Shows nothing of a streamed trip until all of its text has passed. */
  readonly holdOutput?: boolean | undefined;
}
