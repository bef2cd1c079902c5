import { describe, expect, it } from "vitest";
import type { ContentPart, Message } from "../../../src/contracts/message.ts";
import type { ModelCallOptions } from "../../../src/contracts/model.ts";
import type { OpenAIModelConfig, OpenAIOptions } from "../../../src/providers/openai/index.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { answering, collect, errorOf } from "./support.ts";

type Item = Record<string, unknown>;

const question: Message = { role: "user", content: "?" };
const done = { id: "resp_1", status: "completed", output: [] };

async function bodyOf(
  messages: readonly Message[],
  options: ModelCallOptions = {},
  sdk: OpenAIOptions = {},
  config: Partial<OpenAIModelConfig> = {},
): Promise<Item> {
  const { fetch, asked } = answering({ body: done });
  const model = new OpenAISDK({ apiKey: "sk-test", fetch, ...sdk }).model({
    name: "gpt-5",
    api: "responses",
    ...config,
  });
  await model.complete(messages, options);
  return asked[0]?.body ?? {};
}

async function inputOf(...given: Parameters<typeof bodyOf>): Promise<Item[]> {
  return (await bodyOf(...given)).input as Item[];
}

const thought = {
  type: "reasoning",
  id: "rs_1",
  summary: [{ type: "summary_text", text: "Hm." }],
  encrypted_content: "gAAAA+/=\u0000",
};
const search = { type: "web_search_call", id: "ws_1", status: "completed", action: { query: "tide" } };

/** What an agent keeps of an answer of these items. */
async function turnOf(output: readonly Item[], name = "gpt-5"): Promise<Message> {
  const { fetch } = answering({ body: { ...done, output } });
  const model = new OpenAISDK({ fetch, api: "responses" }).model({ name });
  const { content, reasoning = [], toolCalls, providerMetadata } = await model.complete([question]);
  const text: ContentPart[] = content ? [{ type: "text", text: content }] : [];
  const message = { role: "assistant", content: [...reasoning, ...text], toolCalls, providerMetadata };
  // As a store keeps it.
  return JSON.parse(JSON.stringify(message));
}

function said(text: string, fields: Item = {}): Item {
  return {
    type: "message",
    id: "msg_1",
    role: "assistant",
    content: [{ type: "output_text", text }],
    ...fields,
  };
}

function called(id: string, fields: Item = {}): Item {
  return { type: "function_call", id: `fc_${id}`, call_id: id, name: "add", arguments: '{"a":1}', ...fields };
}

describe("what a request for a response says", () => {
  it("goes to /responses, and leaves nothing behind there", async () => {
    const { fetch, asked } = answering({ body: done });
    const model = new OpenAISDK({ apiKey: "k", fetch, api: "responses" }).model({ name: "gpt-4o" });
    await collect(
      model.stream([{ role: "system", content: "Be brief." }, question], { maxTokens: 7, temperature: 0 }),
    );
    expect(asked[0]?.url).toBe("https://api.openai.com/v1/responses");
    expect(asked[0]?.body).toEqual({
      model: "gpt-4o",
      instructions: "Be brief.",
      input: [{ role: "user", content: "?" }],
      max_output_tokens: 7,
      store: false,
      stream: true,
      temperature: 0,
    });
  });

  it("takes the protocol of the model over that of the SDK", async () => {
    const { fetch, asked } = answering({
      body: { choices: [{ message: { content: "x" }, finish_reason: "stop" }] },
    });
    await new OpenAISDK({ fetch, api: "responses" })
      .model({ name: "gpt-4o", api: "chat" })
      .complete([question]);
    expect(asked[0]?.url).toBe("https://api.openai.com/v1/chat/completions");
  });

  it("asks reasoning models for their effort and their encrypted reasoning, and for no sampling", async () => {
    const options = { reasoning: { effort: "low" }, temperature: 1, topP: 1, seed: 1, stop: ["x"] } as const;
    const body = await bodyOf([question], options);
    expect(body).toMatchObject({ reasoning: { effort: "low" }, include: ["reasoning.encrypted_content"] });
    for (const name of ["temperature", "top_p", "seed", "stop"]) expect(body).not.toHaveProperty(name);
    expect(await bodyOf([question], { reasoning: { effort: "none" }, temperature: 1 })).toMatchObject({
      temperature: 1,
    });
    expect(await bodyOf([question], options, {}, { name: "gpt-4o" })).not.toHaveProperty("reasoning");
  });

  it("adds to tools, include, reasoning and text what the caller's options have, and takes the rest over", async () => {
    const tools = [{ name: "add", description: "Adds", input: { type: "object", properties: {} } }];
    const body = await bodyOf([question], {
      tools,
      reasoning: { effort: "low" },
      responseSchema: {
        type: "object",
        title: "A b",
        properties: { n: { type: "number" } },
        required: ["n"],
      },
      maxTokens: 5,
      providerOptions: {
        tools: [{ type: "web_search" }],
        include: ["web_search_call.action.sources"],
        reasoning: { summary: "auto" },
        text: { verbosity: "low" },
        max_output_tokens: 9,
        prompt_cache_key: "k",
      },
    });
    expect(body).toMatchObject({
      tools: [{ type: "function", name: "add", strict: true }, { type: "web_search" }],
      include: ["reasoning.encrypted_content", "web_search_call.action.sources"],
      reasoning: { effort: "low", summary: "auto" },
      text: { verbosity: "low", format: { type: "json_schema", name: "A_b", strict: true } },
      max_output_tokens: 9,
      prompt_cache_key: "k",
    });
  });

  it("H11: says that a tool is not strict where its schema has no strict form", async () => {
    const open = { type: "object", properties: {}, additionalProperties: { type: "string" } };
    const tools = [{ name: "add", description: "", input: open }];
    const { tools: sent } = await bodyOf([question], { tools });
    expect(sent).toEqual([
      { type: "function", name: "add", description: "", parameters: open, strict: false },
    ]);
    const elsewhere = await bodyOf([question], { tools }, { baseURL: "https://openrouter.ai/api/v1" });
    expect(elsewhere.tools).toMatchObject([{ strict: false }]);
  });

  it.each([
    ["auto", "auto"],
    ["none", "none"],
    ["required", "required"],
    [{ tool: "add" }, { type: "function", name: "add" }],
  ] as const)("tool choice %j", async (toolChoice, tool_choice) => {
    const tools = [{ name: "add", description: "", input: { type: "object" } }];
    const body = await bodyOf([question], { tools, toolChoice, parallelToolCalls: false });
    expect(body).toMatchObject({ tool_choice, parallel_tool_calls: false });
    expect(await bodyOf([question], { toolChoice })).not.toHaveProperty("tool_choice");
    const builtIn = { toolChoice, providerOptions: { tools: [{ type: "web_search" }] } };
    expect(await bodyOf([question], builtIn)).toMatchObject({ tool_choice });
  });

  it("gives later instructions as a developer, and as the system where the model does not reason", async () => {
    const messages: Message[] = [
      { role: "system", content: "One." },
      { role: "system", content: [{ type: "text", text: "Two." }] },
      question,
      { role: "system", content: "Three." },
    ];
    const body = await bodyOf(messages);
    expect(body.instructions).toBe("One.\n\nTwo.");
    expect(body.input).toMatchObject([{ role: "user" }, { role: "developer", content: "Three." }]);
    expect(await inputOf(messages, {}, {}, { name: "gpt-4o" })).toMatchObject([{}, { role: "system" }]);
    // An input must not be empty.
    expect(await bodyOf(messages.slice(0, 1))).toMatchObject({ input: [{ content: "One." }] });
  });

  it("marks where the prompt cache may be written", async () => {
    const mark = { prompt_cache_breakpoint: { mode: "explicit" } };
    const turn = await turnOf([said("x")]);
    const input = await inputOf(
      [question, turn, { role: "user", content: "more" }],
      { cacheControl: { breakpoints: 2 } },
      {},
      { promptCaching: true },
    );
    expect(input).toMatchObject([
      { content: [{ type: "input_text", text: "?", ...mark }] },
      { role: "assistant", content: "x" },
      { content: [{ type: "input_text", text: "more", ...mark }] },
    ]);
  });
});

describe("content", () => {
  const base64 = "AAAA";

  it.each<[string, ContentPart, Item]>([
    [
      "an image by its URL",
      { type: "image", source: { url: "https://example.com/a.png" } },
      { type: "input_image", image_url: "https://example.com/a.png", detail: "auto" },
    ],
    [
      "an image",
      { type: "image", source: { base64, mediaType: "image/png" } },
      { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
    ],
    [
      "an image that was uploaded, and how closely to look",
      {
        type: "image",
        source: { url: "" },
        providerMetadata: { openai: { file_id: "file-1", detail: "low" } },
      },
      { type: "input_image", file_id: "file-1", detail: "low" },
    ],
    [
      "a PDF by its URL",
      { type: "pdf", source: { url: "https://example.com/a.pdf" } },
      { type: "input_file", file_url: "https://example.com/a.pdf" },
    ],
    [
      "a PDF",
      { type: "pdf", source: { base64, mediaType: "application/pdf" } },
      { type: "input_file", filename: "document.pdf", file_data: "data:application/pdf;base64,AAAA" },
    ],
    [
      "a file that was uploaded",
      { type: "file", source: { url: "" }, providerMetadata: { openai: { file_id: "file-1" } } },
      { type: "input_file", file_id: "file-1" },
    ],
    [
      "a table with its name",
      { type: "file", source: { base64, mediaType: "text/csv" }, name: "a.csv" },
      { type: "input_file", filename: "a.csv", file_data: "data:text/csv;base64,AAAA" },
    ],
    [
      "audio",
      { type: "audio", source: { base64, mediaType: "audio/mpeg" } },
      { type: "input_audio", input_audio: { data: base64, format: "mp3" } },
    ],
  ])("takes %s", async (_what, part, encoded) => {
    const flags = { vision: true, pdf: true, audio: true };
    const content: ContentPart[] = [{ type: "text", text: "Look." }, part];
    expect(await inputOf([{ role: "user", content }], {}, {}, flags)).toEqual([
      { role: "user", content: [{ type: "input_text", text: "Look." }, encoded] },
    ]);
    const turn = await turnOf([called("call_1")]);
    const result: Message = { role: "tool", toolCallId: "call_1", content: [part] };
    expect((await inputOf([question, turn, result], {}, {}, flags)).at(-1)).toEqual({
      type: "function_call_output",
      call_id: "call_1",
      output: [encoded],
    });
  });

  it("H14: leaves empty texts out", async () => {
    const input = await inputOf([
      {
        role: "user",
        content: [
          { type: "text", text: "" },
          { type: "text", text: "a" },
        ],
      },
      { role: "assistant", content: "" },
      { role: "assistant", content: [{ type: "text", text: "" }] },
      { role: "user", content: "b" },
    ]);
    expect(input).toEqual([
      { role: "user", content: "a" },
      { role: "user", content: "b" },
    ]);
  });

  it("keeps fields of a text for its own family alone", async () => {
    const text = (family: string): Message => ({
      role: "user",
      content: [{ type: "text", text: "a", providerMetadata: { [family]: { prompt_cache_breakpoint: {} } } }],
    });
    expect(await inputOf([text("openai"), text("azure")])).toEqual([
      { role: "user", content: [{ type: "input_text", text: "a", prompt_cache_breakpoint: {} }] },
      { role: "user", content: "a" },
    ]);
  });

  it("H1: does not fail on a result without a call, nor on one without an identifier", async () => {
    const input = await inputOf([
      question,
      { role: "tool", toolCallId: "x", content: "1" },
      { role: "tool", content: "2" },
    ]);
    expect(input).toMatchObject([{}, { call_id: "x", output: "1" }, { output: "2" }]);
  });

  it("H5: shortens identifiers of calls that are longer than OpenAI takes, in call and result", async () => {
    const id = "x".repeat(65);
    const turn: Message = { role: "assistant", content: "", toolCalls: [{ id, name: "add", input: {} }] };
    const input = await inputOf([question, turn, { role: "tool", toolCallId: id, content: "1" }]);
    expect(String(input[1]?.call_id)).toHaveLength(9);
    expect(input[2]?.call_id).toBe(input[1]?.call_id);
  });
});

describe("what a model wrote goes back", () => {
  const result = (id: string): Message => ({ role: "tool", toolCallId: id, content: "1" });

  it("in its order, reasoning byte for byte, without names for what is not kept", async () => {
    const items = [
      search,
      thought,
      called("call_1", { namespace: "math", caller: { type: "direct" }, status: "completed" }),
      said("One. ", { phase: "commentary" }),
      { ...thought, id: "rs_2" },
      said("Two.", { id: "msg_2", phase: "final_answer" }),
    ];
    const input = await inputOf([question, await turnOf(items), result("call_1")]);
    expect(input).toEqual([
      { role: "user", content: "?" },
      search,
      thought,
      {
        type: "function_call",
        call_id: "call_1",
        name: "add",
        arguments: '{"a":1}',
        namespace: "math",
        caller: { type: "direct" },
      },
      { role: "assistant", content: "One. ", phase: "commentary" },
      { ...thought, id: "rs_2" },
      { role: "assistant", content: "Two.", phase: "final_answer" },
      { type: "function_call_output", call_id: "call_1", output: "1" },
    ]);
  });

  it("with its names where the service keeps it", async () => {
    const input = await inputOf(
      [question, await turnOf([thought, called("call_1"), said("Hi")]), result("call_1")],
      { providerOptions: { store: true } },
    );
    expect(input.slice(1, 4)).toMatchObject([
      { id: "rs_1" },
      { id: "fc_call_1" },
      {
        type: "message",
        id: "msg_1",
        status: "completed",
        content: [{ type: "output_text", text: "Hi", annotations: [] }],
      },
    ]);
  });

  it("H6: without what only the model understood that made it, where another one is asked", async () => {
    const turn = await turnOf([thought, search, called("call_1")]);
    const input = await inputOf([question, turn, result("call_1")], {}, {}, { name: "gpt-5-mini" });
    expect(input.map(({ type }) => type)).toEqual([undefined, "function_call", "function_call_output"]);
    const elsewhere = await inputOf(
      [question, turn, result("call_1")],
      {},
      { baseURL: "https://api.x.ai/v1" },
    );
    expect(elsewhere.map(({ type }) => type)).toEqual([undefined, "function_call", "function_call_output"]);
  });

  it("H9: without the reasoning that led to a call that was pruned, and the other way round", async () => {
    const turn = await turnOf([
      thought,
      called("call_1"),
      { ...thought, id: "rs_2" },
      called("call_2"),
      { ...thought, id: "rs_3" },
    ]);
    const pruned = { ...turn, toolCalls: turn.toolCalls?.slice(1) ?? [] };
    const stored = { providerOptions: { store: true } };
    const input = await inputOf([question, pruned, result("call_2")], stored);
    expect(input.map(({ id }) => id)).toEqual([undefined, "rs_2", "fc_call_2", undefined]);
    const forgotten = { ...turn, content: [] };
    const calls = await inputOf([question, forgotten, result("call_1"), result("call_2")], stored);
    expect(calls.slice(1, 3)).toMatchObject([{ type: "function_call" }, { type: "function_call" }]);
    expect(calls.every(({ id }) => id === undefined)).toBe(true);
  });

  it("H9: without a search whose reasoning was pruned", async () => {
    const turn = await turnOf([thought, search, said("Hi")]);
    const input = await inputOf([question, { ...turn, content: "Hi" }]);
    expect(input).toEqual([
      { role: "user", content: "?" },
      { role: "assistant", content: "Hi" },
    ]);
  });

  it("without reasoning that was neither encrypted nor kept", async () => {
    const plain = { type: "reasoning", id: "rs_1", summary: [{ type: "summary_text", text: "Hm." }] };
    const turn = await turnOf([plain, said("Hi")]);
    expect(await inputOf([question, turn])).toHaveLength(2);
    expect(await inputOf([question, turn], { providerOptions: { store: true } })).toHaveLength(3);
  });

  it("with its plain thoughts, to services whose models have no others", async () => {
    const open = {
      type: "reasoning",
      id: "rs_1",
      summary: [],
      content: [{ type: "reasoning_text", text: "Hm." }],
    };
    const sdk = { baseURL: "https://api.deepseek.com", api: "responses" } as const;
    const { fetch } = answering({ body: { ...done, output: [open, said("Hi")] } });
    const model = new OpenAISDK({ fetch, ...sdk }).model({ name: "deepseek-v4-flash" });
    const { content, reasoning = [], providerMetadata } = await model.complete([question]);
    const turn = {
      role: "assistant",
      content: [...reasoning, { type: "text", text: content }],
      providerMetadata,
    } as Message;
    const input = await inputOf([question, turn], {}, sdk, { name: "deepseek-v4-flash" });
    expect(input[1]).toEqual(open);
    expect(await bodyOf([question], {}, sdk, { name: "deepseek-v4-flash" })).not.toHaveProperty("include");
  });

  it("as one text where it was changed after", async () => {
    const turn = await turnOf([
      said("One. ", { phase: "commentary" }),
      said("Two.", { phase: "final_answer" }),
    ]);
    const input = await inputOf([question, { ...turn, content: "[redacted]" }]);
    expect(input[1]).toEqual({ role: "assistant", content: "[redacted]", phase: "final_answer" });
  });

  it("and so does what a caller puts beside a message, such as an approval", async () => {
    const item = { type: "mcp_approval_response", approval_request_id: "mcpr_1", approve: true };
    const approved: Message = {
      role: "user",
      content: [],
      providerMetadata: { openai: { items: [{ index: 0, item }] } },
    };
    expect(await inputOf([question, approved])).toEqual([{ role: "user", content: "?" }, item]);
  });

  it("says nothing of it in chat completions", async () => {
    const turn = await turnOf([thought, search, called("call_1"), said("Hi")]);
    const { fetch, asked } = answering({ body: {} });
    const model = new OpenAISDK({ fetch }).model({ name: "gpt-5" });
    await errorOf(model.complete([question, turn, result("call_1")]));
    expect(asked[0]?.body.messages).toEqual([
      { role: "user", content: "?" },
      {
        role: "assistant",
        content: "Hi",
        tool_calls: [{ id: "call_1", type: "function", function: { name: "add", arguments: '{"a":1}' } }],
      },
      { role: "tool", tool_call_id: "call_1", content: "1" },
    ]);
  });
});

describe("what the service keeps is not sent again", () => {
  const result = (id: string): Message => ({ role: "tool", toolCallId: id, content: "1" });
  const system: Message = { role: "system", content: "Be brief." };

  it("up to the response to go on with", async () => {
    const turn = await turnOf([called("call_1")]);
    const providerOptions = { previous_response_id: "resp_1" };
    const body = await bodyOf([system, question, turn, result("call_1")], { providerOptions });
    expect(body).toMatchObject({
      previous_response_id: "resp_1",
      instructions: "Be brief.",
      input: [{ type: "function_call_output", call_id: "call_1" }],
    });
    expect(body).not.toHaveProperty("store");
  });

  it("but all of it where that response is not in the conversation", async () => {
    const turn = await turnOf([said("Hi")]);
    const providerOptions = { previous_response_id: "resp_0" };
    expect(await inputOf([question, turn, question], { providerOptions })).toHaveLength(3);
  });

  it("up to the last answer of a conversation that the service keeps", async () => {
    const turn = await turnOf([said("Hi")]);
    const providerOptions = { conversation: "conv_1" };
    const messages = [question, turn, { role: "user", content: "And?" }] as const;
    expect(await inputOf(messages, { providerOptions })).toEqual([{ role: "user", content: "And?" }]);
  });

  it("and results go under the service's own identifiers, though they repeated", async () => {
    const turn = await turnOf([called("call_1"), called("call_1")]);
    const ids = turn.toolCalls?.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(2);
    const input = await inputOf([question, turn, ...ids.map(result)], {
      providerOptions: { previous_response_id: "resp_1" },
    });
    expect(input.map(({ call_id }) => call_id)).toEqual(["call_1", "call_1"]);
  });
});
