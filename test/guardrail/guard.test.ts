import { describe, expect, expectTypeOf, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import { ConfigError, GuardrailViolationError } from "../../src/core/errors/index.ts";
import { guard } from "../../src/guardrail/guard.ts";
import type { FlagRecord, GuardrailBlockEvent } from "../../src/guardrail/guard-options.ts";
import { guardrail } from "../../src/guardrail/guardrail.ts";
import { mockModel } from "../../src/testing/index.ts";
import { all, digits, everything, noting, streamingDigits, verdict, watching } from "./guard-doubles.ts";

const answering = (content: string) => mockModel({ name: "m", responses: [{ content }] });

function calling(name: string, input: unknown, ...more: { name: string; input: unknown }[]) {
  return mockModel({
    name: "m",
    responses: [{ content: "", toolCalls: [{ name, input }, ...more] }, { content: "Done." }],
  });
}

describe("a guard", () => {
  test("without detectors does nothing", async () => {
    const plain = guard();
    expect(plain).toEqual({ name: "guardrail" });
    expectTypeOf(plain).toEqualTypeOf<AgentMiddleware>();
    const result = await agent({ model: answering("1234"), middleware: [plain] }).execute("5678");
    expect(result.text).toBe("1234");
    expect(result.report.annotations).toBeUndefined();
  });

  test("has hooks for the phases that have detectors only", () => {
    expect(Object.keys(guard({ input: [digits("block")] }).trip ?? {})).toEqual(["before"]);
    expect(guard({ output: [digits("block")] }).tool).toBeUndefined();
    expect(Object.keys(guard({ data: [digits("block")] }))).toEqual(["name", "trip", "tool"]);
    expect(Object.keys(guard({ data: [digits("block")] }).trip ?? {})).toEqual(["before"]);
    expect(Object.keys(guard({ data: [digits("block")] }).tool ?? {})).toEqual(["after"]);
  });

  test("is the same by both names, and takes its own name", () => {
    expect(guardrail({ name: "compliance", input: [digits("block")] })).toMatchObject({ name: "compliance" });
    expect(guardrail()).toEqual(guard());
  });

  test("has what goes with it as members", () => {
    expect(Object.keys(guardrail).sort()).toEqual([
      "canary",
      "data",
      "injection",
      "moderation",
      "pii",
      "secrets",
      "spotlight",
      "spotlightInstruction",
      "topic",
      "vault",
    ]);
  });

  test("refuses what is no detector, and says what was meant", () => {
    // @ts-expect-error A factory that was not called.
    expect(() => guard({ input: [guardrail.pii] })).toThrow(ConfigError);
    // @ts-expect-error See above.
    expect(() => guard({ output: [guardrail.pii] })).toThrow(/output.*Call it: `output: \[pii\(\)\]`/);
    // @ts-expect-error An object without check().
    expect(() => guard({ tool: [{ name: "x" }] })).toThrow(/tool phase/);
  });
});

describe("phases", () => {
  test("input sees the user's text, and a block ends the run before the model is asked", async () => {
    const model = answering("Hello");
    const detector = digits("block");
    const result = await agent({
      model,
      systemPrompt: "Code 1111",
      middleware: [guard({ input: [detector] })],
    }).execute("My code is 1234");
    expect(result.error).toBeInstanceOf(GuardrailViolationError);
    expect(result.error).toMatchObject({
      code: "GUARDRAIL_VIOLATION",
      phase: "input",
      reason: "four digits",
      guardrail: "guardrail",
    });
    expect(detector.seen).toEqual(["My code is 1234"]);
    expect(model.callCount).toBe(0);
  });

  test("output sees the answer, and a block ends the run", async () => {
    const detector = digits("block");
    const result = await agent({
      model: answering("It is 1234"),
      middleware: [guard({ name: "g", output: [detector] })],
    }).execute("x");
    expect(result.error).toMatchObject({ phase: "output", reason: "four digits", guardrail: "g" });
    expect(result.text).toBeUndefined();
    expect(detector.seen).toEqual(["It is 1234"]);
    expect(everything(result)).not.toContain("1234");
  });

  test("tool sees the arguments as JSON, and a block keeps the tool from running", async () => {
    const pay = noting("pay");
    const detector = digits("block");
    const result = await agent({
      model: calling("pay", { to: "Ada", code: "1234" }),
      tools: [pay.tool],
      middleware: [guard({ tool: [detector] })],
    }).execute("x");
    expect(result.error).toMatchObject({ phase: "tool", reason: "four digits" });
    expect(detector.seen).toEqual(['{"to":"Ada","code":"1234"}']);
    expect(pay.calls).toEqual([]);
  });

  test("tool passes what is fine, and looks at it once", async () => {
    const pay = noting("pay");
    const detector = digits("block");
    const result = await agent({
      model: calling("pay", { to: "Ada" }),
      tools: [pay.tool],
      middleware: [guard({ tool: [detector] })],
    }).execute("x");
    expect(result.text).toBe("Done.");
    expect(pay.calls).toEqual([{ to: "Ada" }]);
    expect(detector.seen).toEqual(['{"to":"Ada"}']);
  });

  test.each(["pay", ["pay", "refund"]] as const)("toolNames %s scopes the tool phase", async (toolNames) => {
    const pay = noting("pay");
    const lookup = noting("lookup");
    const middleware = [guard({ tool: [digits("block")], toolNames, input: [digits("flag")] })];
    const run = (name: string) =>
      agent({ model: calling(name, { code: "1234" }), tools: [pay.tool, lookup.tool], middleware }).execute(
        "x",
      );
    expect((await run("lookup")).text).toBe("Done.");
    expect(lookup.calls).toEqual([{ code: "1234" }]);
    expect((await run("pay")).error).toMatchObject({ phase: "tool" });
    expect(pay.calls).toEqual([]);
  });

  test("detectors learn the phase, who wrote the text, the signal and the hook", async () => {
    const seen: unknown[] = [];
    const look: Parameters<typeof guard>[0] = {};
    const detector = {
      name: "look",
      check: (_text: string, context: unknown) => {
        const { phase, source, signal, ctx } = context as Record<string, unknown>;
        seen.push([phase, source, signal instanceof AbortSignal, (ctx as { runId: string }).runId]);
        return { type: "allow" } as const;
      },
    };
    const all = [detector];
    await agent({
      model: calling("pay", { to: "Ada" }),
      tools: [noting("pay").tool],
      middleware: [guard({ ...look, input: all, output: all, tool: all, data: all })],
    }).execute("x", { runId: "run-1" });
    expect(seen).toEqual([
      ["input", "user", true, "run-1"],
      ["tool", undefined, true, "run-1"],
      ["data", "tool", true, "run-1"],
      ["output", undefined, true, "run-1"],
    ]);
  });
});

describe("verdicts", () => {
  test("are taken in the order of the detectors, each on what the ones before made of the text", async () => {
    const second = digits("redact");
    const third = digits("block");
    const upper = verdict({ type: "redact", text: "CODE 1234" });
    const result = await agent({
      model: answering("code 1234"),
      middleware: [guard({ output: [upper, second, third] })],
    }).execute("x");
    expect(result.text).toBe("CODE [digits]");
    expect(second.seen).toEqual(["CODE 1234"]);
    expect(third.seen).toEqual(["CODE [digits]"]);
  });

  test("a block ends the looking", async () => {
    const later = digits("flag");
    await agent({
      model: answering("1234"),
      middleware: [guard({ output: [digits("block"), later] })],
    }).execute("x");
    expect(later.seen).toEqual([]);
  });

  test("a flag passes and is kept in the state under the guard's name; the rest still looks", async () => {
    const watch = watching();
    const matches = [{ rule: "digits.four", label: "digits", span: [0, 4] as const }];
    const flagging = verdict({ type: "flag", reason: "odd", matches }, "odd");
    const later = digits("redact");
    const result = await agent({
      model: answering("1234"),
      middleware: [watch, guard({ name: "g", output: [flagging, later] })],
    }).execute("x");
    expect(result.text).toBe("[digits]");
    const flags = watch.state.get("g.flags") as FlagRecord[];
    expect(flags).toEqual([{ detector: "odd", phase: "output", tripIndex: 0, reason: "odd", matches }]);
  });

  test("a flag of the tool phase names the tool", async () => {
    const watch = watching();
    await agent({
      model: calling("pay", { code: "1234" }),
      tools: [noting("pay").tool],
      middleware: [watch, guard({ tool: [digits("flag")] })],
    }).execute("x");
    expect(watch.state.get("guardrail.flags")).toEqual([
      { detector: "digits-flag", phase: "tool", toolName: "pay", tripIndex: 0, reason: "four digits" },
    ]);
  });

  test("redact on output replaces the answer in result, report, messages and history", async () => {
    const result = await agent({
      model: answering("It is 1234."),
      captureMessages: true,
      middleware: [guard({ output: [digits("redact")] })],
    }).execute("x");
    expect(result.text).toBe("It is [digits].");
    expect(everything(result)).not.toContain("1234");
  });

  test("redact on input is a block, unless it is allowed", async () => {
    const model = answering("Hello");
    const result = await agent({ model, middleware: [guard({ input: [digits("redact")] })] }).execute("1234");
    expect(result.error).toMatchObject({ phase: "input", reason: "input-redaction-unsupported" });
    expect(result.error?.message).toContain("redactInput: true");
    expect(model.callCount).toBe(0);
  });

  test("redact on tool arguments is a block with a reason of its own, unless it is allowed", async () => {
    const pay = noting("pay");
    const result = await agent({
      model: calling("pay", { code: "1234" }),
      tools: [pay.tool],
      middleware: [guard({ tool: [digits("redact")] })],
    }).execute("x");
    expect(result.error).toMatchObject({ phase: "tool", reason: "tool-arg-redaction-unsupported" });
    expect(pay.calls).toEqual([]);
  });
});

describe("escalation", () => {
  const escalating = verdict({
    type: "block",
    reason: "ask a human",
    escalate: true,
    matches: [{ rule: "wire" }],
  });

  test.each(["execute", "stream"] as const)(
    "%s waits for onBlock before the run ends, and still ends",
    async (kind) => {
      const events: GuardrailBlockEvent[] = [];
      const order: string[] = [];
      const helper = agent({
        model: answering("x"),
        middleware: [
          guard({
            output: [escalating],
            escalation: {
              async onBlock(event) {
                await new Promise((resolve) => setTimeout(resolve, 5));
                order.push("told");
                events.push(event);
              },
            },
          }),
        ],
      });
      const result = kind === "execute" ? await helper.execute("x") : (await all(helper.stream("x"))).result;
      order.push("ended");
      expect(order).toEqual(["told", "ended"]);
      expect(result.error).toBeInstanceOf(GuardrailViolationError);
      expect(events).toHaveLength(1);
      expect(events[0]).toMatchObject({
        phase: "output",
        reason: "ask a human",
        matches: [{ rule: "wire" }],
      });
      expect(events[0]?.ctx.state).toBeInstanceOf(Map);
      expect(events[0]?.ctx.messages[0]).toMatchObject({ role: "user", content: "x" });
    },
  );

  test("a block that cuts a stream is told once", async () => {
    const events: GuardrailBlockEvent[] = [];
    const cutting = streamingDigits("block");
    const stream = cutting.stream;
    const detector = {
      ...cutting,
      stream: async () => {
        const own = await stream?.();
        const told = (streamed: ReturnType<NonNullable<typeof own>["push"]> | undefined) =>
          streamed?.block
            ? { ...streamed, block: { ...streamed.block, escalate: true } }
            : { text: "", ...streamed };
        return { push: (text: string) => told(own?.push(text)), end: () => told(own?.end()) };
      },
    };
    const helper = agent({
      model: answering("Call 1234 now"),
      middleware: [
        guard({ output: [detector], escalation: { onBlock: (event) => void events.push(event) } }),
      ],
    });
    const { result } = await all(helper.stream("x"));
    expect(result.error).toMatchObject({ phase: "output", reason: "four digits" });
    expect(events).toHaveLength(1);
    expect(result.report.annotations?.guardrail).toMatchObject({
      verdicts: { "streaming-block": { block: 1 } },
    });
  });

  test("is for escalating blocks only", async () => {
    let told = 0;
    const escalation = {
      onBlock() {
        told += 1;
      },
    };
    for (const output of [
      [digits("block")],
      [digits("redact")],
      [digits("flag")],
      [verdict({ type: "allow" })],
    ]) {
      await agent({ model: answering("1234"), middleware: [guard({ output, escalation })] }).execute("x");
    }
    expect(told).toBe(0);
  });

  test("an error of onBlock does not turn the block into a pass", async () => {
    const warnings: unknown[] = [];
    const log = (...entry: unknown[]) => void warnings.push(entry);
    const result = await agent({
      model: answering("x"),
      logger: { debug() {}, info() {}, success() {}, warn: log, error() {} } as never,
      middleware: [
        guard({
          output: [escalating],
          escalation: {
            onBlock() {
              throw new Error("The queue with 1234 is down.");
            },
          },
        }),
      ],
    }).execute("x");
    expect(result.error).toMatchObject({ phase: "output", reason: "ask a human" });
    expect(everything(warnings)).toContain("the block stands");
    expect(everything(warnings)).not.toContain("1234");
  });
});

describe("a detector that fails", () => {
  const failing = (onError?: "flag" | "block") => ({
    name: "moderation",
    ...(onError ? { onError } : {}),
    check: () => Promise.reject(new TypeError("No network for 1234")),
  });

  test("is a flag, and the others look", async () => {
    const watch = watching();
    const result = await agent({
      model: answering("1234"),
      middleware: [watch, guard({ output: [failing(), digits("redact")] })],
    }).execute("x");
    expect(result.text).toBe("[digits]");
    const flags = watch.state.get("guardrail.flags");
    expect(flags).toEqual([
      { detector: "moderation.error", phase: "output", tripIndex: 0, reason: "TypeError" },
    ]);
    expect(result.report.annotations?.guardrail).toMatchObject({
      verdicts: { "moderation.error": { flag: 1 } },
    });
  });

  test("is a block where the guard says so", async () => {
    const result = await agent({
      model: answering("x"),
      middleware: [guard({ output: [failing()], onError: "block" })],
    }).execute("x");
    expect(result.error).toMatchObject({ reason: "moderation.error", phase: "output" });
    expect(everything(result)).not.toContain("1234");
  });

  test.each([
    ["block", "flag", "refused"],
    ["flag", "block", "passed"],
  ] as const)("its own onError %s wins over the guard's %s", async (own, onError, expected) => {
    const result = await agent({
      model: answering("x"),
      middleware: [guard({ output: [failing(own)], onError })],
    }).execute("x");
    expect(result.error ? "refused" : "passed").toBe(expected);
  });

  test("a verdict that is none is a failure", async () => {
    const watch = watching();
    const odd = [undefined, {}, { type: "deny" }, { type: "redact" }].map((value, index) =>
      verdict(value as never, `odd${index}`),
    );
    const result = await agent({
      model: answering("x"),
      middleware: [watch, guard({ output: odd })],
    }).execute("x");
    expect(result.text).toBe("x");
    expect((watch.state.get("guardrail.flags") as FlagRecord[]).map(({ detector }) => detector)).toEqual([
      "odd0.error",
      "odd1.error",
      "odd2.error",
      "odd3.error",
    ]);
  });

  test("a stopped run is no failure of the detector", async () => {
    const controller = new AbortController();
    const stopping = {
      name: "stopping",
      check: async () => {
        controller.abort();
        throw controller.signal.reason;
      },
    };
    const watch = watching();
    const result = await agent({
      model: answering("x"),
      middleware: [watch, guard({ input: [stopping], onError: "block" })],
    }).execute("x", { signal: controller.signal });
    expect(result.error?.code).toBe("AGENT_CANCELLED");
    expect(watch.state.get("guardrail.flags")).toBeUndefined();
  });
});
