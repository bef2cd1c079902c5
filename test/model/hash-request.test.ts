import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Message } from "../../src/contracts/message.ts";
import type { ModelCallOptions } from "../../src/contracts/model.ts";
import { DEFAULT_HASH_OPTIONS, hashRequest } from "../../src/model/hash-request.ts";

const messages: Message[] = [
  { role: "system", content: "Be brief." },
  { role: "user", content: [{ type: "text", text: "Wie spät ist es in 東京?" }] },
  {
    role: "assistant",
    content: "",
    toolCalls: [{ id: "call_1", name: "now", input: { zone: "Asia/Tokyo" } }],
  },
  { role: "tool", toolCallId: "call_1", toolName: "now", content: "09:30" },
];
const schema = { type: "object", properties: { zone: { type: "string" } }, required: ["zone"] };
const options: ModelCallOptions = {
  temperature: 0,
  maxTokens: 100,
  tools: [{ name: "now", description: "The time.", input: schema }],
  responseSchema: { type: "object" },
  reasoning: { effort: "low" },
};
// Computed with another language's libraries.
const GOLDEN = "2add1f4071450aeeb78e5c68fb054f9507c56ea791e783287f008a9fc45f8bde";

describe("hashRequest", () => {
  it("is the same on every runtime", async () => {
    expect(await hashRequest(messages, options)).toBe(GOLDEN);
  });

  it("does not depend on the order of fields, nor on what no model sees", async () => {
    const turned = messages.map(
      (message): Message => ({
        ...Object.fromEntries(Object.entries(message).reverse()),
        ...message,
        id: crypto.randomUUID(),
        timestamp: "2026-01-01T00:00:00Z",
        metadata: { page: 1 },
      }),
    );
    const other: ModelCallOptions = {
      ...Object.fromEntries(Object.entries(options).reverse()),
      signal: new AbortController().signal,
      topP: 0.5,
      seed: 7,
      headers: { "x-trace": "1" },
      providerOptions: { user: "u" },
      toolChoice: "auto",
    };
    expect(await hashRequest(turned, other)).toBe(GOLDEN);
  });

  it.each([
    ["the text", [messages[0] as Message], options],
    ["a call's arguments", messages.map((message) => ({ ...message, toolCalls: [] })), options],
    ["temperature", messages, { ...options, temperature: 1 }],
    ["maxTokens", messages, { ...options, maxTokens: 1 }],
    ["responseSchema", messages, { ...options, responseSchema: { type: "string" } }],
    ["reasoning", messages, { ...options, reasoning: { effort: "high" } }],
    [
      "a tool's name",
      messages,
      { ...options, tools: [{ name: "then", description: "The time.", input: schema }] },
    ],
    [
      "a tool's description",
      messages,
      { ...options, tools: [{ name: "now", description: "", input: schema }] },
    ],
    [
      "a tool's input",
      messages,
      { ...options, tools: [{ name: "now", description: "The time.", input: {} }] },
    ],
  ] as const)("depends on %s", async (_what, said, told) => {
    expect(await hashRequest(said, told)).not.toBe(GOLDEN);
  });

  it("knows a tool by the shape of its input, whoever made the schema", async () => {
    const hashWith = (input: NonNullable<ModelCallOptions["tools"]>[number]["input"]): Promise<string> =>
      hashRequest(messages, { tools: [{ name: "now", description: "d", input }] });
    const make = () => z.object({ zone: z.string() });
    expect(await hashWith(make())).toBe(await hashWith(make()));
    expect(await hashWith(make())).not.toBe(await hashWith(z.object({ zone: z.number() })));
  });

  it("counts the options that are named, and the signal never", async () => {
    const none = await hashRequest(messages, options, []);
    expect(await hashRequest(messages, {}, [])).toBe(none);
    expect(await hashRequest(messages, { signal: AbortSignal.abort() }, ["signal"])).toBe(none);
    const wide = [...DEFAULT_HASH_OPTIONS, "topP"] as const;
    expect(await hashRequest(messages, { topP: 0.1 }, wide)).not.toBe(
      await hashRequest(messages, { topP: 0.2 }, wide),
    );
    expect(DEFAULT_HASH_OPTIONS).toEqual([
      "temperature",
      "maxTokens",
      "responseSchema",
      "tools",
      "reasoning",
    ]);
  });
});
