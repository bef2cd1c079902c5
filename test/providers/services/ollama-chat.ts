import { OllamaSDK } from "../../../src/providers/ollama/index.ts";
import { last, piece } from "../ollama/support.ts";
import { bytesOf, type Said, type SaidCall, type ServiceUnderTest } from "./service.ts";

const secret = "0123456789abcdef0123456789abcdef.ABCDEFGHIJKL";
const counts = { prompt_eval_count: 3, eval_count: 2 };
const line = (value: object): Uint8Array => bytesOf(`${JSON.stringify(value)}\n`);

/** Ollama's /api/chat. */
export const ollamaChat: ServiceUnderTest = {
  name: "OllamaSDK",
  secret,
  streamType: "application/x-ndjson",
  modelOver: (fetch, options) =>
    new OllamaSDK({ baseURL: "https://ollama.example", apiKey: secret, fetch, ...options }).model({
      name: "llama3.2",
    }),
  whole: (said) => {
    const { texts = [], calls = [] } = said;
    const message = {
      role: "assistant",
      content: texts.join(""),
      ...(calls.length > 0 && { tool_calls: calls.map(wireCall) }),
    };
    return last({ message, done_reason: reasonOf(said), ...counts });
  },
  events(said, isCut = false) {
    const { texts = [], calls = [] } = said;
    const lines = [
      ...texts.map((content) => line(piece({ role: "assistant", content }))),
      ...calls.map((call) => line(piece({ role: "assistant", content: "", tool_calls: [wireCall(call)] }))),
    ];
    return isCut ? lines : [...lines, line(last({ done_reason: reasonOf(said), ...counts }))];
  },
  refusals: {
    key: { status: 401, body: { error: "unauthorized" }, code: "PROVIDER_AUTH" },
    model: { status: 404, body: { error: "model 'x' not found" }, code: "PROVIDER_INVALID_REQUEST" },
    rate: {
      status: 429,
      body: { error: "too many concurrent requests" },
      headers: { "retry-after": "2" },
      code: "PROVIDER_RATE_LIMIT",
    },
    quota: {
      status: 402,
      body: { error: "this model requires a subscription" },
      code: "PROVIDER_QUOTA_EXCEEDED",
    },
  },
  told: {
    body: { error: "llama runner process has terminated" },
    event: line({ error: "llama runner process has terminated" }),
    code: "PROVIDER_ERROR",
  },
};

function wireCall({ id, name, input }: SaidCall): object {
  return { ...(id && { id }), function: { name, ...(input !== undefined && { arguments: input }) } };
}

function reasonOf({ isLong }: Said): string {
  return isLong ? "length" : "stop";
}
