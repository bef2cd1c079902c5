import { afterEach, describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { type AsyncContext, config } from "../../src/core/config.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

afterEach(() => void config({ asyncContext: undefined }));

const answering = (content: string) => mockModel({ name: "m", responses: [{ content }] });

function outer(execute: () => unknown) {
  const ask = tool({ name: "ask", description: "asks", input: { type: "object" }, execute });
  const model = mockModel({
    name: "m",
    responses: [{ toolCalls: [{ name: "ask", input: {} }] }, { content: "ok" }],
  });
  return agent({ name: "outer", model, tools: [ask] }).execute("x");
}

describe("an execute() called inside a callback", () => {
  test("nests in the synchronous part, without any carrier", async () => {
    const inner = agent({ name: "inner", model: answering("1") });
    const { report, usage } = await outer(() => inner.execute("q").then(({ text }) => text));
    expect(report.children[0]?.children).toMatchObject([{ name: "inner", rootRunId: report.runId }]);
    expect(usage.input).toBe(30);
  });

  test("nests as a stream, too", async () => {
    const inner = agent({ name: "inner", model: answering("1") });
    const { report } = await outer(() => inner.stream("q").result.then(({ text }) => text));
    expect(report.children[0]?.children).toMatchObject([{ name: "inner" }]);
  });

  test("after an await it is a run of its own without a carrier", async () => {
    const inner = agent({ name: "inner", model: answering("1") });
    const { report } = await outer(async () => {
      await Promise.resolve();
      return (await inner.execute("q")).text;
    });
    expect(report.children[0]?.children).toEqual([]);
  });

  test("after an await it nests where the application gave a carrier", async () => {
    config({ asyncContext: promiseCarrier() });
    const inner = agent({ name: "inner", model: answering("1") });
    const { report } = await outer(async () => {
      await Promise.resolve();
      return (await inner.execute("q")).text;
    });
    expect(report.children[0]?.children).toMatchObject([
      { name: "inner", parentRunId: report.children[0]?.runId },
    ]);
  });

  test("when the run that carried it is over, it is a run of its own", async () => {
    let last: unknown;
    const run: AsyncContext["run"] = (value, callback) => {
      last = value;
      return callback();
    };
    config({ asyncContext: { getStore: () => last, run } });
    const { report, usage } = await outer(() => "later");
    const inner = agent({ name: "inner", model: answering("1") });
    const late = await inner.execute("q");
    expect(late.report).not.toHaveProperty("parentRunId");
    expect(late.report.rootRunId).not.toBe(report.rootRunId);
    expect(usage.input).toBe(20);
  });

  test("two runs side by side do not take each other's children", async () => {
    const names = await Promise.all(
      ["a", "b"].map(async (name) => {
        const inner = agent({ name: `inner-${name}`, model: answering("1") });
        const { report } = await outer(() => inner.execute("q").then(({ text }) => text));
        return report.children[0]?.children.map((child) => child.name);
      }),
    );
    expect(names).toEqual([["inner-a"], ["inner-b"]]);
  });
});

/** Carries one value as long as the callback's promise is pending: enough for one run at a time. */
function promiseCarrier(): AsyncContext {
  let current: unknown;
  return {
    getStore: () => current,
    run: (value, callback) => {
      const before = current;
      current = value;
      const result = callback();
      if (result instanceof Promise) void result.finally(() => (current = before));
      else current = before;
      return result;
    },
  };
}
