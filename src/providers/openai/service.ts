import type { Message, ReasoningPart } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities, ModelChunk } from "../../contracts/model.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { WireBody } from "./wire.ts";

/** Who answers, and what differs there from OpenAI's own chat completions. */
export interface Service {
  /** Under this name opaque data is kept in `providerMetadata`; only the family that made it gets it back. */
  readonly family: string;
  /** Takes a developer role, and no sampling options for models that reason. */
  readonly isOpenAI?: boolean | undefined;
  /** Takes tools whose arguments it keeps to the schema. */
  readonly strictTools?: boolean | undefined;
  /** Gives the reasoning of a response encrypted when asked to, so that it can go back without being stored. */
  readonly encryptedReasoning?: boolean | undefined;
  /** The part in which a document may be sent as its URL; missing where bytes are wanted. */
  readonly document?: "file" | "document_url" | undefined;
  /** Changes a body that was encoded for OpenAI; `turns` tells which message an assistant turn was made of. */
  adapt?(
    body: WireRequest,
    turns: ReadonlyMap<WireRequest, Message>,
    options: ModelCallOptions,
    capabilities: ModelCapabilities,
  ): void;
  /** Changes an input that was encoded for OpenAI's Responses API. */
  adaptInput?(
    input: readonly WireRequest[],
    options: ModelCallOptions,
    capabilities: ModelCapabilities,
  ): void;
  /** Watches one answer of a model for what OpenAI's own has not. */
  watch?(model: string): AnswerWatch;
}

/** Collects from one answer what only some services send. */
export interface AnswerWatch {
  /** Takes the body of an event, or of a whole answer, and passes the text of reasoning on. */
  take(body: WireBody, chunks: ModelChunk[]): void;
  readonly reasoning: ReasoningPart | undefined;
  /** Opaque data that goes back with the message. */
  readonly extra: Readonly<Record<string, unknown>>;
}

/** OpenAI itself. What other services need is in `adapted-service.ts`, which is loaded when one is asked. */
export const OPENAI: Service = { family: "openai", isOpenAI: true, strictTools: true };
