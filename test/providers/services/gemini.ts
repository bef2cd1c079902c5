import { GoogleSDK } from "../../../src/providers/google/index.ts";
import { eventOf, type Said, type SaidCall, type ServiceUnderTest } from "./service.ts";

const secret = "AIzaSyA0123456789abcdefABCDEF";
const usageMetadata = { promptTokenCount: 3, candidatesTokenCount: 2, totalTokenCount: 5 };

/** Google's generateContent. */
export const gemini: ServiceUnderTest = {
  name: "GoogleSDK",
  secret,
  streamType: "text/event-stream",
  modelOver: (fetch, options) =>
    new GoogleSDK({ apiKey: secret, fetch, ...options }).model({ name: "gemini-2.5-flash" }),
  whole: (said) => {
    const { texts = [], calls = [] } = said;
    const parts = [...(texts.length > 0 ? [{ text: texts.join("") }] : []), ...calls.map(partOf)];
    return { ...candidate(parts, reasonOf(said)), usageMetadata };
  },
  events(said, isCut = false) {
    const { texts = [], calls = [] } = said;
    const events = [
      ...texts.map((text) => eventOf({ ...candidate([{ text }]), usageMetadata: {} })),
      ...calls.map((call) => eventOf(candidate([partOf(call)]))),
    ];
    return isCut
      ? events
      : [...events, eventOf({ ...candidate([{ text: "" }], reasonOf(said)), usageMetadata })];
  },
  refusals: {
    key: refusal(
      400,
      "INVALID_ARGUMENT",
      "API key not valid. Please pass a valid API key.",
      "PROVIDER_AUTH",
      [
        {
          "@type": "type.googleapis.com/google.rpc.ErrorInfo",
          reason: "API_KEY_INVALID",
          metadata: { key: secret },
        },
      ],
    ),
    model: refusal(
      404,
      "NOT_FOUND",
      "models/x is not found for API version v1beta.",
      "PROVIDER_INVALID_REQUEST",
    ),
    rate: refusal(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", "PROVIDER_RATE_LIMIT", [
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "2s" },
    ]),
    quota: refusal(429, "RESOURCE_EXHAUSTED", "You exceeded your current quota.", "PROVIDER_QUOTA_EXCEEDED", [
      {
        "@type": "type.googleapis.com/google.rpc.QuotaFailure",
        violations: [{ quotaId: "GenerateRequestsPerDayPerProjectPerModel-FreeTier" }],
      },
      { "@type": "type.googleapis.com/google.rpc.RetryInfo", retryDelay: "2s" },
    ]),
  },
  told: {
    body: { error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } },
    event: eventOf({ error: { code: 503, message: "The model is overloaded.", status: "UNAVAILABLE" } }),
    code: "PROVIDER_ERROR",
  },
};

function refusal(
  code: number,
  status: string,
  message: string,
  ours: string,
  details: readonly object[] = [],
) {
  return { status: code, body: { error: { code, message, status, details } }, code: ours };
}

function candidate(parts: readonly object[], finishReason?: string): object {
  return {
    candidates: [{ index: 0, content: { role: "model", parts }, ...(finishReason && { finishReason }) }],
  };
}

function partOf({ id, name, input }: SaidCall): object {
  return { functionCall: { ...(id && { id }), name, ...(input !== undefined && { args: input }) } };
}

function reasonOf({ isLong }: Said): string {
  return isLong ? "MAX_TOKENS" : "STOP";
}
