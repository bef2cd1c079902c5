import { describe, expect, it } from "vitest";
import type { Message, ProviderMetadata } from "../../../src/contracts/message.ts";
import type { ModelCallOptions } from "../../../src/contracts/model.ts";
import type { OpenAIModelConfig, OpenAIOptions } from "../../../src/providers/openai/index.ts";
import { OpenAISDK } from "../../../src/providers/openai/index.ts";
import { quirksOf } from "../../../src/providers/openai/quirks.ts";
import { answering, collect, delta, doneOf, end, modelAnswering, sse } from "./support.ts";

type Body = Readonly<Record<string, unknown>>;

/** One service: how it is named, and what is special in what it is sent. */
interface Row {
  readonly sdk: OpenAIOptions;
  readonly family: string;
  readonly limit: "max_tokens" | "max_completion_tokens";
  /** The content of a turn of calls alone. */
  readonly empty: "" | null;
  /** Whether a call's identifier of any form is taken. */
  readonly anyId: boolean;
  /** What becomes of a thought in a turn of calls. */
  readonly thought: Body;
  /** What becomes of the effort. */
  readonly effort: Body;
  readonly usage: "asked" | "sent";
}

const usual = {
  limit: "max_tokens",
  empty: null,
  anyId: true,
  thought: {},
  effort: { reasoning_effort: "low" },
  usage: "asked",
} as const;
const details = [{ type: "reasoning.text", text: "Hm.", signature: "c2ln" }];

const SERVICES: readonly Row[] = [
  { ...usual, sdk: {}, family: "openai", limit: "max_completion_tokens" },
  {
    ...usual,
    sdk: { baseURL: "https://x.openai.azure.com/openai/v1" },
    family: "azure",
    limit: "max_completion_tokens",
  },
  {
    ...usual,
    sdk: { baseURL: "https://api.groq.com/openai/v1" },
    family: "groq",
    limit: "max_completion_tokens",
    usage: "sent",
  },
  {
    ...usual,
    sdk: { baseURL: "https://api.mistral.ai/v1" },
    family: "mistral",
    empty: "",
    anyId: false,
    thought: { content: [{ type: "thinking", thinking: [{ type: "text", text: "Hm." }] }] },
    usage: "sent",
  },
  {
    ...usual,
    sdk: { baseURL: "https://api.deepseek.com" },
    family: "deepseek",
    thought: { reasoning_content: "Hm." },
    effort: { reasoning_effort: "low", thinking: { type: "enabled" } },
  },
  ...["ai", "cn"].map((end) => ({
    ...usual,
    sdk: { baseURL: `https://api.moonshot.${end}/v1` },
    family: "moonshot",
    thought: { reasoning_content: "Hm." },
  })),
  {
    ...usual,
    sdk: { baseURL: "https://me.snowflakecomputing.com/api/v2/cortex/v1" },
    family: "snowflake",
    limit: "max_completion_tokens",
    thought: { reasoning_details: details },
    effort: { reasoning: { effort: "low" } },
  },
  { ...usual, sdk: { baseURL: "https://generativelanguage.googleapis.com/v1beta/openai" }, family: "google" },
  {
    ...usual,
    sdk: { baseURL: "https://api.cloudflare.com/client/v4/accounts/a/ai/v1" },
    family: "cloudflare",
    empty: "",
    anyId: false,
  },
  {
    ...usual,
    sdk: { baseURL: "https://openrouter.ai/api/v1" },
    family: "openrouter",
    limit: "max_completion_tokens",
    thought: { reasoning_details: details },
    effort: { reasoning: { effort: "low" } },
  },
  { ...usual, sdk: { baseURL: "https://router.huggingface.co/v1" }, family: "huggingface", empty: "" },
  {
    ...usual,
    sdk: { baseURL: "https://api.cerebras.ai/v1" },
    family: "cerebras",
    limit: "max_completion_tokens",
    thought: { reasoning: "Hm." },
  },
  ...["https://api.z.ai/api/paas/v4", "https://open.bigmodel.cn/api/paas/v4"].map((baseURL) => ({
    ...usual,
    sdk: { baseURL },
    family: "zai",
    thought: { reasoning_content: "Hm." },
    effort: { thinking: { type: "enabled" } },
  })),
  { ...usual, sdk: { baseURL: "https://api.x.ai/v1" }, family: "xai", limit: "max_completion_tokens" },
  {
    ...usual,
    sdk: { baseURL: "https://bedrock-mantle.us-east-1.api.aws/v1" },
    family: "bedrock-mantle",
    limit: "max_completion_tokens",
  },
  {
    ...usual,
    sdk: { baseURL: "http://gpu:8000/v1", provider: "vLLM" },
    family: "vllm",
    empty: "",
    thought: { reasoning: "Hm." },
  },
  ...["localhost", "127.0.0.1", "[::1]"].flatMap((host) => [
    { ...usual, sdk: { baseURL: `http://${host}:1234/v1` }, family: "lmstudio", empty: "" as const },
    { ...usual, sdk: { baseURL: `http://${host}:11434/v1` }, family: "ollama", empty: "" as const },
  ]),
  {
    ...usual,
    sdk: { baseURL: "http://10.0.0.2:1234/v1", provider: "LM Studio" },
    family: "lmstudio",
    empty: "",
  },
  {
    ...usual,
    sdk: { baseURL: "http://127.0.0.1:8080/v1", provider: "llama.cpp" },
    family: "llamacpp",
    empty: "",
    thought: { reasoning_content: "Hm." },
  },
  { ...usual, sdk: { baseURL: "https://proxy.example/v1" }, family: "compatible" },
];

const question: Message = { role: "user", content: "?" };
const whole = { choices: [{ message: { content: "x" }, finish_reason: "stop" }] };

async function bodyOf(
  messages: readonly Message[],
  options: ModelCallOptions,
  sdk: OpenAIOptions,
  config: Partial<OpenAIModelConfig> = {},
): Promise<Body> {
  const { fetch, asked } = answering({ body: whole });
  await new OpenAISDK({ ...sdk, fetch }).model({ name: "m", ...config }).complete(messages, options);
  return asked[0]?.body ?? {};
}

/** What is sent of a thought in a turn of calls. */
async function thoughtIn(providerMetadata: ProviderMetadata, sdk: OpenAIOptions): Promise<Body> {
  const content = [{ type: "reasoning", text: "Hm.", providerMetadata }] as const;
  const { messages } = await bodyOf([question, turn({ content })], {}, sdk);
  const { role: _role, content: said, tool_calls: _calls, ...fields } = (messages as Body[])[1] ?? {};
  return { ...fields, ...(Array.isArray(said) && { content: said }) };
}

function turn(fields: Partial<Message> = {}): Message {
  return {
    role: "assistant",
    content: "",
    toolCalls: [{ id: "call_PTLP8", name: "f", input: {} }],
    ...fields,
  };
}

describe.each(
  SERVICES.map((row) => [`${row.family} at ${row.sdk.baseURL ?? "its own address"}`, row] as const),
)("%s", (_name, row) => {
  it("is known", () => {
    expect(quirksOf(row.sdk.baseURL ?? "https://api.openai.com/v1", row.sdk.provider).family).toBe(
      row.family,
    );
  });

  it("gets the limit of tokens under its name", async () => {
    const body = await bodyOf([question], { maxTokens: 7 }, row.sdk);
    const { max_tokens, max_completion_tokens } = body;
    expect({ max_tokens, max_completion_tokens }).toEqual({ [row.limit]: 7 });
  });

  it("gets a turn of calls alone with the content that it takes (H4), and identifiers of its form (H5)", async () => {
    const { messages } = await bodyOf(
      [question, turn(), { role: "tool", toolCallId: "call_PTLP8", content: "1" }],
      {},
      row.sdk,
    );
    const [, called, result] = messages as Body[];
    expect(called?.content).toBe(row.empty);
    const { id } = (called?.tool_calls as { id: string }[] | undefined)?.[0] ?? { id: "" };
    expect(id === "call_PTLP8").toBe(row.anyId);
    expect(id).toMatch(row.anyId ? /./ : /^[a-zA-Z0-9]{9}$/);
    expect(result?.tool_call_id).toBe(id);
  });

  it("gets a thought back in its field, or not at all (H8)", async () => {
    const kept = { [row.family]: { model: "m", reasoning_details: details } };
    expect(await thoughtIn(kept, row.sdk)).toEqual(row.thought);
  });

  it("H6: gets no thought of another model, nor of another service", async () => {
    expect(await thoughtIn({ [row.family]: { model: "n", reasoning_details: details } }, row.sdk)).toEqual(
      {},
    );
    expect(await thoughtIn({ elsewhere: { model: "m", reasoning_details: details } }, row.sdk)).toEqual({});
  });

  it("is asked for effort in its words", async () => {
    const options = { reasoning: { effort: "low" } } as const;
    const { reasoning_effort, reasoning, thinking } = await bodyOf([question], options, row.sdk, {
      reasoning: true,
    });
    expect(
      Object.fromEntries(
        Object.entries({ reasoning_effort, reasoning, thinking }).filter(([, value]) => value),
      ),
    ).toEqual(row.effort);
  });

  it("tells its usage in a stream, asked or not", async () => {
    const { model, asked } = modelAnswering({ body: sse(delta({ content: "x" }), end()) }, row.sdk, "m");
    await collect(model.stream([question]));
    expect(Boolean(asked[0]?.body.stream_options)).toBe(row.usage === "asked");
  });

  it("gets instructions as the system's, but OpenAI's own reasoning models as a developer's", async () => {
    const { messages } = await bodyOf([{ role: "system", content: "Be brief." }, question], {}, row.sdk, {
      reasoning: true,
    });
    const isOpenAI = row.family === "openai" || row.family === "azure";
    expect((messages as Body[])[0]?.role).toBe(isOpenAI ? "developer" : "system");
  });

  it("gets strict tools if it is OpenAI, and where the caller says so", async () => {
    const tools = [{ name: "f", description: "", input: { type: "object", properties: {} } }];
    const isOpenAI = row.family === "openai" || row.family === "azure";
    const strictOf = ({ tools: sent }: Body): unknown => (sent as { function: Body }[])[0]?.function.strict;
    expect(strictOf(await bodyOf([question], { tools }, row.sdk))).toBe(isOpenAI || undefined);
    const quirks = { strictTools: !isOpenAI };
    expect(strictOf(await bodyOf([question], { tools }, { ...row.sdk, quirks }))).toBe(
      !isOpenAI || undefined,
    );
  });
});

describe("a service", () => {
  it("is not told by a port that every second server has", () => {
    for (const port of [8000, 8080])
      expect(quirksOf(`http://localhost:${port}/v1`).family).toBe("compatible");
  });

  it("is told by its host before its name, and by the whole end of its host", () => {
    expect(quirksOf("https://api.groq.com/openai/v1", "mistral").family).toBe("groq");
    expect(quirksOf("https://notgroq.com/v1").family).toBe("compatible");
    expect(quirksOf("https://groq.com.example/v1").family).toBe("compatible");
  });

  it.each([
    ["usage in the last chunk", { choices: [], usage: { prompt_tokens: 3, completion_tokens: 1 } }],
    ["Groq's place", { choices: [], x_groq: { usage: { prompt_tokens: 3, completion_tokens: 1 } } }],
    ["usage of the choice", { choices: [{ delta: {}, usage: { prompt_tokens: 3, completion_tokens: 1 } }] }],
  ])("S4: may have %s", async (_where, event) => {
    const body = sse(delta({ content: "x" }), end(), event, "[DONE]");
    const { chunks } = await collect(modelAnswering({ body }).model.stream([question]));
    expect(doneOf(chunks)?.usage).toMatchObject({ input: 3, output: 1 });
  });

  it.each([
    ["https://api.openai.com/v1", true],
    ["https://x.openai.azure.com/openai/v1", true],
    ["https://openrouter.ai/api/v1", true],
    ["https://api.x.ai/v1", true],
    ["https://bedrock-mantle.us-east-1.api.aws/openai/v1", true],
    ["https://api.deepseek.com", false],
    ["https://api.groq.com/openai/v1", false],
    ["https://proxy.example/v1", false],
  ])("%s is asked for encrypted reasoning: %s", async (baseURL, isAsked) => {
    const { fetch, asked } = answering({ body: { status: "completed", output: [] } });
    const model = new OpenAISDK({ baseURL, fetch, api: "responses" }).model({ name: "m", reasoning: true });
    await model.complete([question]);
    expect(asked[0]?.body.include).toEqual(isAsked ? ["reasoning.encrypted_content"] : undefined);
  });
});
