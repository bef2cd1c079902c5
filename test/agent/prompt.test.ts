import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { systemPrompt } from "../../src/prompt/system-prompt.ts";
import { mockModel } from "../../src/testing/index.ts";

const systemOf = (model: ReturnType<typeof mockModel>): unknown => {
  const first = model.callHistory.at(-1)?.messages[0];
  return first?.role === "system" ? first.content : undefined;
};
const model = () => mockModel({ name: "m", responses: [{ content: "ok" }] });

describe("the system prompt", () => {
  test("is rendered from the agent's placeholders, and those of the call win", async () => {
    const m = model();
    const helper = agent({
      model: m,
      systemPrompt: "Answer in {{language|English}} for {{name}}.",
      placeholders: { name: "Ada", language: "Arabic" },
    });
    await helper.execute("x");
    expect(systemOf(m)).toBe("Answer in Arabic for Ada.");
    await helper.execute("x", { placeholders: { language: "Greek" } });
    expect(systemOf(m)).toBe("Answer in Greek for Ada.");
  });

  test("may be a builder, whose identity goes onto the report", async () => {
    const m = model();
    const prompt = systemPrompt("You are {{who}}.", { name: "prompt-test", version: "7" }).instruction(
      "Be brief.",
    );
    const { report } = await agent({ model: m, systemPrompt: prompt }).execute("x", {
      placeholders: { who: "Alex" },
    });
    expect(systemOf(m)).toBe("You are Alex.\n\nBe brief.");
    expect(report).toMatchObject({ promptName: "prompt-test", promptVersion: "7" });
    expect(report.systemPrompt).toBeUndefined();
  });

  test("of the call takes the place of the agent's", async () => {
    const m = model();
    await agent({ model: m, systemPrompt: "one" }).execute("x", { systemPrompt: "two" });
    expect(systemOf(m)).toBe("two");
  });

  test("C21: an empty one sends no system message", async () => {
    const m = model();
    await agent({ model: m, systemPrompt: "" }).execute("x");
    expect(systemOf(m)).toBeUndefined();
  });

  test("with a value that has no text is an error of the run, not a crash", async () => {
    const { error } = await agent({ model: model(), systemPrompt: "{{f}}" }).execute("x", {
      placeholders: { f: () => 1 },
    });
    expect(error?.code).toBe("PROVIDER_INVALID_REQUEST");
  });
});

describe("model options", () => {
  test("go to the model, but those it cannot use stay behind", async () => {
    const plain = model();
    const options = {
      temperature: 0,
      reasoning: { effort: "high" as const },
      cacheControl: { breakpoints: 1 },
    };
    await agent({ model: plain, modelOptions: options }).execute("x");
    expect(plain.callHistory[0]?.options).toEqual({ temperature: 0 });
    const able = mockModel({
      name: "m",
      capabilities: { reasoning: true, promptCaching: true },
      responses: [{ content: "ok" }],
    });
    await agent({ model: able, modelOptions: options }).execute("x");
    expect(able.callHistory[0]?.options).toEqual(options);
  });
});

describe("captureMessages", () => {
  test("keeps every turn as plain JSON, and the resolved prompt", async () => {
    const m = mockModel({
      name: "m",
      responses: [{ toolCalls: [{ id: "c", name: "nope", input: { a: 1 } }] }, { content: "ok" }],
    });
    const { report } = await agent({ model: m, systemPrompt: "Hi {{a|b}}", captureMessages: true }).execute(
      "x",
    );
    expect(report.systemPrompt).toBe("Hi b");
    expect(report.messages).toMatchObject([
      { role: "system", content: "Hi b" },
      { role: "user", content: "x" },
      { role: "assistant", content: "", toolCalls: [{ id: "c", name: "nope", input: { a: 1 } }] },
      { role: "tool", toolCallId: "c" },
      { role: "assistant", content: "ok" },
    ]);
    expect(JSON.parse(JSON.stringify(report.messages))).toEqual(report.messages);
  });

  test("off, leaves the field away", async () => {
    const { report } = await agent({ model: model() }).execute("x");
    expect(report).not.toHaveProperty("messages");
  });
});
