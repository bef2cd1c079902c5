import { AnthropicSDK } from "../../../src/providers/anthropic/index.ts";
import { begin, block, end, message, text, textBlock } from "../anthropic/support.ts";
import { argumentPieces, eventOf, type Said, type SaidCall, type ServiceUnderTest } from "./service.ts";

const secret = "sk-ant-api03-0123456789abcdefABCDEF";
const usage = { input_tokens: 3, output_tokens: 2 };

/** Anthropic's Messages API. */
export const messages: ServiceUnderTest = {
  name: "AnthropicSDK",
  secret,
  streamType: "text/event-stream",
  modelOver: (fetch, options) =>
    new AnthropicSDK({ apiKey: secret, browser: true, fetch, ...options }).model({
      name: "claude-sonnet-4-5",
    }),
  whole: (said) => {
    const { texts = [], calls = [] } = said;
    const content = [
      ...(texts.length > 0 ? [text(texts.join(""))] : []),
      ...calls.map((call) => toolUse(call, call.input)),
    ];
    return message(content, { stop_reason: reasonOf(said), usage });
  },
  events(said, isCut = false) {
    const { texts = [], calls = [] } = said;
    const first = texts.length > 0 ? 1 : 0;
    const list = [
      begin({ input_tokens: 3, output_tokens: 1 }),
      { type: "ping" },
      ...(texts.length > 0 ? textBlock(0, ...texts) : []),
      ...calls.flatMap((call, index) =>
        block(
          first + index,
          toolUse(call, {}),
          ...argumentPieces(call).map((partial_json) => ({ type: "input_json_delta", partial_json })),
        ),
      ),
      ...(isCut ? [] : end(reasonOf(said), { output_tokens: 2 })),
    ];
    return list.map((event) => eventOf(event, String(event.type)));
  },
  refusals: {
    key: refusal(401, "authentication_error", `invalid x-api-key ${secret}`, "PROVIDER_AUTH"),
    model: refusal(404, "not_found_error", "model: x", "PROVIDER_INVALID_REQUEST"),
    rate: {
      ...refusal(
        429,
        "rate_limit_error",
        "Number of requests has exceeded your limit.",
        "PROVIDER_RATE_LIMIT",
      ),
      headers: { "retry-after": "2" },
    },
    quota: refusal(
      400,
      "invalid_request_error",
      "Your credit balance is too low to access the Anthropic API.",
      "PROVIDER_QUOTA_EXCEEDED",
    ),
  },
  told: {
    body: told("rate_limit_error", "Slow down."),
    event: eventOf(told("rate_limit_error", "Slow down."), "error"),
    code: "PROVIDER_RATE_LIMIT",
  },
};

function told(type: string, text: string): object {
  return { type: "error", error: { type, message: text }, request_id: "req_1" };
}

function refusal(status: number, type: string, text: string, code: string) {
  return { status, body: told(type, text), code };
}

function toolUse({ id, name }: SaidCall, input: unknown): Record<string, unknown> {
  return { type: "tool_use", ...(id && { id }), name, ...(input !== undefined && { input }) };
}

function reasonOf({ calls = [], isLong }: Said): string {
  if (isLong) return "max_tokens";
  return calls.length > 0 ? "tool_use" : "end_turn";
}
