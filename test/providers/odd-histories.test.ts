import { describe, expect, it } from "vitest";
import type { ContentPart, Message, ToolCallRequest } from "../../src/contracts/message.ts";
import type { ModelCallOptions } from "../../src/contracts/model.ts";
import { AIError } from "../../src/core/errors/index.ts";
import { services } from "./services/index.ts";
import { collect, streamOf, textOf } from "./support.ts";

const user = (content: Message["content"]): Message => ({ role: "user", content });
const assistant = (content: Message["content"], more: Partial<Message> = {}): Message => ({
  role: "assistant",
  content,
  ...more,
});
const call = (id: string, more: Partial<ToolCallRequest> = {}): ToolCallRequest => ({
  id,
  name: "f",
  input: { n: 1 },
  ...more,
});
const result = (
  toolCallId: string,
  content: Message["content"] = "ok",
  more: Partial<Message> = {},
): Message => ({
  role: "tool",
  toolCallId,
  content,
  ...more,
});
const thought: ContentPart = { type: "reasoning", text: "Hm." };
const foreign: ContentPart = {
  type: "reasoning",
  text: "Hm.",
  providerMetadata: { somebody: { signature: "x" }, openai: 7, anthropic: null, google: "x", bedrock: [] },
};
const picture: ContentPart = { type: "image", source: { base64: "iVBORw0KGgo=", mediaType: "image/png" } };

/** Histories as aborted runs, other providers, older versions and people's own code leave them. */
const histories: Readonly<Record<string, readonly Message[]>> = {
  "without a message": [],
  "of a system message alone": [{ role: "system", content: "Be brief." }],
  "of empty texts": [user(""), assistant(""), user([]), assistant([{ type: "text", text: "" }]), user("?")],
  "that begin with the assistant": [assistant("Hello"), user("?")],
  "that end with the assistant": [user("?"), assistant("I thi")],
  "with several of one role in a row": [user("a"), user("b"), assistant("c"), assistant("d"), user("e")],
  "with system messages in the middle": [user("a"), { role: "system", content: "Now in French." }, user("b")],
  "H1: with a call without a result": [user("?"), assistant("", { toolCalls: [call("c1")] }), user("And?")],
  "H1: with one result of two": [
    user("?"),
    assistant("", { toolCalls: [call("c1"), call("c2")] }),
    result("c2"),
    user("And?"),
  ],
  "H1: with a result without a call": [user("?"), result("c9"), user("And?")],
  "with a result that names no call": [
    user("?"),
    assistant("", { toolCalls: [call("c1")] }),
    { role: "tool", content: "ok" },
  ],
  "with results in another order": [
    user("?"),
    assistant("", { toolCalls: [call("c1"), call("c2")] }),
    result("c2", "two"),
    result("c1", "one"),
  ],
  "H5: with identifiers of all kinds": [
    user("?"),
    assistant("", {
      toolCalls: [call(""), call("chatcmpl-tool-0123456789abcdef0123456789abcdef"), call("日本 語/!")],
    }),
    result(""),
    result("chatcmpl-tool-0123456789abcdef0123456789abcdef"),
    result("日本 語/!"),
  ],
  "with calls of odd input": [
    user("?"),
    assistant("", {
      toolCalls: [
        call("c1", { input: undefined }),
        call("c2", { input: null }),
        call("c3", { input: "text" }),
        call("c4", { input: [1] }),
        call("c5", { input: {}, unreadable: { text: '{"n":', reason: "truncated" } }),
      ],
    }),
    ...["c1", "c2", "c3", "c4", "c5"].map((id) => result(id)),
  ],
  "with results of all kinds": [
    user("?"),
    assistant("", { toolCalls: ["c1", "c2", "c3", "c4"].map((id) => call(id)) }),
    result("c1", ""),
    result("c2", []),
    result("c3", [{ type: "text", text: "see" }, picture]),
    result("c4", "no such file", { isError: true, toolName: "f" }),
  ],
  "H6: with thoughts of nobody and of others": [
    user("?"),
    assistant([thought, foreign, { type: "text", text: "Hi" }], { toolCalls: [call("c1")] }),
    result("c1"),
    assistant([foreign]),
    user("And?"),
  ],
  "H6: with metadata of others": [
    user([{ type: "text", text: "?", providerMetadata: { somebody: { x: 1 } } }]),
    assistant("Hi", {
      providerMetadata: { somebody: { parts: [1] }, google: null, anthropic: 7, openai: "x", bedrock: [] },
    }),
    assistant("", { toolCalls: [call("c1", { providerMetadata: { google: null, somebody: 1 } })] }),
    result("c1"),
  ],
  "with content that is null, as OpenAI has it beside calls": JSON.parse(
    `[{"role":"user","content":"?"},{"role":"assistant","content":null,"toolCalls":[{"id":"c1","name":"f","input":{}}]},
      {"role":"tool","toolCallId":"c1","content":null},{"role":"assistant","content":null},{"role":"user","content":"And?"}]`,
  ),
  "with characters that are halves": [user("half \uD83C of a pair"), assistant("\uDF0D"), user("?")],
};

const options: ModelCallOptions = {
  tools: [{ name: "f", description: "f", input: { type: "object", properties: { n: { type: "number" } } } }],
  maxTokens: 100,
};

describe.each(services)("$name takes histories", (service) => {
  it.each(Object.entries(histories))("%s", async (_what, messages) => {
    const bodies: string[] = [];
    const headers = { "content-type": service.streamType };
    const said = { texts: ["Hi"] };
    const model = service.modelOver(async (url, { body }) => {
      bodies.push(String(body));
      const isStream = /"stream":true/.test(String(body)) || /stream/i.test(url);
      return isStream
        ? new Response(streamOf(service.events(said)), { headers })
        : Response.json(service.whole(said));
    });
    const before = JSON.stringify(messages);
    const whole = await model.complete(messages, options).catch((error: unknown) => error);
    const streamed = await collect(model.stream(messages, options));
    expect(JSON.stringify(messages)).toBe(before);
    if (AIError.is(whole)) {
      // What cannot be asked is refused before it is sent, and told.
      expect(whole).toMatchObject({ code: "PROVIDER_INVALID_REQUEST", retryable: false });
      expect(whole.message).not.toContain("nests too deep");
      expect(bodies).toEqual([]);
      return;
    }
    expect(whole).toMatchObject({ content: "Hi" });
    expect(streamed.error).toBeUndefined();
    expect(textOf(streamed.chunks)).toBe("Hi");
    expect(bodies).toHaveLength(2);
    for (const body of bodies) expect(body).not.toMatch(/undefined|\[object /);
  });
});
