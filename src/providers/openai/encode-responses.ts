import type { Message } from "../../contracts/message.ts";
import type { ModelCallOptions } from "../../contracts/model.ts";
import { jsonSchemaOf } from "../../schema/json-schema-of.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { type CacheMark, markForCache } from "./cache-control.ts";
import { type EncodeTarget, ownMetadata, schemaName } from "./encode.ts";
import { encodeItems, mapCallIds } from "./encode-items.ts";
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
  const { model, service, capabilities, stream, dialect } = target;
  const { providerOptions: given = {}, responseSchema, cacheControl } = options;
  const { effort } = (capabilities.reasoning && options.reasoning) || {};
  const goesOn = Boolean(given.previous_response_id || given.conversation);
  const store = given.store ?? (goesOn ? undefined : false);
  const known = goesOn ? knownTo(messages, given, target) : 0;
  const rest = messages.filter(({ role }, index) => index >= known || role === "system");
  const first = Math.max(
    0,
    rest.findIndex(({ role }) => role !== "system"),
  );
  const input = encodeItems(rest.slice(first), target, store !== false, messages.slice(0, known));
  const body: WireRequest = {
    model,
    instructions: rest.slice(0, first).map(textOfMessage).filter(Boolean).join("\n\n") || undefined,
    input,
    max_output_tokens: options.maxTokens,
    store,
    reasoning: effort && { effort },
  };
  // OpenAI's reasoning models refuse them.
  if (!service.isOpenAI || !capabilities.reasoning || effort === "none") {
    body.temperature = options.temperature;
    body.top_p = options.topP;
  }
  if (capabilities.reasoning && (service.isOpenAI || service.encryptedReasoning)) {
    body.include = ["reasoning.encrypted_content"];
  }
  if (responseSchema && capabilities.structuredOutput) {
    const { schema, strict } = dialect?.(responseSchema) ?? { schema: responseSchema, strict: false };
    body.text = { format: { type: "json_schema", name: schemaName(responseSchema), schema, strict } };
  }
  if (stream) body.stream = stream;
  encodeTools(body, options, target);
  if (service.isOpenAI) mapCallIds(input);
  if (cacheControl && capabilities.promptCaching) {
    const turns = input.filter(({ role }) => role && role !== "assistant");
    markForCache(turns, cacheControl.breakpoints, BREAKPOINT);
  }
  return merge(body, given);
}

const BREAKPOINT: CacheMark = {
  type: "input_text",
  mark: { prompt_cache_breakpoint: { mode: "explicit" } },
};

function encodeTools(body: WireRequest, options: ModelCallOptions, { service, dialect }: EncodeTarget): void {
  const { tools = [], toolChoice, providerOptions } = options;
  if (tools.length > 0) {
    body.tools = tools.map(({ name, description, input }) => {
      const schema = jsonSchemaOf(input) ?? {};
      const { schema: parameters, strict } = (service.strictTools && dialect?.(schema)) || {
        schema,
        strict: false,
      };
      // Left out, it would mean true.
      return { type: "function", name, description, parameters, strict };
    });
    body.parallel_tool_calls = options.parallelToolCalls;
  }
  if (tools.length > 0 || providerOptions?.tools) {
    body.tool_choice =
      typeof toolChoice === "object" ? { type: "function", name: toolChoice.tool } : toolChoice;
  }
}

/** Lists are joined and settings of one kind added, because both sides say a part of them. */
function merge(body: WireRequest, given: NonNullable<ModelCallOptions["providerOptions"]>): WireRequest {
  const merged: WireRequest = { ...body, ...given };
  for (const name of ["tools", "include"]) {
    const [ours, theirs] = [body[name], given[name]];
    if (Array.isArray(ours) && Array.isArray(theirs)) merged[name] = [...new Set([...ours, ...theirs])];
  }
  for (const name of ["reasoning", "text"]) {
    if (given[name]) merged[name] = { ...Object(body[name]), ...Object(given[name]) };
  }
  return merged;
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
