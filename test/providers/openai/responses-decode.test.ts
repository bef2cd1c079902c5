import { describe, expect, it } from "vitest";
import type { ModelChunk } from "../../../src/contracts/model.ts";
import {
  callsOf,
  collect,
  doneOf,
  errorOf,
  modelAnswering,
  respond,
  sse,
  streamOf,
  textOf,
} from "./support.ts";

const question = [{ role: "user", content: "?" }] as const;
const usage = {
  input_tokens: 9,
  input_tokens_details: { cached_tokens: 4 },
  output_tokens: 5,
  output_tokens_details: { reasoning_tokens: 2 },
  total_tokens: 14,
};

function answering(answer: Parameters<typeof modelAnswering>[0], options = {}) {
  return modelAnswering(answer, { api: "responses", ...options }, "gpt-5").model;
}

async function stream(...events: readonly unknown[]): Promise<{ chunks: ModelChunk[]; error?: unknown }> {
  return collect(answering({ body: sse(...events) }).stream(question));
}

function event(type: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return { type: `response.${type}`, output_index: 0, content_index: 0, ...fields };
}

function completed(fields: Record<string, unknown> = {}): Record<string, unknown> {
  return event("completed", {
    response: { id: "resp_1", status: "completed", output: [], usage, ...fields },
  });
}

function message(text: string, fields: Record<string, unknown> = {}): Record<string, unknown> {
  return {
    type: "message",
    id: "msg_1",
    role: "assistant",
    content: [{ type: "output_text", text }],
    ...fields,
  };
}

const call = {
  type: "function_call",
  id: "fc_1",
  call_id: "call_1",
  name: "add",
  arguments: '{"a":1}',
} as const;
const thought = {
  type: "reasoning",
  id: "rs_1",
  summary: [{ type: "summary_text", text: "Hm." }],
  encrypted_content: "gAAAA+/=",
} as const;

describe("a streamed response", () => {
  it("tells texts as they come, usage, and the identifier of the response", async () => {
    const { chunks, error } = await stream(
      event("created", { response: { id: "resp_1", status: "in_progress", output: [] } }),
      event("output_text.delta", { delta: "Hel" }),
      event("output_text.delta", { delta: "lo" }),
      event("output_text.done", { text: "Hello" }),
      event("output_item.done", { item: message("Hello") }),
      completed({ output: [message("Hello")] }),
    );
    expect(error).toBeUndefined();
    expect(chunks.map((chunk) => (chunk.type === "delta" ? chunk.content : chunk.type))).toEqual([
      "Hel",
      "lo",
      "done",
    ]);
    expect(doneOf(chunks)).toEqual({
      type: "done",
      finishReason: "stop",
      rawFinishReason: "completed",
      usage: { input: 9, output: 5, total: 14, cachedTokens: 4, reasoningTokens: 2 },
      providerMetadata: {
        openai: { id: "resp_1", model: "gpt-5", texts: [{ index: 0, id: "msg_1", length: 5 }] },
      },
    });
  });

  it.each([
    ["the end of a text", [event("output_text.done", { text: "Hello" }), completed()]],
    ["an item", [event("output_item.done", { item: message("Hello") }), completed()]],
    ["the whole output", [completed({ output: [message("Hello")] })]],
    ["a text of an item that is no list", [completed({ output: [message("", { content: "Hello" })] })]],
    ["events named by the stream alone", [{ event: true }]],
    [
      "a delta and the rest at the end",
      [event("output_text.delta", { delta: "He" }), completed({ output: [message("Hello")] })],
    ],
  ])("is read where only %s tells it", async (what, events) => {
    const { type: _type, ...nameless } = completed({ output: [message("Hello")] });
    const named = `event: response.completed\ndata: ${JSON.stringify(nameless)}\n\n`;
    const body = what.includes("alone") ? named : sse(...events);
    const { chunks, error } = await collect(answering({ body }).stream(question));
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("Hello");
  });

  it("does not tell an item twice, though the service counts all places as the first", async () => {
    const { chunks } = await stream(
      event("output_item.done", { item: thought }),
      event("output_item.done", { item: message("Hello") }),
      completed({ output: [thought, message("Hello")] }),
    );
    expect(textOf(chunks)).toBe("Hello");
  });

  it("keeps what was told where the end of a text is another one", async () => {
    const { chunks } = await stream(
      event("output_text.delta", { delta: "All" }),
      event("output_text.delta", { delta: " done." }),
      event("output_text.done", { text: "All done in time." }),
      completed(),
    );
    expect(textOf(chunks)).toBe("All done.");
  });

  it("tells a thought as it comes, and its part byte for byte", async () => {
    const summary = [
      { type: "summary_text", text: "One." },
      { type: "summary_text", text: "Two." },
    ];
    const item = { ...thought, summary };
    const { chunks } = await stream(
      event("output_item.added", { item: { ...item, summary: [], encrypted_content: "unfinished" } }),
      event("reasoning_summary_part.added", { summary_index: 0 }),
      event("reasoning_summary_text.delta", { summary_index: 0, delta: "One." }),
      event("reasoning_summary_part.added", { summary_index: 1 }),
      event("reasoning_summary_text.delta", { summary_index: 1, delta: "Two." }),
      event("output_item.done", { item: { ...item, status: "completed" } }),
      completed({ output: [item] }),
    );
    const deltas = chunks.flatMap((chunk) => (chunk.type === "reasoning-delta" ? chunk.content : []));
    expect(deltas.join("")).toBe("One.\n\nTwo.");
    const parts = chunks.flatMap((chunk) => (chunk.type === "reasoning" ? chunk.part : []));
    expect(parts).toEqual([
      {
        type: "reasoning",
        text: "One.\n\nTwo.",
        providerMetadata: { openai: { index: 0, model: "gpt-5", item } },
      },
    ]);
  });

  it("tells the plain thoughts of open models, and those that came in their item alone", async () => {
    const item = {
      type: "reasoning",
      id: "rs_1",
      summary: [],
      content: [{ type: "reasoning_text", text: "We add." }],
    };
    for (const events of [
      [event("reasoning_text.delta", { delta: "We add." }), event("output_item.done", { item })],
      [event("output_item.done", { item })],
      [completed({ output: [item] })],
    ]) {
      const { chunks } = await stream(...events, completed());
      expect(chunks.slice(0, 2)).toMatchObject([
        { type: "reasoning-delta", content: "We add." },
        { type: "reasoning", part: { text: "We add." } },
      ]);
    }
  });

  it("S10: keeps the arguments of calls apart that come in turns, with a text between", async () => {
    const other = { ...call, id: "fc_2", call_id: "call_2", name: "sub", arguments: '{"b":2}' };
    const { chunks } = await stream(
      event("output_item.added", { item: { ...call, arguments: "" } }),
      event("output_item.added", { output_index: 1, item: { ...other, arguments: "" } }),
      event("function_call_arguments.delta", { delta: '{"a"' }),
      event("output_text.delta", { output_index: 2, delta: "x" }),
      event("function_call_arguments.delta", { output_index: 1, delta: '{"b":2}' }),
      event("function_call_arguments.delta", { delta: ":1}" }),
      event("function_call_arguments.done", { arguments: '{"a":1}' }),
      event("output_item.done", { item: call }),
      event("output_item.done", { output_index: 1, item: other }),
      completed(),
    );
    expect(callsOf(chunks)).toEqual([
      {
        type: "tool-call",
        id: "call_1",
        name: "add",
        input: { a: 1 },
        providerMetadata: { openai: { index: 0, id: "fc_1", call_id: "call_1" } },
      },
      {
        type: "tool-call",
        id: "call_2",
        name: "sub",
        input: { b: 2 },
        providerMetadata: { openai: { index: 1, id: "fc_2", call_id: "call_2" } },
      },
    ]);
    const deltas = chunks.flatMap((chunk) =>
      chunk.type === "tool-call-delta" ? `${chunk.id} ${chunk.delta}` : [],
    );
    expect(deltas).toEqual(['call_1 {"a"', 'call_2 {"b":2}', "call_1 :1}"]);
    expect(doneOf(chunks)?.finishReason).toBe("tool_calls");
  });

  it("S7, S8, S15: makes identifiers that are missing or used before, and takes no arguments for none", async () => {
    const model = answering({
      body: sse(
        event("output_item.done", { item: { ...call, call_id: undefined, arguments: undefined } }),
        event("output_item.done", { output_index: 1, item: { ...call, arguments: "" } }),
        completed(),
      ),
    });
    const before = [
      { role: "user", content: "?" },
      { role: "assistant", content: "", toolCalls: [{ id: "call_1", name: "add", input: {} }] },
      { role: "tool", toolCallId: "call_1", content: "1" },
    ] as const;
    const { chunks } = await collect(model.stream(before));
    const ids = callsOf(chunks).map(({ id }) => id);
    expect(new Set([...ids, "call_1", ""]).size).toBe(4);
    expect(callsOf(chunks).map(({ input }) => input)).toEqual([{}, {}]);
    expect(callsOf(chunks)[1]?.providerMetadata).toMatchObject({ openai: { call_id: "call_1" } });
  });

  it("S12: gives calls that were cut off, not to be run", async () => {
    const { chunks } = await stream(
      event("output_item.added", { item: { ...call, arguments: "" } }),
      event("function_call_arguments.delta", { delta: '{"a":' }),
      event("incomplete", {
        response: {
          status: "incomplete",
          incomplete_details: { reason: "max_output_tokens" },
          usage,
          output: [],
        },
      }),
    );
    expect(callsOf(chunks)).toMatchObject([{ unreadable: { text: '{"a":', reason: "truncated" } }]);
    expect(doneOf(chunks)).toMatchObject({ finishReason: "length", rawFinishReason: "max_output_tokens" });
  });

  it("S23: takes calls out of the wrapper `parallel`, unless a tool has that name", async () => {
    const uses = [
      { recipient_name: "functions.add", parameters: { a: 1 } },
      { recipient_name: "functions.add", parameters: { a: 2 } },
    ];
    const wrapper = { ...call, name: "parallel", arguments: JSON.stringify({ tool_uses: uses }) };
    const body = { status: "completed", output: [wrapper] };
    const { toolCalls } = await answering({ body }).complete(question);
    expect(toolCalls).toEqual([
      { id: "call_1_0", name: "add", input: { a: 1 } },
      { id: "call_1_1", name: "add", input: { a: 2 } },
    ]);
    const tools = [{ name: "parallel", description: "", input: { type: "object" } }];
    const kept = await answering({ body }).complete(question, { tools });
    expect(kept.toolCalls).toMatchObject([{ name: "parallel", input: { tool_uses: uses } }]);
  });

  it("refuses a call without a name", async () => {
    const body = { status: "completed", output: [{ ...call, name: undefined }] };
    expect(await errorOf(answering({ body }).complete(question))).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("takes a refusal for text, and ends as filtered", async () => {
    const { chunks } = await stream(
      event("refusal.delta", { delta: "I can" }),
      event("refusal.delta", { delta: "not." }),
      event("refusal.done", { refusal: "I cannot." }),
      completed({ output: [message("", { content: [{ type: "refusal", refusal: "I cannot." }] })] }),
    );
    expect(textOf(chunks)).toBe("I cannot.");
    expect(doneOf(chunks)?.finishReason).toBe("content_filter");
  });

  it("keeps what the service did itself, unseen and in its place", async () => {
    const search = { type: "web_search_call", id: "ws_1", status: "completed", action: { query: "tide" } };
    const custom = {
      type: "custom_tool_call",
      id: "ct_1",
      call_id: "call_9",
      name: "sql",
      input: "SELECT 1",
    };
    const note = { type: "url_citation", url: "https://example.com" };
    const { chunks } = await stream(
      event("output_item.added", { item: search }),
      event("web_search_call.searching"),
      event("output_item.done", { item: search }),
      event("code_interpreter_call_code.delta", { output_index: 1, delta: "print(1)" }),
      event("mcp_call_arguments.delta", { output_index: 1, delta: "{}" }),
      event("custom_tool_call_input.delta", { output_index: 1, delta: "SELECT" }),
      event("output_item.done", { output_index: 1, item: custom }),
      event("output_item.done", {
        output_index: 2,
        item: message("Hi", {
          phase: "final_answer",
          content: [{ type: "output_text", text: "Hi", annotations: [note] }],
        }),
      }),
      completed(),
    );
    expect(chunks.map(({ type }) => type)).toEqual(["delta", "done"]);
    expect(doneOf(chunks)?.providerMetadata?.openai).toEqual({
      id: "resp_1",
      model: "gpt-5",
      texts: [{ index: 2, id: "msg_1", phase: "final_answer", length: 2 }],
      items: [
        { index: 0, item: search },
        { index: 1, item: custom },
      ],
      annotations: [note],
    });
  });

  it("forgets a response in whose place another one came", async () => {
    const { chunks } = await stream(
      event("created", { response: { id: "resp_1", output: [] } }),
      event("output_item.done", { item: call }),
      completed({ output: [call] }),
      event("created", { response: { id: "resp_2", output: [] } }),
      event("output_text.delta", { delta: "3" }),
      completed({ id: "resp_2", output: [message("3")] }),
    );
    expect(callsOf(chunks)).toEqual([]);
    expect(textOf(chunks)).toBe("3");
    expect(doneOf(chunks)).toMatchObject({
      finishReason: "stop",
      providerMetadata: { openai: { id: "resp_2", texts: [{ length: 1 }] } },
    });
  });

  it("S4: keeps the last usage that says something", async () => {
    const { chunks } = await stream(
      event("in_progress", { response: { usage } }),
      completed({ usage: null, output: [message("x")] }),
    );
    expect(doneOf(chunks)?.usage).toMatchObject({ input: 9, output: 5 });
    const none = await stream(completed({ usage: null, output: [message("x")] }));
    expect(doneOf(none.chunks)).not.toHaveProperty("usage");
  });

  it("S1, S2: reads any cut of the bytes, comments, pings and a missing last line", async () => {
    const body = `: hi\r\n\r\nevent: keepalive\ndata: {"type":"keepalive"}\n\n${sse(
      event("output_text.delta", { delta: "潮汐" }),
      completed(),
    ).trimEnd()}`;
    const bytes = new TextEncoder().encode(body);
    const pieces = Array.from(bytes, (byte) => Uint8Array.of(byte));
    const { chunks, error } = await collect(answering({ body: streamOf(pieces) }).stream(question));
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("潮汐");
  });

  it("R24: reads a body that is no stream", async () => {
    const text = sse(event("output_text.delta", { delta: "Hi" }), completed());
    const model = answering(() => {
      const response = respond({ body: text });
      return Object.defineProperty(response, "body", { value: null });
    });
    const { chunks } = await collect(model.stream(question));
    expect(textOf(chunks)).toBe("Hi");
  });

  it("reads a whole answer where a stream was asked for", async () => {
    const body = JSON.stringify({ id: "resp_1", status: "completed", output: [message("Hi")], usage });
    const { chunks } = await collect(answering({ body }).stream(question));
    expect(chunks.map(({ type }) => type)).toEqual(["delta", "done"]);
  });
});

describe("the end of a response", () => {
  it.each([
    [{ status: "completed" }, "stop", "completed"],
    [{ status: "complete" }, "stop", "complete"],
    [{}, "stop", undefined],
    [{ status: "queued", output: [] }, "error", "queued"],
    [{ status: "in_progress" }, "error", "in_progress"],
    [{ status: "cancelled" }, "error", "cancelled"],
    [
      { status: "incomplete", incomplete_details: { reason: "max_output_tokens" } },
      "length",
      "max_output_tokens",
    ],
    [
      { status: "incomplete", incomplete_details: { reason: "content_filter" } },
      "content_filter",
      "content_filter",
    ],
    [{ status: "incomplete" }, "error", "incomplete"],
  ])("%j is %s", async (fields, finishReason, rawFinishReason) => {
    const body = { output: [message("x")], ...fields };
    const response = await answering({ body }).complete(question);
    expect(response.finishReason).toBe(finishReason);
    expect(response.rawFinishReason).toBe(rawFinishReason);
  });

  it.each([
    ["nothing", []],
    ["a text without an end", [event("output_text.delta", { delta: "He" })]],
    ["only its beginning", [event("created", { response: { status: "in_progress" } })]],
    ["only [DONE]", ["[DONE]"]],
  ])("S11: %s is a failure", async (_what, events) => {
    const { error } = await stream(...events);
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
  });

  it("prices what was used", async () => {
    const body = { status: "completed", output: [message("x")], usage };
    const pricing = { "gpt-5": { input: 1_000_000, output: 2_000_000, cachedInput: 500_000 } };
    const { usage: spent } = await answering({ body }, { pricing }).complete(question);
    expect(spent?.cost).toEqual({ input: 5, output: 10, cachedInput: 2 });
  });
});

describe("failures of a response", () => {
  const account = { code: "rate_limit_exceeded", message: "Slow down. Please try again in 2s." };

  it.each([
    ["an error event", { type: "error", ...account, sequence_number: 3 }],
    ["an error event with the account inside", { type: "error", error: account }],
    ["a failed response", event("failed", { response: { status: "failed", error: account } })],
  ])("are told by %s, after what came before", async (_what, failure) => {
    const { chunks, error } = await stream(event("output_text.delta", { delta: "He" }), failure);
    expect(textOf(chunks)).toBe("He");
    expect(doneOf(chunks)).toBeUndefined();
    expect(error).toMatchObject({
      code: "PROVIDER_RATE_LIMIT",
      retryAfter: 2000,
      context: { status: 429, code: "rate_limit_exceeded" },
    });
  });

  it.each([
    ["server_error", "PROVIDER_ERROR", 500],
    ["rate_limit_exceeded", "PROVIDER_RATE_LIMIT", 429],
    ["vector_store_timeout", "PROVIDER_TIMEOUT", 504],
    ["bio_policy", "CONTENT_FILTER", 400],
    ["misalignment_policy_violation", "CONTENT_FILTER", 400],
    ["image_content_policy_violation", "CONTENT_FILTER", 400],
    ["context_length_exceeded", "CONTEXT_LENGTH_EXCEEDED", 400],
    ["data_residency_mismatch", "PROVIDER_INVALID_REQUEST", 400],
    ["invalid_prompt", "PROVIDER_INVALID_REQUEST", 400],
    ["image_too_large", "PROVIDER_INVALID_REQUEST", 400],
    ["unsupported_image_media_type", "PROVIDER_INVALID_REQUEST", 400],
    ["empty_image_file", "PROVIDER_INVALID_REQUEST", 400],
    ["failed_to_download_image", "PROVIDER_INVALID_REQUEST", 400],
  ])("have the service's code and a status by it: %s", async (word, code, status) => {
    const error = { code: word, message: "No." };
    const failed = await stream(event("failed", { response: { status: "failed", error } }));
    const told = await stream({ type: "error", ...error });
    for (const one of [failed, told])
      expect(one.error).toMatchObject({ code, context: { status, code: word } });
  });

  it("have no code where the service gives none", async () => {
    const { error } = await stream({ type: "error", code: null, message: "The server had an error." });
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", context: { status: 500 } });
    expect(Object(error).context).not.toHaveProperty("code");
  });

  it("are none where only a message in between could not be taken", async () => {
    const { chunks, error } = await stream(
      event("output_text.delta", { delta: "Hi" }),
      event("steer.failed", { error: { code: "response_not_active", message: "Too late." } }),
      event("mcp_call.failed", { error: "no such tool" }),
      completed(),
    );
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("Hi");
  });

  it.each([
    [{ error: { code: "insufficient_quota", message: "No credit" } }, "PROVIDER_QUOTA_EXCEEDED"],
    [{ status: "failed", error: { code: "server_error", message: "x" }, output: [] }, "PROVIDER_ERROR"],
    [{ status: "failed", error: null, output: [] }, "PROVIDER_ERROR"],
    [{ status: "failed", error: { code: "invalid_image_url", message: "x" } }, "PROVIDER_INVALID_REQUEST"],
    [{ object: "error", message: "no such key", code: 401 }, "PROVIDER_AUTH"],
    [{ detail: "out of memory" }, "PROVIDER_ERROR"],
    [{ choices: [{ message: { content: "Hi" } }] }, "PROVIDER_ERROR"],
    ["<html>a proxy</html>", "PROVIDER_ERROR"],
    ["", "PROVIDER_ERROR"],
    ["null", "PROVIDER_ERROR"],
  ])("inside a success: %j", async (body, code) => {
    expect(await errorOf(answering({ body }).complete(question))).toMatchObject({ code });
  });

  it("of 20 MB are read no further than needed", async () => {
    const piece = new Uint8Array(1_000_000).fill(0x20);
    const body = streamOf(Array.from({ length: 20 }, () => piece));
    expect(await errorOf(answering({ body, status: 500 }).complete(question))).toMatchObject({
      code: "PROVIDER_ERROR",
    });
  });
});
