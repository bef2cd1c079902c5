import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Protocol } from "../adapter/protocol.ts";
import { encodeResponses } from "./encode-responses.ts";
import { type OpenAITarget, openaiProtocol, type ProtocolForm } from "./openai-protocol.ts";

const decoder: Lazy<typeof import("./responses-decoder.ts").responsesDecoder> = /* @__PURE__ */ lazy(
  async () => (await import("./responses-decoder.ts")).responsesDecoder,
);
const RESPONSES: ProtocolForm = {
  path: "responses",
  media: "encodeInputMedia",
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
