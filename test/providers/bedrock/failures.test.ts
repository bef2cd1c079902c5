import { describe, expect, it } from "vitest";
import { AIError } from "../../../src/core/errors/index.ts";
import { agent, tool } from "../../../src/index.ts";
import { BedrockSDK } from "../../../src/providers/bedrock/index.ts";
import { type Answer, collect, errorOf, respond, textOf } from "../support.ts";
import {
  answer,
  answerFrames,
  encodeFrame,
  exceptionFrame,
  type Frame,
  framesOf,
  modelOver,
  STREAM_TYPE,
  streamed,
} from "./support.ts";

const QUESTION = [{ role: "user", content: "a private question" }] as const;
const SECRETS = {
  accessKeyId: "AKIASECRETSECRETSECR",
  secretAccessKey: "wJalrXUtnFEMIsecretsecretsecretsecretKEY",
  sessionToken: "IQoJb3JpZ2luX2VjSECRETsecretSECRET//token",
};

const failing = (answer: Answer) => errorOf(modelOver(async () => respond(answer)).complete(QUESTION));

describe("failures that Bedrock answers with", () => {
  const named = (type: string): Record<string, string> => ({
    "x-amzn-errortype": `${type}:http://internal.amazon.com/coral/com.amazon.bedrock/`,
    "x-amzn-requestid": "6f1e3a0c",
  });

  it.each<[string, number, string, string, string]>([
    [
      "too many requests",
      429,
      "ThrottlingException",
      "Too many requests, please wait.",
      "PROVIDER_RATE_LIMIT",
    ],
    [
      "H13: too many tokens",
      429,
      "ThrottlingException",
      "Too many tokens, please wait.",
      "PROVIDER_RATE_LIMIT",
    ],
    ["a model that is not ready", 429, "ModelNotReadyException", "Try again.", "PROVIDER_RATE_LIMIT"],
    ["a quota", 400, "ServiceQuotaExceededException", "Your quota is used.", "PROVIDER_QUOTA_EXCEEDED"],
    ["no access", 403, "AccessDeniedException", "You don't have access to the model.", "PROVIDER_AUTH"],
    ["expired keys", 403, "ExpiredTokenException", "The security token is expired", "PROVIDER_AUTH"],
    ["unknown keys", 400, "UnrecognizedClientException", "The security token is invalid.", "PROVIDER_AUTH"],
    [
      "a long prompt",
      400,
      "ValidationException",
      "Input is too long for requested model.",
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    [
      "a prompt and an answer that are too long together",
      400,
      "ValidationException",
      "input length and `max_tokens` exceed context limit: 199000 + 4096 > 200000",
      "CONTEXT_LENGTH_EXCEEDED",
    ],
    ["a bad request", 400, "ValidationException", "The text field is blank.", "PROVIDER_INVALID_REQUEST"],
    ["an unknown model", 404, "ResourceNotFoundException", "Not found.", "PROVIDER_INVALID_REQUEST"],
    ["a slow model", 408, "ModelTimeoutException", "Took too long.", "PROVIDER_TIMEOUT"],
    ["a model that failed", 424, "ModelErrorException", "The model failed.", "PROVIDER_ERROR"],
    ["a service that failed", 500, "InternalServerException", "Sorry.", "PROVIDER_ERROR"],
    ["a service that is away", 503, "ServiceUnavailableException", "Busy.", "PROVIDER_ERROR"],
  ])("H13: tells %s", async (_what, status, type, message, code) => {
    for (const body of [{ message }, { Message: message, __type: `com.amazon.coral#${type}` }]) {
      const error = await failing({ status, body, headers: named(type) });
      expect(error).toMatchObject({ code, context: { status, code: type, requestId: "6f1e3a0c" } });
      expect(error).toMatchObject({ context: { providerMessage: message } });
      expect(error.message).not.toContain(message);
    }
  });

  it("tells a kind that stands in the body alone, since a page may not read headers", async () => {
    const body = { __type: "com.amazon.coral.service#UnrecognizedClientException", message: "Invalid." };
    expect(await failing({ status: 400, body })).toMatchObject({ code: "PROVIDER_AUTH" });
  });

  it("S11: tells a success that is none", async () => {
    const body = { Output: { __type: "com.amazon.coral.service#UnknownOperationException" }, Version: "1.0" };
    expect(await failing({ body })).toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
      context: { status: 404 },
    });
  });

  it.each<[string, Answer]>([
    ["an empty body", { body: "" }],
    ["a page of a proxy", { body: "<html><body>Bad gateway</body></html>" }],
    ["a body of another kind", { body: { choices: [] } }],
    ["null", { body: "null" }],
    ["a list", { body: "[1]" }],
    ["a message of another kind", { body: { output: { message: { content: 7 } }, stopReason: "end_turn" } }],
  ])("R24, S11: tells %s, whole and streamed", async (_what, given) => {
    expect(AIError.is(await failing(given))).toBe(true);
    const { chunks, error } = await collect(modelOver(async () => respond(given)).stream(QUESTION));
    expect(chunks.filter(({ type }) => type === "done")).toEqual([]);
    expect(AIError.is(error)).toBe(true);
  });

  it("S19: reads a body of 20 MB, and shows little of a complaint as long", async () => {
    const text = "x".repeat(20_000_000);
    const { content } = await modelOver(async () => respond({ body: answer([{ text }]) })).complete(QUESTION);
    expect(content).toHaveLength(20_000_000);
    const error = await failing({ status: 400, body: { message: text } });
    expect(error.code).toBe("PROVIDER_INVALID_REQUEST");
    expect(JSON.stringify(error).length).toBeLessThan(5_000);
  });
});

describe("failures inside a stream", () => {
  it.each<[string, string, unknown, string, number]>([
    ["throttlingException", "PROVIDER_RATE_LIMIT", { message: "Slow down." }, "Slow down.", 429],
    ["validationException", "PROVIDER_INVALID_REQUEST", { message: "Bad." }, "Bad.", 400],
    [
      "validationException",
      "CONTEXT_LENGTH_EXCEEDED",
      { message: "Input is too long." },
      "Input is too long.",
      400,
    ],
    [
      "modelStreamErrorException",
      "PROVIDER_ERROR",
      { message: "Broke.", originalStatusCode: 500 },
      "Broke.",
      424,
    ],
    ["internalServerException", "PROVIDER_ERROR", { message: "Oh." }, "Oh.", 500],
    ["serviceUnavailableException", "PROVIDER_ERROR", { message: "Busy." }, "Busy.", 503],
    ["modelTimeoutException", "PROVIDER_TIMEOUT", { message: "Slow." }, "Slow.", 408],
    ["somethingNewException", "PROVIDER_ERROR", "no JSON", "no JSON", 500],
  ])("tells %s as %s after what came before it", async (kind, code, body, providerMessage, status) => {
    const frames: Frame[] = [...answerFrames("Hel").slice(0, 2), exceptionFrame(kind, body)];
    const model = modelOver(async () => streamed(frames.map(encodeFrame)));
    const { chunks, error } = await collect(model.stream(QUESTION));
    expect(textOf(chunks)).toBe("Hel");
    expect(error).toMatchObject({ code, context: { status, providerMessage } });
  });

  it.each<[string, Uint8Array]>([
    ["cut off between frames", framesOf(...answerFrames("Hel").slice(0, 2))],
    ["cut off inside a frame", framesOf(...answerFrames("Hello")).subarray(0, 250)],
    ["cut off before the reason", framesOf(...answerFrames("Hel").slice(0, 3))],
    ["damaged", framesOf(...answerFrames("Hel")).map((byte, at) => (at === 300 ? byte ^ 1 : byte))],
    ["that is none", new TextEncoder().encode("upstream connect error")],
  ])("S11: tells a stream that was %s", async (_what, bytes) => {
    for (const pieces of [[bytes], Array.from(bytes, (byte) => Uint8Array.of(byte))]) {
      const { chunks, error } = await collect(modelOver(async () => streamed(pieces)).stream(QUESTION));
      expect(chunks.filter(({ type }) => type === "done")).toEqual([]);
      expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
    }
  });

  it("reads frames whose length begins like JSON or like HTML", async () => {
    for (const length of [0x3c, 0x7b]) {
      const empty = encodeFrame(["messageStart", {}]).length;
      const padded: Frame = ["messageStart", { p: "x".repeat(Math.max(0, length + 256 - empty - 6)) }];
      expect(encodeFrame(padded)[3]).toBe(length);
      const bytes = framesOf(padded, ...answerFrames("Hi"));
      for (const pieces of [[bytes], [bytes.subarray(0, 3), bytes.subarray(3)]]) {
        const { chunks, error } = await collect(modelOver(async () => streamed(pieces)).stream(QUESTION));
        expect(error).toBeUndefined();
        expect(textOf(chunks)).toBe("Hi");
      }
    }
  });

  it("tells a call without a name, and calls whose arguments cannot be read", async () => {
    const block = (index: number, input: string, name?: string): Frame[] => [
      ...(name
        ? [
            [
              "contentBlockStart",
              { contentBlockIndex: index, start: { toolUse: { toolUseId: "t", name } } },
            ] as const,
          ]
        : []),
      ["contentBlockDelta", { contentBlockIndex: index, delta: { toolUse: { input } } }],
    ];
    const end: Frame[] = [["messageStop", { stopReason: "max_tokens" }]];
    const cut = await collect(
      modelOver(async () =>
        streamed(framesOf(...block(0, '{"a":', "f"), ...block(1, "{a}", "g"), ...end)),
      ).stream(QUESTION),
    );
    expect(cut.chunks.filter(({ type }) => type === "tool-call")).toEqual([
      {
        type: "tool-call",
        id: "t",
        name: "f",
        input: {},
        unreadable: { text: '{"a":', reason: "truncated" },
      },
      {
        type: "tool-call",
        id: "call_0",
        name: "g",
        input: {},
        unreadable: { text: "{a}", reason: "malformed" },
      },
    ]);
    const nameless = await collect(
      modelOver(async () => streamed(framesOf(...block(0, "{}"), ...end))).stream(QUESTION),
    );
    expect(nameless.error).toMatchObject({ code: "PROVIDER_ERROR" });
  });
});

describe("secrets", () => {
  /** AWS repeats the request that it would have signed. */
  const complaint = {
    message: [
      "The request signature we calculated does not match the signature you provided.",
      "The Canonical String for this request should have been",
      `'POST\n/model/m/converse\n\nhost:bedrock-runtime.us-east-1.amazonaws.com\nx-amz-security-token:${SECRETS.sessionToken}\n'`,
      `Authorization=AWS4-HMAC-SHA256 Credential=${SECRETS.accessKeyId}/20260101, Signature=0123456789abcdef`,
    ].join("\n"),
  };

  it("are in no error and in no report, whatever fails", async () => {
    const fetches: (() => Promise<Response>)[] = [
      async () => respond({ status: 403, body: complaint }),
      async () => streamed(framesOf(exceptionFrame("accessDeniedException", complaint))),
      async () => {
        throw new TypeError(`Headers.append: "${SECRETS.sessionToken}\u0000" is an invalid header value.`);
      },
      async () => respond({ body: "" }),
    ];
    for (const fetch of fetches) {
      const model = new BedrockSDK({ region: "us-east-1", credentials: SECRETS, fetch }).model({
        name: "m:0",
      });
      const error = await errorOf(model.complete(QUESTION));
      const { error: streamed } = await collect(model.stream(QUESTION));
      const { report } = await agent({ name: "a", model }).execute("a private question");
      const shown = [error, streamed].map(
        (one) => `${JSON.stringify(one)} ${one} ${JSON.stringify((one as Error).cause)}`,
      );
      for (const text of [...shown, JSON.stringify(report)]) {
        for (const secret of Object.values(SECRETS)) expect(text).not.toContain(secret);
      }
    }
  });

  it("may hold what no header can carry, and are not quoted then", async () => {
    const credentials = { ...SECRETS, sessionToken: "tok\u2013en" };
    const model = new BedrockSDK({
      region: "us-east-1",
      credentials,
      fetch: async () => new Response(),
    }).model({ name: "m:0" });
    const error = await errorOf(model.complete(QUESTION));
    expect(AIError.is(error)).toBe(true);
    expect(`${JSON.stringify(error)} ${error} ${error.cause}`).not.toContain("tok\u2013en");
  });
});

describe("an agent on Bedrock", () => {
  const now = tool({
    name: "now",
    description: "Tells the time.",
    input: { type: "object", properties: {} },
    execute: async () => "noon",
  });

  it("throws nothing out of execute, and tells the error", async () => {
    const model = modelOver(async () => respond({ status: 403, body: { message: "No." } }));
    const { error } = await agent({ name: "clock", model, tools: [now] }).execute("What time is it?");
    expect(error).toMatchObject({ code: "PROVIDER_AUTH" });
  });

  it.each(["max_tokens", "guardrail_intervened", "malformed_tool_use"])(
    "S12: runs no tool after %s",
    async (stopReason) => {
      let runs = 0;
      const counting = tool({
        name: "now",
        description: "Tells the time.",
        input: { type: "object", properties: {} },
        execute: async () => ++runs,
      });
      const body = answer([{ toolUse: { toolUseId: "t1", name: "now", input: {} } }], stopReason);
      await agent({
        name: "clock",
        model: modelOver(async () => respond({ body })),
        tools: [counting],
      }).execute("?");
      expect(runs).toBe(0);
    },
  );

  it("R24: runs a tool and streams an answer where bodies have no streams", async () => {
    const answers = [
      framesOf(
        ["contentBlockStart", { contentBlockIndex: 0, start: { toolUse: { toolUseId: "t1", name: "now" } } }],
        ["contentBlockStop", { contentBlockIndex: 0 }],
        ["messageStop", { stopReason: "tool_use" }],
        ["metadata", { usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 } }],
      ),
      framesOf(...answerFrames("It is noon.")),
    ];
    const model = modelOver(async () => withoutStream(answers.shift()));
    const run = agent({ name: "clock", model, tools: [now] }).stream("What time is it?");
    for await (const _event of run);
    const { text, usage, error } = await run.result;
    expect(error).toBeUndefined();
    expect(text).toBe("It is noon.");
    expect(usage).toMatchObject({ input: 6, output: 3, total: 9 });
  });
});

/** A response of React Native, which has no streamed body. */
function withoutStream(bytes: Uint8Array = new Uint8Array()): Response {
  const response = new Response(new Uint8Array(bytes), { headers: { "content-type": STREAM_TYPE } });
  return Object.create(response, {
    body: { value: null },
    ok: { value: true },
    status: { value: 200 },
    headers: { value: response.headers },
    arrayBuffer: { value: () => response.arrayBuffer() },
  });
}
