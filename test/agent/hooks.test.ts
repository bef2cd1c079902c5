import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentEvent } from "../../src/contracts/agent.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import { GuardrailViolationError } from "../../src/core/errors/index.ts";
import type { Logger } from "../../src/core/logger.ts";
import { guardrail } from "../../src/middleware/guardrail.ts";
import { type MockResponse, mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

const model = (...responses: MockResponse[]) => mockModel({ name: "m", responses });
const usage = { input: 60, output: 40, total: 100 };
const no = () => new GuardrailViolationError("no", { phase: "tool", reason: "policy" });
const done = tool({ name: "do", description: "does", input: { type: "object" }, execute: () => "did" });
const callsDo: MockResponse = { toolCalls: [{ id: "c1", name: "do", input: {} }], usage };

async function collect(stream: AsyncIterable<AgentEvent>): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of stream) events.push(event);
  return events;
}

describe("what hooks refuse or replace", () => {
  test.each(["execute", "stream"] as const)("A8: a refused answer is not the text of %s", async (way) => {
    const middleware = [guardrail({ outputCheck: () => ({ ok: false, reason: "secret" }) })];
    const helper = agent({ model: model({ content: "the launch code" }), middleware });
    const result = await (way === "execute" ? helper.execute("x") : helper.stream("x").result);
    expect(result.error?.code).toBe("GUARDRAIL_VIOLATION");
    expect(result.text).toBeUndefined();
  });

  test("the trip keeps what its call used, also where a hook refuses the answer", async () => {
    const middleware = [guardrail({ outputCheck: () => ({ ok: false, reason: "no" }) })];
    const { report } = await agent({ model: model({ content: "x", usage }), middleware }).execute("x");
    expect(report.trips[0]?.usage).toEqual(usage);
    expect(report.usage).toEqual(usage);
  });

  test("the trip keeps what its call used, also where a hook replaces the answer", async () => {
    const replace: AgentMiddleware = {
      name: "replace",
      trip: { after: () => ({ content: "other", finishReason: "stop", usage: { total: 5 } }) },
    };
    const { report, text } = await agent({
      model: model({ content: "x", usage }),
      middleware: [replace],
    }).execute("x");
    expect(text).toBe("other");
    expect(report.trips[0]?.usage).toEqual(usage);
    expect(report.usage).toEqual(usage);
  });

  test("a trip that a hook answers used nothing", async () => {
    const cache: AgentMiddleware = {
      name: "cache",
      trip: { before: () => ({ content: "stored", finishReason: "stop", usage }) },
    };
    const { report } = await agent({ model: model({}), middleware: [cache] }).execute("x");
    expect(report.trips[0]?.usage).toEqual({ input: 0, output: 0, total: 0 });
    expect(report.usage).toEqual({ input: 0, output: 0, total: 0 });
  });

  test("an answer that a hook gives is streamed like one of the model", async () => {
    const cache: AgentMiddleware = {
      name: "cache",
      trip: { before: () => ({ content: "stored", finishReason: "stop" }) },
    };
    const rescue: AgentMiddleware = {
      name: "rescue",
      trip: { onError: () => ({ content: "stored", finishReason: "stop" }) },
    };
    for (const middleware of [cache, rescue]) {
      const failing = model({ error: new Error("down") });
      const events = await collect(agent({ model: failing, middleware: [middleware] }).stream("x"));
      expect(events.filter((event) => event.type === "agent.trip.streaming")).toMatchObject([
        { delta: "stored", tripIndex: 0 },
      ]);
    }
  });
});

describe("a tool hook that ends the run", () => {
  test.each(["before", "after"] as const)(
    "in %s leaves the call on the report and in the events",
    async (at) => {
      const throwing = (): never => {
        throw no();
      };
      const block: AgentMiddleware = { name: "block", tool: { [at]: throwing } };
      const stream = agent({ model: model(callsDo), tools: [done], middleware: [block] }).stream("x");
      const events = await collect(stream);
      const { report, error } = await stream.result;
      expect(error?.code).toBe("GUARDRAIL_VIOLATION");
      expect(report.children).toMatchObject([
        {
          type: "tool",
          name: "do",
          toolCallId: "c1",
          status: "failed",
          error: { code: "GUARDRAIL_VIOLATION" },
        },
      ]);
      expect(JSON.stringify(report.children)).not.toContain('"did"');
      expect(events.map((event) => event.type)).toEqual([
        "agent.starting",
        "agent.trip.started",
        "agent.tool.input-delta",
        "agent.tool.calling",
        "agent.tool.failed",
        "agent.trip.completed",
        "agent.error",
      ]);
    },
  );

  test("keeps what the tool's own runs used", async () => {
    const inner = agent({ name: "inner", model: model({ content: "1", usage }) });
    const ask = tool({
      name: "do",
      description: "asks",
      input: { type: "object" },
      execute: (_input, context) => context.run(inner, "q").then(({ text }) => text),
    });
    const block: AgentMiddleware = {
      name: "block",
      tool: {
        after: () => {
          throw no();
        },
      },
    };
    const { report } = await agent({ model: model(callsDo), tools: [ask], middleware: [block] }).execute("x");
    expect(report.usage.total).toBe(200);
    expect(report.children[0]).toMatchObject({ usage, children: [{ name: "inner", usage }] });
  });
});

describe("a stopped run", () => {
  test.each(["execute", "trip"] as const)("does not wait for a %s hook that never ends", async (level) => {
    const controller = new AbortController();
    const stuck: AgentMiddleware = {
      name: "stuck",
      [level]: {
        before: () => {
          controller.abort("enough");
          return new Promise(() => undefined);
        },
      },
    };
    const { error, report } = await agent({ model: model({ content: "x" }), middleware: [stuck] }).execute(
      "x",
      {
        signal: controller.signal,
      },
    );
    expect(error?.code).toBe("AGENT_CANCELLED");
    expect(report.status).toBe("cancelled");
  });

  test("stays stopped, whatever a hook makes of the error", async () => {
    const controller = new AbortController();
    const seen: string[] = [];
    const rescue: AgentMiddleware = {
      name: "rescue",
      trip: {
        onError: (_context, error) => {
          seen.push(error.code);
          return { content: "fallback", finishReason: "stop" };
        },
      },
    };
    const stop: AgentMiddleware = { name: "stop", trip: { before: () => controller.abort() } };
    const helper = agent({ model: model({ content: "late" }), middleware: [rescue, stop] });
    const { error, text } = await helper.execute("x", { signal: controller.signal });
    expect(error?.code).toBe("AGENT_CANCELLED");
    expect(text).toBeUndefined();
    expect(seen).toEqual(["AGENT_CANCELLED"]);
  });
});

describe("an agent that a hook runs", () => {
  test("nests under the run, with its usage", async () => {
    const classifier = agent({ name: "classifier", model: model({ content: "fine", usage }) });
    const check = guardrail({
      inputCheck: (text) => classifier.execute(text).then(() => ({ ok: true as const })),
    });
    const { report } = await agent({ model: model({ content: "x", usage }), middleware: [check] }).execute(
      "x",
    );
    expect(report.children).toMatchObject([{ type: "agent", name: "classifier", parentRunId: report.runId }]);
    expect(report.usage.total).toBe(200);
  });
});

describe("the debug log", () => {
  test("tells which middleware decided something, unless it says log: false", async () => {
    const entries: unknown[] = [];
    const logger: Logger = {
      debug: (_module, action, message) => {
        if (action.startsWith("middleware")) entries.push(message);
      },
    };
    const answer = (content: string) => ({ content, finishReason: "stop" as const });
    const watch: AgentMiddleware = {
      name: "watch",
      trip: { before: () => undefined, after: () => undefined },
    };
    const replace: AgentMiddleware = { name: "replace", trip: { after: () => answer("b") } };
    const quiet: AgentMiddleware = { name: "quiet", log: false, trip: { after: () => answer("c") } };
    const cache: AgentMiddleware = { name: "cache", trip: { before: () => answer("a") } };
    const refuse: AgentMiddleware = {
      name: "refuse",
      execute: {
        after: () => {
          throw no();
        },
      },
    };
    const middleware = [watch, refuse, replace, quiet, cache];
    await agent({ model: model({ content: "x" }), middleware, logger }).execute("x");
    expect(entries).toEqual([
      'the middleware "cache" answered',
      'the middleware "replace" replaced the result',
      'the middleware "refuse" threw',
    ]);
  });
});
