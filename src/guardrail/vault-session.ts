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
   *
   * @param isJson whether what was found is written as in a string of JSON.
   */
  protect(text: string, matches?: readonly GuardrailMatch[], isJson?: boolean): string;
  /** The same for the texts inside of a value, such as a tool's result. What holds no value is given back as it is. */
  protectAll<Value>(value: Value): Value;
  /** Puts the values back in the place of the placeholders of this session; inside of JSON they are written as JSON has them. */
  restore(text: string): string;
  /** The same for the texts inside of a value, such as arguments or a structured answer. */
  restoreAll<Value>(value: Value): Value;
  /** Puts the values back into a text that comes in pieces: what comes out adds up to what `restore` makes of the whole. */
  shows(): RevealedText;
  /** Whether a run has begun before: then it is resumed. */
  hasBegun(runId: string): boolean;
  /** Takes what looks like a placeholder in the texts of a caller out of the keys that are still to be given. */
  reserve(text: string): void;
  /**
   * Hides what looks like a placeholder of this session in a text of the caller, and is none.
   *
   * @param isNew whether the text was just written, by somebody who sees no placeholders; in an older one only what is known as such.
   */
  quote(text: string, isNew: boolean): string;
}

/** What a guard needs of a vault. */
export interface VaultLike {
  /** What keeps values is loaded with the first session. */
  session(owner: VaultOwner): VaultSession | Promise<VaultSession>;
  /** Whether a tool gets the values themselves. */
  restoresIn(toolName: string): boolean;
}
