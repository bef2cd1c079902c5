import { expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

test("an answer comes back as text, with report and usage", async () => {
  const model = mockModel({ name: "m", responses: [{ content: "Cairo" }] });
  const result = await agent({ model }).execute("Capital of Egypt?");
  expect(result.error).toBeUndefined();
  expect(result.text).toBe("Cairo");
  expect(result.usage).toEqual({ input: 10, output: 2, total: 12 });
  expect(result.report).toMatchObject({
    name: "anon_mock_m",
    type: "agent",
    status: "completed",
    reportSchemaVersion: 1,
  });
  expect(result.report.trips).toHaveLength(1);
});

test("tool results go back to the model and the call is a child of the report", async () => {
  const add = tool({
    name: "add",
    description: "Adds.",
    input: {
      type: "object",
      properties: { a: { type: "number" }, b: { type: "number" } },
      required: ["a", "b"],
    },
    execute: (input) => {
      const { a, b } = input as { a: number; b: number };
      return a + b;
    },
  });
  const model = mockModel({
    name: "m",
    responses: [{ toolCalls: [{ name: "add", input: { a: 1, b: 2 } }] }, { content: "3" }],
  });
  const result = await agent({ model, tools: [add] }).execute("1+2?");
  expect(result.error).toBeUndefined();
  expect(result.text).toBe("3");
  expect(result.report.children).toMatchObject([
    { type: "tool", name: "add", output: 3, status: "completed", tripIndex: 0 },
  ]);
  expect(model.callHistory[1]?.messages.at(-1)).toMatchObject({ role: "tool", content: "3" });
});

test("a stream yields the deltas and then the completion", async () => {
  const model = mockModel({ name: "m", responses: [{ content: "one two", deltas: ["one ", "two"] }] });
  const stream = agent({ model }).stream("count");
  const types: string[] = [];
  let text = "";
  for await (const event of stream) {
    types.push(event.type);
    if (event.type === "agent.trip.streaming") text += event.delta;
  }
  expect(text).toBe("one two");
  expect(types).toEqual([
    "agent.starting",
    "agent.trip.started",
    "agent.trip.streaming",
    "agent.trip.streaming",
    "agent.trip.completed",
    "agent.completed",
  ]);
  expect((await stream.result).text).toBe("one two");
});
