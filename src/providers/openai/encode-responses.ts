import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions } from "../../contracts/model.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { type EncodeTarget, ownMetadata } from "./encode.ts";
import { encodeItems } from "./encode-items.ts";
import { encodeOptions, withOwnOptions } from "./encode-options.ts";
import type { ResponsesMetadata } from "./responses-wire.ts";

/**
 * Encodes a conversation and its options into the body of a request for a response. Nothing is kept by the service unless
 * `providerOptions` say so: `store: true`, or a `previous_response_id` or `conversation` to go on with, of which then only
 * what came after is sent. System messages before all others are `instructions`. `providerOptions` are merged over the rest;
 * their `tools`, `include`, `reasoning` and `text` are added.
 *
 * Throws an `InvalidRequestError` (`PROVIDER_INVALID_REQUEST`) for content that the service cannot carry.
 *
 * @example
 * encodeResponses([{ role: "user", content: "Hi" }], {}, { model: "m", service: OPENAI, capabilities: {}, stream: false });
 * // { model: "m", input: [{ role: "user", content: "Hi" }], store: false }
 */
export function encodeResponses(
  messages: readonly Message[],
  options: ModelCallOptions,
  target: EncodeTarget,
): WireRequest {
  const { service, capabilities, tools, format } = target;
  const { reasoning, toolChoice: choice, providerOptions: given = {} } = options;
  const effort = capabilities.reasoning && reasoning?.effort;
  const goesOn = Boolean(given.previous_response_id || given.conversation);
  const store = given.store ?? (goesOn ? undefined : false);
  const known = goesOn ? knownTo(messages, given, target) : 0;
  const rest = messages.filter(({ role }, index) => index >= known || role === "system");
  const first = Math.max(
    0,
    rest.findIndex(({ role }) => role !== "system"),
  );
  const input = encodeItems(rest.slice(first), target, store !== false, messages.slice(0, known));
  const isEncrypted = capabilities.reasoning && (service.isOpenAI || service.encryptedReasoning);
  const body: WireRequest = {
    ...encodeOptions(options, target),
    instructions: rest.slice(0, first).map(textOfMessage).filter(Boolean).join("\n\n") || undefined,
    input,
    max_output_tokens: options.maxTokens,
    store,
    reasoning: effort ? { effort } : undefined,
    include: isEncrypted ? ["reasoning.encrypted_content"] : undefined,
    // Without a word on it, they would be strict.
    tools: tools?.map((tool) => ({ type: "function", ...tool })),
    text: format && { format: { type: "json_schema", ...format } },
  };
  if (tools || given.tools) {
    body.tool_choice = typeof choice === "object" ? { type: "function", name: choice.tool } : choice;
  }
  return withOwnOptions(body, given);
}

/**
 * How many messages the service has kept: those up to the response to go on with, or, in a conversation, up to the last
 * one that it wrote. Instructions are kept by nobody.
 */
function knownTo(
  messages: readonly Message[],
  { previous_response_id: previous }: NonNullable<ModelCallOptions["providerOptions"]>,
  { service }: EncodeTarget,
): number {
  const last = messages.findLastIndex((message) => {
    const { id }: ResponsesMetadata = ownMetadata(message.providerMetadata, service);
    return id !== undefined && (!previous || id === previous);
  });
  return last + 1;
}

function textOfMessage({ content }: Message): string {
  if (typeof content === "string") return content;
  return content.map((part) => (part.type === "text" ? part.text : "")).join("");
}
