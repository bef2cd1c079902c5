import type { Message, ProviderMetadata } from "../../contracts/message.ts";
import type { ModelCallOptions } from "../../contracts/model.ts";
import type { WireRequest } from "../adapter/protocol.ts";
import { answerWatch } from "./answer-watch.ts";
import type { Quirks } from "./quirks.ts";
import type { Service } from "./service.ts";

/**
 * Makes a service out of its quirks: one that turns what is encoded for OpenAI into what the service wants.
 *
 * @example
 * const service = adaptedService(quirksOf("https://api.mistral.ai/v1"));
 */
export function adaptedService(quirks: Quirks): Service {
  const { family, isOpenAI } = quirks;
  return {
    ...quirks,
    strictTools: quirks.strictTools ?? isOpenAI === true,
    watch: (model) => answerWatch(family, model),
    adapt(body, turns, options, capabilities) {
      const reasoning = capabilities.reasoning ? (options.reasoning ?? {}) : undefined;
      if (!isOpenAI) adaptOptions(body, reasoning, quirks);
      for (const [turn, message] of turns) {
        turn.content ??= quirks.toolTurnContent ?? null;
        addReasoning(turn, message, quirks, body.model, reasoning);
        const { extra_content } = Object(message.providerMetadata?.[family]);
        if (extra_content) turn.extra_content = extra_content;
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
  if (quirks.effort && (quirks.effort !== "both" || effort === "none")) body.reasoning_effort = undefined;
  if (quirks.effort === "reasoning") {
    if (reasoning?.maxTokens) body.reasoning = { max_tokens: reasoning.maxTokens };
    else if (effort) body.reasoning = { effort };
  } else if (quirks.effort && effort) {
    body.thinking = { type: effort === "none" ? "disabled" : "enabled" };
  }
}

/** @param reasoning how the model shall reason; missing where it does not. */
function addReasoning(
  turn: WireRequest,
  { content }: Message,
  { reasoning: field, reasoningWithToolsOnly, family }: Quirks,
  model: unknown,
  reasoning: ModelCallOptions["reasoning"],
): void {
  if (!field || (reasoningWithToolsOnly && !turn.tool_calls)) return;
  const parts = (typeof content === "string" ? [] : content).filter((part) => part.type === "reasoning");
  const own = parts.filter(({ providerMetadata }) => makerOf(providerMetadata, family, model) === model);
  if (field === "reasoning_details") {
    const details = own.flatMap(({ providerMetadata }) => Object(providerMetadata?.[family])[field] ?? []);
    if (details.length > 0) turn[field] = details;
    return;
  }
  const text = own.map((part) => part.text).join("");
  if (text && field === "thinking") {
    const said = turn.content ? [{ type: "text", text: turn.content }] : [];
    turn.content = [{ type: field, [field]: [{ type: "text", text }] }, ...said];
  } else if (text) turn[field] = text;
  // Calls of another model have none to give back; an empty text would count as missing.
  else if (reasoningWithToolsOnly && reasoning && reasoning.effort !== "none") turn[field] = " ";
}

/** Whose a thought is: the model's that is asked where nothing says otherwise. */
function makerOf(metadata: ProviderMetadata | undefined, family: string, asked: unknown): unknown {
  return metadata && !metadata[family] ? undefined : (Object(metadata?.[family]).model ?? asked);
}

function rename(body: WireRequest, from: string, to: string): void {
  const value = body[from];
  if (value === undefined || from === to) return;
  body[to] = value;
  body[from] = undefined;
}
