import type { AISDKFinish, AISDKMetadata, AISDKUsage, SpecificationVersion } from "./language-model.ts";

/** A warning of the AI SDK: a setting that the model does not take. */
export interface AnswerWarning {
  type: "unsupported";
  feature: string;
  details?: string;
}

interface WithMetadata {
  providerMetadata?: AISDKMetadata;
}

/** Text of an answer. */
export interface AnswerText extends WithMetadata {
  type: "text";
  text: string;
}

/** Reasoning of an answer. */
export interface AnswerReasoning extends WithMetadata {
  type: "reasoning";
  text: string;
}

/** A call; its input is JSON. */
export interface AnswerCall extends WithMetadata {
  type: "tool-call";
  toolCallId: string;
  toolName: string;
  input: string;
  providerExecuted?: boolean;
  dynamic?: boolean;
}

/** A file of an answer. */
export interface AnswerFile<Version extends SpecificationVersion> extends WithMetadata {
  type: "file";
  mediaType: string;
  data: Version extends "v3"
    ? string | Uint8Array
    : { type: "data"; data: string | Uint8Array } | { type: "url"; url: URL };
}

/** Where an answer has something from. */
export type AnswerSource = WithMetadata & { type: "source"; id: string } & (
    | { sourceType: "url"; url: string; title?: string }
    | { sourceType: "document"; mediaType: string; title: string; filename?: string }
  );

/** The result of a tool that the provider ran. */
export interface AnswerToolResult extends WithMetadata {
  type: "tool-result";
  toolCallId: string;
  toolName: string;
  result: NonNullable<AISDKMetadata[string][string]>;
  isError?: boolean;
  dynamic?: boolean;
}

/** Whether the user lets the provider run a tool. */
export interface AnswerApprovalRequest extends WithMetadata {
  type: "tool-approval-request";
  approvalId: string;
  toolCallId: string;
}

/** What version 4 has beyond version 3. */
type NewerContent<Version extends SpecificationVersion> = Version extends "v3"
  ? never
  :
      | ({ type: "custom"; kind: `${string}.${string}` } & WithMetadata)
      | (Omit<AnswerFile<"v4">, "type"> & { type: "reasoning-file" });

/** Parts that this package has no words for and that come from a model of the AI SDK. */
export type OpaqueContent<Version extends SpecificationVersion> =
  | AnswerFile<Version>
  | AnswerSource
  | AnswerToolResult
  | AnswerApprovalRequest
  | AnswerCall
  | NewerContent<Version>;

/** A part of an answer. */
export type AnswerContent<Version extends SpecificationVersion> =
  | AnswerText
  | AnswerReasoning
  | OpaqueContent<Version>;

/** The unified word of a finish. */
export type AnswerFinish = AISDKFinish & {
  unified: "stop" | "length" | "content-filter" | "tool-calls" | "error" | "other";
};

/** A part of a streamed answer. */
export type AnswerStreamPart<Version extends SpecificationVersion> =
  | OpaqueContent<Version>
  | ({ type: "text-start" | "text-end" | "reasoning-start" | "reasoning-end"; id: string } & WithMetadata)
  | ({ type: "text-delta" | "reasoning-delta"; id: string; delta: string } & WithMetadata)
  | { type: "tool-input-start"; id: string; toolName: string }
  | { type: "tool-input-delta"; id: string; delta: string }
  | { type: "tool-input-end"; id: string }
  | { type: "stream-start"; warnings: AnswerWarning[] }
  | ({ type: "finish"; usage: AISDKUsage; finishReason: AnswerFinish } & WithMetadata)
  | { type: "error"; error: unknown };
