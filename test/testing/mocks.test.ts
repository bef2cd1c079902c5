import { describe, expect, test } from "vitest";
import { END } from "../../src/core/end.ts";
import { MockSDK, mockAgent, mockModel, mockRouter } from "../../src/testing/index.ts";

describe("MockSDK", () => {
  test("is made with or without new, and lists its models", () => {
    const called = MockSDK({ responses: [{ content: "a" }] });
    const made = new MockSDK({ defaultModelName: "tiny" });
    expect(called.model({ name: "x" }).name).toBe("x");
    expect(made.model().name).toBe("tiny");
    expect(made.models).toHaveLength(1);
  });

  test("answers in order, the last repeats, with the default usage", async () => {
    const model = MockSDK({ responses: [{ content: "first" }, { content: "second one" }] }).model();
    const texts = [];
    for (let call = 0; call < 3; call += 1) texts.push((await model.complete([])).content);
    expect(texts).toEqual(["first", "second one", "second one"]);
    expect((await model.complete([])).usage).toEqual({ input: 10, output: 3, total: 13 });
    expect(model.callCount).toBe(4);
  });

  test("streams its deltas, or the words each followed by a space", async () => {
    const words = [];
    for await (const chunk of MockSDK({ responses: [{ content: "a b" }] })
      .model()
      .stream([]))
      words.push(chunk);
    expect(words).toEqual([
      { type: "delta", content: "a " },
      { type: "delta", content: "b " },
      { type: "done", finishReason: "stop", usage: { input: 10, output: 1, total: 11 } },
    ]);
  });

  test("keeps what it was asked, as it was then", async () => {
    const model = MockSDK({ responses: [{ content: "a" }] }).model();
    const messages = [{ role: "user" as const, content: "q" }];
    await model.complete(messages, { temperature: 1 });
    messages.pop();
    expect(model.callHistory).toEqual([
      { messages: [{ role: "user", content: "q" }], options: { temperature: 1 } },
    ]);
  });

  test("without responses it fails with a clear error", async () => {
    await expect(MockSDK().model().complete([])).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
  });
});

test("mockAgent answers from its list", async () => {
  const writer = mockAgent({ name: "writer", responses: ["one", { content: "two" }] });
  expect([(await writer.execute("x")).text, (await writer.execute("x")).text]).toEqual(["one", "two"]);
});

describe("mockRouter", () => {
  test("replays decisions, literal or computed, then ends", () => {
    const route = mockRouter<{ ready: boolean }>(["writer", ({ ready }) => (ready ? "critic" : ["a", "b"])]);
    expect([route({ ready: false }), route({ ready: false }), route({ ready: false })]).toEqual([
      "writer",
      ["a", "b"],
      END,
    ]);
  });

  test("repeats or throws when told to", () => {
    const repeat = mockRouter(["a"], { onExhausted: "repeat" });
    expect([repeat(undefined), repeat(undefined)]).toEqual(["a", "a"]);
    const strict = mockRouter([], { onExhausted: "throw" });
    expect(() => strict(undefined)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });
});

test("a mock model gives the calls of answers that come side by side ids of their own", async () => {
  const model = mockModel({ name: "m", responses: [{ toolCalls: [{ name: "t", input: {} }] }] });
  const [first, second] = await Promise.all([model.complete([]), model.complete([])]);
  expect(first?.toolCalls?.[0]?.id).toBe("call_1_0");
  expect(second?.toolCalls?.[0]?.id).toBe("call_2_0");
});
