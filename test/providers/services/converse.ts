import { BedrockSDK } from "../../../src/providers/bedrock/index.ts";
import { CLAUDE, encodeFrame, exceptionFrame, type Frame, STREAM_TYPE } from "../bedrock/support.ts";
import { argumentPieces, type Said, type SaidCall, type ServiceUnderTest } from "./service.ts";

const secret = "bedrock-api-key-0123456789abcdefABCDEF";
const usage = { inputTokens: 3, outputTokens: 2, totalTokens: 5 };

/** Bedrock's Converse, and its binary stream. */
export const converse: ServiceUnderTest = {
  name: "BedrockSDK",
  secret,
  streamType: STREAM_TYPE,
  modelOver: (fetch, options) =>
    new BedrockSDK({ region: "us-east-1", apiKey: secret, fetch, ...options }).model({ name: CLAUDE }),
  whole: (said) => {
    const { texts = [], calls = [] } = said;
    const content = [
      ...(texts.length > 0 ? [{ text: texts.join("") }] : []),
      ...calls.map((call) => ({
        toolUse: { ...toolUse(call), ...(call.input !== undefined && { input: call.input }) },
      })),
    ];
    return { output: { message: { role: "assistant", content } }, stopReason: reasonOf(said), usage };
  },
  events(said, isCut = false) {
    const { texts = [], calls = [] } = said;
    const first = texts.length > 0 ? 1 : 0;
    const frames: Frame[] = [["messageStart", { role: "assistant" }]];
    for (const text of texts) frames.push(["contentBlockDelta", { contentBlockIndex: 0, delta: { text } }]);
    if (texts.length > 0) frames.push(["contentBlockStop", { contentBlockIndex: 0 }]);
    for (const [index, call] of calls.entries()) {
      const contentBlockIndex = first + index;
      frames.push(["contentBlockStart", { contentBlockIndex, start: { toolUse: toolUse(call) } }]);
      for (const input of argumentPieces(call)) {
        frames.push(["contentBlockDelta", { contentBlockIndex, delta: { toolUse: { input } } }]);
      }
      frames.push(["contentBlockStop", { contentBlockIndex }]);
    }
    if (!isCut) frames.push(["messageStop", { stopReason: reasonOf(said) }], ["metadata", { usage }]);
    return frames.map(encodeFrame);
  },
  refusals: {
    key: refusal(
      403,
      "UnrecognizedClientException",
      `The security token ${secret} is invalid.`,
      "PROVIDER_AUTH",
    ),
    model: refusal(404, "ResourceNotFoundException", "Model not found.", "PROVIDER_INVALID_REQUEST"),
    rate: {
      ...refusal(429, "ThrottlingException", "Too many requests, please wait.", "PROVIDER_RATE_LIMIT"),
      headers: { "x-amzn-errortype": "ThrottlingException:http://internal.amazon.com/", "retry-after": "2" },
    },
    quota: refusal(
      400,
      "ServiceQuotaExceededException",
      "You exceeded your quota.",
      "PROVIDER_QUOTA_EXCEEDED",
    ),
  },
  told: {
    body: { Output: { __type: "com.amazon.coral.service#UnknownOperationException" }, Version: "1.0" },
    event: encodeFrame(exceptionFrame("throttlingException", { message: "Too many tokens, please wait." })),
    code: "PROVIDER_RATE_LIMIT",
  },
};

function refusal(status: number, kind: string, message: string, code: string) {
  return {
    status,
    headers: { "x-amzn-errortype": `${kind}:http://internal.amazon.com/` },
    body: { message },
    code,
  };
}

function toolUse({ id, name }: SaidCall): object {
  return { ...(id && { toolUseId: id }), name };
}

function reasonOf({ calls = [], isLong }: Said): string {
  if (isLong) return "max_tokens";
  return calls.length > 0 ? "tool_use" : "end_turn";
}
