import { afterEach, describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import {
  clearObservers,
  type FlowObserveOption,
  getObservers,
  isObserveAll,
  registerObserver,
  resolveObservers,
  setObserveAll,
} from "../../src/core/observers.ts";
import type { BaseReport } from "../../src/core/report.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

afterEach(clearObservers);

function collector(): { reports: BaseReport[]; collect(report: BaseReport): void } {
  const reports: BaseReport[] = [];
  return { reports, collect: (report) => void reports.push(report) };
}

const run = (observe?: FlowObserveOption) =>
  agent({
    model: mockModel({ name: "m", responses: [{ content: "ok" }] }),
    ...(observe === undefined ? {} : { observe }),
  }).execute("x");

describe("who sees a report", () => {
  test.each([
    ["undefined, observe-all off", undefined, false, 0],
    ["undefined, observe-all on", undefined, true, 1],
    ["true, observe-all off", true, false, 1],
    ["false, observe-all on", false, true, 0],
  ] as const)("%s", async (_what, observe, all, seen) => {
    const global = collector();
    registerObserver(global);
    setObserveAll(all);
    await run(observe);
    expect(global.reports).toHaveLength(seen);
  });

  test("an observer of the flow's own sees it alone", async () => {
    const global = collector();
    const own = collector();
    registerObserver(global);
    setObserveAll(true);
    const { report } = await run(own);
    expect(own.reports).toEqual([report]);
    expect(global.reports).toEqual([]);
  });

  test("a nested run is inside its root's report and not handed over again", async () => {
    const global = collector();
    registerObserver(global);
    setObserveAll(true);
    const inner = agent({ name: "inner", model: mockModel({ name: "m", responses: [{ content: "1" }] }) });
    const ask = tool({
      name: "ask",
      description: "asks",
      input: { type: "object" },
      execute: async (_input, ctx) => (await ctx.run(inner, "q")).text,
    });
    const model = mockModel({
      name: "m",
      responses: [{ toolCalls: [{ name: "ask", input: {} }] }, { content: "ok" }],
    });
    await agent({ name: "outer", model, tools: [ask] }).execute("x");
    expect(global.reports.map((report) => report.name)).toEqual(["outer"]);
    expect(global.reports[0]?.children[0]?.children[0]?.name).toBe("inner");
  });

  test("the flow waits for it, and what it throws is swallowed", async () => {
    let finished = false;
    registerObserver({
      collect: async () => {
        await Promise.resolve();
        finished = true;
        throw new Error("exporter down");
      },
    });
    expect((await run(true)).text).toBe("ok");
    expect(finished).toBe(true);
  });
});

test("the registry can be read, undone and cleared", () => {
  const one = collector();
  const remove = registerObserver(one);
  expect(getObservers()).toEqual([one]);
  expect(resolveObservers(true)).toEqual([one]);
  remove();
  expect(getObservers()).toEqual([]);
  setObserveAll(true);
  clearObservers();
  expect(isObserveAll()).toBe(false);
});
