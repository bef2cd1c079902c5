import { describe, expect, it } from "vitest";
import { ProviderError } from "../../../src/core/errors/index.ts";
import {
  callsOf,
  collect,
  delta,
  doneOf,
  end,
  errorOf,
  modelAnswering,
  sse,
  streamOf,
  textOf,
} from "./support.ts";

const question = [{ role: "user", content: "?" }] as const;
const usage = { prompt_tokens: 9, completion_tokens: 3, total_tokens: 12 };

describe("streamed answers", () => {
  it("gives deltas as they come and one done", async () => {
    const { chunks, error } = await stream(
      sse(delta({ role: "assistant", content: "Hel" }), delta({ content: "lo" }), end(), "[DONE]"),
    );
    expect(error).toBeUndefined();
    expect(chunks).toEqual([
      { type: "delta", content: "Hel" },
      { type: "delta", content: "lo" },
      { type: "done", finishReason: "stop", rawFinishReason: "stop" },
    ]);
  });

  it("S2: ends without [DONE], without a last blank line, with comments between", async () => {
    const { chunks } = await stream(
      `: ping\r\n\r\n${sse(delta({ content: "Hi" }))}data: ${JSON.stringify(end())}`,
    );
    expect(textOf(chunks)).toBe("Hi");
    expect(doneOf(chunks)?.finishReason).toBe("stop");
  });

  it("S16: takes an empty role, no role, null content, and deltas that are null", async () => {
    const { chunks, error } = await stream(
      sse(
        delta({ role: "", content: null }),
        { choices: [{ delta: null }] },
        {},
        { choices: null },
        delta({ content: "x" }),
        end(),
      ),
    );
    expect(error).toBeUndefined();
    expect(textOf(chunks)).toBe("x");
  });

  it.each([
    ["an event without choices", [end(), { usage }]],
    ["empty choices", [end(), { choices: [], usage }]],
    ["the choice", [{ choices: [{ delta: {}, finish_reason: "stop", usage }] }]],
    ["Groq's own field", [{ ...end(), x_groq: { usage } }]],
    [
      "an early event, absent later",
      [
        { ...delta({ content: "" }), usage },
        { ...end(), usage: null },
      ],
    ],
    [
      "an early event, zero later",
      [
        { ...delta({}), usage },
        { ...end(), usage: { prompt_tokens: 0, completion_tokens: 0 } },
      ],
    ],
    [
      "each event, growing",
      [
        { ...delta({}), usage: { prompt_tokens: 9, completion_tokens: 1 } },
        { ...end(), usage },
      ],
    ],
    [
      "an event with an empty report after it",
      [
        { ...end(), usage },
        { choices: [], usage: {} },
      ],
    ],
  ])("S4: reads usage in %s", async (_where, events) => {
    const { chunks } = await stream(sse(delta({ content: "x" }), ...events, "[DONE]"));
    expect(doneOf(chunks)?.usage).toEqual({ input: 9, output: 3, total: 12 });
  });

  it("S4: tells unknown from none, also of what was written to a cache", async () => {
    const reported = { ...usage, prompt_tokens_details: { cached_tokens: 0, cache_write_tokens: 0 } };
    const { chunks } = await stream(sse(delta({ content: "x" }), { ...end(), usage: reported }));
    expect(doneOf(chunks)?.usage).toEqual({
      input: 9,
      output: 3,
      total: 12,
      cachedTokens: 0,
      cacheWriteTokens: 0,
    });
  });

  it("S4: leaves unknown usage out, and never makes a NaN of a broken one", async () => {
    const { chunks } = await stream(
      sse(delta({ content: "x" }), { ...end(), usage: { prompt_tokens: "9", completion_tokens: -1 } }),
    );
    expect(doneOf(chunks)).toEqual({ type: "done", finishReason: "stop", rawFinishReason: "stop" });
  });

  it.each([
    ["the end of the body", sse(delta({ content: "Hel" }))],
    ["[DONE] alone", sse(delta({ content: "Hel" }), "[DONE]")],
    ["an empty finish reason", sse(delta({ content: "Hel" }, { finish_reason: "" }), "[DONE]")],
    ["metadata alone", sse({ id: "x", choices: [] }, { choices: [], usage }, "[DONE]")],
    ["nothing", ""],
  ])("S11: an answer that ends with %s is no success", async (_what, body) => {
    const { chunks, error } = await stream(body);
    expect(doneOf(chunks)).toBeUndefined();
    expect(error).toBeInstanceOf(ProviderError);
    expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
  });

  it("S11: an answer without a finish reason that closes with usage and [DONE] is whole", async () => {
    const { chunks, error } = await stream(sse(delta({ content: "4" }), { choices: [], usage }, "[DONE]"));
    expect(error).toBeUndefined();
    expect(doneOf(chunks)).toMatchObject({ finishReason: "stop", usage: { input: 9 } });
    expect(doneOf(chunks)).not.toHaveProperty("rawFinishReason");
  });

  it.each([
    ["stop", "stop"],
    ["STOP", "stop"],
    ["eos_token", "stop"],
    ["length", "length"],
    ["max_tokens", "length"],
    ["MAX_TOKENS", "length"],
    ["model_length", "length"],
    ["model_context_window_exceeded", "length"],
    ["content_filter", "content_filter"],
    ["error", "error"],
    ["insufficient_system_resource", "error"],
    ["constructor", "error"],
  ])("S11, S12: the word %s means %s", async (word, reason) => {
    const { chunks } = await stream(sse(delta({ content: "x" }), end(word)));
    expect(doneOf(chunks)).toMatchObject({ finishReason: reason, rawFinishReason: word });
  });

  it("S12: tells a call that came with a broken end, and its finish reason", async () => {
    for (const word of ["length", "content_filter", "error"]) {
      const { chunks } = await stream(sse(call({ id: "a", name: "f", arguments: "{}" }), end(word)));
      expect(callsOf(chunks)).toHaveLength(1);
      expect(doneOf(chunks)?.finishReason).toBe(word);
    }
  });

  it("gives a refusal as text that ends with content_filter", async () => {
    const { chunks } = await stream(sse(delta({ refusal: "I can" }), delta({ refusal: "not." }), end()));
    expect(textOf(chunks)).toBe("I cannot.");
    expect(doneOf(chunks)).toMatchObject({ finishReason: "content_filter", rawFinishReason: "stop" });
    const fine = await stream(sse(delta({ content: "x", refusal: "" }), end()));
    expect(doneOf(fine.chunks)?.finishReason).toBe("stop");
  });

  it("takes the first of several alternatives", async () => {
    const other = { choices: [{ index: 1, delta: { content: "no" }, finish_reason: "stop" }] };
    const { chunks } = await stream(sse(delta({ content: "yes" }), other, end("length")));
    expect(textOf(chunks)).toBe("yes");
    expect(doneOf(chunks)?.finishReason).toBe("length");
  });

  it("throws an error event after what came before it, with its status", async () => {
    const body = `${sse(delta({ content: "Hel" }))}event: error\ndata: {"error":{"message":"boom","code":502}}\n\n`;
    const { chunks, error } = await stream(body);
    expect(chunks).toEqual([{ type: "delta", content: "Hel" }]);
    expect(error).toMatchObject({
      code: "PROVIDER_ERROR",
      context: { status: 502, providerMessage: "boom" },
    });
  });

  it("throws an error inside an event, inside a choice, and in an error event that is no JSON", async () => {
    const limited = { error: { message: "slow down", code: 429 } };
    for (const body of [sse(limited), sse({ choices: [{ index: 0, delta: {}, ...limited }] })]) {
      expect((await stream(body)).error).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
    }
    expect((await stream("event: error\ndata: upstream died\n\n")).error).toMatchObject({
      code: "PROVIDER_ERROR",
    });
  });

  it("keeps the reason by which an answer was cut when an error repeats it", async () => {
    const { chunks, error } = await stream(
      sse(delta({ content: "x" }), end("length"), { error: { code: 400, message: "limit" } }),
    );
    expect(error).toBeUndefined();
    expect(doneOf(chunks)?.finishReason).toBe("length");
  });

  it("throws where an event is no JSON or no chat completion", async () => {
    for (const body of ["data: {oops\n\n", sse({ choices: 7 }), "data: null\n\n", sse("7", delta({}))]) {
      const { error } = await stream(body);
      expect(error, body).toMatchObject({ code: "PROVIDER_ERROR" });
    }
  });

  it("reads one JSON body where the service does not stream, and refuses a page", async () => {
    const whole = { choices: [{ message: { content: "Hi" }, finish_reason: "stop" }], usage };
    const { chunks } = await collect(modelAnswering({ body: whole }).model.stream(question));
    expect(chunks.map(({ type }) => type)).toEqual(["delta", "done"]);
    const page = { body: "<!doctype html><p>Sign in", headers: { "content-type": "text/html" } };
    const { error } = await collect(modelAnswering(page).model.stream(question));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
    expect(String(error)).toContain("text/html");
  });

  it("S1, S2: gives the same chunks cut at every byte", async () => {
    const events = [
      delta({ content: "🌊 北" }),
      call({ id: "a", name: "f", arguments: '{"place":"北京' }),
      call({ arguments: ' 🌊"}' }),
      { ...end("tool_calls"), usage },
    ];
    const bytes = new TextEncoder().encode(sse(...events).replaceAll("\n\n", "\r\n\r\n"));
    const expected = joined((await stream([bytes])).chunks);
    expect(expected.calls).toEqual([{ type: "tool-call", id: "a", name: "f", input: { place: "北京 🌊" } }]);
    for (let cut = 1; cut < bytes.length; cut++) {
      expect(joined((await stream([bytes.slice(0, cut), bytes.slice(cut)])).chunks)).toEqual(expected);
    }
  });
});

describe("streamed tool calls", () => {
  it("passes the text of arguments on and gives the whole call before done", async () => {
    const { chunks } = await stream(
      sse(
        call({ id: "call_1", name: "find", arguments: "" }),
        call({ arguments: '{"q":' }),
        call({ arguments: '"sea"}' }),
        end("tool_calls"),
      ),
    );
    expect(chunks).toEqual([
      { type: "tool-call-delta", id: "call_1", name: "find", delta: '{"q":' },
      { type: "tool-call-delta", id: "call_1", name: "find", delta: '"sea"}' },
      { type: "tool-call", id: "call_1", name: "find", input: { q: "sea" } },
      { type: "done", finishReason: "tool_calls", rawFinishReason: "tool_calls" },
    ]);
  });

  it("S7: waits for a name that comes late", async () => {
    const { chunks } = await stream(
      sse(call({ id: "a", arguments: '{"n"' }), call({ name: "f", arguments: ":1}" }), end("tool_calls")),
    );
    expect(chunks[0]).toEqual({ type: "tool-call-delta", id: "a", name: "f", delta: '{"n":1}' });
    expect(callsOf(chunks)).toMatchObject([{ id: "a", name: "f", input: { n: 1 } }]);
  });

  it("S7: makes an identifier where there is none, the same for the same conversation", async () => {
    const body = sse(call({ id: "", name: "f", arguments: "{}" }), call({ name: "g" }, 1), end("tool_calls"));
    const first = callsOf((await stream(body)).chunks);
    expect(callsOf((await stream(body)).chunks)).toEqual(first);
    expect(first.map(({ name }) => name)).toEqual(["f", "g"]);
    expect(new Set(first.map(({ id }) => id)).size).toBe(2);
    expect(first.every(({ id }) => id !== "")).toBe(true);
  });

  it("S7: throws where a call never gets a name", async () => {
    const { error } = await stream(sse(call({ id: "a", arguments: "{}" }), end("tool_calls")));
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it.each([
    ["an empty text", { arguments: "" }],
    ["white space", { arguments: " \n" }],
    ["null", { arguments: null }],
    ["the word null", { arguments: "null" }],
    ["nothing", {}],
    ["an empty object", { arguments: {} }],
  ])("S8: takes %s for no arguments", async (_what, fields) => {
    const { chunks } = await stream(sse(call({ id: "a", name: "now", ...fields }), end("tool_calls")));
    expect(callsOf(chunks)).toEqual([{ type: "tool-call", id: "a", name: "now", input: {} }]);
  });

  it("takes arguments that are a value instead of a text", async () => {
    const { chunks } = await stream(sse(call({ id: "a", name: "f", arguments: { q: [1] } }), end("stop")));
    expect(callsOf(chunks)).toMatchObject([{ input: { q: [1] } }]);
    expect(doneOf(chunks)).toMatchObject({ finishReason: "tool_calls", rawFinishReason: "stop" });
  });

  it("S10: keeps the pieces of two calls and the text between them apart", async () => {
    const { chunks } = await stream(
      sse(
        call({ id: "a", name: "f", arguments: '{"a":' }),
        delta({ content: "thinking" }),
        call({ id: "b", name: "g", arguments: '{"b":' }, 1),
        call({ arguments: "1}" }, 0),
        call({ arguments: "2}" }, 1),
        end("tool_calls"),
      ),
    );
    expect(textOf(chunks)).toBe("thinking");
    expect(callsOf(chunks)).toMatchObject([
      { name: "f", input: { a: 1 } },
      { name: "g", input: { b: 2 } },
    ]);
  });

  it("tells calls apart that all have the same index or none", async () => {
    for (const index of [0, null]) {
      const { chunks } = await stream(
        sse(
          call({ id: "a", name: "f", arguments: '{"n":1}' }, index),
          call({ id: "b", name: "f", arguments: '{"n":' }, index),
          call({ arguments: "2}" }, index),
          call({ name: "f", arguments: '{"n":3}' }, index),
          end("tool_calls"),
        ),
      );
      expect(callsOf(chunks)).toMatchObject([{ input: { n: 1 } }, { input: { n: 2 } }, { input: { n: 3 } }]);
    }
  });

  it("takes a name and an identifier that come again with each piece", async () => {
    const { chunks } = await stream(
      sse(
        call({ id: "a", name: "f", arguments: '{"n":' }),
        call({ id: "a", name: "f", arguments: "1}" }),
        end("tool_calls"),
      ),
    );
    expect(callsOf(chunks)).toMatchObject([{ id: "a", name: "f", input: { n: 1 } }]);
  });

  it("takes a name without an identifier that comes again, also after the arguments are whole", async () => {
    const pieces = ['{"n":', "1}", ""].map((text) => call({ name: "f", arguments: text }));
    const { chunks } = await stream(sse(...pieces, end("tool_calls")));
    expect(callsOf(chunks)).toMatchObject([{ name: "f", input: { n: 1 } }]);
  });

  it("S15: gives a call another identifier where the conversation has it already", async () => {
    const body = sse(call({ id: "call_0", name: "f", arguments: "{}" }), end("tool_calls"));
    const { model } = modelAnswering({ body });
    const history = [
      ...question,
      { role: "assistant", content: "", toolCalls: [{ id: "call_0", name: "f", input: {} }] },
      { role: "tool", toolCallId: "call_0", content: "1" },
    ] as const;
    const { chunks } = await collect(model.stream(history));
    expect(callsOf(chunks)[0]?.id).not.toBe("call_0");
    const twice = await stream(
      sse(call({ id: "x", name: "f" }, 0), call({ id: "x", name: "g" }, 1), end("tool_calls")),
    );
    expect(new Set(callsOf(twice.chunks).map(({ id }) => id)).size).toBe(2);
  });

  it("tells arguments that were cut off from those that are wrong", async () => {
    for (const [text, reason] of [
      ['{"city": "Par', "truncated"],
      ['{"size": "5" tall"}', "malformed"],
    ] as const) {
      const { chunks } = await stream(sse(call({ id: "a", name: "f", arguments: text }), end("length")));
      expect(callsOf(chunks)).toEqual([
        { type: "tool-call", id: "a", name: "f", input: {}, unreadable: { text, reason } },
      ]);
    }
  });

  const wrapped = JSON.stringify({
    tool_uses: [
      { recipient_name: "functions.weather", parameters: { city: "Rome" } },
      { recipient_name: "functions.now" },
    ],
  });
  it.each(["multi_tool_use.parallel", "parallel"])("S23: takes calls out of %s", async (name) => {
    const { chunks } = await stream(sse(call({ id: "a", name, arguments: wrapped }), end("tool_calls")));
    expect(callsOf(chunks)).toEqual([
      { type: "tool-call", id: "a_0", name: "weather", input: { city: "Rome" } },
      { type: "tool-call", id: "a_1", name: "now", input: {} },
    ]);
    expect(chunks.some(({ type }) => type === "tool-call-delta")).toBe(false);
  });

  it("S23: leaves a tool of that name alone where it was offered", async () => {
    const { model } = modelAnswering({
      body: sse(call({ id: "a", name: "parallel", arguments: wrapped }), end("tool_calls")),
    });
    const tools = [{ name: "parallel", description: "", input: { type: "object" } }];
    const { chunks } = await collect(model.stream(question, { tools }));
    expect(callsOf(chunks)).toMatchObject([{ name: "parallel", input: JSON.parse(wrapped) }]);
  });

  it("keeps what belongs to a call, such as Gemini's thought signature", async () => {
    const extra_content = { google: { thought_signature: "c2ln" } };
    const body = sse(
      delta({ tool_calls: [{ index: 0, id: "a", function: { name: "f" }, extra_content }] }),
      end("tool_calls"),
    );
    const baseURL = "https://generativelanguage.googleapis.com/v1beta/openai";
    const { chunks } = await collect(modelAnswering({ body }, { baseURL }).model.stream(question));
    expect(callsOf(chunks)).toMatchObject([{ providerMetadata: { google: { extra_content } } }]);
  });
});

describe("whole answers", () => {
  it("gives text, calls and usage with its channels", async () => {
    const response = await complete({
      choices: [
        {
          message: {
            content: "Hi",
            tool_calls: [{ id: "a", function: { name: "f", arguments: '{"n":1}' } }],
          },
          finish_reason: "stop",
        },
      ],
      usage: {
        ...usage,
        prompt_tokens_details: { cached_tokens: 4, cache_write_tokens: 2 },
        completion_tokens_details: { reasoning_tokens: 5 },
      },
    });
    expect(response).toEqual({
      content: "Hi",
      finishReason: "tool_calls",
      rawFinishReason: "stop",
      toolCalls: [{ id: "a", name: "f", input: { n: 1 } }],
      // S5: more reasoning than output, as the service says.
      usage: { input: 9, output: 3, total: 12, cachedTokens: 4, cacheWriteTokens: 2, reasoningTokens: 5 },
    });
  });

  it("S7: keeps two calls apart that have neither index nor identifier", async () => {
    const tool_calls = ["f", "g"].map((name) => ({ id: "", function: { name, arguments: "" } }));
    const { toolCalls } = await complete({
      choices: [{ message: { tool_calls }, finish_reason: "tool_calls" }],
    });
    expect(toolCalls?.map(({ name }) => name)).toEqual(["f", "g"]);
    expect(toolCalls?.[0]?.id).not.toBe(toolCalls?.[1]?.id);
  });

  it("takes DeepSeek's and Moonshot's older fields for cached tokens", async () => {
    for (const field of ["prompt_cache_hit_tokens", "cached_tokens"]) {
      const choices = [{ message: { content: "x" }, finish_reason: "stop" }];
      expect((await complete({ choices, usage: { ...usage, [field]: 7 } })).usage).toMatchObject({
        cachedTokens: 7,
      });
      expect((await complete({ choices, usage: { ...usage, [field]: 0 } })).usage).not.toHaveProperty(
        "cachedTokens",
      );
    }
  });

  it("keeps citations and annotations", async () => {
    const annotations = [{ type: "url_citation", url_citation: { url: "https://example.com" } }];
    const { providerMetadata } = await complete({
      choices: [{ message: { content: "x", annotations }, finish_reason: "stop" }],
      citations: ["https://example.com"],
    });
    expect(providerMetadata).toEqual({ openai: { annotations, citations: ["https://example.com"] } });
  });

  it.each([
    ["an error with status 200", { error: { message: "no credit", code: 402 } }, "PROVIDER_QUOTA_EXCEEDED"],
    ["no choices", { choices: [] }, "PROVIDER_ERROR"],
    [
      "an empty message without a reason",
      { choices: [{ message: { content: null }, finish_reason: null }] },
      "PROVIDER_ERROR",
    ],
    ["something else", { ok: true }, "PROVIDER_ERROR"],
    ["a list", [1], "PROVIDER_ERROR"],
  ])("S11: %s is no success", async (_what, body, code) => {
    expect(await errorOf(complete(body))).toMatchObject({ code });
  });

  it.each(["", "  ", "null", "<html>Bad gateway</html>"])("refuses the body %j", async (body) => {
    const { model } = modelAnswering({ body, headers: { "content-type": "text/html" } });
    expect(await errorOf(model.complete(question))).toMatchObject({ code: "PROVIDER_ERROR" });
  });
});

describe("reasoning", () => {
  const answer = end();

  it.each(["reasoning_content", "reasoning"])("gives %s as deltas and as one part", async (field) => {
    const { chunks } = await stream(
      sse(delta({ [field]: "Two and " }), delta({ [field]: "two." }), delta({ content: "4" }), answer),
    );
    expect(chunks.slice(0, 2)).toEqual([
      { type: "reasoning-delta", content: "Two and " },
      { type: "reasoning-delta", content: "two." },
    ]);
    expect(chunks.find(({ type }) => type === "reasoning")).toEqual({
      type: "reasoning",
      part: {
        type: "reasoning",
        text: "Two and two.",
        providerMetadata: { openai: { model: "gpt-4o" } },
      },
    });
    expect(textOf(chunks)).toBe("4");
  });

  it("puts the pieces of OpenRouter's details together, and keeps signatures byte for byte", async () => {
    const details = (...reasoning_details: unknown[]) => delta({ reasoning: null, reasoning_details });
    const body = sse(
      details({ type: "reasoning.text", text: "Two ", index: 0, format: "f" }),
      details({ type: "reasoning.text", text: "and two.", index: 0, signature: null }),
      details({ type: "reasoning.text", index: 0, signature: "s1+/=" }),
      details({ type: "reasoning.encrypted", index: 1, data: "ZW5j" }),
      delta({ content: "4" }),
      answer,
    );
    const { model } = modelAnswering({ body }, { baseURL: "https://openrouter.ai/api/v1" });
    const { chunks } = await collect(model.stream(question));
    expect(chunks.flatMap((chunk) => (chunk.type === "reasoning" ? chunk.part : []))).toEqual([
      {
        type: "reasoning",
        text: "Two and two.",
        providerMetadata: {
          openrouter: {
            model: "gpt-4o",
            reasoning_details: [
              { type: "reasoning.text", text: "Two and two.", index: 0, format: "f", signature: "s1+/=" },
              { type: "reasoning.encrypted", index: 1, data: "ZW5j" },
            ],
          },
        },
      },
    ]);
  });

  it("keeps the blocks of a whole answer as they are", async () => {
    const reasoning_details = [
      { type: "reasoning.summary", summary: "a", index: 0 },
      { type: "reasoning.summary", summary: "b", index: 0 },
    ];
    const body = { choices: [{ message: { content: "x", reasoning_details }, finish_reason: "stop" }] };
    const { model } = modelAnswering({ body }, { baseURL: "https://openrouter.ai/api/v1" });
    const { reasoning } = await model.complete(question);
    expect(reasoning).toMatchObject([
      { text: "ab", providerMetadata: { openrouter: { reasoning_details } } },
    ]);
  });

  it("takes Mistral's thinking parts out of the text", async () => {
    const content = [
      { type: "thinking", thinking: [{ type: "text", text: "Two and two." }] },
      { type: "text", text: "4" },
    ];
    const { chunks } = await stream(sse(delta({ content }), answer));
    expect(textOf(chunks)).toBe("4");
    expect(chunks[0]).toEqual({ type: "reasoning-delta", content: "Two and two." });
  });
});

function stream(body: string | readonly Uint8Array[]) {
  return collect(
    modelAnswering({ body: typeof body === "string" ? body : streamOf(body) }).model.stream(question),
  );
}

function complete(body: unknown) {
  return modelAnswering({ body }).model.complete(question);
}

function call(fields: Record<string, unknown>, index: number | null = 0): Record<string, unknown> {
  const { id, ...called } = fields;
  return delta({
    tool_calls: [{ ...(index !== null && { index }), ...(id !== undefined && { id }), function: called }],
  });
}

/** Chunks without the borders between deltas, which are the network's. */
function joined(chunks: Parameters<typeof textOf>[0]) {
  return { text: textOf(chunks), calls: callsOf(chunks), done: doneOf(chunks) };
}
