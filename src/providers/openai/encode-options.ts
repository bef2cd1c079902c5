import type { ModelCallOptions } from "../../contracts/model.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import type { EncodeTarget } from "./encode.ts";

/** What both sides of a request may say a part of. */
const SHARED: RegExp = /^(?:tools|include|reasoning|text|stream_options)$/;

/**
 * What both protocols say of a call in the same words.
 *
 * @example
 * encodeOptions({ temperature: 1 }, { model: "m", service: OPENAI, capabilities: {}, stream: false });
 * // { model: "m", temperature: 1 }
 */
export function encodeOptions(
  { reasoning, temperature, topP, tools, parallelToolCalls }: ModelCallOptions,
  { model, service, capabilities, stream }: EncodeTarget,
): WireRequest {
  // OpenAI's reasoning models refuse sampling.
  const isSampled = !service.isOpenAI || !capabilities.reasoning || reasoning?.effort === "none";
  return {
    model,
    ...(isSampled && { temperature, top_p: topP }),
    ...(tools?.length && { parallel_tool_calls: parallelToolCalls }),
    ...(stream && { stream }),
  };
}

/**
 * Merges a caller's own fields over a body, in place. Lists of tools and of what to include are joined, and settings of one
 * kind added.
 *
 * @example
 * withOwnOptions({ model: "m", reasoning: { effort: "low" } }, { reasoning: { summary: "auto" }, user: "u" });
 * // { model: "m", reasoning: { effort: "low", summary: "auto" }, user: "u" }
 */
export function withOwnOptions(body: WireRequest, given: ModelCallOptions["providerOptions"]): WireRequest {
  for (const [name, theirs] of Object.entries(given ?? {})) {
    const ours = SHARED.test(name) && theirs && body[name];
    if (Array.isArray(ours) && Array.isArray(theirs)) body[name] = [...new Set([...ours, ...theirs])];
    else body[name] = ours ? { ...ours, ...Object(theirs) } : theirs;
  }
  return body;
}
