import { afterEach, describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { config } from "../../src/core/config.ts";
import type { Logger, LogLevel } from "../../src/core/logger.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";

type Entry = [
  level: LogLevel,
  module: string,
  action: string,
  message: string,
  context: Record<string, unknown> | undefined,
];

function capture(): { entries: Entry[]; logger: Logger } {
  const entries: Entry[] = [];
  const at =
    (level: LogLevel) =>
    (module: string, action: string, message: string, context?: Record<string, unknown>) =>
      void entries.push([level, module, action, message, context]);
  return {
    entries,
    logger: {
      debug: at("debug"),
      info: at("info"),
      warn: at("warn"),
      error: at("error"),
      success: at("success"),
    },
  };
}

afterEach(() => void config({ logger: undefined }));

const good = tool({ name: "good", description: "g", input: { type: "object" }, execute: () => 1 });
const bad = tool({
  name: "bad",
  description: "b",
  input: { type: "object" },
  execute: () => Promise.reject(new Error("x")),
});
const script = () =>
  mockModel({
    name: "m",
    responses: [
      {
        toolCalls: [
          { name: "good", input: {} },
          { name: "bad", input: {} },
        ],
      },
      { content: "ok" },
    ],
  });

describe("the log of a run", () => {
  test("has the spec's levels, actions and module, and no deltas", async () => {
    const { entries, logger } = capture();
    await agent({ name: "support", model: script(), tools: [good, bad], logger }).stream("my prompt").result;
    expect(entries.map(([level, , action]) => `${level} ${action}`)).toEqual([
      "info agent.starting",
      "debug trip.started",
      "debug tool.calling",
      "debug tool.calling",
      "success tool.called",
      "warn tool.failed",
      "debug trip.completed",
      "debug trip.started",
      "debug trip.completed",
      "info agent.completed",
    ]);
    expect(new Set(entries.map(([, module]) => module))).toEqual(new Set(["ai.agent.support"]));
    expect(entries[0]?.[4]).toEqual({ inputLength: 9, model: "m", maxTrips: 10 });
    expect(entries[5]?.[4]).toMatchObject({ tool: "bad", code: "TOOL_EXEC_FAILED", tripIndex: 0 });
  });

  test("never has the prompt in it", async () => {
    const { entries, logger } = capture();
    await agent({ model: script(), tools: [good, bad], logger, systemPrompt: "secret rules" }).execute(
      "private question",
    );
    expect(JSON.stringify(entries)).not.toMatch(/private question|secret rules/);
  });

  test("a failure is an error with its code and stack, secrets hidden", async () => {
    const { entries, logger } = capture();
    config({ logger });
    const model = mockModel({
      name: "m",
      responses: [{ error: new Error("key sk-abcdefghijklmnop refused") }],
    });
    await agent({ model }).execute("x");
    const [level, , action, , context] = entries.at(-1) ?? [];
    expect([level, action, context?.code]).toEqual(["error", "agent.error", "AGENT_EXEC_FAILED"]);
    expect(JSON.stringify(context)).not.toContain("sk-abc");
  });

  test("a logger that throws does not break the run", async () => {
    const logger: Logger = {
      info: () => {
        throw new Error("disk full");
      },
    };
    expect(
      (await agent({ model: mockModel({ name: "m", responses: [{ content: "ok" }] }), logger }).execute("x"))
        .text,
    ).toBe("ok");
  });
});
