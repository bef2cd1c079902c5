import type { GuardrailDetector, GuardrailMatch } from "../contracts/detector.ts";
import type { AgentMiddleware, RevealedText } from "../contracts/middleware.ts";

/** Whose values a vault session keeps: those of a conversation, else those of one tree of runs. */
export interface VaultOwner {
  readonly runId: string;
  readonly rootRunId?: string | undefined;
  readonly sessionId?: string | undefined;
}

/** The values of one conversation, and the placeholders that stand for them. */
export interface VaultSession {
  /**
   * Puts placeholders in the place of what was found in a text, and of every value that the session knows already. The same
   * value gets the same placeholder.
   */
  protect(text: string, matches?: readonly GuardrailMatch[]): string;
  /** The same for the texts inside of a value, such as a tool's result. What holds no value is given back as it is. */
  protectAll<Value>(value: Value): Value;
  /** Puts the values back in the place of the placeholders of this session; inside of JSON they are written as JSON has them. */
  restore(text: string): string;
  /** The same for the texts inside of a value, such as arguments or a structured answer. */
  restoreAll<Value>(value: Value): Value;
  /** Puts the values back into a text that comes in pieces: what comes out adds up to what `restore` makes of the whole. */
  shows(): RevealedText;
}

/** What a guard needs of a vault. */
export interface VaultLike {
  /** What was opened is loaded with the first session. */
  session(owner: VaultOwner): VaultSession | Promise<VaultSession>;
  /** Whether a tool gets the values themselves. */
  restoresIn(toolName: string): boolean;
}

/**
 * The hooks that keep values out of a run, made by `vaultHooks` of `vault-hooks.ts`: a guard runs those of a level before its own
 * `before` checks, and behind its own `after` checks; `tool.after` first of all, so that detectors see no value either.
 * `execute.before`, `hides`, `revealsText` and `reveals` are all there is to do around the run.
 */
export type VaultHooks = (
  vault: VaultLike,
  input: readonly GuardrailDetector[],
) => Required<Pick<AgentMiddleware, "execute" | "trip" | "tool">>;
