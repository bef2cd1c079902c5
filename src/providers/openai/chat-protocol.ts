import { type Lazy, lazy } from "../../core/lazy.ts";
import type { Protocol } from "../adapter/protocol.ts";
import { encode } from "./encode.ts";
import { type OpenAITarget, openaiProtocol, type ProtocolForm } from "./openai-protocol.ts";

const decoder: Lazy<typeof import("./decoder.ts").chatDecoder> = /* @__PURE__ */ lazy(
  async () => (await import("./decoder.ts")).chatDecoder,
);
const CHAT: ProtocolForm = {
  path: "chat/completions",
  media: "encodeMedia",
  callId: (service) => service.callId,
  encode,
  decoder,
};

/**
 * Chat completions, as OpenAI and all that speak them have them.
 *
 * @example
 * const protocol = chatProtocol({ name: "gpt-4o", capabilities: {}, service: () => OPENAI });
 * const { request } = await protocol.encode([{ role: "user", content: "Hi" }], {}, false);
 * request.path; // "chat/completions"
 */
export function chatProtocol(target: OpenAITarget): Protocol {
  return openaiProtocol(target, CHAT);
}
