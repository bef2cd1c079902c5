import type { Message, ReasoningPart } from "../../contracts/message.ts";
import type { ModelCallOptions } from "../../contracts/model.ts";
import { callIdMap } from "../adapter/call-ids.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { answerWatch } from "./answer-watch.ts";
import { markForCache } from "./cache-control.ts";
import type { Quirks } from "./quirks.ts";
import type { Service } from "./service.ts";

/**
 * Makes a service out of its quirks: one that turns what is encoded for OpenAI into what the service wants.
 *
 * @example
 * const service = adaptedService(quirksOf("https://api.mistral.ai/v1"));
 */
export function adaptedService(quirks: Quirks): Service {
  return {
    family: quirks.family,
    isOpenAI: quirks.isOpenAI,
    strictTools: quirks.strictTools ?? quirks.isOpenAI,
    encryptedReasoning: quirks.encryptedReasoning,
    document: quirks.document,
    watch: () => answerWatch(quirks.family),
    adapt(body, turns, options, capabilities) {
      if (!quirks.isOpenAI)
        adaptOptions(body, capabilities.reasoning ? options.reasoning : undefined, quirks);
      for (const [turn, message] of turns) {
        turn.content ??= quirks.toolTurnContent ?? null;
        addReasoning(turn, message, quirks);
        const { extra_content } = Object(message.providerMetadata?.[quirks.family]);
        if (extra_content) turn.extra_content = extra_content;
      }
      if (quirks.callId) mapCallIds(body, quirks.callId);
      if (options.cacheControl && quirks.cacheControl && capabilities.promptCaching) {
        markForCache(messagesOf(body), options.cacheControl.breakpoints);
      }
    },
  };
}

function adaptOptions(body: WireRequest, reasoning: ModelCallOptions["reasoning"], quirks: Quirks): void {
  rename(body, "max_completion_tokens", quirks.tokenLimit ?? "max_tokens");
  rename(body, "seed", quirks.seed ?? "seed");
  // What is undefined is not sent; a field that was deleted would make every use of the body slower.
  if (quirks.noStreamOptions) body.stream_options = undefined;
  const effort = body.reasoning_effort;
  if (quirks.effort) body.reasoning_effort = undefined;
  if (quirks.effort === "thinking" && effort)
    body.thinking = { type: effort === "none" ? "disabled" : "enabled" };
  if (quirks.effort === "reasoning" && reasoning?.maxTokens)
    body.reasoning = { max_tokens: reasoning.maxTokens };
  else if (quirks.effort === "reasoning" && effort) body.reasoning = { effort };
}

function addReasoning(turn: WireRequest, message: Message, quirks: Quirks): void {
  const { reasoning: field, reasoningWithToolsOnly } = quirks;
  if (!field || typeof message.content === "string" || (reasoningWithToolsOnly && !turn.tool_calls)) return;
  const parts = message.content.filter((part): part is ReasoningPart => part.type === "reasoning");
  const text = parts.map((part) => part.text).join("");
  if (field === "reasoning_details") {
    const details = parts.flatMap(
      ({ providerMetadata }) => Object(providerMetadata?.[quirks.family])[field] ?? [],
    );
    if (details.length > 0) turn[field] = details;
  } else if (text && field === "thinking") {
    const said = turn.content ? [{ type: "text", text: turn.content }] : [];
    turn.content = [{ type: field, [field]: [{ type: "text", text }] }, ...said];
  } else if (text) {
    turn[field] = text;
  }
}

/** Maps the identifiers in the calls and in the results that answer them. In place. */
function mapCallIds(body: WireRequest, form: RegExp): void {
  const holders = messagesOf(body).flatMap(({ tool_calls: calls }) => (Array.isArray(calls) ? calls : []));
  const idOf = callIdMap(
    holders.map(({ id }) => id),
    form,
  );
  for (const call of holders) call.id = idOf(call.id);
  for (const message of messagesOf(body)) {
    if (typeof message.tool_call_id === "string") message.tool_call_id = idOf(message.tool_call_id);
  }
}

function rename(body: WireRequest, from: string, to: string): void {
  const value = body[from];
  if (value === undefined || from === to) return;
  body[to] = value;
  body[from] = undefined;
}

function messagesOf(body: WireRequest): WireRequest[] {
  return Array.isArray(body.messages) ? body.messages : [];
}
