import type { Message, ReasoningPart } from "../../contracts/message.ts";
import type { ModelCallOptions, ModelCapabilities, ModelChunk } from "../../contracts/model.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { Quirks } from "./quirks.ts";
import type { WireBody } from "./wire.ts";

/** Who answers, and what differs there from OpenAI's own chat completions. */
export interface Service
  extends Pick<
    Quirks,
    "family" | "isOpenAI" | "strictTools" | "encryptedReasoning" | "document" | "callId" | "cacheControl"
  > {
  /** Changes a body that was encoded for OpenAI; `turns` tells which message an assistant turn was made of. */
  adapt?(
    body: WireRequest,
    turns: ReadonlyMap<WireRequest, Message>,
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
export const OPENAI: Service = {
  family: "openai",
  isOpenAI: true,
  strictTools: true,
  callId: /^[\s\S]{1,40}$/,
};
