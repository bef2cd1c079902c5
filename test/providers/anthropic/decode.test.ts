import { describe, expect, it } from "vitest";
import type { ModelChunk } from "../../../src/contracts/model.ts";
import {
  begin,
  block,
  callsOf,
  collect,
  doneOf,
  end,
  errorOf,
  events,
  message,
  modelAnswering,
  streamOf,
  text,
  textBlock,
  textOf,
} from "./support.ts";

const question = [{ role: "user", content: "?" }] as const;
const toolUse = (id: string, name: string, input: unknown = {}) => ({ type: "tool_use", id, name, input });
const json = (...pieces: string[]) =>
  pieces.map((partial_json) => ({ type: "input_json_delta", partial_json }));
const signature = "EqEECkYICxgCKkAo3UA4WwDbB8ihhpykVCsPx6iMzwNT+/==";

describe("text and thoughts", () => {
  it("come as they come in, a block of reasoning with its signature byte for byte when it ends", async () => {
    const chunks = await streamed(
      begin(),
      { type: "ping" },
      ...block(
        0,
        { type: "thinking", thinking: "", signature: "" },
        { type: "thinking_delta", thinking: "Let me " },
        { type: "thinking_delta", thinking: "see." },
        { type: "signature_delta", signature },
      ),
      ...textBlock(1, "Hel", "lo"),
      ...end(),
    );
    expect(chunks).toEqual([
      { type: "reasoning-delta", content: "Let me " },
      { type: "reasoning-delta", content: "see." },
      {
        type: "reasoning",
        part: {
          type: "reasoning",
          text: "Let me see.",
          providerMetadata: { anthropic: { model: "claude-sonnet-4-5", signature } },
        },
      },
      { type: "delta", content: "Hel" },
      { type: "delta", content: "lo" },
      {
        type: "done",
        finishReason: "stop",
        rawFinishReason: "end_turn",
        usage: { input: 10, output: 5, total: 15 },
      },
    ]);
  });

  it("keeps hidden thoughts, and those whose text is left out", async () => {
    const content = [
      { type: "redacted_thinking", data: "EvgFCkYIBxgCKkBm" },
      { type: "thinking", thinking: "", signature },
      text("Hi"),
    ];
    const { reasoning, content: said } = await whole(message(content));
    expect(said).toBe("Hi");
    expect(reasoning).toEqual([
      {
        type: "reasoning",
        text: "",
        providerMetadata: { anthropic: { model: "claude-sonnet-4-5", data: "EvgFCkYIBxgCKkBm" } },
      },
      {
        type: "reasoning",
        text: "",
        providerMetadata: { anthropic: { model: "claude-sonnet-4-5", signature } },
      },
    ]);
  });

  it("gives thoughts without a signature as they are, as servers that imitate the protocol send them", async () => {
    const { reasoning } = await whole(message([{ type: "thinking", thinking: "Hm." }, text("Hi")]));
    expect(reasoning).toEqual([{ type: "reasoning", text: "Hm." }]);
  });

  it("S16: takes texts that are null, and blocks that never began or never end", async () => {
    const chunks = await streamed(
      begin(),
      { type: "content_block_start", index: 0, content_block: { type: "text", text: null, citations: null } },
      { type: "content_block_delta", index: 0, delta: { type: "text_delta", text: "a" } },
      { type: "content_block_delta", index: 1, delta: { type: "thinking_delta", thinking: "t" } },
      { type: "content_block_delta", index: 2, delta: { type: "text_delta", text: "b" } },
      ...end(),
    );
    expect(textOf(chunks)).toBe("ab");
    expect(chunks.some((chunk) => chunk.type === "reasoning" && chunk.part.text === "t")).toBe(true);
  });
});

describe("tool calls", () => {
  it("come in pieces, then whole before done, also in parallel", async () => {
    const chunks = await streamed(
      begin(),
      ...textBlock(0, "I look."),
      ...block(1, toolUse("toolu_1", "weather"), ...json("", '{"city": "Pa', 'ris"}')),
      ...block(2, toolUse("toolu_2", "now")),
      ...end("tool_use"),
    );
    expect(chunks.filter(({ type }) => type === "tool-call-delta")).toEqual([
      { type: "tool-call-delta", id: "toolu_1", name: "weather", delta: '{"city": "Pa' },
      { type: "tool-call-delta", id: "toolu_1", name: "weather", delta: 'ris"}' },
    ]);
    expect(callsOf(chunks)).toEqual([
      { type: "tool-call", id: "toolu_1", name: "weather", input: { city: "Paris" } },
      { type: "tool-call", id: "toolu_2", name: "now", input: {} },
    ]);
    expect(doneOf(chunks)).toMatchObject({ finishReason: "tool_calls", rawFinishReason: "tool_use" });
    expect(doneOf(chunks)).not.toHaveProperty("providerMetadata");
  });

  it("S8: no arguments are those of a tool that takes none", async () => {
    const { toolCalls } = await whole(
      message([{ type: "tool_use", id: "a", name: "f" }, toolUse("b", "g", null), toolUse("c", "h", "")]),
    );
    expect(toolCalls?.map(({ input }) => input)).toEqual([{}, {}, {}]);
  });

  it("S10: keeps the arguments of the service's own tools and of the caller's apart, also where they interleave", async () => {
    const chunks = await streamed(
      begin(),
      { type: "content_block_start", index: 0, content_block: toolUse("toolu_1", "weather") },
      {
        type: "content_block_start",
        index: 1,
        content_block: { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} },
      },
      ...json('{"city":').map((delta) => ({ type: "content_block_delta", index: 0, delta })),
      ...json('{"query":').map((delta) => ({ type: "content_block_delta", index: 1, delta })),
      { type: "content_block_delta", index: 2, delta: { type: "text_delta", text: "meanwhile" } },
      ...json('"Rome"}').map((delta) => ({ type: "content_block_delta", index: 0, delta })),
      ...json('"tides"}').map((delta) => ({ type: "content_block_delta", index: 1, delta })),
      ...end("tool_use"),
    );
    expect(callsOf(chunks)).toEqual([
      { type: "tool-call", id: "toolu_1", name: "weather", input: { city: "Rome" } },
    ]);
    expect(textOf(chunks)).toBe("meanwhile");
    expect(doneOf(chunks)?.providerMetadata).toEqual({
      anthropic: {
        content: [
          { type: "tool-call" },
          { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "tides" } },
          { type: "text", length: 9 },
        ],
      },
    });
    expect(chunks.some((chunk) => chunk.type === "tool-call-delta" && chunk.id !== "toolu_1")).toBe(false);
  });

  it.each([
    ["truncated", '{"city": "Par', "max_tokens", "length"],
    ["malformed", '{"city": "Par" is}', "tool_use", "tool_calls"],
  ] as const)(
    "S12: tells of unreadable arguments that they are %s",
    async (reason, pieces, stop, finishReason) => {
      const chunks = await streamed(
        begin(),
        ...block(0, toolUse("toolu_1", "weather"), ...json(pieces)),
        ...end(stop),
      );
      expect(callsOf(chunks)).toEqual([
        {
          type: "tool-call",
          id: "toolu_1",
          name: "weather",
          input: {},
          unreadable: { text: pieces, reason },
        },
      ]);
      expect(doneOf(chunks)).toMatchObject({ finishReason });
    },
  );

  it("S7, S15: gives identifiers where they are missing, doubled or used before, always the same", async () => {
    const content = ["", "toolu_1", "toolu_1", "old"].map((id) => toolUse(id, "f"));
    const history = [
      ...question,
      { role: "assistant", content: "", toolCalls: [{ id: "old", name: "f", input: {} }] } as const,
      { role: "tool", toolCallId: "old", content: "1" } as const,
    ];
    const ids = async () => {
      const { model } = modelAnswering({ body: message(content, { stop_reason: "tool_use" }) });
      return (await model.complete(history)).toolCalls?.map(({ id }) => id);
    };
    const first = (await ids()) ?? [];
    expect(new Set([...first, "old"]).size).toBe(5);
    expect(first[1]).toBe("toolu_1");
    expect(first.every((id) => /^[\w-]+$/.test(id))).toBe(true);
    expect(await ids()).toEqual(first);
  });

  it("fails for a call without a name", async () => {
    const { model } = modelAnswering({ body: message([{ type: "tool_use", id: "a" }]) });
    expect(await errorOf(model.complete(question))).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("keeps who called a tool, where that was not the model, and the set that it belongs to", async () => {
    const caller = { type: "code_execution_20260120", tool_id: "srvtoolu_1" };
    const { toolCalls } = await whole(
      message([
        { ...toolUse("a", "f"), caller },
        { ...toolUse("b", "g"), caller: { type: "direct" } },
        { ...toolUse("c", "click"), toolset_name: "browser" },
      ]),
    );
    expect(toolCalls?.map(({ providerMetadata }) => providerMetadata)).toEqual([
      { anthropic: { caller } },
      undefined,
      { anthropic: { toolset_name: "browser" } },
    ]);
  });
});

describe("calls by code that the service runs", () => {
  const code = { type: "server_tool_use", id: "srvtoolu_1", name: "code_execution", input: { code: "f()" } };
  const ended = {
    type: "code_execution_tool_result",
    tool_use_id: "srvtoolu_1",
    content: { return_code: 0 },
  };
  const caller = { type: "code_execution_20260120", tool_id: "srvtoolu_1" };
  const called = { ...toolUse("toolu_1", "f", { n: 1 }), caller };

  it("are the caller's to run while the code waits", async () => {
    const { finishReason, toolCalls } = await whole(message([code, called], { stop_reason: "tool_use" }));
    expect(finishReason).toBe("tool_calls");
    expect(toolCalls?.[0]).not.toHaveProperty("settled");
  });

  it("are settled where it has ended, and kept where they stood", async () => {
    const expected = await whole(message([code, called, ended, text("Done.")]));
    expect(expected).toMatchObject({
      content: "Done.",
      finishReason: "stop",
      rawFinishReason: "end_turn",
      toolCalls: [{ id: "toolu_1", name: "f", input: { n: 1 }, settled: true }],
      providerMetadata: { anthropic: { content: [code, called, ended, { type: "text", length: 5 }] } },
    });
    const chunks = await streamed(
      begin(),
      ...block(0, { ...code, input: {} }, ...json('{"code":"f()"}')),
      ...block(1, { ...called, input: {} }, ...json('{"n":', "1}")),
      ...block(2, ended),
      ...textBlock(3, "Done."),
      ...end(),
    );
    expect(callsOf(chunks).map(({ type: _type, ...call }) => call)).toEqual(expected.toolCalls);
    expect(doneOf(chunks)).toMatchObject({
      finishReason: "stop",
      providerMetadata: expected.providerMetadata,
    });
  });

  it("are settled one by one: what the model itself calls besides is to be run", async () => {
    const { finishReason, toolCalls } = await whole(
      message([code, called, ended, toolUse("toolu_2", "f")], { stop_reason: "tool_use" }),
    );
    expect(finishReason).toBe("tool_calls");
    expect(toolCalls?.map(({ settled }) => settled)).toEqual([true, undefined]);
  });
});

describe("what no part can say", () => {
  const search = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: { query: "tides" } };
  const found = {
    type: "web_search_tool_result",
    tool_use_id: "srvtoolu_1",
    content: [{ type: "web_search_result", url: "https://example.com", encrypted_content: "Eo8E+/=" }],
  };
  const citation = { type: "web_search_result_location", url: "https://example.com", cited_text: "twice" };

  it.each([
    ["a search", [search, found, text("Twice.")]],
    ["MCP", [{ type: "mcp_tool_use", id: "m", name: "ask", server_name: "wiki", input: {} }, text("x")]],
    ["an upload", [text("x"), { type: "container_upload", file_id: "file_1" }]],
    ["a compaction", [{ type: "compaction", content: "Summary.", encrypted_content: null }, text("x")]],
    ["a fallback", [{ type: "fallback", from: { model: "a" }, to: { model: "b" } }, text("x")]],
    ["a block of the future", [{ type: "hologram", frames: [1, { deep: true }] }, text("x")]],
  ])("keeps %s as it is, and never shows it", async (_what, content) => {
    const { content: said, providerMetadata } = await whole(message(content));
    const { content: kept } = Object(providerMetadata?.anthropic) as { content: unknown[] };
    const opaque = content.filter(({ type }) => type !== "text");
    expect(kept.filter((entry) => (entry as { type: string }).type !== "text")).toEqual(opaque);
    expect(said).toBe(content.map((part) => ("text" in part ? part.text : "")).join(""));
  });

  it("keeps citations with the text that they are of", async () => {
    const chunks = await streamed(
      begin(),
      ...textBlock(0, "Tides turn "),
      ...block(
        1,
        { ...text(""), citations: [] },
        { type: "text_delta", text: "twice" },
        { type: "citations_delta", citation },
      ),
      ...textBlock(2, " a day."),
      ...end(),
    );
    expect(textOf(chunks)).toBe("Tides turn twice a day.");
    expect(doneOf(chunks)?.providerMetadata).toEqual({
      anthropic: {
        content: [
          { type: "text", length: 11 },
          { type: "text", length: 5, citations: [citation] },
          { type: "text", length: 7 },
        ],
      },
    });
  });

  it("gives a stream the same layout as a whole answer", async () => {
    const content = [
      { type: "thinking", thinking: "t", signature },
      search,
      found,
      text("a"),
      { type: "thinking", thinking: "u", signature },
      toolUse("toolu_1", "f", { n: 1 }),
    ];
    const expected = await whole(message(content, { stop_reason: "tool_use" }));
    const chunks = await streamed(
      begin(),
      ...block(
        0,
        { type: "thinking", thinking: "", signature: "" },
        { type: "thinking_delta", thinking: "t" },
        { type: "signature_delta", signature },
      ),
      ...block(1, { ...search, input: {} }, ...json('{"query":', ' "tides"}')),
      ...block(2, found),
      ...textBlock(3, "a"),
      ...block(4, { type: "thinking", thinking: "u", signature }),
      ...block(5, toolUse("toolu_1", "f"), ...json('{"n":1}')),
      ...end("tool_use"),
    );
    expect(doneOf(chunks)?.providerMetadata).toEqual(expected.providerMetadata);
    expect(callsOf(chunks).map(({ type: _type, ...call }) => call)).toEqual(expected.toolCalls);
    const reasoning = chunks.flatMap((chunk) => (chunk.type === "reasoning" ? chunk.part : []));
    expect(reasoning).toEqual(expected.reasoning);
  });

  it("takes the last word of a compaction", async () => {
    const chunks = await streamed(
      begin(),
      ...block(
        0,
        { type: "compaction", content: null },
        { type: "compaction_delta", content: "Summary.", encrypted_content: "x" },
      ),
      ...end("compaction"),
    );
    expect(doneOf(chunks)).toMatchObject({
      finishReason: "stop",
      providerMetadata: {
        anthropic: { content: [{ type: "compaction", content: "Summary.", encrypted_content: "x" }] },
      },
    });
    expect(textOf(chunks)).toBe("");
  });

  it("keeps the container, why an answer was refused, and what was edited out of the context", async () => {
    const container = { id: "container_1", expires_at: "2026-12-01T00:00:00Z" };
    const stop_details = { type: "refusal", category: "cyber", explanation: null };
    const context_management = { applied_edits: [] };
    const chunks = await streamed(
      begin(),
      {
        type: "message_delta",
        delta: { stop_reason: "refusal", stop_sequence: null, stop_details, container },
        usage: { output_tokens: 5 },
        context_management,
      },
      { type: "message_stop" },
    );
    expect(doneOf(chunks)).toMatchObject({
      finishReason: "content_filter",
      providerMetadata: { anthropic: { container, stop_details, context_management } },
    });
  });

  it("takes calls that stand at the start of a message, which the service's code made before", async () => {
    const start = message([toolUse("toolu_1", "f", { n: 1 })], { stop_reason: null });
    const chunks = await streamed(
      { type: "message_start", message: start },
      ...textBlock(0, "x"),
      ...end("tool_use"),
    );
    expect(callsOf(chunks)).toMatchObject([{ id: "toolu_1", input: { n: 1 } }]);
    expect(textOf(chunks)).toBe("x");
  });
});

describe("why it stopped", () => {
  it.each([
    ["end_turn", "stop"],
    ["stop_sequence", "stop"],
    ["pause_turn", "stop"],
    ["compaction", "stop"],
    ["max_tokens", "length"],
    ["model_context_window_exceeded", "length"],
    ["refusal", "content_filter"],
    ["a_word_of_the_future", "error"],
  ])("%s is %s", async (stop_reason, finishReason) => {
    expect(await whole(message([text("x")], { stop_reason }))).toMatchObject({
      finishReason,
      rawFinishReason: stop_reason,
    });
  });

  it("S12: calls beside a word that forbids them are given, and not to be run", async () => {
    for (const stop_reason of ["max_tokens", "refusal"]) {
      const { finishReason, toolCalls } = await whole(message([toolUse("a", "f")], { stop_reason }));
      expect(toolCalls).toHaveLength(1);
      expect(["length", "content_filter"]).toContain(finishReason);
    }
  });

  it("tells the sequence that it stopped at", async () => {
    const { providerMetadata } = await whole(
      message([text("x")], { stop_reason: "stop_sequence", stop_sequence: "END" }),
    );
    expect(providerMetadata).toEqual({ anthropic: { stop_sequence: "END" } });
  });
});

describe("usage", () => {
  it("S5: takes running totals, counts cached tokens once, and prices each token once", async () => {
    const config = { pricing: { input: 3, output: 15, cachedInput: 0.3, cachedOutput: 3.75, reasoning: 15 } };
    const counts = {
      input_tokens: 1_000_000,
      cache_read_input_tokens: 2_000_000,
      cache_creation_input_tokens: 100_000,
    };
    const body = events(
      begin({ ...counts, output_tokens: 1 }),
      ...textBlock(0, "x"),
      {
        type: "message_delta",
        delta: { stop_reason: "end_turn" },
        usage: { ...counts, output_tokens: 400, output_tokens_details: { thinking_tokens: 300 } },
      },
      { type: "message_delta", delta: {}, usage: { output_tokens: 500, input_tokens: 0 } },
      { type: "message_stop" },
    );
    const { chunks } = await collect(modelAnswering({ body }, {}, config).model.stream(question));
    expect(doneOf(chunks)?.usage).toEqual({
      input: 1_000_000,
      output: 500,
      cachedTokens: 2_000_000,
      cacheWriteTokens: 100_000,
      reasoningTokens: 300,
      total: 3_100_500,
      cost: { input: 3, output: 0.003, cachedInput: 0.6, cachedOutput: 0.375, reasoning: 0.0045 },
    });
  });

  it("S4: is never NaN, never reset, and unknown where nothing is said", async () => {
    const chunks = await streamed(
      begin({ input_tokens: 7, output_tokens: 1 }),
      ...textBlock(0, "x"),
      { type: "message_delta", delta: { stop_reason: "end_turn" }, usage: { output_tokens: 9 } },
      { type: "message_delta", delta: {}, usage: { input_tokens: null, output_tokens: null } },
      { type: "message_delta", delta: {} },
      { type: "message_stop" },
    );
    expect(doneOf(chunks)?.usage).toEqual({ input: 7, output: 9, total: 16 });
    for (const usage of [undefined, null, {}, { input_tokens: "many", output_tokens: Number.NaN }]) {
      expect(await whole(message([text("x")], { usage }))).not.toHaveProperty("usage");
    }
    const { usage } = await whole(message([text("x")], { usage: { output_tokens: 4 } }));
    expect(usage).toEqual({ output: 4 });
  });

  it("reports a zero that was reported", async () => {
    const usage = {
      input_tokens: 1,
      output_tokens: 1,
      cache_read_input_tokens: 0,
      cache_creation_input_tokens: 0,
    };
    expect((await whole(message([text("x")], { usage }))).usage).toEqual({
      input: 1,
      output: 1,
      cachedTokens: 0,
      cacheWriteTokens: 0,
      total: 2,
    });
  });
});

describe("streams that are not as they should be", () => {
  it("S11: a stream that ends before it says why is cut off, whatever came", async () => {
    const starts = [
      [],
      [begin()],
      [begin(), ...textBlock(0, "half")],
      [begin(), ...block(0, toolUse("a", "f"), ...json("{}"))],
      [begin(), { type: "message_stop" }],
    ];
    for (const list of starts) {
      const { chunks, error } = await collect(
        modelAnswering({ body: events(...list) }).model.stream(question),
      );
      expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
      expect(doneOf(chunks)).toBeUndefined();
    }
  });

  it("S11: one that says why, or that closes with a text, is whole", async () => {
    const unclosed = await streamed(begin(), ...textBlock(0, "x"), ...end().slice(0, 1));
    expect(doneOf(unclosed)).toMatchObject({ finishReason: "stop" });
    const unsaid = await streamed(begin(), ...textBlock(0, "x"), { type: "message_stop" });
    expect(doneOf(unsaid)).toMatchObject({ finishReason: "stop" });
    expect(doneOf(unsaid)).not.toHaveProperty("rawFinishReason");
  });

  it("S2: takes carriage returns, comments, no blank line at the end, no names and [DONE]", async () => {
    const list = [begin(), ...textBlock(0, "a", "b"), ...end()];
    const bare = list.map((event) => `: hi\r\ndata: ${JSON.stringify(event)}`).join("\r\n\r\n");
    for (const body of [bare, `${bare}\r\n\r\ndata: [DONE]`]) {
      const { chunks } = await collect(modelAnswering({ body }).model.stream(question));
      expect(textOf(chunks)).toBe("ab");
      expect(doneOf(chunks)).toMatchObject({ finishReason: "stop" });
    }
  });

  it("S3: goes by the event's name where its data tell no type", async () => {
    const body = [begin(), ...textBlock(0, "a"), ...end()]
      .map(({ type, ...event }) => `event: ${type}\ndata: ${JSON.stringify(event)}\n\n`)
      .join("");
    const { chunks } = await collect(modelAnswering({ body }).model.stream(question));
    expect(textOf(chunks)).toBe("a");
    expect(doneOf(chunks)).toMatchObject({ finishReason: "stop" });
  });

  it("stops at message_stop, though the connection stays open", async () => {
    const body = streamOf([events(begin(), ...textBlock(0, "a"), ...end()), "data: junk\n\n"]);
    const { chunks, error } = await collect(modelAnswering({ body }).model.stream(question));
    expect(error).toBeUndefined();
    expect(chunks.at(-1)?.type).toBe("done");
  });

  it("S1: characters that are cut by the network come whole", async () => {
    const bytes = new TextEncoder().encode(events(begin(), ...textBlock(0, "北🌌"), ...end()));
    const body = streamOf(Array.from(bytes, (byte) => Uint8Array.of(byte)));
    const { chunks } = await collect(modelAnswering({ body }).model.stream(question));
    expect(textOf(chunks)).toBe("北🌌");
  });

  it("takes events and fields that it does not know", async () => {
    const chunks = await streamed(
      begin(),
      { type: "weather_report", sunny: true },
      ...block(0, { ...text(""), shine: 1 }, { type: "text_delta", text: "a", sparkle: 2 }),
      ...end(),
    );
    expect(textOf(chunks)).toBe("a");
  });

  it("reads a whole answer where a stream was asked for, and R24: without a streamed body", async () => {
    const plain = modelAnswering({ body: message([text("Hi")]) });
    expect(textOf((await collect(plain.model.stream(question))).chunks)).toBe("Hi");
    const body = events(begin(), ...textBlock(0, "Hi"), ...end());
    const native = modelAnswering(() => {
      const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
      return Object.defineProperty(response, "body", { value: null });
    });
    expect(textOf((await collect(native.model.stream(question))).chunks)).toBe("Hi");
  });

  it("S19: long arguments in small pieces come together in a time that grows with their length alone", async () => {
    const pieces = Array.from({ length: 40_000 }, () => "0123456789");
    const chunks = await streamed(
      begin(),
      ...block(0, toolUse("a", "f"), ...json('{"n":"', ...pieces, '"}')),
      ...end("tool_use"),
    );
    expect(callsOf(chunks)).toMatchObject([{ input: { n: pieces.join("") } }]);
  }, 20_000);
});

async function streamed(...list: readonly Record<string, unknown>[]): Promise<ModelChunk[]> {
  const { model } = modelAnswering({ body: events(...list) });
  const { chunks, error } = await collect(model.stream(question));
  if (error) throw error;
  return chunks;
}

function whole(body: unknown) {
  return modelAnswering({ body }).model.complete(question);
}
