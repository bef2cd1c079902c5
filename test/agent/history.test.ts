import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { repairHistory } from "../../src/agent/repair-history.ts";
import type { Message, ToolCallRequest } from "../../src/contracts/message.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

const user = (content: string): Message => ({ role: "user", content });
const assistant = (content: Message["content"], ...toolCalls: ToolCallRequest[]): Message => ({
  role: "assistant",
  content,
  ...(toolCalls.length > 0 ? { toolCalls } : {}),
});
const call = (id: string): ToolCallRequest => ({ id, name: "look", input: {} });
const result = (toolCallId: string, content = `result of ${toolCallId}`): Message => ({
  role: "tool",
  toolCallId,
  content,
});
const shape = (messages: readonly Message[]): string[] =>
  messages.map((message) => `${message.role}:${message.toolCallId ?? message.content}`);

describe("repairHistory", () => {
  test("leaves a sound conversation as it is", () => {
    const sound = [user("a"), assistant("", call("1")), result("1"), assistant("b"), user("c")];
    expect(repairHistory(sound)).toEqual(sound);
  });

  test("H1: a call without a result gets one that says it was interrupted", () => {
    const repaired = repairHistory([user("a"), assistant("", call("1"), call("2")), result("1")]);
    expect(shape(repaired)).toEqual(["user:a", "assistant:", "tool:1", "tool:2"]);
    expect(repaired[3]).toMatchObject({
      isError: true,
      toolName: "look",
      content: expect.stringContaining("interrupted"),
    });
  });

  test("H1: results stand directly after their turn, in the order of the calls", () => {
    const scattered = [
      assistant("", call("1"), call("2")),
      user("b"),
      result("2"),
      assistant("c"),
      result("1"),
    ];
    expect(shape(repairHistory(scattered))).toEqual([
      "assistant:",
      "tool:1",
      "tool:2",
      "user:b",
      "assistant:c",
    ]);
  });

  test("H1: results without a call, and second results, go", () => {
    const extra = [
      result("0"),
      user("a"),
      assistant("", call("1")),
      result("1"),
      result("1", "again"),
      result("9"),
    ];
    expect(shape(repairHistory(extra))).toEqual(["user:a", "assistant:", "tool:1"]);
  });

  test("S15: equal ids in two turns are matched turn by turn", () => {
    const twice = [
      assistant("", call("1")),
      result("1", "first"),
      assistant("", call("1")),
      result("1", "second"),
    ];
    expect(repairHistory(twice).map((message) => message.content)).toEqual(["", "first", "", "second"]);
  });

  test("H1, S15: a call without a result does not take the result of a later call of the same id", () => {
    const twice = [assistant("", call("1")), user("b"), assistant("", call("1")), result("1", "second")];
    expect(repairHistory(twice).map((message) => message.content)).toEqual([
      "",
      expect.stringContaining("interrupted"),
      "b",
      "",
      "second",
    ]);
  });

  test("H4: a content of null, as other packages store it beside tool calls, is an empty one", () => {
    const stored = JSON.parse(
      '[{"role":"assistant","content":null,"toolCalls":[{"id":"1","name":"look","input":{}}]},{"role":"assistant","content":null}]',
    ) as Message[];
    expect(shape(repairHistory(stored))).toEqual(["assistant:", "tool:1"]);
  });

  test("H9: reasoning goes with the turn it led to, and alone it is no turn", () => {
    const reasoning = { type: "reasoning" as const, text: "hm", providerMetadata: { signature: "s" } };
    expect(repairHistory([user("a"), assistant([reasoning]), user("b")])).toEqual([user("a"), user("b")]);
    const kept = assistant([reasoning], call("1"));
    expect(repairHistory([kept, result("1")])[0]).toBe(kept);
  });

  test("H14: empty texts and empty turns go", () => {
    const empty = [user("a"), assistant(""), assistant([{ type: "text", text: "" }]), user("b")];
    expect(shape(repairHistory(empty))).toEqual(["user:a", "user:b"]);
    const mixed = assistant([
      { type: "text", text: "" },
      { type: "text", text: "x" },
    ]);
    expect(repairHistory([mixed])[0]?.content).toEqual([{ type: "text", text: "x" }]);
  });

  test("does not change what it was given", () => {
    const given = [assistant([{ type: "text", text: "" }], call("1"))];
    const before = structuredClone(given);
    repairHistory(given);
    expect(given).toEqual(before);
  });
});

describe("an agent with history", () => {
  test("sends it repaired, before the input", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "ok" }] });
    const history = [user("a"), assistant("", call("1"))];
    await agent({ model, systemPrompt: "Be brief." }).execute("go on", { history });
    expect(shape(model.callHistory[0]?.messages ?? [])).toEqual([
      "system:Be brief.",
      "user:a",
      "assistant:",
      "tool:1",
      "user:go on",
    ]);
  });

  test("H3: an empty input asks the model to continue", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "ok" }] });
    await agent({ model }).execute("", { history: [user("a"), assistant("half an ans")] });
    expect(model.callHistory[0]?.messages.at(-1)).toEqual(user("Continue."));
  });

  test("an empty input with nothing before it is an error", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "ok" }] });
    const { error } = await agent({ model, systemPrompt: "Be brief." }).execute("");
    expect(error).toMatchObject({ code: "INVALID_INPUT", category: "validation" });
    expect(model.callCount).toBe(0);
  });

  test("an input that is no text is an error, not a crash", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "ok" }] });
    const { error } = await agent({ model }).execute(42 as unknown as string);
    expect(error).toMatchObject({ code: "INVALID_INPUT", message: expect.stringContaining("number") });
  });

  test("H6: what a provider wants back goes back byte for byte, on reasoning, on calls and on the turn", async () => {
    const opaque = { google: { thoughtSignature: "A/b+c==\u2028" } };
    const part = { type: "reasoning" as const, text: "hm", providerMetadata: opaque };
    const calls = [1, 2].map((n) => ({
      id: `c${n}`,
      name: "look",
      input: { n },
      providerMetadata: { n, ...opaque },
    }));
    const model = mockModel({
      name: "m",
      responses: [{ reasoning: [part], toolCalls: calls }, { content: "ok" }],
    });
    const look = tool({
      name: "look",
      description: "looks",
      input: { type: "object" },
      execute: () => "seen",
    });
    await agent({ model, tools: [look] }).execute("x");
    const turn = model.callHistory[1]?.messages[1];
    expect(turn?.content).toEqual([part]);
    expect(turn?.toolCalls).toEqual(calls);
    const again = mockModel({ name: "m", responses: [{ content: "ok" }] });
    const history: Message[] = JSON.parse(JSON.stringify(model.callHistory[1]?.messages));
    await agent({ model: again }).execute("go on", { history });
    expect(again.callHistory[0]?.messages.slice(0, -1)).toEqual(history);
  });
});
