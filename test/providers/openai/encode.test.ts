import { describe, expect, it, vi } from "vitest";
import { z } from "zod";
import type { Message } from "../../../src/contracts/message.ts";
import type { ModelCallOptions } from "../../../src/contracts/model.ts";
import {
  type OpenAIModelConfig,
  type OpenAIOptions,
  OpenAISDK,
} from "../../../src/providers/openai/index.ts";
import { answering, errorOf } from "./support.ts";

const question: Message = { role: "user", content: "?" };
const OPENROUTER = "https://openrouter.ai/api/v1";
const MISTRAL = "https://api.mistral.ai/v1";
const DEEPSEEK = "https://api.deepseek.com/v1";

describe("messages", () => {
  it("H4: an assistant turn with calls alone has null content, or an empty text where the service wants one", async () => {
    const turn: Message = {
      role: "assistant",
      content: "",
      toolCalls: [{ id: "abcdefghi", name: "f", input: { n: 1 } }],
    };
    const messages = [question, turn, { role: "tool", toolCallId: "abcdefghi", content: "1" } as const];
    expect((await bodyOf(messages)).messages).toEqual([
      { role: "user", content: "?" },
      {
        role: "assistant",
        content: null,
        tool_calls: [{ id: "abcdefghi", type: "function", function: { name: "f", arguments: '{"n":1}' } }],
      },
      { role: "tool", tool_call_id: "abcdefghi", content: "1" },
    ]);
    for (const baseURL of [
      MISTRAL,
      "https://api.cloudflare.com/client/v4/accounts/a/ai/v1",
      "http://localhost:11434/v1",
    ]) {
      expect((await bodyOf(messages, {}, { baseURL })).messages).toMatchObject([{}, { content: "" }, {}]);
    }
  });

  it("H14, H4: drops empty texts, and a turn that holds nothing else; an empty text without calls is never null", async () => {
    const messages: Message[] = [
      question,
      { role: "assistant", content: [{ type: "text", text: "" }] },
      { role: "assistant", content: "" },
      {
        role: "user",
        content: [
          { type: "text", text: "" },
          { type: "text", text: "a" },
        ],
      },
      { role: "user", content: "" },
    ];
    expect((await bodyOf(messages)).messages).toEqual([
      { role: "user", content: "?" },
      { role: "user", content: "a" },
      { role: "user", content: "" },
    ]);
  });

  it("H5: maps identifiers to nine letters and digits for services that want them, always the same", async () => {
    const ids = ["call_PTLP8", "chatcmpl-tool-9f149c74c42f265b", "gSIMJiOkT"];
    const messages: Message[] = [
      question,
      { role: "assistant", content: "", toolCalls: ids.map((id) => ({ id, name: "f", input: {} })) },
      ...ids.map((toolCallId): Message => ({ role: "tool", toolCallId, content: "1" })),
    ];
    const first = await bodyOf(messages, {}, { baseURL: MISTRAL });
    const [, turn, ...results] = first.messages as [
      unknown,
      { tool_calls: { id: string }[] },
      ...{ tool_call_id: string }[],
    ];
    const mapped = turn.tool_calls.map(({ id }) => id);
    expect(mapped.every((id) => /^[a-zA-Z0-9]{9}$/.test(id))).toBe(true);
    expect(new Set(mapped).size).toBe(3);
    expect(mapped[2]).toBe("gSIMJiOkT");
    expect(results.map(({ tool_call_id }) => tool_call_id)).toEqual(mapped);
    expect(await bodyOf(messages, {}, { baseURL: MISTRAL })).toEqual(first);
    expect((await bodyOf(messages)).messages).toMatchObject([
      {},
      { tool_calls: ids.map((id) => ({ id })) },
      {},
      {},
      {},
    ]);
  });

  it("H5: maps the identifier of a result whose call is gone", async () => {
    const messages: Message[] = [question, { role: "tool", toolCallId: "call_PTLP8", content: "1" }];
    const body = await bodyOf(messages, {}, { baseURL: MISTRAL });
    expect((body.messages as { tool_call_id?: string }[])[1]?.tool_call_id).toMatch(/^[a-z0-9]{9}$/);
  });

  it("H5: maps an identifier that is too long for OpenAI", async () => {
    const id = "x".repeat(41);
    const messages: Message[] = [
      question,
      { role: "assistant", content: "", toolCalls: [{ id, name: "f", input: {} }] },
    ];
    const { fetch, asked } = answering({ body: {} });
    vi.stubGlobal("fetch", fetch);
    await errorOf(new OpenAISDK().model({ name: "gpt-4o" }).complete(messages));
    vi.unstubAllGlobals();
    const [, turn] = (asked[0]?.body.messages ?? []) as [unknown, { tool_calls: { id: string }[] }];
    expect(turn.tool_calls[0]?.id).toMatch(/^[a-z0-9]{9}$/);
  });

  it.each<[string, Partial<OpenAIOptions>, boolean, Record<string, unknown>]>([
    ["DeepSeek, with calls", { baseURL: DEEPSEEK }, true, { reasoning_content: "thought" }],
    ["DeepSeek, without calls", { baseURL: DEEPSEEK }, false, {}],
    ["Z.ai", { baseURL: "https://api.z.ai/api/paas/v4" }, false, { reasoning_content: "thought" }],
    ["Cerebras", { baseURL: "https://api.cerebras.ai/v1" }, false, { reasoning: "thought" }],
    ["OpenAI", {}, true, {}],
    ["Groq", { baseURL: "https://api.groq.com/openai/v1" }, true, {}],
    [
      "OpenRouter, which gets its blocks back as they were",
      { baseURL: OPENROUTER },
      true,
      { reasoning_details: [{ type: "x", data: "ZQ==" }] },
    ],
    [
      "a proxy that names DeepSeek",
      { baseURL: "https://proxy.example.com/v1", provider: "deepseek" },
      true,
      { reasoning_content: "thought" },
    ],
    [
      "a server that is told apart by hand",
      { baseURL: "http://localhost:8000/v1", quirks: { reasoning: "reasoning" } },
      true,
      { reasoning: "thought" },
    ],
  ])("H8: sends reasoning back to %s", async (_whom, options, hasCalls, fields) => {
    const details = [{ type: "x", data: "ZQ==" }];
    const turn: Message = {
      role: "assistant",
      content: [
        {
          type: "reasoning",
          text: "thought",
          ...(options.baseURL === OPENROUTER && {
            providerMetadata: { openrouter: { reasoning_details: details } },
          }),
        },
        { type: "text", text: "said" },
      ],
      ...(hasCalls && { toolCalls: [{ id: "a", name: "f", input: {} }] }),
    };
    const { messages } = await bodyOf([question, turn], {}, options);
    const {
      role: _role,
      content,
      tool_calls: _calls,
      ...rest
    } = (messages as Record<string, unknown>[])[1] ?? {};
    expect(content).toBe("said");
    expect(rest).toEqual(fields);
  });

  it.each([DEEPSEEK, "https://api.moonshot.ai/v1"])(
    "H8: stands in for the thought of another model's calls, without which %s refuses them",
    async (baseURL) => {
      const toolCalls = [{ id: "a", name: "f", input: {} }];
      const turns: Message[] = [
        { role: "assistant", content: "", toolCalls },
        { role: "assistant", content: [{ type: "text", text: "On it." }], toolCalls },
        { role: "assistant", content: "Done." },
      ];
      const sent = async (reasons: boolean, options: ModelCallOptions = {}): Promise<unknown[]> => {
        const body = await bodyOf([question, ...turns], options, { baseURL }, { reasoning: reasons });
        return (body.messages as Record<string, unknown>[]).map((message) => message.reasoning_content);
      };
      expect(await sent(true)).toEqual([undefined, " ", " ", undefined]);
      expect(await sent(true, { reasoning: { effort: "none" } })).toEqual(Array(4).fill(undefined));
      expect(await sent(false)).toEqual(Array(4).fill(undefined));
    },
  );

  it("H6: gives OpenRouter blocks of reasoning back for the model that wrote them", async () => {
    const reasoning_details = [{ type: "reasoning.text", text: "Hm.", signature: "c2ln" }];
    const body = { choices: [{ message: { content: "x", reasoning_details }, finish_reason: "stop" }] };
    const { fetch } = answering({ body });
    const { reasoning = [] } = await new OpenAISDK({ baseURL: OPENROUTER, fetch })
      .model({ name: "anthropic/claude-opus-5" })
      .complete([question]);
    const turn: Message = { role: "assistant", content: [...reasoning, { type: "text", text: "x" }] };
    const again = async (name: string): Promise<unknown> =>
      (await bodyOf([question, turn, question], {}, { baseURL: OPENROUTER }, { name })).messages;
    expect(await again("anthropic/claude-opus-5")).toMatchObject([{}, { reasoning_details }, {}]);
    expect(JSON.stringify(await again("openai/gpt-5"))).not.toContain("reasoning_details");
  });

  it("H8: sends Mistral its thinking as a part before the text", async () => {
    const turn: Message = {
      role: "assistant",
      content: [
        { type: "reasoning", text: "thought" },
        { type: "text", text: "said" },
      ],
    };
    const { messages } = await bodyOf([question, turn], {}, { baseURL: MISTRAL });
    expect(messages).toMatchObject([
      {},
      {
        content: [
          { type: "thinking", thinking: [{ type: "text", text: "thought" }] },
          { type: "text", text: "said" },
        ],
      },
    ]);
  });

  it("sends opaque data back to its own family only", async () => {
    const extra_content = { google: { thought_signature: "c2ln" } };
    const providerMetadata = { google: { extra_content } };
    const turn: Message = {
      role: "assistant",
      content: "",
      toolCalls: [{ id: "a", name: "f", input: {}, providerMetadata }],
      providerMetadata,
    };
    const baseURL = "https://generativelanguage.googleapis.com/v1beta/openai";
    expect((await bodyOf([question, turn], {}, { baseURL })).messages).toMatchObject([
      {},
      { extra_content, tool_calls: [{ extra_content }] },
    ]);
    expect(JSON.stringify(await bodyOf([question, turn]))).not.toContain("c2ln");
  });

  it("gives reasoning models of OpenAI their instructions as a developer", async () => {
    const messages: Message[] = [{ role: "system", content: "Be brief." }, question];
    expect((await bodyOf(messages, {}, {}, { name: "gpt-5-mini" })).messages).toMatchObject([
      { role: "developer" },
      {},
    ]);
    expect((await bodyOf(messages, {}, {}, { name: "gpt-4o" })).messages).toMatchObject([
      { role: "system" },
      {},
    ]);
    const other = { baseURL: OPENROUTER };
    expect((await bodyOf(messages, {}, other, { name: "openai/gpt-5" })).messages).toMatchObject([
      { role: "system" },
      {},
    ]);
  });

  it("carries images, documents, audio and video", async () => {
    const base64 = "AAAA";
    const content: Message["content"] = [
      { type: "text", text: "See" },
      { type: "image", source: { url: "https://example.com/a.png" } },
      { type: "image", source: { base64, mediaType: "image/webp" } },
      { type: "pdf", source: { base64, mediaType: "application/pdf" }, name: "a.pdf" },
      { type: "audio", source: { base64, mediaType: "audio/mpeg" } },
      { type: "audio", source: { base64, mediaType: "audio/x-wav" } },
      { type: "file", source: { base64, mediaType: "image/png" } },
      { type: "file", source: { base64, mediaType: "video/mp4" } },
    ];
    const { messages } = await bodyOf([{ role: "user", content }]);
    expect((messages as { content: unknown }[])[0]?.content).toEqual([
      { type: "text", text: "See" },
      { type: "image_url", image_url: { url: "https://example.com/a.png" } },
      { type: "image_url", image_url: { url: "data:image/webp;base64,AAAA" } },
      { type: "file", file: { filename: "a.pdf", file_data: "data:application/pdf;base64,AAAA" } },
      { type: "input_audio", input_audio: { data: "AAAA", format: "mp3" } },
      { type: "input_audio", input_audio: { data: "AAAA", format: "wav" } },
      { type: "image_url", image_url: { url: "data:image/png;base64,AAAA" } },
      { type: "video_url", video_url: { url: "data:video/mp4;base64,AAAA" } },
    ]);
  });

  it("sends a document by its URL only where the service fetches it", async () => {
    const url = "https://example.com/a.pdf";
    const messages: Message[] = [{ role: "user", content: [{ type: "pdf", source: { url } }] }];
    expect((await bodyOf(messages, {}, { baseURL: OPENROUTER })).messages).toMatchObject([
      { content: [{ type: "file", file: { file_data: url } }] },
    ]);
    expect((await bodyOf(messages, {}, { baseURL: MISTRAL })).messages).toMatchObject([
      { content: [{ type: "document_url", document_url: url }] },
    ]);
    expect(await errorOf(modelOf().model.complete(messages))).toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
    });
    const audio: Message[] = [
      { role: "user", content: [{ type: "audio", source: { url: "https://example.com/a.mp3" } }] },
    ];
    expect(await errorOf(modelOf().model.complete(audio))).toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
    });
  });

  it("puts what tools returned beside text into a message after the last of them", async () => {
    const image = { type: "image", source: { url: "https://example.com/a.png" } } as const;
    const messages: Message[] = [
      question,
      { role: "assistant", content: "", toolCalls: ["a", "b"].map((id) => ({ id, name: "f", input: {} })) },
      { role: "tool", toolCallId: "a", content: [{ type: "text", text: "here" }, image] },
      { role: "tool", toolCallId: "b", content: "2" },
      { role: "user", content: "Go on" },
    ];
    expect((await bodyOf(messages)).messages).toMatchObject([
      {},
      {},
      { role: "tool", tool_call_id: "a", content: "here" },
      { role: "tool", tool_call_id: "b", content: "2" },
      { role: "user", content: [{ type: "image_url" }] },
      { role: "user", content: "Go on" },
    ]);
  });
});

describe("options", () => {
  it("are called what the service calls them", async () => {
    const options: ModelCallOptions = { temperature: 0, topP: 0.5, maxTokens: 9, stop: ["x"], seed: 7 };
    expect(await bodyOf([question], options)).toEqual({
      model: "gpt-4o",
      messages: [question],
      max_completion_tokens: 9,
      temperature: 0,
      top_p: 0.5,
      stop: ["x"],
      seed: 7,
    });
    expect(await bodyOf([question], options, { baseURL: MISTRAL })).toMatchObject({
      max_tokens: 9,
      random_seed: 7,
    });
    expect(await bodyOf([question], options, { baseURL: "http://localhost:8000/v1" })).toMatchObject({
      max_tokens: 9,
      seed: 7,
    });
    expect(await bodyOf([question])).toEqual({ model: "gpt-4o", messages: [question] });
  });

  it("ask for usage in a stream, but not where that is refused", async () => {
    expect(await bodyOf([question], {}, {}, {}, true)).toMatchObject({
      stream: true,
      stream_options: { include_usage: true },
    });
    const mistral = await bodyOf([question], {}, { baseURL: MISTRAL }, {}, true);
    expect(mistral).toMatchObject({ stream: true });
    expect(mistral).not.toHaveProperty("stream_options");
    expect(await bodyOf([question])).not.toHaveProperty("stream");
  });

  it.each<[string, string, NonNullable<ModelCallOptions["reasoning"]>, Record<string, unknown>]>([
    ["OpenAI", "https://api.openai.com/v1", { effort: "low", maxTokens: 99 }, { reasoning_effort: "low" }],
    ["OpenRouter", OPENROUTER, { effort: "high" }, { reasoning: { effort: "high" } }],
    [
      "OpenRouter, by tokens",
      OPENROUTER,
      { effort: "high", maxTokens: 99 },
      { reasoning: { max_tokens: 99 } },
    ],
    ["DeepSeek", DEEPSEEK, { effort: "high" }, { thinking: { type: "enabled" }, reasoning_effort: "high" }],
    ["DeepSeek, not", DEEPSEEK, { effort: "none" }, { thinking: { type: "disabled" } }],
    ["Z.ai", "https://api.z.ai/api/paas/v4", { effort: "none" }, { thinking: { type: "disabled" } }],
  ])("ask %s to reason, where the model can", async (_whom, baseURL, reasoning, fields) => {
    const {
      model: _model,
      messages: _messages,
      ...rest
    } = await bodyOf([question], { reasoning }, { baseURL }, { reasoning: true });
    expect(rest).toEqual(fields);
    const plain = await bodyOf([question], { reasoning }, { baseURL }, { name: "plain", reasoning: false });
    expect(Object.keys(plain)).toEqual(["model", "messages"]);
  });

  it("leave sampling out for OpenAI's reasoning models, unless they do not reason", async () => {
    const model = { name: "gpt-5.1" };
    expect(await bodyOf([question], { temperature: 0 }, {}, model)).not.toHaveProperty("temperature");
    expect(
      await bodyOf([question], { temperature: 0, reasoning: { effort: "none" } }, {}, model),
    ).toHaveProperty("temperature");
    expect(await bodyOf([question], { temperature: 0 }, { baseURL: OPENROUTER }, model)).toHaveProperty(
      "temperature",
    );
  });

  it("merge provider options over everything, headers too, call over model", async () => {
    const body = await bodyOf(
      [question],
      { providerOptions: { user: "u", max_completion_tokens: 5 }, maxTokens: 9 },
      {},
      { providerOptions: { user: "v", store: true }, temperature: 0.3 },
    );
    expect(body).toMatchObject({ user: "u", store: true, max_completion_tokens: 5, temperature: 0.3 });
  });

  it("add a caller's own tools, reasoning and stream options to those of the call", async () => {
    const body = await bodyOf(
      [question],
      {
        tools: [{ name: "f", description: "", input: { type: "object" } }],
        toolChoice: "auto",
        reasoning: { effort: "low" },
        providerOptions: {
          tools: [{ type: "openrouter:web_search" }],
          reasoning: { exclude: true },
          stream_options: { include_obfuscation: false },
        },
      },
      { baseURL: OPENROUTER },
      { reasoning: true },
      true,
    );
    expect(body).toMatchObject({
      tools: [{ type: "function", function: { name: "f" } }, { type: "openrouter:web_search" }],
      reasoning: { effort: "low", exclude: true },
      stream_options: { include_usage: true, include_obfuscation: false },
    });
    const own = { toolChoice: "required", providerOptions: { tools: [{ type: "custom" }] } } as const;
    expect(await bodyOf([question], own)).toMatchObject({
      tools: [{ type: "custom" }],
      tool_choice: "required",
    });
  });

  it("do not let an undefined option undo a default", async () => {
    const options = { temperature: undefined } as unknown as ModelCallOptions;
    expect(await bodyOf([question], options, {}, { temperature: 0.3 })).toMatchObject({ temperature: 0.3 });
  });
});

describe("tools and structured output", () => {
  const strictable = z.object({ city: z.string(), unit: z.enum(["c", "f"]).optional() });
  const free = { type: "object", properties: { filter: { type: "object", additionalProperties: true } } };
  const tools = [
    { name: "weather", description: "Tells the weather.", input: strictable },
    { name: "query", description: "Asks.", input: free },
  ];

  it("H11: are strict where the schema can be, with what is optional widened to null", async () => {
    const body = await bodyOf([question], {
      tools,
      toolChoice: { tool: "weather" },
      parallelToolCalls: false,
    });
    expect(body).toMatchObject({
      tool_choice: { type: "function", function: { name: "weather" } },
      parallel_tool_calls: false,
      tools: [
        {
          type: "function",
          function: {
            name: "weather",
            description: "Tells the weather.",
            strict: true,
            parameters: { type: "object", required: ["city", "unit"], additionalProperties: false },
          },
        },
        { type: "function", function: { name: "query", parameters: { type: "object" } } },
      ],
    });
    const [, query] = body.tools as { function: object }[];
    expect(query?.function).not.toHaveProperty("strict");
    expect(JSON.stringify(body.tools)).toContain('"null"');
  });

  it("H11: are sent as they are to services that know nothing strict", async () => {
    const body = await bodyOf([question], { tools, toolChoice: "required" }, { baseURL: OPENROUTER });
    expect(JSON.stringify(body)).not.toContain("strict");
    expect(body).toMatchObject({
      tool_choice: "required",
      tools: [{ function: { parameters: { required: ["city"] } } }, {}],
    });
  });

  it("leave the choice out where there are no tools", async () => {
    const body = await bodyOf([question], { tools: [], toolChoice: "required", parallelToolCalls: false });
    expect(Object.keys(body)).toEqual(["model", "messages"]);
  });

  it("refuse a tool whose schema says nothing to a model", async () => {
    const vague = {
      "~standard": { version: 1, vendor: "none", validate: (value: unknown) => ({ value }) },
    } as const;
    const error = await errorOf(
      modelOf().model.complete([question], { tools: [{ name: "f", description: "", input: vague }] }),
    );
    expect(error).toMatchObject({ code: "INVALID_CONFIG" });
    expect(error.message).toContain('"f"');
  });

  it("H11: ask for an answer by a schema, strict where it can be, where the model takes one", async () => {
    const responseSchema = {
      type: "object",
      title: "City map!",
      properties: { city: { type: "string" } },
      required: ["city"],
    };
    expect(await bodyOf([question], { responseSchema })).toMatchObject({
      response_format: {
        type: "json_schema",
        json_schema: { name: "City_map_", strict: true, schema: { additionalProperties: false } },
      },
    });
    expect(await bodyOf([question], { responseSchema: free })).toMatchObject({
      response_format: { json_schema: { name: "answer", strict: false, schema: free } },
    });
    expect(await bodyOf([question], { responseSchema }, {}, { name: "gpt-3.5-turbo" })).not.toHaveProperty(
      "response_format",
    );
  });
});

describe("the prompt cache of OpenRouter", () => {
  const messages: Message[] = [{ role: "system", content: "Long rules." }, question];
  const mark = { type: "ephemeral" };

  it("is marked after the system message first, then at the end", async () => {
    const options = { cacheControl: { breakpoints: 1 } };
    const able = { name: "anthropic/claude-sonnet-4.5", promptCaching: true };
    const once = await bodyOf(messages, options, { baseURL: OPENROUTER }, able);
    expect(once.messages).toEqual([
      { role: "system", content: [{ type: "text", text: "Long rules.", cache_control: mark }] },
      question,
    ]);
    const twice = await bodyOf(messages, { cacheControl: { breakpoints: 2 } }, { baseURL: OPENROUTER }, able);
    expect(twice.messages).toMatchObject([{}, { content: [{ cache_control: mark }] }]);
  });

  it("is left alone where the model cannot, and where the service is another", async () => {
    const options = { cacheControl: { breakpoints: 1 } };
    expect(JSON.stringify(await bodyOf(messages, options, { baseURL: OPENROUTER }))).not.toContain(
      "cache_control",
    );
    expect(
      JSON.stringify(await bodyOf(messages, options, { baseURL: MISTRAL }, { promptCaching: true })),
    ).not.toContain("cache_control");
  });

  it("is marked by hand on a part", async () => {
    const content = [
      { type: "text", text: "a", providerMetadata: { openrouter: { cache_control: mark } } },
    ] as const;
    const body = await bodyOf([{ role: "user", content }], {}, { baseURL: OPENROUTER });
    expect(body.messages).toEqual([
      { role: "user", content: [{ type: "text", text: "a", cache_control: mark }] },
    ]);
  });
});

describe("the prompt cache of OpenAI", () => {
  const mark = { prompt_cache_breakpoint: { mode: "explicit" } };
  const call = { cacheControl: { breakpoints: 2 } };
  const config = { name: "gpt-5.6", promptCaching: true };

  it("is marked after the developer's message first, then at the end", async () => {
    const messages: Message[] = [{ role: "system", content: "Long rules." }, question];
    const expected = [
      { role: "developer", content: [{ type: "text", text: "Long rules.", ...mark }] },
      { role: "user", content: [{ type: "text", text: "?", ...mark }] },
    ];
    expect((await bodyOf(messages, call, {}, config)).messages).toEqual(expected);
    // Without a transport of the caller's, OpenAI's own users load no more than they need.
    const { fetch, asked } = answering({ body: {} });
    vi.stubGlobal("fetch", fetch);
    await errorOf(new OpenAISDK().model(config).complete(messages, call));
    vi.unstubAllGlobals();
    expect(asked[0]?.body.messages).toEqual(expected);
  });

  it("is left alone where nobody says that the model has one", async () => {
    expect(JSON.stringify(await bodyOf([question], call))).not.toContain("prompt_cache_breakpoint");
  });
});

function modelOf(options: OpenAIOptions = {}, config: Partial<OpenAIModelConfig> = {}) {
  const { fetch, asked } = answering({ body: {} });
  return { model: new OpenAISDK({ fetch, ...options }).model({ name: "gpt-4o", ...config }), asked };
}

/** The body that a call sends. */
async function bodyOf(
  messages: readonly Message[],
  call: ModelCallOptions = {},
  options: OpenAIOptions = {},
  config: Partial<OpenAIModelConfig> = {},
  stream = false,
): Promise<Record<string, unknown>> {
  const { model, asked } = modelOf(options, config);
  await errorOf(stream ? iterate(model.stream(messages, call)) : model.complete(messages, call));
  const [request] = asked;
  if (!request) throw new Error("Nothing was sent.");
  return request.body;
}

async function iterate(chunks: AsyncIterable<unknown>): Promise<void> {
  for await (const _chunk of chunks);
}
