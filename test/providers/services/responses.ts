import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { chatCompletions } from "./chat-completions.ts";
import { argumentPieces, eventOf, type Said, type SaidCall, type ServiceUnderTest } from "./service.ts";

const { secret } = chatCompletions;

/** OpenAI's Responses API. */
export const responses: ServiceUnderTest = {
  ...chatCompletions,
  name: "OpenAISDK, responses",
  modelOver: (fetch, options) =>
    new OpenAISDK({ apiKey: secret, api: "responses", fetch, ...options }).model({ name: "gpt-4o" }),
  whole: responseOf,
  events(said, isCut = false) {
    const { texts = [], calls = [] } = said;
    const first = texts.length > 0 ? 1 : 0;
    const whole = responseOf(said);
    const list: { readonly type: string; readonly [field: string]: unknown }[] = [
      { type: "response.created", response: { ...whole, status: "in_progress", output: [], usage: null } },
    ];
    if (texts.length > 0) {
      const at = { item_id: "msg_1", output_index: 0, content_index: 0 };
      list.push(
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { ...messageItem([]), status: "in_progress" },
        },
        {
          type: "response.content_part.added",
          ...at,
          part: { type: "output_text", text: "", annotations: [] },
        },
        ...texts.map((delta) => ({ type: "response.output_text.delta", ...at, delta })),
      );
      if (!isCut) {
        list.push(
          { type: "response.output_text.done", ...at, text: texts.join("") },
          { type: "response.output_item.done", output_index: 0, item: messageItem(texts) },
        );
      }
    }
    calls.forEach((call, index) => {
      const item = callItem(call, index);
      const at = { item_id: `fc_${index}`, output_index: first + index };
      list.push(
        {
          type: "response.output_item.added",
          output_index: at.output_index,
          item: { ...item, arguments: "" },
        },
        ...argumentPieces(call).map((delta) => ({
          type: "response.function_call_arguments.delta",
          ...at,
          delta,
        })),
        {
          type: "response.function_call_arguments.done",
          ...at,
          name: call.name,
          arguments: argumentPieces(call).join(""),
        },
        { type: "response.output_item.done", output_index: at.output_index, item },
      );
    });
    if (!isCut)
      list.push({ type: said.isLong ? "response.incomplete" : "response.completed", response: whole });
    return list.map((event, sequence_number) => eventOf({ ...event, sequence_number }, event.type));
  },
  told: {
    body: {
      id: "resp_1",
      object: "response",
      status: "failed",
      error: { code: "rate_limit_exceeded", message: "Slow down." },
      output: [],
    },
    event: eventOf(
      { type: "error", code: "rate_limit_exceeded", message: "Slow down.", param: null },
      "error",
    ),
    code: "PROVIDER_RATE_LIMIT",
  },
};

function responseOf({ texts = [], calls = [], isLong }: Said): object {
  return {
    id: "resp_1",
    object: "response",
    model: "gpt-4o",
    status: isLong ? "incomplete" : "completed",
    incomplete_details: isLong ? { reason: "max_output_tokens" } : null,
    error: null,
    output: [...(texts.length > 0 ? [messageItem(texts)] : []), ...calls.map(callItem)],
    usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
  };
}

function messageItem(texts: readonly string[]): object {
  const content = texts.length > 0 ? [{ type: "output_text", text: texts.join(""), annotations: [] }] : [];
  return { id: "msg_1", type: "message", role: "assistant", status: "completed", content };
}

function callItem(call: SaidCall, index: number): object {
  const { id, name } = call;
  return {
    id: `fc_${index}`,
    type: "function_call",
    status: "completed",
    ...(id && { call_id: id }),
    name,
    arguments: argumentPieces(call).join(""),
  };
}
