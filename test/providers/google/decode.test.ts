import { describe, expect, it } from "vitest";
import type { ModelChunk } from "../../../src/contracts/model.ts";
import { ProviderError } from "../../../src/core/errors/index.ts";
import {
  callsOf,
  collect,
  doneOf,
  end,
  errorOf,
  modelAnswering,
  parts,
  sse,
  streamOf,
  textOf,
} from "./support.ts";

const question = [{ role: "user", content: "?" }] as const;
const model = "gemini-2.5-flash";

describe("texts and thoughts", () => {
  it("gives thoughts as reasoning, never as text", async () => {
    const { chunks } = await streaming(
      parts({ text: "Two ", thought: true }),
      parts({ text: "and two.", thought: true }, { text: "Fo" }),
      parts({ text: "ur" }),
      end(),
    );
    expect(chunks.map(({ type }) => type)).toEqual([
      "reasoning-delta",
      "reasoning-delta",
      "reasoning",
      "delta",
      "delta",
      "done",
    ]);
    expect(chunks[2]).toEqual({ type: "reasoning", part: { type: "reasoning", text: "Two and two." } });
    expect(textOf(chunks)).toBe("Four");
  });

  it("gives one reasoning part for each block, with its signature byte for byte", async () => {
    const signature = "EpwI+/a=_-b";
    const response = await whole(
      parts(
        { text: "One.", thought: true, thoughtSignature: signature },
        { text: "Two.", thought: true },
        { text: "3" },
      ),
    );
    expect(response.reasoning).toEqual([
      {
        type: "reasoning",
        text: "One.",
        providerMetadata: { google: { thoughtSignature: signature, model } },
      },
      { type: "reasoning", text: "Two." },
    ]);
  });

  it("keeps the signature of a text with its place, also where the text is empty", async () => {
    const { chunks } = await streaming(
      parts({ text: "Hel" }),
      parts({ text: "lo" }),
      parts({ text: "", thoughtSignature: "c2ln" }),
      end(),
    );
    expect(textOf(chunks)).toBe("Hello");
    expect(doneOf(chunks)?.providerMetadata).toEqual({
      google: { model, parts: [{ textLength: 5 }, { textLength: 0, thoughtSignature: "c2ln" }] },
    });
  });

  it("takes a part with a signature alone for an empty text", async () => {
    const response = await whole(parts({ text: "Hi" }, { thoughtSignature: "c2ln" }));
    expect(response.content).toBe("Hi");
    expect(response.providerMetadata?.google).toMatchObject({
      parts: [{ textLength: 2 }, { textLength: 0, thoughtSignature: "c2ln" }],
    });
  });

  it("tells no places where a text and the calls after it tell all", async () => {
    const response = await whole(parts({ text: "Hi" }, { functionCall: { name: "now", args: {} } }));
    expect(response).not.toHaveProperty("providerMetadata");
  });

  it("keeps what only the service reads, with its place, and shows none of it", async () => {
    const code = { executableCode: { language: "PYTHON", code: "print(4)" } };
    const result = { codeExecutionResult: { outcome: "OUTCOME_OK", output: "4\n" } };
    const search = { toolCall: { toolType: "GOOGLE_SEARCH_WEB", id: "s1" }, thoughtSignature: "YQ==" };
    const found = { toolResponse: { toolType: "GOOGLE_SEARCH_WEB", id: "s1", response: { a: 1 } } };
    const later = { somethingNew: { text: "not a text" } };
    const picture = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" } };
    const response = await whole(
      parts(search, found, { text: "It is " }, code, result, later, { text: "4." }, picture),
    );
    expect(response.content).toBe("It is 4.");
    expect(response).not.toHaveProperty("toolCalls");
    expect(response.providerMetadata).toEqual({
      google: {
        model,
        parts: [search, found, { textLength: 6 }, code, result, later, { textLength: 2 }, picture],
      },
    });
  });

  it("drops pictures of thoughts, which are large and of no use to the service", async () => {
    const picture = { inlineData: { mimeType: "image/png", data: "iVBORw0KGgo=" }, thought: true };
    expect(await whole(parts(picture, { text: "Done." }))).not.toHaveProperty("providerMetadata");
  });

  it("keeps sources and citations, the last word of each event", async () => {
    const chunk = { web: { uri: "https://example.com", title: "Tides" } };
    const { chunks } = await streaming(
      {
        candidates: [
          { content: { parts: [{ text: "High" }] }, groundingMetadata: { webSearchQueries: ["tide"] } },
        ],
      },
      end("STOP", {
        groundingMetadata: { groundingChunks: [chunk] },
        urlContextMetadata: { urlMetadata: [{ retrievedUrl: "https://example.com" }] },
        citationMetadata: { citationSources: [{ uri: "https://example.com" }] },
        safetyRatings: [{ category: "HARM_CATEGORY_HARASSMENT", probability: "LOW" }],
      }),
      { candidates: [{ groundingMetadata: {} }] },
    );
    expect(doneOf(chunks)?.providerMetadata).toEqual({
      google: {
        groundingMetadata: { webSearchQueries: ["tide"], groundingChunks: [chunk] },
        urlContextMetadata: { urlMetadata: [{ retrievedUrl: "https://example.com" }] },
        citationMetadata: { citations: [{ uri: "https://example.com" }] },
      },
    });
  });

  it("takes the first of several alternatives", async () => {
    const { chunks } = await streaming(
      { candidates: [{ index: 1, content: { parts: [{ text: "b" }] } }] },
      {
        candidates: [
          { index: 1, content: { parts: [{ text: "b" }] }, finishReason: "SAFETY" },
          { index: 0, content: { parts: [{ text: "a" }] }, finishReason: "STOP" },
        ],
      },
    );
    expect(textOf(chunks)).toBe("a");
    expect(doneOf(chunks)).toMatchObject({ finishReason: "stop", rawFinishReason: "STOP" });
  });
});

describe("calls", () => {
  it("S8: takes no arguments for those of a tool that takes none", async () => {
    for (const functionCall of [{ name: "now" }, { name: "now", args: null }, { name: "now", args: {} }]) {
      const { toolCalls, finishReason } = await whole(parts({ functionCall }));
      expect(toolCalls).toMatchObject([{ name: "now", input: {} }]);
      expect(finishReason).toBe("tool_calls");
    }
  });

  it("S7: keeps identifiers, and makes those that are missing, repeated or used before", async () => {
    const { model } = modelAnswering({
      body: parts(call("a", "x1"), call("b"), call("c", "x1"), call("d", "old")),
    });
    const history = [
      ...question,
      { role: "assistant", content: "", toolCalls: [{ id: "old", name: "a", input: {} }] },
      { role: "tool", content: "1", toolCallId: "old" },
    ] as const;
    const { toolCalls } = await model.complete(history);
    expect(toolCalls?.map(({ id }) => id)).toEqual(["x1", "call_2", "call_3", "call_4"]);
    expect((await model.complete(history)).toolCalls).toEqual(toolCalls);
  });

  it("H6: keeps the signature of each call; of parallel ones, only the first has one", async () => {
    const { chunks } = await streaming(
      parts({ ...call("a", "1"), thoughtSignature: "c2lnK/8=" }, call("b", "2")),
      end(),
    );
    expect(callsOf(chunks)).toEqual([
      {
        type: "tool-call",
        id: "1",
        name: "a",
        input: {},
        providerMetadata: { google: { thoughtSignature: "c2lnK/8=", model } },
      },
      { type: "tool-call", id: "2", name: "b", input: {} },
    ]);
  });

  it("takes the module that models imagine off the name of a tool that was offered", async () => {
    const tools = [{ name: "now", description: "", input: { type: "object" } }];
    const { model } = modelAnswering({ body: parts(call("default_api.now"), call("default_api.other")) });
    expect((await model.complete(question, { tools })).toolCalls?.map(({ name }) => name)).toEqual([
      "now",
      "default_api.other",
    ]);
  });

  it("S10: puts arguments together that come in pieces, also of calls one after the other", async () => {
    const piece = (jsonPath: string, value: Record<string, unknown>) => ({ jsonPath, ...value });
    const { chunks } = await streaming(
      parts({ functionCall: { name: "weather", id: "w", willContinue: true }, thoughtSignature: "YQ==" }),
      parts({
        functionCall: { partialArgs: [piece("$.place.city", { stringValue: "Par" })], willContinue: true },
      }),
      parts({
        functionCall: {
          partialArgs: [
            piece("$.place.city", { stringValue: "is" }),
            piece("$.days[0]", { numberValue: 1 }),
            piece("$.days[1]", { numberValue: 2 }),
            piece("$['is exact']", { boolValue: true }),
            piece("$.unit", { nullValue: "NULL_VALUE" }),
            piece("$.__proto__.polluted", { stringValue: "x" }),
          ],
          willContinue: true,
        },
      }),
      parts({ functionCall: {} }, { functionCall: { name: "now", args: { zone: "UTC" } } }),
      end(),
    );
    const [weather, now] = callsOf(chunks);
    expect(weather).toMatchObject({ id: "w", providerMetadata: { google: { thoughtSignature: "YQ==" } } });
    expect(JSON.parse(JSON.stringify(weather?.input))).toMatchObject({
      place: { city: "Paris" },
      days: [1, 2],
      "is exact": true,
      unit: null,
    });
    expect(Object.keys({})).not.toContain("polluted");
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect(now).toMatchObject({ name: "now", input: { zone: "UTC" } });
  });

  it("S10: gives each piece to the call whose identifier it tells", async () => {
    const piece = (id: string, stringValue: string, rest: object = {}) => ({
      functionCall: { id, partialArgs: [{ jsonPath: "$.q", stringValue }], willContinue: true, ...rest },
    });
    const { chunks } = await streaming(
      parts(piece("1", "a", { name: "f" }), piece("2", "x", { name: "g" })),
      parts(piece("1", "b", { name: "f" }), piece("2", "y")),
      parts(piece("2", "z", { willContinue: false }), piece("1", "c", { willContinue: false })),
      end(),
    );
    expect(callsOf(chunks)).toMatchObject([
      { id: "1", name: "f", input: { q: "abc" } },
      { id: "2", name: "g", input: { q: "xyz" } },
    ]);
    expect(callsOf(chunks)[0]).not.toHaveProperty("unreadable");
  });

  it("S10: takes a piece without a value, which only tells that an argument is over, for no value", async () => {
    const { chunks } = await streaming(
      parts({
        functionCall: {
          name: "f",
          partialArgs: [{ jsonPath: "$.a", stringValue: "b", willContinue: true }],
          willContinue: true,
        },
      }),
      parts({ functionCall: { partialArgs: [{ jsonPath: "$.a" }], willContinue: true } }),
      parts({ functionCall: {} }),
      end(),
    );
    expect(callsOf(chunks)).toMatchObject([{ input: { a: "b" } }]);
  });

  it("S10: takes a call for whole that the end of the answer closes, unless an argument was cut off", async () => {
    const begun = (willContinue: boolean) =>
      parts({
        functionCall: {
          name: "f",
          partialArgs: [{ jsonPath: "$.a[0]", stringValue: "b", willContinue }],
          willContinue: true,
        },
      });
    const [whole] = callsOf((await streaming(begun(false), end())).chunks);
    expect(whole).toEqual({ type: "tool-call", id: "call_1", name: "f", input: { a: ["b"] } });
    const [cut] = callsOf((await streaming(begun(true), end())).chunks);
    expect(cut).toMatchObject({ input: {}, unreadable: { text: '{"a":["b"]}', reason: "truncated" } });
  });

  it("passes over a path that leads nowhere", async () => {
    const partialArgs = ["$.a[0]", "$.a.length", "$.a.b", "$"].map((jsonPath) => ({
      jsonPath,
      stringValue: "x",
    }));
    const { chunks } = await streaming(parts({ functionCall: { name: "f", partialArgs } }), end());
    expect(callsOf(chunks)[0]?.input).toEqual({ a: ["x"] });
  });

  it("S12: tells of a call in pieces that was cut off", async () => {
    const { chunks } = await streaming(
      parts({
        functionCall: { name: "f", partialArgs: [{ jsonPath: "$.a", stringValue: "b" }], willContinue: true },
      }),
      end("MAX_TOKENS"),
    );
    expect(callsOf(chunks)[0]).toMatchObject({
      input: {},
      unreadable: { text: '{"a":"b"}', reason: "truncated" },
    });
    expect(doneOf(chunks)?.finishReason).toBe("length");
  });

  it("S12: gives a call with a reason that tells not to run it", async () => {
    for (const [word, reason] of [
      ["MAX_TOKENS", "length"],
      ["SAFETY", "content_filter"],
      ["MALFORMED_FUNCTION_CALL", "error"],
      ["SOMETHING_NEW", "error"],
    ] as const) {
      const { chunks } = await streaming(parts(call("f")), end(word));
      expect(callsOf(chunks)).toHaveLength(1);
      expect(doneOf(chunks)).toMatchObject({ finishReason: reason, rawFinishReason: word });
    }
  });

  it("H12: lets a model hear that there is no such tool, unless a real one was called, too", async () => {
    const tools = [{ name: "real", description: "", input: { type: "object" } }];
    const answer = (...names: string[]) => ({
      body: {
        candidates: [
          { content: { parts: names.map((name) => call(name)) }, finishReason: "UNEXPECTED_TOOL_CALL" },
        ],
      },
    });
    const only = await modelAnswering(answer("list_files")).model.complete(question, { tools });
    expect(only).toMatchObject({ finishReason: "tool_calls", rawFinishReason: "UNEXPECTED_TOOL_CALL" });
    const both = await modelAnswering(answer("list_files", "real")).model.complete(question, { tools });
    expect(both.finishReason).toBe("error");
    const none = await modelAnswering(answer()).model.complete(question, { tools });
    expect(none.finishReason).toBe("error");
  });

  it("refuses a call without a name", async () => {
    const error = await errorOf(
      modelAnswering({ body: parts({ functionCall: { args: { a: 1 } } }) }).model.complete(question),
    );
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
    expect(error.message).toContain("without its name");
  });
});

describe("how an answer ends", () => {
  it.each([
    ["STOP", "stop"],
    ["MAX_TOKENS", "length"],
    ["CONTINUATION", "length"],
    ["SAFETY", "content_filter"],
    ["RECITATION", "content_filter"],
    ["LANGUAGE", "content_filter"],
    ["BLOCKLIST", "content_filter"],
    ["PROHIBITED_CONTENT", "content_filter"],
    ["SPII", "content_filter"],
    ["IMAGE_SAFETY", "content_filter"],
    ["IMAGE_PROHIBITED_CONTENT", "content_filter"],
    ["IMAGE_RECITATION", "content_filter"],
    ["MODEL_ARMOR", "content_filter"],
    ["MALFORMED_FUNCTION_CALL", "error"],
    ["UNEXPECTED_TOOL_CALL", "error"],
    ["TOO_MANY_TOOL_CALLS", "error"],
    ["MISSING_THOUGHT_SIGNATURE", "error"],
    ["MALFORMED_RESPONSE", "error"],
    ["NO_IMAGE", "error"],
    ["OTHER", "error"],
    ["FINISH_REASON_UNSPECIFIED", "error"],
  ])("%s is %s", async (word, reason) => {
    const { chunks } = await streaming(parts({ text: "x" }), end(word));
    expect(doneOf(chunks)).toMatchObject({ finishReason: reason, rawFinishReason: word });
  });

  it("tells why, where it did not end by itself", async () => {
    const ratings = [{ category: "HARM_CATEGORY_HARASSMENT", probability: "HIGH", blocked: true }];
    const { chunks } = await streaming(end("SAFETY", { finishMessage: "No.", safetyRatings: ratings }));
    expect(doneOf(chunks)?.providerMetadata).toEqual({
      google: { finishMessage: "No.", safetyRatings: ratings },
    });
  });

  it("takes a blocked prompt for content that was filtered", async () => {
    const body = {
      promptFeedback: { blockReason: "PROHIBITED_CONTENT" },
      usageMetadata: { promptTokenCount: 4 },
    };
    const response = await modelAnswering({ body }).model.complete(question);
    expect(response).toEqual({
      content: "",
      finishReason: "content_filter",
      usage: { input: 4, total: 4 },
      providerMetadata: { google: { promptFeedback: { blockReason: "PROHIBITED_CONTENT" } } },
    });
    const { chunks, error } = await streaming(body);
    expect(error).toBeUndefined();
    expect(doneOf(chunks)).toMatchObject({ finishReason: "content_filter" });
  });

  it.each([
    ["nothing", ""],
    ["only metadata", sse({ usageMetadata: { promptTokenCount: 9 }, modelVersion: "m" })],
    ["a text without an end", sse(parts({ text: "Hel" }))],
    ["a call without an end", sse(parts(call("f")))],
    ["the end of the list, and no reason", sse(parts({ text: "Hel" }), "[DONE]")],
  ])("S11: a stream that is cut off is an error, after what came before: %s", async (_what, body) => {
    const { chunks, error } = await collect(modelAnswering({ body }).model.stream(question));
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
    expect(doneOf(chunks)).toBeUndefined();
    expect(callsOf(chunks)).toEqual([]);
  });

  it("S11: does not take an empty whole answer for one", async () => {
    for (const body of [{}, { candidates: [] }, { candidates: [{ content: {} }] }, [], null, "null", "7"]) {
      const error = await errorOf(modelAnswering({ body }).model.complete(question));
      expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
    }
  });

  it("S11: says that the limit was reached before anything was written", async () => {
    const response = await whole(end("MAX_TOKENS"));
    expect(response).toMatchObject({ content: "", finishReason: "length" });
  });

  it("S16: takes a content without parts, and empty texts", async () => {
    const { chunks } = await streaming(
      { candidates: [{ content: null }] },
      { candidates: [{ content: { role: "", parts: null } }] },
      parts({ text: "" }, {}),
      parts({ text: "x" }),
      end(),
    );
    expect(chunks.map(({ type }) => type)).toEqual(["delta", "done"]);
  });

  it("S2: takes events that are cut in lines of every kind, comments and lists of JSON", async () => {
    const text = `: hello\r\n\r\ndata: ${JSON.stringify(parts({ text: "a" }))}\r\n\r\ndata:\r\n\r\ndata: ${JSON.stringify(end())}`;
    const { chunks } = await collect(modelAnswering({ body: streamOf([text]) }).model.stream(question));
    expect(textOf(chunks)).toBe("a");
    expect(doneOf(chunks)).toBeDefined();
    const list = await modelAnswering({
      body: [parts({ text: "a" }), parts({ text: "b" }), end()],
    }).model.complete(question);
    expect(list.content).toBe("ab");
  });

  it("S2: takes a list of JSON where events were asked for, whether an answer or a failure", async () => {
    const { chunks, error } = await collect(
      modelAnswering({
        body: streamOf(["[", `${JSON.stringify(parts({ text: "a" }))},\n`, JSON.stringify(end()), "]"]),
      }).model.stream(question),
    );
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("a");
    expect(doneOf(chunks)).toMatchObject({ finishReason: "stop" });
    const told = [{ error: { code: 429, status: "RESOURCE_EXHAUSTED", message: "Slow down." } }];
    const failed = await collect(modelAnswering({ body: told }).model.stream(question));
    expect(failed.error).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
  });
});

describe("usage", () => {
  it("S4: the first report is empty, and the last one that says something counts", async () => {
    const { chunks } = await streaming(
      { ...parts({ text: "a" }), usageMetadata: {} },
      {
        ...parts({ text: "b" }),
        usageMetadata: { promptTokenCount: 55, candidatesTokenCount: 4, totalTokenCount: 59 },
      },
      {
        ...end(),
        usageMetadata: {
          promptTokenCount: 257,
          candidatesTokenCount: 8,
          totalTokenCount: 265,
          thoughtsTokenCount: 0,
        },
      },
      { usageMetadata: {} },
      { usageMetadata: { promptTokenCount: 0, candidatesTokenCount: 0, totalTokenCount: 0 } },
      { usageMetadata: null },
    );
    expect(doneOf(chunks)?.usage).toEqual({ input: 257, output: 8, total: 265, reasoningTokens: 0 });
  });

  it("S4: unknown is missing, and not zero", async () => {
    const { chunks } = await streaming(
      { ...parts({ text: "a" }), usageMetadata: { trafficType: "ON_DEMAND", promptTokenCount: Number.NaN } },
      end(),
    );
    expect(doneOf(chunks)).not.toHaveProperty("usage");
  });

  it("S5: is in Google's own numbers, and each token is priced once", async () => {
    const usageMetadata = {
      promptTokenCount: 1_000_000,
      cachedContentTokenCount: 400_000,
      candidatesTokenCount: 100_000,
      thoughtsTokenCount: 300_000,
      toolUsePromptTokenCount: 200_000,
      totalTokenCount: 1_600_000,
    };
    const pricing = { "gemini-2.5-flash": { input: 1, output: 10, cachedInput: 0.1 } };
    const { model } = modelAnswering({ body: { ...parts({ text: "x" }), usageMetadata } }, { pricing });
    const { usage } = await model.complete(question);
    expect(usage).toMatchObject({
      input: 1_000_000,
      output: 100_000,
      total: 1_600_000,
      cachedTokens: 400_000,
      reasoningTokens: 300_000,
    });
    expect(usage?.cost?.input).toBeCloseTo(0.8);
    expect(usage?.cost?.cachedInput).toBeCloseTo(0.04);
    expect(usage?.cost?.output).toBeCloseTo(4);
    expect(usage?.cost).not.toHaveProperty("reasoning");
  });

  it("S5: prices thoughts at their own rate, and sums what no total is told of", async () => {
    const usageMetadata = { promptTokenCount: 10, candidatesTokenCount: 1, thoughtsTokenCount: 1_000_000 };
    const pricing = { "gemini-2.5-flash": { input: 1, output: 10, reasoning: 3 } };
    const { model } = modelAnswering({ body: { ...parts({ text: "x" }), usageMetadata } }, { pricing });
    const { usage } = await model.complete(question);
    expect(usage?.total).toBe(1_000_011);
    expect(usage?.cost?.reasoning).toBe(3);
    expect(usage?.cost?.output).toBeCloseTo(0.00001);
  });
});

function call(name: string, id?: string): Record<string, unknown> {
  return { functionCall: { name, args: {}, ...(id && { id }) } };
}

function whole(...answers: readonly Record<string, unknown>[]) {
  return modelAnswering({ body: answers.length === 1 ? answers[0] : answers }).model.complete(question);
}

function streaming(...events: readonly unknown[]): Promise<{ chunks: ModelChunk[]; error?: unknown }> {
  return collect(modelAnswering({ body: sse(...events) }).model.stream(question));
}
