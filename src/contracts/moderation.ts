import type { ImagePart, TextPart } from "./message.ts";

/** What a moderation model found. The names of the categories are the provider's. */
export interface ModerationResult {
  /** Whether any category applies. */
  readonly flagged: boolean;
  /** Whether each category applies. */
  readonly categories: Readonly<Record<string, boolean>>;
  /** How sure the model is of each category, from 0 to 1. */
  readonly scores: Readonly<Record<string, number>>;
}

/** Options of one moderation call. */
export interface ModerationOptions {
  readonly signal?: AbortSignal | undefined;
}

/** Tells whether content is harmful. Rejects with an `AIError`. */
export interface Moderator {
  readonly name: string;
  readonly provider: string;
  /** One result for a text, or for texts and images that belong together. */
  moderate(
    content: string | readonly (TextPart | ImagePart)[],
    options?: ModerationOptions,
  ): Promise<ModerationResult>;
  /** A result for each text, in the order of the texts. */
  moderateMany(texts: readonly string[], options?: ModerationOptions): Promise<readonly ModerationResult[]>;
}

/** The same as `Moderator`, under the name that goes with `ModelContract`. */
export type ModeratorContract = Moderator;
