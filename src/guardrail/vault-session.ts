import type { GuardrailMatch } from "../contracts/detector.ts";
import type { RevealedText } from "../contracts/middleware.ts";

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
  /** What keeps values is loaded with the first session. `vaultHooks` of `vault-hooks.ts` are all the hooks that a run needs. */
  session(owner: VaultOwner): VaultSession | Promise<VaultSession>;
  /** Whether a tool gets the values themselves. */
  restoresIn(toolName: string): boolean;
}
