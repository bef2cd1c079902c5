import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { ContentPart, Message } from "../../../src/contracts/message.ts";
import type { ModelCallOptions, ModelTool } from "../../../src/contracts/model.ts";
import { toBase64 } from "../../../src/core/base64.ts";
import type { AnthropicModelConfig } from "../../../src/providers/anthropic/index.ts";
import { errorOf, message, modelAnswering, text } from "./support.ts";

const question: Message = { role: "user", content: "?" };
const said = { role: "user", content: [text("?")] };
const tool = { name: "f", description: "Does.", input: z.object({ n: z.number() }) };
const calling = (...ids: string[]): Message => ({
  role: "assistant",
  content: "",
  toolCalls: ids.map((id) => ({ id, name: "f", input: { n: 1 } })),
});
const result = (toolCallId: string, rest: Partial<Message> = {}): Message => ({
  role: "tool",
  toolCallId,
  content: "1",
  ...rest,
});

describe("messages", () => {
  it("puts the system prompt before the conversation", async () => {
    const plain = await bodyOf([{ role: "system", content: "Be brief." }, question]);
    expect(plain).toMatchObject({ system: [text("Be brief.")], messages: [said] });
    const several = await bodyOf([
      { role: "system", content: "Be brief." },
      { role: "system", content: [{ type: "text", text: "Be kind." }] },
      question,
    ]);
    expect(several.system).toEqual([text("Be brief."), text("Be kind.")]);
    expect(await bodyOf([question])).not.toHaveProperty("system");
  });

  it("keeps a later system message in its place where the model takes it there", async () => {
    const messages: Message[] = [
      { role: "system", content: "One." },
      question,
      { role: "system", content: "Two." },
      { role: "user", content: "!" },
      calling("a"),
      { role: "system", content: "Three." },
      result("a"),
    ];
    const body = await bodyOf(messages, {}, { name: "claude-opus-4-8" });
    expect(body.system).toEqual([text("One.")]);
    expect(body.messages).toMatchObject([
      { role: "user", content: [text("?"), text("!")] },
      { role: "system", content: [text("Two.")] },
      { role: "assistant" },
      { role: "user", content: [{ type: "tool_result" }] },
      { role: "system", content: [text("Three.")] },
    ]);
    for (const name of ["claude-sonnet-4-5", "claude-sonnet-5", "claude-opus-4-7"]) {
      const { system, messages: turns } = await bodyOf(messages, {}, { name });
      expect(system).toEqual([text("One."), text("Two."), text("Three.")]);
      expect((turns as Message[]).map(({ role }) => role)).toEqual(["user", "assistant", "user"]);
    }
  });

  it("joins messages of one side, and puts results first, directly after their calls", async () => {
    const { messages } = await bodyOf([
      question,
      { role: "user", content: "!" },
      calling("a", "b"),
      { role: "user", content: "Well?" },
      result("a"),
      result("b", { isError: true, content: "Error: no." }),
    ]);
    expect(messages).toEqual([
      { role: "user", content: [text("?"), text("!")] },
      {
        role: "assistant",
        content: [
          { type: "tool_use", id: "a", name: "f", input: { n: 1 } },
          { type: "tool_use", id: "b", name: "f", input: { n: 1 } },
        ],
      },
      {
        role: "user",
        content: [
          { type: "tool_result", tool_use_id: "a", content: "1" },
          { type: "tool_result", tool_use_id: "b", content: "Error: no.", is_error: true },
          text("Well?"),
        ],
      },
    ]);
  });

  it("H14: drops texts without a visible character, and turns that hold nothing else", async () => {
    const { messages } = await bodyOf([
      question,
      { role: "assistant", content: "" },
      { role: "assistant", content: [{ type: "text", text: " \n" }] },
      { role: "user", content: [{ type: "text", text: "" }] },
      {
        role: "assistant",
        content: null as unknown as string,
        toolCalls: [{ id: "a", name: "f", input: "{" }],
      },
      result("a", { content: "" }),
    ]);
    expect(messages).toEqual([
      said,
      { role: "assistant", content: [{ type: "tool_use", id: "a", name: "f", input: {} }] },
      { role: "user", content: [{ type: "tool_result", tool_use_id: "a" }] },
    ]);
  });

  it("H5: maps identifiers that the service does not take, those of calls and results alike", async () => {
    const { messages } = await bodyOf([
      question,
      calling("functions.f:0", "ok_1"),
      result("functions.f:0"),
      result("ok_1"),
    ]);
    const [, turn, results] = messages as { content: { id: string; tool_use_id: string }[] }[];
    const ids = turn?.content.map(({ id }) => id) ?? [];
    expect(ids[0]).toMatch(/^[\w-]+$/);
    expect(ids[1]).toBe("ok_1");
    expect(results?.content.map(({ tool_use_id: id }) => id)).toEqual(ids);
  });

  it("H1: does not fail on odd histories", async () => {
    for (const messages of [
      [],
      [result("nobody")],
      [calling("a")],
      [{ role: "assistant", content: "I begin." }, question],
      [{ role: "tool", content: "1" } as Message, question],
      [question, { role: "user", content: [] }],
      [{ role: "system", content: "" }, question],
    ] as Message[][]) {
      await bodyOf(messages);
      await bodyOf(messages, {}, { name: "claude-opus-5-5" });
    }
  });

  it("H3: asks a model that does not go on with an answer that was begun to continue", async () => {
    const begun: Message[] = [question, { role: "assistant", content: "Once upon " }];
    const old = await bodyOf(begun);
    expect(old.messages).toEqual([said, { role: "assistant", content: [text("Once upon")] }]);
    const { messages } = await bodyOf(begun, {}, { name: "claude-sonnet-4-6" });
    expect(messages).toMatchObject([
      {},
      { content: [text("Once upon ")] },
      { role: "user", content: [text("Continue.")] },
    ]);
  });

  it("H3: asks a model that shall think to continue, too, since it cannot go on with what has no thoughts", async () => {
    const begun: Message[] = [question, { role: "assistant", content: "Once upon " }];
    const turns = async (reasoning: ModelCallOptions["reasoning"]) =>
      ((await bodyOf(begun, { reasoning })).messages as Message[]).map(({ role }) => role);
    expect(await turns({ maxTokens: 2000 })).toEqual(["user", "assistant", "user"]);
    expect(await turns({ effort: "none" })).toEqual(["user", "assistant"]);
    expect(await turns(undefined)).toEqual(["user", "assistant"]);
  });

  it("H6: sets no budget for thoughts where those that led to the last calls are lost, as the service demands", async () => {
    const options = { reasoning: { maxTokens: 2000 } };
    const thought = {
      type: "reasoning",
      text: "Hm.",
      providerMetadata: { anthropic: { model: "claude-sonnet-4-5", signature: "EqE=" } },
    } as const;
    const own = { ...calling("a"), content: [thought] };
    expect(await bodyOf([question, own, result("a")], options)).toHaveProperty("thinking");
    for (const lost of [calling("a"), { ...own, content: [{ ...thought, providerMetadata: {} }] }]) {
      const body = await bodyOf([question, lost, result("a")], options);
      expect(body).not.toHaveProperty("thinking");
      expect(body.max_tokens).toBe(21_333);
      const over: Message[] = [question, lost, result("a"), { role: "assistant", content: "One." }, question];
      expect(await bodyOf(over, options)).toHaveProperty("thinking");
    }
    const adaptive = await bodyOf(
      [question, calling("a"), result("a")],
      { reasoning: {} },
      { name: "claude-opus-4-6" },
    );
    expect(adaptive).toMatchObject({ thinking: { type: "adaptive" } });
  });

  it("merges the fields of this provider into the parts that have them, and none of another's", async () => {
    const mark = { cache_control: { type: "ephemeral", ttl: "1h" } };
    const providerMetadata = { anthropic: mark, openai: { item: 1 } };
    const { messages } = await bodyOf([
      {
        role: "user",
        content: [
          { type: "text", text: "a", providerMetadata },
          {
            type: "pdf",
            source: { url: "https://example.com/a.pdf" },
            providerMetadata: { anthropic: { citations: { enabled: true } } },
          },
          {
            type: "image",
            source: { url: "" },
            providerMetadata: { anthropic: { source: { type: "file", file_id: "file_1" } } },
          },
        ],
      },
      calling("a"),
      result("a", { providerMetadata }),
    ]);
    expect(messages).toMatchObject([
      {
        content: [
          { ...text("a"), ...mark },
          { type: "document", citations: { enabled: true } },
          { type: "image", source: { type: "file", file_id: "file_1" } },
        ],
      },
      {},
      { content: [{ type: "tool_result", content: "1", ...mark }] },
    ]);
    expect(JSON.stringify(messages)).not.toContain("item");
  });

  it("carries blocks that no part can say, in messages of any role", async () => {
    const addition = { type: "tool_addition", tool: { type: "tool_reference", name: "f" } };
    const reference = { type: "tool_reference", tool_name: "f" };
    const messages: Message[] = [
      question,
      calling("a"),
      result("a", { content: "", providerMetadata: { anthropic: { content: [reference] } } }),
      { role: "system", content: "", providerMetadata: { anthropic: { content: [addition] } } },
    ];
    const body = await bodyOf(messages, {}, { name: "claude-fable-5" });
    expect(body.messages).toMatchObject([
      {},
      {},
      { content: [{ type: "tool_result", content: [reference] }] },
      { role: "system", content: [addition] },
    ]);
  });
});

describe("media", () => {
  const png = { base64: "iVBORw0KGgo=", mediaType: "image/png" };
  const image = { type: "image", source: { type: "base64", media_type: "image/png", data: png.base64 } };

  it.each<[string, ContentPart, unknown]>([
    ["an image", { type: "image", source: png }, image],
    [
      "an image by its URL",
      { type: "image", source: { url: "https://example.com/a" } },
      { type: "image", source: { type: "url", url: "https://example.com/a" } },
    ],
    [
      "an image in a data: URL",
      { type: "image", source: { url: `data:image/png;base64,${png.base64}` } },
      image,
    ],
    ["an image as a file", { type: "file", source: png }, image],
    [
      "an image as a file whose URL tells its type",
      { type: "file", source: { url: "https://example.com/a.PNG?w=9" } },
      { type: "image", source: { type: "url", url: "https://example.com/a.PNG?w=9" } },
    ],
    [
      "an image as a file whose URL comes with its type",
      { type: "file", source: { url: "https://example.com/a", mediaType: "image/webp" } },
      { type: "image", source: { type: "url", url: "https://example.com/a" } },
    ],
    [
      "a file that nothing tells the type of",
      { type: "file", source: { url: "https://example.com/a" } },
      { type: "document", source: { type: "url", url: "https://example.com/a" } },
    ],
    [
      "a PDF",
      { type: "pdf", source: { base64: "JVBERi0=", mediaType: "application/pdf" }, name: "Tides" },
      {
        type: "document",
        source: { type: "base64", media_type: "application/pdf", data: "JVBERi0=" },
        title: "Tides",
      },
    ],
    [
      "a PDF by its URL",
      { type: "pdf", source: { url: "https://example.com/a.pdf" } },
      { type: "document", source: { type: "url", url: "https://example.com/a.pdf" } },
    ],
    [
      "a text",
      {
        type: "file",
        source: {
          base64: toBase64(new TextEncoder().encode("Ébb,flow")),
          mediaType: "text/csv; charset=utf-8",
        },
        name: "tides.csv",
      },
      {
        type: "document",
        source: { type: "text", media_type: "text/plain", data: "Ébb,flow" },
        title: "tides.csv",
      },
    ],
  ])("sends %s, also as the result of a tool", async (_what, part, expected) => {
    const { messages } = await bodyOf([
      { role: "user", content: [{ type: "text", text: "What is it?" }, part] },
      calling("a"),
      result("a", { content: [part] }),
    ]);
    expect(messages).toMatchObject([
      { content: [text("What is it?"), expected] },
      {},
      { content: [{ type: "tool_result", content: [expected] }] },
    ]);
  });

  it.each<[ContentPart, string]>([
    [{ type: "audio", source: { base64: "AA==", mediaType: "audio/wav" } }, "audio"],
    [{ type: "audio", source: { url: "https://example.com/a.mp3" } }, "audio"],
    [{ type: "file", source: { base64: "AA==", mediaType: "application/zip" } }, "application/zip"],
    [{ type: "file", source: { url: "https://example.com/a", mediaType: "video/mp4" } }, "video/mp4"],
  ])("refuses what Claude cannot read", async (part, named) => {
    const { model, asked } = modelAnswering({ body: message([]) });
    const error = await errorOf(model.complete([{ role: "user", content: [part] }]));
    expect(error).toMatchObject({ code: "PROVIDER_INVALID_REQUEST" });
    expect(error.message).toContain(named);
    expect(asked).toHaveLength(0);
  });

  it("says nothing but texts for the model itself", async () => {
    const turn: Message = {
      role: "assistant",
      content: [
        { type: "image", source: png },
        { type: "text", text: "x" },
      ],
    };
    expect((await bodyOf([question, turn, question])).messages).toMatchObject([
      {},
      { content: [text("x")] },
      {},
    ]);
  });
});

describe("options", () => {
  it("always caps the answer: as asked, else by what the model can, and less without a stream", async () => {
    const cap = async (name: string, options: ModelCallOptions = {}) =>
      (await bodyOf([question], options, { name })).max_tokens;
    expect(await cap("claude-sonnet-4-5", { maxTokens: 77 })).toBe(77);
    expect(await cap("claude-3-opus-latest")).toBe(4096);
    expect(await cap("claude-3-5-haiku-latest")).toBe(8192);
    expect(await cap("kimi-k2")).toBe(8192);
    expect(await cap("claude-opus-5")).toBe(21_333);
    const longest = async (name: string) => {
      const { model, asked } = modelAnswering({ body: message([text("x")]) }, {}, { name });
      for await (const _chunk of model.stream([question]));
      return asked[0]?.body.max_tokens;
    };
    expect(await longest("claude-3-7-sonnet-20250219")).toBe(64_000);
    expect(await longest("claude-opus-4-1-20250805")).toBe(32_000);
    expect(await longest("claude-haiku-4-5")).toBe(64_000);
    expect(await longest("claude-mythos-preview")).toBe(128_000);
  });

  it("sends sampling only where the model takes it, and no two kinds of it", async () => {
    const options = { temperature: 0.5, topP: 0.9, seed: 7, stop: ["END", "  "] };
    const old = await bodyOf([question], options, { name: "claude-3-5-haiku-latest" });
    expect(old).toMatchObject({ temperature: 0.5, top_p: 0.9, stop_sequences: ["END"] });
    expect(old).not.toHaveProperty("seed");
    const newer = await bodyOf([question], options);
    expect(newer).toMatchObject({ temperature: 0.5 });
    expect(newer).not.toHaveProperty("top_p");
    expect(await bodyOf([question], { topP: 0.9 })).toMatchObject({ top_p: 0.9 });
    for (const [name, reasoning] of [
      ["claude-opus-4-7", undefined],
      ["claude-sonnet-5", undefined],
      ["claude-sonnet-4-5", { maxTokens: 2000 }],
      ["claude-sonnet-4-6", { effort: "low" as const }],
    ] as const) {
      const body = await bodyOf([question], { ...options, reasoning }, { name });
      expect(body).not.toHaveProperty("temperature");
      expect(body).not.toHaveProperty("top_p");
    }
    const own = await bodyOf([question], {
      ...options,
      providerOptions: { thinking: { type: "enabled", budget_tokens: 2000 } },
    });
    expect(own).not.toHaveProperty("temperature");
  });

  it.each<[string, ModelCallOptions, Record<string, unknown>]>([
    ["claude-sonnet-4-5", {}, { thinking: undefined }],
    [
      "claude-sonnet-4-5",
      { reasoning: { maxTokens: 3000 } },
      { thinking: enabled(3000), max_tokens: 24_333 },
    ],
    ["claude-sonnet-4-5", { reasoning: { maxTokens: 9 } }, { thinking: enabled(1024) }],
    [
      "claude-sonnet-4-5",
      { reasoning: { maxTokens: 3000 }, maxTokens: 2000 },
      { thinking: enabled(1999), max_tokens: 2000 },
    ],
    [
      "claude-sonnet-4-5",
      { reasoning: { maxTokens: 3000 }, maxTokens: 1000 },
      { thinking: undefined, max_tokens: 1000 },
    ],
    [
      "claude-sonnet-4-5",
      { reasoning: { effort: "high" }, maxTokens: 8000 },
      { thinking: enabled(6000), max_tokens: 8000 },
    ],
    [
      "claude-sonnet-4-5",
      { reasoning: { effort: "low" } },
      { thinking: enabled(2048), output_config: undefined },
    ],
    ["claude-sonnet-4-5", { reasoning: { effort: "none" } }, { thinking: undefined }],
    [
      "claude-opus-4-5",
      { reasoning: { effort: "low" } },
      { thinking: enabled(2048), output_config: { effort: "low" } },
    ],
    [
      "claude-opus-4-6",
      { reasoning: { effort: "low" } },
      { thinking: { type: "adaptive" }, output_config: { effort: "low" } },
    ],
    ["claude-opus-4-6", { reasoning: { maxTokens: 3000 } }, { thinking: enabled(3000) }],
    ["claude-opus-4-6", { reasoning: {} }, { thinking: { type: "adaptive" }, output_config: undefined }],
    [
      "claude-opus-4-7",
      { reasoning: { maxTokens: 3000, effort: "medium" } },
      { thinking: adaptive(), output_config: { effort: "medium" } },
    ],
    ["claude-opus-4-8", { reasoning: { effort: "none" } }, { thinking: undefined, output_config: undefined }],
    ["claude-opus-5", { reasoning: { effort: "none" } }, { thinking: { type: "disabled" } }],
    ["claude-haiku-5-5", { reasoning: { effort: "none" } }, { thinking: { type: "disabled" } }],
    ["claude-sonnet-5-5", { reasoning: { effort: "none" } }, { thinking: { type: "between_tools" } }],
    [
      "claude-opus-5-5",
      { reasoning: { effort: "none" } },
      { thinking: undefined, output_config: { effort: "low" } },
    ],
    [
      "claude-fable-5",
      { reasoning: { effort: "high" } },
      { thinking: adaptive(), output_config: { effort: "high" } },
    ],
    ["claude-3-5-haiku-latest", { reasoning: { effort: "high" } }, { thinking: undefined }],
  ])("%s thinks as asked: %j", async (name, options, expected) => {
    expect(await bodyOf([question], options, { name })).toMatchObject(withoutMissing(expected));
    for (const [field, value] of Object.entries(expected)) {
      if (value === undefined) expect(await bodyOf([question], options, { name })).not.toHaveProperty(field);
    }
  });

  it.each<[ModelCallOptions, unknown]>([
    [{}, undefined],
    [{ toolChoice: "auto" }, { type: "auto" }],
    [{ toolChoice: "none", parallelToolCalls: false }, { type: "none" }],
    [{ toolChoice: "required" }, { type: "any" }],
    [
      { toolChoice: { tool: "f" }, parallelToolCalls: true },
      { type: "tool", name: "f" },
    ],
    [
      { toolChoice: { tool: "f" }, parallelToolCalls: false },
      { type: "tool", name: "f", disable_parallel_tool_use: true },
    ],
    [{ parallelToolCalls: false }, { type: "auto", disable_parallel_tool_use: true }],
  ])("chooses tools: %j", async (options, expected) => {
    expect((await bodyOf([question], { ...options, tools: [tool] })).tool_choice).toEqual(expected);
    expect(await bodyOf([question], options)).not.toHaveProperty("tool_choice");
  });

  it("does not force what a model refuses to be forced to, and does not think of what it is forced to", async () => {
    const options: ModelCallOptions = { tools: [tool], toolChoice: "required", reasoning: { effort: "low" } };
    for (const name of ["claude-opus-5-5", "claude-sonnet-5-5", "claude-fable-5-1"]) {
      expect(await bodyOf([question], options, { name })).toMatchObject({ tool_choice: { type: "auto" } });
    }
    const budgeted = await bodyOf([question], options);
    expect(budgeted).toMatchObject({ tool_choice: { type: "any" } });
    expect(budgeted).not.toHaveProperty("thinking");
    expect(await bodyOf([question], options, { name: "claude-opus-4-6" })).toMatchObject({
      tool_choice: { type: "any" },
      thinking: { type: "adaptive" },
    });
  });

  it("adds the service's own tools to the caller's, and merges the rest of providerOptions last", async () => {
    const search = { type: "web_search_20260209", name: "web_search" };
    const body = await bodyOf(
      [question],
      {
        tools: [tool],
        reasoning: { effort: "low" },
        providerOptions: {
          tools: [search],
          output_config: { task_budget: { type: "tokens", total: 20_000 } },
          metadata: { user_id: "u" },
          max_tokens: 5,
        },
      },
      { name: "claude-opus-5" },
    );
    expect(body).toMatchObject({
      tools: [{ name: "f" }, search],
      output_config: { effort: "low", task_budget: { total: 20_000 } },
      metadata: { user_id: "u" },
      max_tokens: 5,
    });
    const alone = await bodyOf([question], { toolChoice: "auto", providerOptions: { tools: [search] } });
    expect(alone).toMatchObject({ tools: [search], tool_choice: { type: "auto" } });
  });

  it("goes on in the container of a turn that is not over", async () => {
    const turn: Message = { ...calling("a"), providerMetadata: { anthropic: { container: { id: "c_1" } } } };
    expect(await bodyOf([question, turn, result("a")])).toMatchObject({ container: "c_1" });
    expect(await bodyOf([question, turn, result("a"), calling("b"), result("b")])).toMatchObject({
      container: "c_1",
    });
    expect(await bodyOf([question, turn, result("a"), question])).not.toHaveProperty("container");
    const own = { providerOptions: { container: "c_2" } };
    expect(await bodyOf([question, turn, result("a")], own)).toMatchObject({ container: "c_2" });
  });
});

describe("schemas", () => {
  it("H11: a tool with a union at its root gets an object, and optional fields stay optional", async () => {
    const either = z.union([
      z.object({ name: z.string() }),
      z.object({ id: z.number(), note: z.string().optional() }),
    ]);
    for (const name of ["claude-sonnet-4-0", "claude-sonnet-4-5"]) {
      const { tools } = await bodyOf([question], { tools: [{ ...tool, input: either }] }, { name });
      const [{ input_schema: schema }] = tools as [{ input_schema: Record<string, unknown> }];
      expect(schema.type).toBe("object");
      expect(schema).not.toHaveProperty("anyOf");
      expect(Object.keys(Object(schema.properties))).toEqual(["name", "id", "note"]);
      expect(schema.required ?? []).toEqual([]);
    }
  });

  it("is strict where the model and the schema allow it", async () => {
    const strictness = async (name: string, input: ModelTool["input"]) => {
      const { tools } = await bodyOf([question], { tools: [{ ...tool, input }] }, { name });
      return (tools as { strict?: boolean }[])[0]?.strict;
    };
    expect(await strictness("claude-sonnet-4-5", tool.input)).toBe(true);
    expect(await strictness("claude-opus-4-1", tool.input)).toBe(true);
    expect(await strictness("claude-sonnet-4-0", tool.input)).toBeUndefined();
    expect(
      await strictness("claude-sonnet-4-5", { type: "object", additionalProperties: true }),
    ).toBeUndefined();
    expect(await strictness("claude-sonnet-4-5", {})).toBeUndefined();
  });

  it("stays within what the service takes of strict tools in one request", async () => {
    const wide = z.object(
      Object.fromEntries(Array.from({ length: 13 }, (_, n) => [`p${n}`, z.string().optional()])),
    );
    const count = async (tools: NonNullable<ModelCallOptions["tools"]>) => {
      const body = await bodyOf([question], { tools });
      return (body.tools as { strict?: boolean }[]).filter(({ strict }) => strict).length;
    };
    const several = (length: number, input: z.ZodType) =>
      Array.from({ length }, (_, n) => ({ ...tool, name: `t${n}`, input }));
    expect(await count(several(25, tool.input))).toBe(20);
    expect(await count(several(3, wide))).toBe(1);
    expect(await count(several(20, z.object({ a: z.string().nullable() })))).toBe(16);
  });

  it("sends the schema of the answer natively, in the strict form", async () => {
    const responseSchema = {
      type: "object",
      properties: { n: { type: "number", minimum: 1 } },
      required: ["n"],
    };
    expect((await bodyOf([question], { responseSchema })).output_config).toEqual({
      format: {
        type: "json_schema",
        schema: {
          type: "object",
          properties: { n: { type: "number", description: "(minimum: 1)" } },
          required: ["n"],
          additionalProperties: false,
        },
      },
    });
    expect(await bodyOf([question], { responseSchema }, { name: "claude-sonnet-4-0" })).not.toHaveProperty(
      "output_config",
    );
  });

  it("tells in words of a schema that the service cannot hold the model to", async () => {
    const body = await bodyOf([{ role: "system", content: "Be brief." }, question], {
      responseSchema: { type: "object", additionalProperties: { type: "number" } },
    });
    expect(body).not.toHaveProperty("output_config");
    expect(body.system).toEqual([
      text(expect.stringMatching(/^Be brief\.\n\nAnswer with JSON only.*additionalProperties/s)),
    ]);
  });
});

describe("the prompt cache", () => {
  const mark = { cache_control: { type: "ephemeral" } };
  const messages: Message[] = [{ role: "system", content: "Rules." }, question, calling("a"), result("a")];

  it("is marked at the end of the system prompt, of the tools and of the last messages", async () => {
    const marked = async (breakpoints: number) => {
      const body = await bodyOf(messages, { tools: [tool], cacheControl: { breakpoints } });
      return [
        (body.system as object[])[0],
        (body.tools as object[])[0],
        ...(body.messages as { content: object[] }[]).toReversed().map(({ content }) => content.at(-1)),
      ].map((part) => "cache_control" in Object(part));
    };
    expect(await marked(0)).toEqual([false, false, false, false, false]);
    expect(await marked(1)).toEqual([true, false, false, false, false]);
    expect(await marked(3)).toEqual([true, true, true, false, false]);
    expect(await marked(9)).toEqual([true, true, true, true, false]);
  });

  it("is not marked at a tool that is loaded when it is found, which the service refuses", async () => {
    const deferred = { name: "g", input_schema: { type: "object" }, defer_loading: true };
    const { tools } = await bodyOf(messages, {
      tools: [tool],
      cacheControl: { breakpoints: 2 },
      providerOptions: { tools: [deferred] },
    });
    expect(tools).toMatchObject([mark, deferred]);
    expect((tools as object[])[1]).not.toHaveProperty("cache_control");
  });

  it("is not marked where the model has none, in thoughts, or more often than the service takes", async () => {
    const cacheControl = { breakpoints: 4 };
    const none = await bodyOf(messages, { cacheControl }, { promptCaching: false });
    expect(JSON.stringify(none)).not.toContain("cache_control");
    const parts = Array.from({ length: 3 }, () => ({
      type: "text" as const,
      text: "x",
      providerMetadata: { anthropic: mark },
    }));
    const body = await bodyOf([...messages.slice(0, 1), { role: "user", content: parts }], { cacheControl });
    expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(4);
    expect(body.system).toEqual([{ ...text("Rules."), ...mark }]);
  });
});

describe("what the caller has", () => {
  it("is not changed by marks for the cache, not even what goes as it is", async () => {
    const search = { type: "web_search_20260209", name: "web_search" };
    const opaque = { type: "server_tool_use", id: "srvtoolu_1", name: "web_search", input: {} };
    const messages: Message[] = [
      question,
      // Changed since, so that the blocks stand where they can.
      {
        role: "assistant",
        content: "",
        providerMetadata: { anthropic: { content: [opaque, text("gone")] } },
      },
    ];
    const options = { cacheControl: { breakpoints: 4 }, providerOptions: { tools: [search] } };
    const given = structuredClone({ messages, options });
    const body = await bodyOf(messages, options);
    expect(JSON.stringify(body).match(/cache_control/g)).toHaveLength(3);
    expect({ messages, options }).toEqual(given);
  });
});

function enabled(budget_tokens: number) {
  return { type: "enabled", budget_tokens };
}

function adaptive() {
  return { type: "adaptive", display: "summarized" };
}

function withoutMissing(value: Record<string, unknown>) {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined));
}

async function bodyOf(
  messages: readonly Message[],
  options: ModelCallOptions = {},
  config: Partial<AnthropicModelConfig> = {},
): Promise<Record<string, unknown>> {
  const { model, asked } = modelAnswering({ body: message([text("x")]) }, {}, config);
  await model.complete(messages, options);
  return asked[0]?.body ?? {};
}
