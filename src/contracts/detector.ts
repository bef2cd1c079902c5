import type { GuardrailPhase } from "../core/errors/agent-errors.ts";
import type { ToolHookContext, TripContext } from "./middleware.ts";

/** One thing that a detector found. It says where and what, never the text itself. */
export interface GuardrailMatch {
  /** The rule that found it, such as `pii.email`. */
  readonly rule: string;
  /** What it is, such as `email`. */
  readonly label?: string | undefined;
  /** From where to where, in UTF-16 units of the text as it was given: `text.slice(...span)` is what was found. */
  readonly span?: readonly [start: number, end: number] | undefined;
  /** How sure the detector is, from 0 to 1. */
  readonly score?: number | undefined;
}

/** What a detector says of a text. */
export type GuardrailVerdict =
  | { readonly type: "allow" }
  | {
      readonly type: "redact";
      /** The text to go on with. */
      readonly text: string;
      readonly reason?: string | undefined;
      readonly matches?: readonly GuardrailMatch[] | undefined;
    }
  | {
      readonly type: "block";
      readonly reason: string;
      readonly matches?: readonly GuardrailMatch[] | undefined;
      /** Has the policy tell `escalation.onBlock` before the run ends. */
      readonly escalate?: boolean | undefined;
    }
  | {
      readonly type: "flag";
      readonly reason?: string | undefined;
      readonly matches?: readonly GuardrailMatch[] | undefined;
    };

/** Where the text comes from. All fields are missing where a detector is used by itself. */
export interface GuardrailContext {
  readonly phase?: GuardrailPhase | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Who wrote the text, where that is known: data comes from a tool or from a search. */
  readonly source?: "user" | "tool" | "retrieved" | undefined;
  /** The hook that asks. */
  readonly ctx?: TripContext | ToolHookContext | undefined;
}

/** What a detector lets through of a text that comes in pieces. */
export interface GuardrailStreamed {
  /** Text that no later piece can change any more, rewritten where the detector redacts. */
  readonly text: string;
  /** How many UTF-16 units are held back now, for the report. Where it is missing it is guessed. */
  readonly held?: number | undefined;
  /** Set where the text must not go on. */
  readonly block?: Extract<GuardrailVerdict, { readonly type: "block" }> | undefined;
}

/**
 * Looks at one text while it comes in. However the text is cut into pieces, what is let through adds up to what `check` makes
 * of the whole text; it is held back as long as a later piece could change what becomes of it, and no longer.
 */
export interface GuardrailStream {
  push(text: string): GuardrailStreamed;
  end(): GuardrailStreamed;
}

/** Looks at a text and says what shall become of it. */
export interface GuardrailDetector {
  readonly name: string;
  check(text: string, context?: GuardrailContext): GuardrailVerdict | Promise<GuardrailVerdict>;
  /** Looks at a text while it comes in. A detector without it sees the whole text before any of it is shown. */
  stream?(context?: GuardrailContext): GuardrailStream | Promise<GuardrailStream>;
  /** Set where the detector neither rewrites nor refuses: then it may look at a text that was shown already. */
  readonly onlyFlags?: boolean | undefined;
  /** What becomes of a text that the detector fails on; takes the place of the policy's `onError`. */
  readonly onError?: "flag" | "block" | undefined;
}
