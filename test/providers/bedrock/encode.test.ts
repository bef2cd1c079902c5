import { describe, expect, it } from "vitest";
import type { ContentPart, Message } from "../../../src/contracts/message.ts";
import type { ModelCallOptions } from "../../../src/contracts/model.ts";
import type { BedrockModelConfig } from "../../../src/providers/bedrock/index.ts";
import { answering, errorOf, respond } from "../support.ts";
import { answer, CLAUDE, modelOver, NOVA } from "./support.ts";

const OPUS = "us.anthropic.claude-opus-4-7";
const OLD_CLAUDE = "anthropic.claude-3-7-sonnet-20250219-v1:0";
const LLAMA = "us.meta.llama4-maverick-17b-instruct-v1:0";
const MISTRAL = "mistral.mistral-large-2402-v1:0";
const GPT = "openai.gpt-oss-120b-1:0";
const QWEN = "qwen.qwen3-32b-v1:0";
const KIMI = "moonshot.kimi-k2-thinking";
const NOVA_2 = "us.amazon.nova-2-lite-v1:0";
const USER = { role: "user", content: "Hi" } as const;
const TOOL = {
  name: "weather",
  description: "Tells the weather.",
  input: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
};
const PNG = { base64: "AAAA", mediaType: "image/png" };

type Fields = Record<string, unknown>;
interface Body extends Fields {
  messages: { role: string; content: Fields[] }[];
  toolConfig?: { tools: Fields[]; toolChoice?: Fields };
}

async function bodyOf(
  messages: readonly Message[],
  options: ModelCallOptions = {},
  config: Partial<BedrockModelConfig> = {},
): Promise<Body> {
  const { fetch, asked } = answering({ body: answer([{ text: "Hi" }]) });
  await modelOver(fetch, config).complete(messages, options);
  return asked[0]?.body as Body;
}

const contentOf = async (content: Message["content"], name: string = CLAUDE): Promise<Fields[]> =>
  (await bodyOf([{ role: "user", content }], {}, { name })).messages[0]?.content ?? [];

describe("messages", () => {
  it("take turns: system messages stand apart, neighbours of one role are one", async () => {
    const body = await bodyOf([
      { role: "system", content: "Be kind." },
      USER,
      { role: "user", content: "there" },
      { role: "assistant", content: "Hello" },
      { role: "assistant", content: "again" },
      { role: "system", content: "Be brief." },
      { role: "user", content: "Bye" },
    ]);
    expect(body).toEqual({
      system: [{ text: "Be kind." }, { text: "Be brief." }],
      messages: [
        { role: "user", content: [{ text: "Hi" }, { text: "there" }] },
        { role: "assistant", content: [{ text: "Hello" }, { text: "again" }] },
        { role: "user", content: [{ text: "Bye" }] },
      ],
    });
  });

  it("H4, H14: leave blank texts and empty turns out", async () => {
    const body = await bodyOf([
      { role: "system", content: "" },
      {
        role: "user",
        content: [
          { type: "text", text: "" },
          { type: "text", text: "Hi" },
          { type: "text", text: " \n" },
        ],
      },
      { role: "assistant", content: "" },
      { role: "user", content: "there" },
      { role: "assistant", content: "  ", toolCalls: [{ id: "a", name: "f", input: {} }] },
      { role: "tool", content: "", toolCallId: "a" },
    ]);
    expect(body).not.toHaveProperty("system");
    expect(body.messages).toEqual([
      { role: "user", content: [{ text: "Hi" }, { text: "there" }] },
      { role: "assistant", content: [{ toolUse: { toolUseId: "a", name: "f", input: {} } }] },
      { role: "user", content: [{ toolResult: { toolUseId: "a", content: [] } }] },
    ]);
  });

  it("H1: results come first in the turn after their calls, with their status", async () => {
    const calls = ["a", "b"].map((id) => ({ id, name: "f", input: { id } }));
    const body = await bodyOf([
      USER,
      { role: "assistant", content: "", toolCalls: calls },
      { role: "user", content: "And?" },
      { role: "tool", content: "1", toolCallId: "a" },
      { role: "tool", content: "No.", toolCallId: "b", isError: true },
    ]);
    expect(body.messages[2]?.content).toEqual([
      { toolResult: { toolUseId: "a", content: [{ text: "1" }] } },
      { toolResult: { toolUseId: "b", content: [{ text: "No." }], status: "error" } },
      { text: "And?" },
    ]);
  });

  it("do not break on odd histories", async () => {
    const odd: Message[] = [
      { role: "tool", content: "1" },
      { role: "tool", content: "2", toolCallId: "never called" },
      { role: "assistant", content: [] },
      { role: "assistant", content: "", toolCalls: [{ id: "", name: "", input: undefined }] },
    ];
    expect((await bodyOf(odd)).messages.map(({ role }) => role)).toEqual(["user", "assistant"]);
    expect((await bodyOf([])).messages).toEqual([]);
  });

  it("H3: end without a blank where the answer shall go on, or ask models for it that take no beginning", async () => {
    const begun: Message[] = [USER, { role: "assistant", content: "The tide is \n" }];
    expect((await bodyOf(begun)).messages.slice(1)).toEqual([
      { role: "assistant", content: [{ text: "The tide is" }] },
    ]);
    expect((await bodyOf(begun, {}, { name: OPUS })).messages.slice(1)).toEqual([
      { role: "assistant", content: [{ text: "The tide is \n" }] },
      { role: "user", content: [{ text: "Continue." }] },
    ]);
  });

  it("begin with the user, where the model is no Claude", async () => {
    const cut: Message[] = [{ role: "assistant", content: "Hello" }, USER];
    expect((await bodyOf(cut)).messages.map(({ role }) => role)).toEqual(["assistant", "user"]);
    expect((await bodyOf(cut, {}, { name: NOVA })).messages[0]).toEqual({
      role: "user",
      content: [{ text: "Continue." }],
    });
    expect((await bodyOf([{ role: "system", content: "Greet." }])).messages).toHaveLength(1);
  });

  it("H5: have identifiers of calls that Bedrock takes, the same for the same conversation", async () => {
    const ids = ["functions.f:0", "x".repeat(80), "tooluse_ok-1", "übung"];
    const messages: Message[] = [
      USER,
      { role: "assistant", content: "", toolCalls: ids.map((id) => ({ id, name: "f", input: {} })) },
      ...ids.map((toolCallId): Message => ({ role: "tool", content: "1", toolCallId })),
    ];
    const sent = (body: Body, kind: string): unknown[] =>
      body.messages.flatMap(({ content }) => content.flatMap((block) => Object(block[kind]).toolUseId ?? []));
    const body = await bodyOf(messages);
    const mapped = sent(body, "toolUse");
    expect(mapped).toEqual(sent(body, "toolResult"));
    expect(mapped[2]).toBe("tooluse_ok-1");
    expect(new Set(mapped).size).toBe(4);
    for (const id of mapped) expect(id).toMatch(/^[\w-]{1,64}$/);
    expect(await bodyOf(messages)).toEqual(body);
    expect(sent(await bodyOf(messages, {}, { name: KIMI }), "toolUse")[0]).toBe("functions.f:0");
  });
});

describe("tool results", () => {
  const history = (content: Message["content"]): Message[] => [
    USER,
    { role: "assistant", content: "", toolCalls: [{ id: "a", name: "f", input: {} }] },
    { role: "tool", content, toolCallId: "a", isError: true },
  ];
  const media: ContentPart[] = [
    { type: "text", text: "See." },
    { type: "image", source: PNG },
    { type: "pdf", source: { base64: "BBBB", mediaType: "application/pdf" } },
  ];
  const image = { image: { format: "png", source: { bytes: "AAAA" } } };
  const document = { document: { format: "pdf", source: { bytes: "BBBB" }, name: "Document 1" } };

  it.each<[string, string, unknown[], unknown[]]>([
    ["Claude", CLAUDE, [{ text: "See." }, image, document], []],
    ["Nova", NOVA, [{ text: "See." }, image], [{ text: "See the attached document." }, document]],
    ["Llama", LLAMA, [{ text: "See." }], [{ text: "See the attached document." }, image, document]],
  ])("hold what %s takes there; the rest follows", async (_who, name, content, rest) => {
    const { messages } = await bodyOf(history(media), {}, { name });
    const [result, ...others] = messages[2]?.content ?? [];
    expect(Object(result).toolResult.content).toEqual(content);
    expect(others).toHaveLength(rest.length);
    expect(others).toEqual(expect.arrayContaining(rest));
  });

  it("are JSON for Mistral's models, and have no status there", async () => {
    const resultOf = async (content: string) =>
      (await bodyOf(history(content), {}, { name: MISTRAL })).messages[2]?.content;
    expect(await resultOf('{"n":1}')).toEqual([
      { toolResult: { toolUseId: "a", content: [{ json: { n: 1 } }] } },
    ]);
    expect(await resultOf("sunny")).toEqual([
      { toolResult: { toolUseId: "a", content: [{ json: { result: "sunny" } }] } },
    ]);
    expect(await resultOf("[1]")).toEqual([
      { toolResult: { toolUseId: "a", content: [{ json: { result: [1] } }] } },
    ]);
  });
});

describe("media", () => {
  it.each<[string, ContentPart, unknown]>([
    ["an image", { type: "image", source: PNG }, { image: { format: "png", source: { bytes: "AAAA" } } }],
    [
      "a JPEG",
      { type: "image", source: { base64: "AAAA", mediaType: "image/jpg" } },
      { image: { format: "jpeg", source: { bytes: "AAAA" } } },
    ],
    [
      "a data URL",
      { type: "image", source: { url: "data:image/webp;base64,AAAA" } },
      { image: { format: "webp", source: { bytes: "AAAA" } } },
    ],
    [
      "an image in S3",
      { type: "image", source: { url: "s3://b/a.b/c.JPG" } },
      { image: { format: "jpeg", source: { s3Location: { uri: "s3://b/a.b/c.JPG" } } } },
    ],
    [
      "an image in another's bucket",
      {
        type: "image",
        source: { url: "s3://b/c.png" },
        providerMetadata: {
          bedrock: { source: { s3Location: { uri: "s3://b/c.png", bucketOwner: "123456789012" } } },
        },
      },
      {
        image: {
          format: "png",
          source: { s3Location: { uri: "s3://b/c.png", bucketOwner: "123456789012" } },
        },
      },
    ],
    [
      "audio",
      { type: "audio", source: { base64: "AAAA", mediaType: "audio/mpeg" } },
      { audio: { format: "mp3", source: { bytes: "AAAA" } } },
    ],
    [
      "audio of waves",
      { type: "audio", source: { base64: "AAAA", mediaType: "audio/x-wav" } },
      { audio: { format: "wav", source: { bytes: "AAAA" } } },
    ],
    [
      "a file that is heard",
      { type: "file", source: { base64: "AAAA", mediaType: "audio/mpeg" } },
      { audio: { format: "mp3", source: { bytes: "AAAA" } } },
    ],
    [
      "a video",
      { type: "file", source: { base64: "AAAA", mediaType: "video/mp4" } },
      { video: { format: "mp4", source: { bytes: "AAAA" } } },
    ],
    [
      "a video for phones",
      { type: "file", source: { base64: "AAAA", mediaType: "video/3gpp" } },
      { video: { format: "three_gp", source: { bytes: "AAAA" } } },
    ],
    [
      "a video in S3",
      { type: "file", source: { url: "s3://b/c.mov" } },
      { video: { format: "mov", source: { s3Location: { uri: "s3://b/c.mov" } } } },
    ],
  ])("are encoded: %s", async (_what, part, block) => {
    expect(await contentOf([{ type: "text", text: "See." }, part])).toEqual([{ text: "See." }, block]);
  });

  it.each<[string, string]>([
    ["application/pdf", "pdf"],
    ["text/csv", "csv"],
    ["text/plain", "txt"],
    ["text/plain; charset=utf-8", "txt"],
    ["text/markdown", "md"],
    ["text/html", "html"],
    ["text/x-python", "txt"],
    ["application/json", "txt"],
    ["application/msword", "doc"],
    ["application/vnd.openxmlformats-officedocument.wordprocessingml.document", "docx"],
    ["application/vnd.ms-excel", "xls"],
    ["application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", "xlsx"],
  ])("are encoded: a document of the type %s", async (mediaType, format) => {
    const content = await contentOf([
      { type: "file", source: { base64: "AAAA", mediaType }, name: "tides.2026" },
    ]);
    expect(content).toEqual([
      { text: "See the attached document." },
      { document: { format, source: { bytes: "AAAA" }, name: "tides 2026" } },
    ]);
  });

  it("have names that the service takes, each once", async () => {
    const names = [undefined, "Größe_der\tGezeiten.pdf", "a", "a", "a [1] (2)-3", "...", "x".repeat(300)];
    const parts = names.map(
      (name): ContentPart => ({
        type: "pdf",
        source: { base64: "AAAA", mediaType: "application/pdf" },
        ...(name !== undefined && { name }),
      }),
    );
    const content = await contentOf([{ type: "text", text: "See." }, ...parts]);
    const sent = content.slice(1).map(({ document }) => String(Object(document).name));
    expect(sent.slice(0, 6)).toEqual([
      "Document 1",
      "Gr e der Gezeiten pdf",
      "a",
      "a 2",
      "a [1] (2)-3",
      "Document 6",
    ]);
    for (const name of sent) expect(name).toMatch(/^(?!.* {2})[a-zA-Z0-9 ()[\]-]{1,200}$/);
  });

  it.each<[string, ContentPart]>([
    ["a URL", { type: "image", source: { url: "https://example.com/a.png" } }],
    [
      "a format that Bedrock has no word for",
      { type: "image", source: { base64: "AAAA", mediaType: "image/tiff" } },
    ],
    ["a file of bytes", { type: "file", source: { base64: "AAAA", mediaType: "application/octet-stream" } }],
  ])("are refused: %s", async (_what, part) => {
    const model = modelOver(async () => respond({ body: answer([]) }));
    const error = await errorOf(model.complete([{ role: "user", content: [part] }]));
    expect(error.code).toBe("PROVIDER_INVALID_REQUEST");
  });
});

describe("reasoning", () => {
  const thought = (bedrock: Fields): Message => ({
    role: "assistant",
    content: [
      { type: "reasoning", text: "Hm.", providerMetadata: { bedrock } },
      { type: "text", text: "Four." },
    ],
  });
  const model = CLAUDE.replace("us.", "");

  it("H6: goes back byte for byte to the model that made it, in any region", async () => {
    const blocks = [
      [{ signature: "EqQ+/==", model }, { reasoningText: { text: "Hm.", signature: "EqQ+/==" } }],
      [{ redactedContent: "RXU4", model }, { redactedContent: "RXU4" }],
    ] as const;
    for (const [metadata, reasoningContent] of blocks) {
      for (const name of [CLAUDE, model, `eu.${model}`]) {
        const { messages } = await bodyOf([USER, thought(metadata), USER], {}, { name });
        expect(messages[1]?.content).toEqual([{ reasoningContent }, { text: "Four." }]);
      }
    }
  });

  it.each([
    ["another model", { signature: "EqQ+/==", model: "anthropic.claude-opus-4-6-v1" }],
    ["nobody who signed it", { model }],
    ["somebody unknown", { signature: "EqQ+/==" }],
  ])("H6: of %s is left out", async (_who, metadata) => {
    const { messages } = await bodyOf([USER, thought(metadata), USER]);
    expect(messages[1]?.content).toEqual([{ text: "Four." }]);
  });

  it("H6: of another provider is left out", async () => {
    const part = {
      type: "reasoning",
      text: "Hm.",
      providerMetadata: { anthropic: { signature: "a", model } },
    } as const;
    const { messages } = await bodyOf([
      USER,
      { role: "assistant", content: [part, { type: "text", text: "Four." }] },
      USER,
    ]);
    expect(messages[1]?.content).toEqual([{ text: "Four." }]);
  });

  it.each<[string, string, ModelCallOptions, unknown]>([
    [
      "a budget for Claude",
      CLAUDE,
      { reasoning: { maxTokens: 5000 } },
      { thinking: { type: "enabled", budget_tokens: 5000 } },
    ],
    [
      "an effort for Claude",
      OLD_CLAUDE,
      { reasoning: { effort: "low" } },
      { thinking: { type: "enabled", budget_tokens: 2048 } },
    ],
    [
      "a budget within the cap",
      CLAUDE,
      { reasoning: { effort: "high" }, maxTokens: 3000 },
      { thinking: { type: "enabled", budget_tokens: 2250 } },
    ],
    ["no room to think", CLAUDE, { reasoning: { effort: "high" }, maxTokens: 500 }, undefined],
    [
      "an adaptive Claude",
      OPUS,
      { reasoning: { effort: "medium" } },
      { thinking: { type: "adaptive", display: "summarized" }, output_config: { effort: "medium" } },
    ],
    [
      "an adaptive Claude with a budget",
      OPUS,
      { reasoning: { maxTokens: 2000 } },
      { thinking: { type: "adaptive", display: "summarized" } },
    ],
    ["an effort for gpt-oss", GPT, { reasoning: { effort: "high" } }, { reasoning_effort: "high" }],
    ["an effort for Qwen", QWEN, { reasoning: { effort: "medium" } }, { reasoning_config: "high" }],
    [
      "an effort for Nova 2",
      NOVA_2,
      { reasoning: { effort: "low" } },
      { reasoningConfig: { type: "enabled", maxReasoningEffort: "low" } },
    ],
    ["a budget for gpt-oss", GPT, { reasoning: { maxTokens: 500 } }, undefined],
    ["none", CLAUDE, { reasoning: { effort: "none" } }, undefined],
    ["none of gpt-oss", GPT, { reasoning: { effort: "none" } }, undefined],
    [
      "none of a Claude that thinks by itself",
      "us.anthropic.claude-opus-5",
      { reasoning: { effort: "none" } },
      { thinking: { type: "disabled" } },
    ],
    ["a model that does not reason", NOVA, { reasoning: { effort: "high" } }, undefined],
  ])("is asked for: %s", async (_what, name, options, fields) => {
    expect((await bodyOf([USER], options, { name })).additionalModelRequestFields).toEqual(fields);
  });

  it("H6: gives way where Claude called tools without thoughts of its own, as another model does", async () => {
    const call = { id: "c1", name: "weather", input: { city: "Rome" } };
    const result: Message = { role: "tool", toolCallId: "c1", content: "sunny" };
    const thought = (model: string): ContentPart => ({
      type: "reasoning",
      text: "Hm.",
      providerMetadata: { bedrock: { signature: "sig", model } },
    });
    const fields = async (maker: string, name = CLAUDE): Promise<unknown> => {
      const turn: Message = { role: "assistant", content: [thought(maker)], toolCalls: [call] };
      const options = { tools: [TOOL], reasoning: { effort: "low" } } as const;
      return (await bodyOf([USER, turn, result], options, { name })).additionalModelRequestFields;
    };
    expect(await fields(CLAUDE.slice("us.".length))).toMatchObject({ thinking: { type: "enabled" } });
    expect(await fields(NOVA_2.slice("us.".length))).toBeUndefined();
    expect(await fields(NOVA_2.slice("us.".length), OPUS)).toMatchObject({ thinking: { type: "adaptive" } });
  });

  it("H3: goes before no answer that was begun", async () => {
    const begun: Message = { role: "assistant", content: "The tide" };
    const turns = async (options: ModelCallOptions): Promise<unknown> =>
      (await bodyOf([USER, begun], options)).messages.map(({ role }) => role);
    expect(await turns({})).toEqual(["user", "assistant"]);
    expect(await turns({ reasoning: { effort: "none" } })).toEqual(["user", "assistant"]);
    expect(await turns({ reasoning: { effort: "low" } })).toEqual(["user", "assistant", "user"]);
  });

  it("gives way to a call that Claude must make", async () => {
    const options = { tools: [TOOL], toolChoice: "required", reasoning: { effort: "low" } } as const;
    const body = await bodyOf([USER], options);
    expect(body).not.toHaveProperty("additionalModelRequestFields");
    expect(body.toolConfig?.toolChoice).toEqual({ any: {} });
  });
});

describe("options", () => {
  it("are named as Converse names them", async () => {
    const options = { temperature: 0.5, maxTokens: 100, stop: ["END"], seed: 7 };
    expect((await bodyOf([USER], { ...options, topP: 0.9 }, { name: NOVA })).inferenceConfig).toEqual({
      temperature: 0.5,
      topP: 0.9,
      maxTokens: 100,
      stopSequences: ["END"],
    });
    expect(await bodyOf([USER], { stop: [] })).not.toHaveProperty("inferenceConfig");
  });

  it("leave out the sampling that a model refuses", async () => {
    const sampling = { temperature: 0.5, topP: 0.9 };
    const inference = async (name: string, options: ModelCallOptions): Promise<unknown> =>
      (await bodyOf([USER], options, { name })).inferenceConfig;
    expect(await inference(CLAUDE, sampling)).toEqual({ temperature: 0.5 });
    expect(await inference(CLAUDE, { topP: 0.9 })).toEqual({ topP: 0.9 });
    expect(await inference(OPUS, sampling)).toBeUndefined();
    expect(await inference(CLAUDE, { ...sampling, maxTokens: 4000, reasoning: { effort: "low" } })).toEqual({
      maxTokens: 4000,
    });
    expect(
      await inference(NOVA_2, { ...sampling, maxTokens: 9, reasoning: { effort: "high" } }),
    ).toBeUndefined();
  });

  it("may be fields of the request, merged into ours", async () => {
    const providerOptions = {
      guardrailConfig: { guardrailIdentifier: "g", guardrailVersion: "1" },
      serviceTier: { type: "flex" },
      performanceConfig: { latency: "optimized" },
      inferenceConfig: { maxTokens: 7 },
      additionalModelRequestFields: { top_k: 5 },
    };
    const options = { temperature: 0, maxTokens: 5, reasoning: { maxTokens: 2000 }, providerOptions };
    const body = await bodyOf([USER], options, { name: OPUS });
    expect(body).toMatchObject({
      ...providerOptions,
      additionalModelRequestFields: { top_k: 5, thinking: { type: "adaptive" } },
    });
    expect(body.inferenceConfig).toEqual({ maxTokens: 7 });
  });
});

describe("tools", () => {
  it("are held to their schemas where the model can be", async () => {
    const { toolConfig } = await bodyOf([USER], { tools: [TOOL] });
    expect(toolConfig).toEqual({
      tools: [
        {
          toolSpec: {
            name: "weather",
            description: "Tells the weather.",
            inputSchema: { json: { ...TOOL.input, additionalProperties: false } },
            strict: true,
          },
        },
      ],
    });
    const loose = await bodyOf([USER], { tools: [TOOL] }, { name: NOVA });
    expect(loose.toolConfig?.tools[0]?.toolSpec).toEqual({
      name: "weather",
      description: "Tells the weather.",
      inputSchema: { json: TOOL.input },
    });
  });

  it("H11: are not where their schema cannot be, or where there are too many", async () => {
    const open = { ...TOOL, input: { type: "object", additionalProperties: { type: "string" } } };
    expect((await bodyOf([USER], { tools: [open] })).toolConfig?.tools[0]?.toolSpec).not.toHaveProperty(
      "strict",
    );
    const many = Array.from({ length: 25 }, (_, index) => ({ ...TOOL, name: `t${index}` }));
    const specs = (await bodyOf([USER], { tools: many })).toolConfig?.tools ?? [];
    expect(specs.filter(({ toolSpec }) => Object(toolSpec).strict)).toHaveLength(20);
  });

  it("H11: have an object at the root, and no empty description", async () => {
    const input = {
      oneOf: [
        { type: "object", properties: { a: { type: "string" } } },
        { type: "object", properties: { b: { type: "string" } } },
      ],
    };
    for (const name of [CLAUDE, NOVA]) {
      const body = await bodyOf([USER], { tools: [{ ...TOOL, description: " ", input }] }, { name });
      const spec = Object(body.toolConfig?.tools[0]?.toolSpec);
      expect(spec).not.toHaveProperty("description");
      expect(spec.inputSchema.json).toMatchObject({ type: "object", properties: { a: {}, b: {} } });
      expect(spec.inputSchema.json).not.toHaveProperty("oneOf");
    }
  });

  it.each<[string, string, ModelCallOptions["toolChoice"], unknown]>([
    ["auto", CLAUDE, "auto", undefined],
    ["required", CLAUDE, "required", { any: {} }],
    ["one tool", CLAUDE, { tool: "weather" }, { tool: { name: "weather" } }],
    ["required of Nova", NOVA, "required", { any: {} }],
    ["required of Llama, which takes no choice", LLAMA, "required", undefined],
  ])("are chosen: %s", async (_what, name, toolChoice, expected) => {
    const { toolConfig } = await bodyOf(
      [USER],
      { tools: [TOOL], ...(toolChoice && { toolChoice }) },
      { name },
    );
    expect(toolConfig?.toolChoice).toEqual(expected);
  });

  it("are none where none may be called, but stay where the conversation has calls", async () => {
    const called: Message[] = [
      USER,
      { role: "assistant", content: "", toolCalls: [{ id: "a", name: "weather", input: {} }] },
      { role: "tool", content: "Sunny", toolCallId: "a" },
    ];
    const none = { tools: [TOOL], toolChoice: "none" } as const;
    expect(await bodyOf([USER], none)).not.toHaveProperty("toolConfig");
    expect((await bodyOf(called, none)).toolConfig?.tools).toHaveLength(1);
    expect((await bodyOf(called)).toolConfig).toEqual({
      tools: [{ toolSpec: { name: "weather", inputSchema: { json: { type: "object" } } } }],
    });
  });

  it("are called one at a time where the model can be kept to it", async () => {
    const options = { tools: [TOOL], parallelToolCalls: false };
    expect((await bodyOf([USER], options)).additionalModelRequestFields).toEqual({
      tool_choice: { type: "auto", disable_parallel_tool_use: true },
    });
    expect(await bodyOf([USER], options, { name: NOVA })).not.toHaveProperty("additionalModelRequestFields");
    expect(await bodyOf([USER], { parallelToolCalls: false })).not.toHaveProperty(
      "additionalModelRequestFields",
    );
  });
});

describe("answers of a schema", () => {
  const schema = { title: "City info", description: "A city.", ...TOOL.input };

  it("are asked for natively where the model can", async () => {
    const { outputConfig } = await bodyOf([USER], { responseSchema: schema });
    const { jsonSchema } = Object(outputConfig).textFormat.structure;
    expect(jsonSchema).toMatchObject({ name: "City_info", description: "A city." });
    expect(JSON.parse(jsonSchema.schema)).toMatchObject({
      type: "object",
      required: ["city"],
      additionalProperties: false,
    });
  });

  it("are left to the caller where it cannot", async () => {
    expect(await bodyOf([USER], { responseSchema: schema }, { name: NOVA })).toEqual({
      messages: [{ role: "user", content: [{ text: "Hi" }] }],
    });
  });

  it("H11: are asked for in words where the schema cannot be held to", async () => {
    const body = await bodyOf([USER], {
      responseSchema: { type: "object", additionalProperties: { type: "string" } },
    });
    expect(body).not.toHaveProperty("outputConfig");
    expect(JSON.stringify(body.system)).toContain("JSON Schema");
  });
});

describe("the prompt cache", () => {
  const cachePoint = { type: "default" };
  const long: Message[] = [
    { role: "system", content: "Rules." },
    USER,
    { role: "assistant", content: "Hello" },
    { role: "user", content: "Bye" },
  ];

  it("is written behind the system prompt first, then behind the last turns of the user", async () => {
    const body = await bodyOf(long, { cacheControl: { breakpoints: 2 }, tools: [TOOL] });
    expect(body.system).toEqual([{ text: "Rules." }, { cachePoint }]);
    expect(body.messages.map(({ content }) => content.length)).toEqual([1, 1, 2]);
    expect(body.messages[2]?.content[1]).toEqual({ cachePoint });
    expect(body.toolConfig?.tools).toHaveLength(1);
    const all = JSON.stringify(await bodyOf(long, { cacheControl: { breakpoints: 9 } }));
    expect(all.match(/cachePoint/g)).toHaveLength(3);
  });

  it("is written behind the tools where there is no system prompt, if the model caches tools", async () => {
    const options = { cacheControl: { breakpoints: 1 }, tools: [TOOL] };
    expect((await bodyOf([USER], options)).toolConfig?.tools[1]).toEqual({ cachePoint });
    expect((await bodyOf([USER], options, { name: NOVA })).toolConfig?.tools).toHaveLength(1);
  });

  it("is written where a part says so, even behind a blank", async () => {
    const providerMetadata = { bedrock: { cachePoint } };
    const content: ContentPart[] = [
      { type: "text", text: "Long.", providerMetadata },
      { type: "image", source: PNG, providerMetadata },
      { type: "text", text: "\n", providerMetadata },
      { type: "text", text: "Short." },
    ];
    expect((await contentOf(content)).map((block) => Object.keys(block)[0])).toEqual([
      "text",
      "cachePoint",
      "image",
      "cachePoint",
      "text",
      "cachePoint",
      "text",
    ]);
  });

  it("is left alone by models that have none", async () => {
    const body = await bodyOf(long, { cacheControl: { breakpoints: 2 } }, { name: LLAMA });
    expect(JSON.stringify(body)).not.toContain("cachePoint");
  });
});

describe("what only Bedrock knows", () => {
  it("is sent back where it stood in the text", async () => {
    const use = {
      toolUse: { toolUseId: "s1", name: "nova_code_interpreter", input: {}, type: "server_tool_use" },
    };
    const result = { toolResult: { toolUseId: "s1", content: [{ json: {} }] } };
    const blocks = [
      { at: 7, block: use },
      { at: 7, block: result },
    ];
    const turn = async (
      content: Message["content"],
      kept: unknown[] = blocks,
      maker = NOVA_2.slice("us.".length),
    ): Promise<Fields[] | undefined> => {
      const message: Message = {
        role: "assistant",
        content,
        providerMetadata: { bedrock: { blocks: kept, model: maker } },
      };
      return (await bodyOf([USER, message, USER], {}, { name: NOVA_2 })).messages[1]?.content;
    };
    expect(await turn("Let me.Two.")).toEqual([{ text: "Let me." }, use, result, { text: "Two." }]);
    expect(
      await turn([
        { type: "text", text: "Let" },
        { type: "text", text: " me.Two." },
      ]),
    ).toEqual([{ text: "Let" }, { text: " me." }, use, result, { text: "Two." }]);
    expect(await turn("Short")).toEqual([{ text: "Short" }, use, result]);
    expect(await turn("", [{ at: 0, block: use }])).toEqual([use]);
    expect(await turn("Two.", [{ at: 0, block: use }])).toEqual([use, { text: "Two." }]);
    // H6: no other model knows what it was.
    expect(await turn("Two.", [{ at: 0, block: use }], CLAUDE)).toEqual([{ text: "Two." }]);
  });

  it("is a text that the guardrail shall look at", async () => {
    const part = (guardContent: unknown): ContentPart => ({
      type: "text",
      text: "Check me.",
      providerMetadata: { bedrock: { guardContent } },
    });
    expect(await contentOf([part(true), part(["query"])])).toEqual([
      { guardContent: { text: { text: "Check me." } } },
      { guardContent: { text: { text: "Check me.", qualifiers: ["query"] } } },
    ]);
  });

  it("is a document with citations", async () => {
    const source = { base64: "AAAA", mediaType: "application/pdf" };
    const part: ContentPart = {
      type: "pdf",
      source,
      name: "tides",
      providerMetadata: { bedrock: { citations: { enabled: true } } },
    };
    expect((await contentOf([{ type: "text", text: "See." }, part]))[1]).toEqual({
      document: { format: "pdf", source: { bytes: "AAAA" }, name: "tides", citations: { enabled: true } },
    });
  });
});
