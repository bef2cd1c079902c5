/**
 * As much of the answers of `generateContent` as is read. What may be anything is `unknown`: it is looked at before it is
 * believed.
 */

/** A part of a content: one of its fields says what it is. */
export interface WirePart {
  readonly text?: unknown;
  readonly thought?: unknown;
  readonly thoughtSignature?: unknown;
  readonly functionCall?: WireFunctionCall | null;
  readonly inlineData?: { readonly mimeType?: unknown; readonly data?: unknown } | null;
  readonly [field: string]: unknown;
}

/** A call, or a piece of one whose arguments come bit by bit. */
export interface WireFunctionCall {
  readonly id?: unknown;
  readonly name?: unknown;
  readonly args?: unknown;
  readonly partialArgs?: readonly WirePartialArgument[] | null;
  readonly willContinue?: unknown;
}

/** A piece of one argument: where it belongs, and one field with its value. */
export interface WirePartialArgument {
  readonly jsonPath?: unknown;
  readonly stringValue?: unknown;
  readonly numberValue?: unknown;
  readonly boolValue?: unknown;
  readonly nullValue?: unknown;
  readonly willContinue?: unknown;
}

export interface WireCandidate {
  readonly index?: unknown;
  readonly content?: { readonly parts?: readonly WirePart[] | null } | null;
  readonly finishReason?: unknown;
  readonly [field: string]: unknown;
}

export interface WireAnswer {
  readonly candidates?: readonly WireCandidate[] | null;
  readonly promptFeedback?: { readonly blockReason?: unknown } | null;
  readonly usageMetadata?: WireUsage | null;
  readonly error?: unknown;
}

export interface WireUsage {
  readonly promptTokenCount?: unknown;
  readonly candidatesTokenCount?: unknown;
  readonly totalTokenCount?: unknown;
  readonly thoughtsTokenCount?: unknown;
  readonly cachedContentTokenCount?: unknown;
  readonly toolUsePromptTokenCount?: unknown;
}

/**
 * Where something of an answer stood: a text of so many characters, a call by its identifier, or a part that nobody but the
 * service reads, as it came.
 */
export type Place =
  | { readonly textLength: number; readonly thoughtSignature?: unknown }
  | { readonly callId: string }
  | WirePart;

/** What is kept under `google` in the metadata of a message, a call or a part. */
export interface GoogleMetadata {
  /** The model that made it: no other model gets its signatures back. */
  readonly model?: unknown;
  /** In the metadata of a message: what it was made of, where that is more than a text and calls after it. */
  readonly parts?: readonly Place[];
  readonly [field: string]: unknown;
}
