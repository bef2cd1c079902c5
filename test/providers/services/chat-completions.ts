import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { argumentPieces, eventOf, type Said, type SaidCall, type ServiceUnderTest } from "./service.ts";

const secret = "sk-proj-0123456789abcdefABCDEF";
const usage = { prompt_tokens: 3, completion_tokens: 2, total_tokens: 5 };
const choice = (fields: object): object => ({ choices: [{ index: 0, ...fields }] });

/** Chat completions, by OpenAI and all that speak them. */
export const chatCompletions: ServiceUnderTest = {
  name: "OpenAISDK, chat completions",
  secret,
  streamType: "text/event-stream",
  modelOver: (fetch, options) =>
    new OpenAISDK({ apiKey: secret, fetch, ...options }).model({ name: "gpt-4o" }),
  whole: (said) => ({ ...choice({ message: messageOf(said), finish_reason: reasonOf(said) }), usage }),
  events: chatEvents,
  refusals: {
    key: openaiRefusal(401, "invalid_api_key", `Incorrect API key provided: ${secret}.`, "PROVIDER_AUTH"),
    model: openaiRefusal(404, "model_not_found", "The model `x` does not exist.", "PROVIDER_INVALID_REQUEST"),
    rate: {
      ...openaiRefusal(429, "rate_limit_exceeded", "Rate limit reached.", "PROVIDER_RATE_LIMIT"),
      headers: { "retry-after": "2" },
    },
    quota: openaiRefusal(
      429,
      "insufficient_quota",
      "You exceeded your current quota.",
      "PROVIDER_QUOTA_EXCEEDED",
    ),
  },
  told: {
    body: { error: { code: "rate_limit_exceeded", message: "Slow down." } },
    event: eventOf({ error: { code: "rate_limit_exceeded", message: "Slow down." } }),
    code: "PROVIDER_RATE_LIMIT",
  },
};

export function openaiRefusal(status: number, code: string, message: string, ours: string) {
  return {
    status,
    body: { error: { message, type: "invalid_request_error", param: null, code } },
    code: ours,
  };
}

export function chatEvents(said: Said, isCut = false): Uint8Array[] {
  const { texts = [], calls = [] } = said;
  const deltas = [
    { role: "assistant", content: "" },
    ...texts.map((content) => ({ content })),
    ...calls.flatMap((call, index) => [
      { tool_calls: [{ index, ...wireCall(call, "") }] },
      ...argumentPieces(call).map((text) => ({ tool_calls: [{ index, function: { arguments: text } }] })),
    ]),
  ];
  const events = deltas.map((delta) => eventOf(choice({ delta, finish_reason: null })));
  if (isCut) return events;
  const end = choice({ delta: {}, finish_reason: reasonOf(said) });
  return [...events, eventOf(end), eventOf({ choices: [], usage }), eventOf("[DONE]")];
}

function messageOf({ texts = [], calls = [] }: Said): object {
  const toolCalls = calls.map((call) => wireCall(call, argumentPieces(call).join("")));
  return { role: "assistant", content: texts.join(""), ...(calls.length > 0 && { tool_calls: toolCalls }) };
}

function wireCall({ id, name }: SaidCall, text: string): object {
  return { ...(id && { id }), type: "function", function: { name, arguments: text } };
}

function reasonOf({ calls = [], isLong }: Said): string {
  if (isLong) return "length";
  return calls.length > 0 ? "tool_calls" : "stop";
}
