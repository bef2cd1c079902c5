import { describe, expect, test, vi } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentHarness, HarnessTurn } from "../../src/contracts/harness.ts";
import { harness } from "../../src/harness/harness.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import * as snapshot from "../../src/store/snapshot.ts";
import { type MockModel, type MockResponse, mockModel } from "../../src/testing/mock-model.ts";
import { tool } from "../../src/tool/tool.ts";
import { answering, learn, plan } from "../harness/mind-bench.ts";

const base = "You help. Be brief.";
const call = (name: string, input: unknown = {}): MockResponse => ({ toolCalls: [{ name, input }] });
const talking = (...responses: readonly MockResponse[]): MockModel =>
  mockModel({ name: "talker", responses });

/** The system prompts that a model was asked with. */
function prompts(model: MockModel): string[] {
  return model.callHistory.map(({ messages }) =>
    messages[0]?.role === "system" ? String(messages[0].content) : "",
  );
}

const empty = { type: "object", properties: {} } as const;

describe("an agent that learns", () => {
  test("H33: has what was learned behind its prompt, which stays byte for byte, from the next run on", async () => {
    const learned = harness({ model: answering(plan([learn("Tabs")])), store: memoryStore() });
    const model = talking({ content: "Done." });
    const helper = agent({ model, systemPrompt: base, harness: learned, captureMessages: true });
    await helper.execute("Please always use tabs.");
    await learned.refine({ conversation: "user: always use tabs", tainted: false });
    const { report } = await helper.execute("And now?");
    await helper.execute("And now?");
    const [first, second, third] = prompts(model);
    expect(first).toBe(base);
    expect(second).toBe(`${base}\n\n${await learned.overview()}`);
    expect(second).toContain("- [local:tabs] Tabs: About Tabs.");
    expect(third).toBe(second);
    expect([report.systemPrompt, report.messages?.[0]?.content]).toEqual([second, second]);
  });

  test("H31: a refinement that a tool asks for is done when the turn is over; nothing waits for itself", async () => {
    const planner = answering(plan([learn("Tabs")]));
    const learned = harness({ model: planner, store: memoryStore() });
    const statuses: unknown[] = [];
    const save = tool({
      name: "save",
      description: "Saves.",
      input: empty,
      execute: async () => {
        const { status } = await learned.refine({ instructions: "Keep the tabs." });
        statuses.push(status, planner.callCount);
      },
    });
    const model = talking(call("save"), call("refine_harness", { wish: "tabs" }), { content: "Done." });
    const tools = [save, learned.tool()];
    const { error, report, usage, text } = await agent({
      model,
      systemPrompt: base,
      tools,
      harness: learned,
    }).execute("Please always use tabs.");
    expect([error, text, statuses]).toEqual([undefined, "Done.", ["scheduled", 0]]);
    expect(planner.callCount).toBe(2);
    expect(String(planner.callHistory[0]?.messages[1]?.content)).toContain("user:\n Please always use tabs.");
    expect(prompts(model).map((text) => text.includes("Tabs"))).toEqual([false, true, true]);
    expect(prompts(model).every((text) => text.startsWith(base))).toBe(true);
    // The second one found its entry there already.
    expect((await learned.history()).map(({ status }) => status)).toEqual(["applied", "failed"]);
    expect(report.children.map(({ name }) => name)).toEqual([
      "save",
      "harness-planner",
      "refine_harness",
      "harness-planner",
    ]);
    expect(usage.total).toBe(report.usage.total);
  });

  test("H31: what a tool asks for in a run that ends with it is done before the result", async () => {
    const learned = harness({ model: answering(plan([learn("Tabs")])), store: memoryStore() });
    const tools = [
      tool({
        name: "save",
        description: "Saves.",
        mode: "silent",
        input: empty,
        execute: (_input, ctx) => learned.refine({ parent: ctx }),
      }),
    ];
    await agent({ model: talking(call("save")), tools, harness: learned }).execute("Please always use tabs.");
    expect((await learned.state()).entries).toMatchObject([{ id: "tabs", tainted: true }]);
  });

  test("H31: what a tool asks for is learned of the conversation of its own agent, not of one beside it", async () => {
    const planner = answering(plan([]));
    const learned = harness({ model: planner, store: memoryStore() });
    let inside = (): void => {};
    const isOver = new Promise<void>((resolve) => {
      inside = resolve;
    });
    const save = tool({
      name: "save",
      description: "Saves.",
      input: empty,
      execute: async () => {
        await learned.refine();
        await isOver;
      },
    });
    const inner = agent({
      name: "inner",
      model: talking({ content: "In." }),
      harness: { overview: async () => "", turnEnded: async (turn) => learned.turnEnded(turn).then(inside) },
    });
    const both = {
      toolCalls: [
        { name: "save", input: {} },
        { name: "inner", input: { input: "x" } },
      ],
    };
    const tools = [save, inner];
    const model = talking(both, { content: "Done." });
    expect((await agent({ model, tools, harness: learned }).execute("Outer words.")).text).toBe("Done.");
    expect(planner.callHistory.map(({ messages }) => String(messages[1]?.content))).toEqual([
      expect.stringContaining("Outer words."),
    ]);
  });

  test("without a prompt of its own it has what was learned for one, also in the middle of a run", async () => {
    const learned = harness({ model: answering(plan([learn("Tabs")])), store: memoryStore() });
    const model = talking(call("refine_harness"), { content: "Done." }, { content: "Done." });
    const helper = agent({ model, tools: [learned.tool()], harness: learned });
    await helper.execute("Please always use tabs.");
    await helper.execute("Again.", {
      history: [
        { role: "system", content: "Old." },
        { role: "user", content: "Hi" },
      ],
    });
    const [, second, third] = model.callHistory.map(({ messages }) =>
      messages.map(({ role }) => role).join(),
    );
    expect(prompts(model)[0]).toBe("");
    expect(second).toBe("system,user,assistant,tool");
    expect(prompts(model)[1]).toBe(await learned.overview());
    expect(third).toBe("system,user,user");
    expect(prompts(model)[2]).toBe(`Old.\n\n${await learned.overview()}`);
  });

  test("tells of each turn once: its conversation, depth, taint, and whether it came to an answer", async () => {
    const turns: HarnessTurn[] = [];
    const noted: AgentHarness = {
      overview: async () => "",
      turnEnded: async (turn) => void turns.push({ ...turn }),
    };
    const inner = agent({ name: "inner", model: talking({ content: "In." }), harness: noted });
    const outer = agent({
      model: talking(call("inner", { input: "x" }), { content: "Out." }, { error: new Error("down") }),
      tools: [inner],
      harness: noted,
    });
    await outer.execute("Go.");
    expect(turns.map(({ depth, goesOn, tainted }) => [depth, goesOn, tainted])).toEqual([
      [2, false, false],
      [0, true, true],
      [0, false, true],
    ]);
    expect(turns[2]?.conversation).toMatch(
      /^user:\n Go\.\nassistant:\n \(calls inner with .*\)\ntool inner:\n .*\nassistant:\n Out\.$/,
    );
    turns.length = 0;
    expect((await outer.execute("Fail.")).error?.message).toContain("down");
    expect(turns.map(({ goesOn }) => goesOn)).toEqual([true]);
  });

  test("what a harness breaks breaks no run", async () => {
    const broken: AgentHarness = {
      overview: () => Promise.reject(new Error("broken")),
      turnEnded: () => Promise.reject(new Error("broken")),
    };
    const throwing = (): never => {
      throw new Error("broken");
    };
    for (const harness of [broken, { overview: throwing, turnEnded: throwing }]) {
      const model = talking({ content: "Done." });
      const { text, error } = await agent({ model, systemPrompt: base, harness }).execute("Go.");
      expect([text, error, prompts(model)]).toEqual(["Done.", undefined, [base]]);
    }
  });

  test("streams and hooks go on as before, and a stop ends the waiting for the harness", async () => {
    const stop = new AbortController();
    const stuck: AgentHarness = {
      overview: async () => "Learned.",
      turnEnded: () => {
        stop.abort();
        return new Promise(() => {});
      },
    };
    const before = vi.fn();
    const model = talking({ content: "Done." });
    const middleware = [{ name: "watch", execute: { before: () => before() } }];
    const helper = agent({ model, systemPrompt: base, harness: stuck, middleware });
    const { text } = await helper.stream("Go.", { signal: stop.signal }).result;
    expect([text, before.mock.calls.length, prompts(model)]).toEqual(["Done. ", 1, [`${base}\n\nLearned.`]]);
  });

  test("a durable run is saved with what it was told, and a resumed one goes on with that", async () => {
    const learned = harness({ model: answering(plan([learn("Tabs")])), store: memoryStore() });
    await learned.remember({ operation: "create", kind: "memory", title: "Size", content: "Big." });
    const model = talking(call("refine_harness"), { error: new Error("down") }, { content: "Done." });
    const store = snapshot.memory();
    const helper = agent({
      model,
      systemPrompt: base,
      tools: [learned.tool()],
      harness: learned,
      durable: { store },
    });
    expect((await helper.execute("Please always use tabs.", { runId: "r" })).error).toBeDefined();
    expect((await helper.resume("r")).text).toBe("Done.");
    const [first, second, resumed] = prompts(model);
    expect(first).toContain("Big.");
    expect(second).toContain("Tabs");
    expect(resumed).toBe(first);
  });
});
