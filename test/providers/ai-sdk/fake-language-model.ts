import type {
  AISDKAnswer,
  AISDKAnswerPart,
  AISDKCallOptions,
  AISDKLanguageModel,
  SpecificationVersion,
} from "../../../src/providers/ai-sdk/index.ts";

/** What a fake model of the AI SDK does. */
export interface FakeSetup {
  readonly version?: SpecificationVersion;
  readonly answers?: readonly (Partial<AISDKAnswer> | Error)[];
  readonly stream?: readonly AISDKAnswerPart[];
  /** Thrown by the stream after its parts. */
  readonly broken?: unknown;
  readonly supportedUrls?: Record<string, RegExp[]>;
  readonly provider?: string;
  readonly modelId?: string;
}

export const USAGE = {
  inputTokens: { total: 110, noCache: 10, cacheRead: 100, cacheWrite: undefined },
  outputTokens: { total: 7, text: 2, reasoning: 5 },
  raw: { prompt_tokens: 110 },
};
export const STOP = { unified: "stop", raw: "end_turn" };

/** A model of the AI SDK that gives what its setup says, and keeps what it was asked. */
export function fakeModel(setup: FakeSetup = {}): { source: AISDKLanguageModel; asked: AISDKCallOptions[] } {
  const asked: AISDKCallOptions[] = [];
  const { version = "v4", provider = "fake.chat", modelId = "fake-1", supportedUrls = {} } = setup;
  const source: AISDKLanguageModel = {
    specificationVersion: version,
    provider,
    modelId,
    supportedUrls,
    async doGenerate(options) {
      const answers = setup.answers ?? [{}];
      const answer = answers[Math.min(asked.length, answers.length - 1)];
      asked.push(options);
      if (answer instanceof Error) throw answer;
      return {
        content: [{ type: "text", text: "Hi" }],
        finishReason: STOP,
        usage: USAGE,
        warnings: [],
        ...answer,
      };
    },
    async doStream(options) {
      asked.push(options);
      const parts = setup.stream ?? [];
      let next = 0;
      const stream = new ReadableStream<AISDKAnswerPart>({
        pull(controller) {
          const part = parts[next++];
          if (part) controller.enqueue(part);
          else if (setup.broken) controller.error(setup.broken);
          else controller.close();
        },
      });
      return { stream };
    },
  };
  return { source, asked };
}

/** An `APICallError` as every copy of the AI SDK makes it. */
export function apiError(statusCode: number, body: unknown, headers: Record<string, string> = {}): Error {
  return Object.assign(new Error("The call failed."), {
    name: "AI_APICallError",
    url: "https://api.example.com/v1?key=secret-key-1234",
    requestBodyValues: { prompt: "secret prompt" },
    statusCode,
    responseHeaders: headers,
    responseBody: JSON.stringify(body),
    isRetryable: statusCode === 429 || statusCode >= 500,
  });
}

/** The parts of a stream that says something, thinks and calls a tool. */
export const STREAM: readonly AISDKAnswerPart[] = [
  { type: "stream-start" },
  { type: "response-metadata", id: "r1" },
  { type: "reasoning-start", id: "0", providerMetadata: { fake: { started: true } } },
  { type: "reasoning-delta", id: "0", delta: "Two and" },
  { type: "reasoning-delta", id: "0", delta: " two." },
  { type: "reasoning-end", id: "0", providerMetadata: { fake: { signature: "c2lnbmF0dXJl" } } },
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", delta: "It is" },
  { type: "text-delta", id: "0", delta: " four." },
  { type: "text-end", id: "0" },
  { type: "tool-input-start", id: "c1", toolName: "add" },
  { type: "tool-input-delta", id: "c1", delta: '{"a":2' },
  { type: "tool-input-delta", id: "c1", delta: ',"b":2}' },
  { type: "tool-input-end", id: "c1" },
  {
    type: "tool-call",
    toolCallId: "c1",
    toolName: "add",
    input: '{"a":2,"b":2}',
    providerMetadata: { fake: { thoughtSignature: "dGhvdWdodA==" } },
  },
  { type: "raw" },
  { type: "ping" },
  {
    type: "finish",
    finishReason: { unified: "tool-calls", raw: "tool_use" },
    usage: USAGE,
    providerMetadata: { fake: { responseId: "r1" } },
  },
];

/** The same as a whole answer. */
export const ANSWER: AISDKAnswer = {
  content: [
    { type: "reasoning", text: "Two and two.", providerMetadata: { fake: { signature: "c2lnbmF0dXJl" } } },
    { type: "text", text: "It is four." },
    {
      type: "tool-call",
      toolCallId: "c1",
      toolName: "add",
      input: '{"a":2,"b":2}',
      providerMetadata: { fake: { thoughtSignature: "dGhvdWdodA==" } },
    },
  ],
  finishReason: { unified: "tool-calls", raw: "tool_use" },
  usage: USAGE,
  providerMetadata: { fake: { responseId: "r1" } },
};
