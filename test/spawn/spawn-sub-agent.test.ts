import * as v from "valibot";
import { expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { spawnSubAgent } from "../../src/spawn/spawn-sub-agent.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

test("runs one task with a fresh agent and typed output", async () => {
  const model = mockModel({ name: "m", responses: [{ content: '{"names":["Acme"]}' }] });
  const output = v.object({ names: v.array(v.string()) });
  const { data } = await spawnSubAgent({ name: "extract", model, task: "List companies", output });
  expect(data?.names).toEqual(["Acme"]);
});

test("ends at its budget", async () => {
  const model = mockModel({ name: "m", responses: [{ content: "long", usage: { total: 500 } }] });
  const { error } = await spawnSubAgent({ name: "extract", model, task: "x", budget: { maxTokens: 100 } });
  expect(error?.code).toBe("BUDGET_EXCEEDED");
});

test("stops with the run that is its parent", async () => {
  const controller = new AbortController();
  const model = mockModel({ name: "m", responses: [{ content: "late", delay: 60_000 }] });
  const parent = { runId: "r", rootRunId: "r", adopt: () => undefined, spend: () => undefined };
  const running = spawnSubAgent({ model, task: "x", parent: { ...parent, signal: controller.signal } });
  controller.abort("enough");
  expect((await running).error).toMatchObject({ code: "AGENT_CANCELLED", reason: "enough" });
});

test("inside a tool its report and usage go into the caller's", async () => {
  const delegate = tool({
    name: "delegate",
    description: "delegates",
    input: { type: "object" },
    execute: async (_input, parent) =>
      (
        await spawnSubAgent({
          name: "sub",
          model: mockModel({ name: "m", responses: [{ content: "1" }] }),
          task: "x",
          parent,
        })
      ).text,
  });
  const model = mockModel({
    name: "m",
    responses: [{ toolCalls: [{ name: "delegate", input: {} }] }, { content: "ok" }],
  });
  const { report, usage } = await agent({ model, tools: [delegate] }).execute("x");
  expect(report.children[0]?.children).toMatchObject([{ name: "sub", rootRunId: report.runId }]);
  expect(usage.input).toBe(30);
});
