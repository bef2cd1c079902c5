import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentConfig } from "../../src/agent/agent-config.ts";
import type { AgentParts } from "../../src/contracts/agent-feature.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import type { SkillsContract } from "../../src/contracts/skills.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { mockModel } from "../../src/testing/mock-model.ts";
import { tool } from "../../src/tool/tool.ts";
import { calling, conversingModel } from "../support/conversing-model.ts";
import { dyingStore } from "../support/dying-store.ts";

const noting = (name: string, notes: string[]): AgentMiddleware => ({
  name,
  execute: {
    before: () => void notes.push(`${name} in`),
    after: () => void notes.push(`${name} out`),
  },
});

const look = (name: string) =>
  tool({ name, description: "Looks.", input: { type: "object", properties: {} }, execute: () => "seen" });

/** A library that adds what it is told to, and counts how often it is asked. */
function adding(parts: () => AgentParts): SkillsContract & { readonly asked: () => number } {
  let asked = 0;
  return {
    name: "adding",
    catalog: async () => [],
    catalogPrompt: async () => "",
    preload: async () => [],
    tools: () => [],
    forAgent() {
      asked += 1;
      return parts();
    },
    asked: () => asked,
  };
}

describe("an agent with a feature", () => {
  test("has its tools behind its own and its middleware around them, made once for all runs", async () => {
    const notes: string[] = [];
    const feature = adding(() => ({
      tools: [look("added")],
      middleware: [noting("outer", notes)],
      inner: [noting("inner", notes)],
    }));
    const model = mockModel({ name: "mock", responses: [{ content: "Done." }] });
    const helper = agent({
      model,
      tools: [look("own")],
      middleware: [noting("mine", notes)],
      skills: feature,
    });
    const [first, second] = await Promise.all([helper.execute("Go."), helper.execute("Go.")]);
    expect([first.report.name, second.report.name]).toEqual([helper.name, helper.name]);
    expect(feature.asked()).toBe(1);
    expect(model.callHistory[0]?.options.tools?.map(({ name }) => name)).toEqual(["own", "added"]);
    notes.length = 0;
    await helper.execute("Go.");
    expect(notes).toEqual(["outer in", "mine in", "inner in", "inner out", "mine out", "outer out"]);
  });

  test("is not made before its first run, and made again where that failed", async () => {
    let broken = true;
    const feature = adding(() => {
      if (broken) throw new Error("not yet");
      return {};
    });
    const helper = agent({
      model: mockModel({ name: "mock", responses: [{ content: "Done." }] }),
      skills: feature,
    });
    expect(feature.asked()).toBe(0);
    expect((await helper.execute("Go.")).error).toBeDefined();
    broken = false;
    expect((await helper.execute("Go.")).text).toBe("Done.");
    expect(feature.asked()).toBe(2);
  });

  test.each([
    ["tool", { tools: [look("own")] }],
    ["middleware", { middleware: [{ name: "mine" }] }],
    ["middleware", { inner: [{ name: "mine" }] }],
  ])("whose %s has a name that is taken says so in its result, and asks no model", async (_kind, parts) => {
    const model = mockModel({ name: "mock", responses: [{ content: "Done." }] });
    const own = { tools: [look("own")], middleware: [{ name: "mine" }] };
    const { error } = await agent({ model, ...own, skills: adding(() => parts) }).execute("Go.");
    expect([error?.code, model.callCount]).toEqual(["INVALID_CONFIG", 0]);
  });

  test("resumes its runs with the tools of the feature, and refuses a run that had others", async () => {
    const disk = memoryStore();
    const make = (store: typeof disk, more: Partial<AgentConfig>) =>
      agent({
        name: "looker",
        model: conversingModel([calling("added", {}), { content: "Seen." }]),
        durable: { store },
        ...more,
      });
    const added = () => ({ skills: adding(() => ({ tools: [look("added")] })) });
    const { store, died } = dyingStore(disk, 1, "after");
    void make(store, added()).execute("Go.", { runId: "run" });
    await died;
    await expect(make(disk, {}).resume("run")).rejects.toMatchObject({ code: "AGENT_DRIFT" });
    const { text, report } = await make(disk, added()).resume("run");
    expect([text, report.children.map(({ name }) => name)]).toEqual(["Seen.", ["added"]]);
  });
});
