import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Protocol } from "../adapter/protocol.ts";
import { encodeResponses } from "./encode-responses.ts";
import { type OpenAITarget, openaiProtocol, type ProtocolForm } from "./openai-protocol.ts";

const decoder: Lazy<typeof import("./responses-decoder.ts").responsesDecoder> = /* @__PURE__ */ lazy(
  async () => (await import("./responses-decoder.ts")).responsesDecoder,
);
/** The form of call identifiers that OpenAI takes here. */
const UP_TO_SIXTY_FOUR: RegExp = /^[\s\S]{1,64}$/;
const RESPONSES: ProtocolForm = {
  path: "responses",
  media: "encodeInputMedia",
  callId: ({ isOpenAI }) => (isOpenAI ? UP_TO_SIXTY_FOUR : undefined),
  encode: encodeResponses,
  decoder,
};

/**
 * The Responses API of OpenAI, and of the services that have it.
 *
 * @example
 * const protocol = responsesProtocol({ name: "gpt-5", capabilities: {}, service: () => OPENAI });
 * const { request } = await protocol.encode([{ role: "user", content: "Hi" }], {}, false);
 * request.path; // "responses"
 */
export function responsesProtocol(target: OpenAITarget): Protocol {
  return openaiProtocol(target, RESPONSES);
}
