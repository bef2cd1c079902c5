import { WorkersAISDK } from "../../../src/providers/workers-ai/index.ts";
import { GLM } from "../workers-ai/support.ts";
import { chatCompletions } from "./chat-completions.ts";
import { eventOf, type ServiceUnderTest } from "./service.ts";

const secret = "Bearer 0123456789abcdefABCDEF";

/** Cloudflare's Workers AI through a binding, whose raw responses are those of a `fetch`. */
export const workersAI: ServiceUnderTest = {
  ...chatCompletions,
  name: "WorkersAISDK",
  secret,
  modelOver(fetch, options) {
    const binding = {
      run(model: string, inputs: object, { extraHeaders = {}, signal = null }: BindingOptions = {}) {
        const body = JSON.stringify(inputs);
        return fetch(`https://binding.example/${model}`, {
          method: "POST",
          body,
          headers: extraHeaders,
          signal,
        });
      },
    };
    const headers = { "cf-aig-authorization": secret };
    return new WorkersAISDK({ binding, headers, ...options }).model({ name: GLM });
  },
  refusals: {
    key: refusal(401, 10000, "Authentication error", "PROVIDER_AUTH"),
    model: refusal(404, 3042, "No such model @cf/x or task", "PROVIDER_INVALID_REQUEST"),
    rate: {
      ...refusal(429, 3040, "Capacity temporarily exceeded, please try again.", "PROVIDER_RATE_LIMIT"),
      headers: { "retry-after": "2" },
    },
    quota: { ...refusal(402, 9999, "No credit left.", "PROVIDER_QUOTA_EXCEEDED") },
  },
  told: {
    body: { errors: [{ message: "Capacity temporarily exceeded", code: 3040 }], success: false, result: {} },
    event: eventOf({ error: { code: "rate_limit_exceeded", message: "Slow down." } }),
    code: "PROVIDER_RATE_LIMIT",
  },
};

interface BindingOptions {
  readonly extraHeaders?: Record<string, string>;
  readonly signal?: AbortSignal | null;
}

function refusal(status: number, internalCode: number, message: string, code: string) {
  return { status, body: { internalCode, message, name: "AiError", description: message }, code };
}
