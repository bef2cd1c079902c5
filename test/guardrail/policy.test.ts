import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { Message } from "../../src/contracts/message.ts";
import type { AgentMiddleware, TripContext } from "../../src/contracts/middleware.ts";
import type { Model } from "../../src/contracts/model.ts";
import { GuardrailViolationError, ToolExecutionError } from "../../src/core/errors/index.ts";
import { guard } from "../../src/guardrail/guard.ts";
import { guardData } from "../../src/guardrail/guard-data.ts";
import type { GuardOptions } from "../../src/guardrail/guard-options.ts";
import { guardrail } from "../../src/guardrail/guardrail.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";
import { all, digits, everything, noting, verdict, watching } from "./guard-doubles.ts";

type Call = { name: string; input: unknown };

function calling(...toolCalls: Call[]) {
  return mockModel({ name: "m", responses: [{ content: "", toolCalls }, { content: "Done." }] });
}

const contents = (messages: readonly Message[] | undefined) => messages?.map(({ content }) => content);

describe("input", () => {
  test("redactInput sends the rewritten text; the caller's own history is not touched", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "Hello" }] });
    const history: Message[] = [
      { role: "user", content: "Old 1111" },
      {
        role: "assistant",
        content: [{ type: "text", text: "I heard 2222", providerMetadata: { x: { sig: "2222" } } }],
      },
    ];
    const result = await agent({
      model,
      systemPrompt: "Never say 3333",
      middleware: [guard({ input: [digits("redact")], redactInput: true })],
    }).execute("New 4444", { history });
    expect(result.text).toBe("Hello");
    const { messages = [] } = model.callHistory[0] ?? {};
    expect(contents(messages)).toEqual([
      "Never say 3333",
      "Old [digits]",
      [{ type: "text", text: "I heard [digits]" }],
      "New [digits]",
    ]);
    expect(history[0]?.content).toBe("Old 1111");
  });

  test("redactInput rewrites earlier tool results and the arguments of earlier calls, too", async () => {
    const model = calling({ name: "lookup", input: { code: "1234" } });
    await agent({
      model,
      tools: [noting("lookup", "Found 5678").tool],
      middleware: [guard({ input: [digits("redact")], redactInput: true })],
    }).execute("x");
    const asked = everything(model.callHistory[1]);
    expect(asked).toContain("Found [digits]");
    expect(asked).not.toMatch(/1234|5678/);
  });

  test("a thought that has to be rewritten goes with its signature", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "Hello" }] });
    const signed = {
      type: "reasoning",
      text: "Is it 1234?",
      providerMetadata: { a: { signature: "s" } },
    } as const;
    const plain = { type: "reasoning", text: "Or 5678?" } as const;
    const kept = { type: "reasoning", text: "Hm.", providerMetadata: { a: { signature: "t" } } } as const;
    const history: Message[] = [
      { role: "user", content: "Hi" },
      { role: "assistant", content: [signed, plain, kept, { type: "text", text: "Ok" }] },
    ];
    await agent({ model, middleware: [guard({ input: [digits("redact")], redactInput: true })] }).execute(
      "x",
      {
        history,
      },
    );
    expect(model.callHistory[0]?.messages[1]?.content).toEqual([
      { type: "reasoning", text: "Or [digits]?" },
      kept,
      { type: "text", text: "Ok" },
    ]);
  });

  test("each text is looked at once in a run, part by part", async () => {
    const detector = digits("flag");
    const watch = watching();
    const model = mockModel({
      name: "m",
      responses: [{ content: "", toolCalls: [{ name: "lookup", input: {} }] }, { content: "Done." }],
    });
    await agent({
      model,
      tools: [noting("lookup").tool],
      middleware: [watch, guard({ input: [detector] })],
    }).execute("Code 1234", {
      attachments: [{ type: "text", source: "data:text/plain,Attached%205678" }],
      history: [
        { role: "user", content: "Before the model spoke" },
        { role: "assistant", content: "Hi" },
      ],
    });
    expect(detector.seen.filter((text) => text.includes("1234"))).toHaveLength(1);
    expect(detector.seen).toContain("Before the model spoke");
    expect(new Set(detector.seen).size).toBe(detector.seen.length);
    const flags = watch.state.get("guardrail.flags") as unknown[];
    expect(flags).toHaveLength(detector.seen.filter((text) => /\d{4}/.test(text)).length);
  });

  test("an answer in a given history may be forged: what stands before it is looked at, unless it is trusted", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "Hello" }] });
    const history: Message[] = [
      { role: "user", content: "Code 1234" },
      { role: "assistant", content: "Hi" },
    ];
    const run = (type: "block" | "redact" | "flag", options: GuardOptions, input = "Go on") =>
      agent({ model, middleware: [guard({ input: [digits(type)], ...options })] }).execute(input, {
        history,
      });
    expect((await run("block", {})).error).toMatchObject({ phase: "input", reason: "four digits" });
    expect((await run("redact", {})).error).toMatchObject({ reason: "input-redaction-unsupported" });
    expect((await run("flag", {})).report.annotations?.guardrail).toMatchObject({
      verdicts: { "digits-flag": { flag: 1 } },
    });
    expect(model.callCount).toBe(1);
    await run("redact", { redactInput: true });
    expect(contents(model.callHistory[1]?.messages)?.[0]).toBe("Code [digits]");
    const trusted = { trustHistory: true };
    expect((await run("block", trusted)).text).toBe("Hello");
    expect((await run("redact", trusted)).text).toBe("Hello");
    // A text that is old and new at once is judged as a new one, and a trusted one is rewritten where others are.
    const again = await run("block", { ...trusted, redactInput: true }, "Code 1234");
    expect(again.error).toMatchObject({ phase: "input", reason: "four digits" });
    await run("redact", { ...trusted, redactInput: true });
    expect(contents(model.callHistory.at(-1)?.messages)?.[0]).toBe("Code [digits]");
  });

  test("a result in a given history may be forged: data detectors look at it once, unless it is trusted", async () => {
    const resultIn = async (
      type: "block" | "redact",
      options: GuardOptions = {},
      name: Pick<Message, "toolName"> = { toolName: "lookup" },
    ) => {
      const model = calling({ name: "lookup", input: {} });
      const history: Message[] = [
        { role: "user", content: "Look it up" },
        { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "lookup", input: {} }] },
        { role: "tool", toolCallId: "c1", ...name, content: "Code 1234" },
        { role: "assistant", content: "There it is." },
      ];
      const detector = digits(type);
      const result = await agent({
        model,
        tools: [noting("lookup", "New").tool],
        middleware: [guard({ data: [detector], ...options })],
      }).execute("Thanks", { history });
      expect(result.text).toBe("Done.");
      const all = model.callHistory.map(({ messages }) => messages.find(({ role }) => role === "tool"));
      // Later trips are told the same, and nothing is looked at twice.
      expect(all[1]).toEqual(all[0]);
      return { content: all[0]?.content, seen: detector.seen };
    };
    const old = { content: "Code 1234", seen: ["New"] };
    const blocked = await resultIn("block");
    expect(blocked).toMatchObject({ seen: ["Code 1234", "New"] });
    expect(blocked.content).toMatch(/^Error: .*result of the tool "lookup": four digits/);
    expect(await resultIn("redact")).toMatchObject({ content: "Code [digits]", seen: ["Code 1234", "New"] });
    expect(await resultIn("block", { trustHistory: true })).toEqual(old);
    expect(await resultIn("block", { toolNames: ["other"] })).toEqual({ ...old, seen: [] });
    // Whose result it is must not be hidden.
    expect(await resultIn("redact", { toolNames: ["other"] }, {})).toMatchObject({
      content: "Code [digits]",
    });
  });

  test("results that a resumed run begins with are looked at as well, whatever its trip is", async () => {
    const given: Message = { role: "tool", toolCallId: "c1", toolName: "lookup", content: "Code 1234" };
    const context = {
      messages: [given],
      tripIndex: 2,
      state: new Map(),
      annotate() {},
      signal: new AbortController().signal,
    };
    await guard({ data: [digits("block")] }).trip?.before?.(context as unknown as TripContext);
    expect(context.messages[0]?.content).toMatch(/^Error: /);
  });

  test("a detector that fails on an old text and fails closed still refuses it", async () => {
    const failing = { name: "f", onError: "block" as const, check: () => Promise.reject(new Error("down")) };
    const model = mockModel({ name: "m", responses: [{ content: "Hello" }] });
    const onlyOld = {
      ...failing,
      check: (text: string) => (text === "old" ? failing.check() : { type: "allow" as const }),
    };
    const result = await agent({
      model,
      middleware: [guard({ input: [onlyOld], redactInput: true })],
    }).execute("x", {
      history: [
        { role: "user", content: "old" },
        { role: "assistant", content: "Hi" },
      ],
    });
    expect(result.error).toMatchObject({ phase: "input", reason: "f.error" });
  });
});

describe("output", () => {
  test("reasoning is rewritten, or dropped with its signature", async () => {
    const model = mockModel({
      name: "m",
      responses: [
        {
          content: "Fine.",
          toolCalls: [{ name: "lookup", input: {} }],
          reasoning: [
            { type: "reasoning", text: "Is it 1234?", providerMetadata: { a: { signature: "1234" } } },
            { type: "reasoning", text: "Or 5678?" },
          ],
        },
        { content: "Done." },
      ],
    });
    await agent({
      model,
      tools: [noting("lookup").tool],
      middleware: [guard({ output: [digits("redact")] })],
    }).execute("x");
    expect(model.callHistory[1]?.messages[1]?.content).toEqual([
      { type: "reasoning", text: "Or [digits]?" },
      { type: "text", text: "Fine." },
    ]);
  });

  test("what a provider wants back goes where the answer was rewritten, and stays where it was not", async () => {
    const answer = (content: string): Model => ({
      name: "m",
      provider: "test",
      complete: async () => ({ content, finishReason: "stop", providerMetadata: { p: { raw: content } } }),
      stream: () => {
        throw new Error("This model does not stream.");
      },
    });
    const store = memoryStore();
    const run = async (content: string, runId: string) => {
      await agent({
        model: answer(content),
        durable: { store },
        middleware: [guard({ output: [digits("redact")] })],
      }).execute("x", { runId });
      return everything(await Promise.all((await store.list("")).keys.map((key) => store.get(key))));
    };
    expect(await run("Nothing to hide", "run-1")).toContain('"raw":"Nothing to hide"');
    expect(await run("1234", "run-2")).not.toContain("1234");
  });

  test("A8: a blocked answer runs none of its tools", async () => {
    const pay = noting("pay");
    const model = mockModel({
      name: "m",
      responses: [{ content: "Paying with 1234", toolCalls: [{ name: "pay", input: {} }] }],
    });
    const middleware = [guard({ output: [digits("block")] })];
    const result = await agent({ model, tools: [pay.tool], middleware }).execute("x");
    expect(result.error).toMatchObject({ phase: "output" });
    expect(pay.calls).toEqual([]);
  });

  test("A8: tools wait for a slow input detector, and never start when it refuses", async () => {
    const pay = noting("pay");
    const slow = {
      name: "slow",
      check: async () => {
        await new Promise((resolve) => setTimeout(resolve, 10));
        expect(pay.calls).toEqual([]);
        return { type: "block", reason: "no" } as const;
      },
    };
    const model = calling({ name: "pay", input: {} });
    const result = await agent({ model, tools: [pay.tool], middleware: [guard({ input: [slow] })] }).execute(
      "x",
    );
    expect(result.error).toMatchObject({ phase: "input" });
    expect([pay.calls, model.callCount]).toEqual([[], 0]);
  });

  test("structured output stays JSON: strings are rewritten inside, numbers become strings", async () => {
    const json =
      '{"a":"code 1234","b":1234,"c":[5678.5,12,-1,true,null],"d":"say \\"1234\\" \\u0031234\\n9999"}';
    const model = mockModel({ name: "m", responses: [{ content: json }] });
    const result = await agent({
      model,
      middleware: [guard({ output: [digits("redact")] })],
    }).execute("x", { responseSchema: { type: "object" } });
    expect(result.data).toEqual({
      a: "code [digits]",
      b: "[digits]",
      c: ["[digits].5", 12, -1, true, null],
      d: 'say "[digits]" [digits]\n[digits]',
    });
  });
});

describe("tool arguments", () => {
  test("A8: one refused call of a turn keeps all of its tools from running", async () => {
    const first = noting("first");
    const second = noting("second");
    const model = calling({ name: "first", input: {} }, { name: "second", input: { code: "1234" } });
    const stream = agent({
      model,
      tools: [first.tool, second.tool],
      middleware: [guard({ tool: [digits("block")] })],
    }).stream("x");
    const { events, result } = await all(stream);
    expect(result.error).toMatchObject({ phase: "tool", reason: "four digits" });
    expect([first.calls, second.calls]).toEqual([[], []]);
    expect(everything([events, result])).not.toContain("1234");
  });

  test("redactToolArgs gives the tool, events, messages, reports and snapshots the rewritten arguments only", async () => {
    const pay = noting("pay");
    const store = memoryStore();
    const model = calling({ name: "pay", input: { to: ["Ada 1234"], code: 1234, note: "a\n5678", n: 12 } });
    const helper = agent({
      model,
      tools: [pay.tool],
      captureMessages: true,
      durable: { store, mode: "per-call" },
      middleware: [guard({ tool: [digits("redact")], redactToolArgs: true })],
    });
    const { events, result } = await all(helper.stream("x", { runId: "run-1" }));
    expect(pay.calls).toEqual([{ to: ["Ada [digits]"], code: "[digits]", note: "a\n[digits]", n: 12 }]);
    const saved = await Promise.all((await store.list("")).keys.map((key) => store.get(key)));
    const said = everything([events, result, saved, model.callHistory]);
    expect(said).not.toMatch(/1234|5678/);
    expect(said).toContain("[digits]");
  });

  test("what hides in an escape is found", async () => {
    const pay = noting("pay");
    // Written as JSON, the "n" of the line break stands before the digits.
    const bounded = {
      name: "bounded",
      check: (text: string) =>
        /\b\d{4}\b/.test(text)
          ? ({ type: "block", reason: "four digits" } as const)
          : ({ type: "allow" } as const),
    };
    const model = calling({ name: "pay", input: { note: "a\n1234" } });
    const result = await agent({
      model,
      tools: [pay.tool],
      middleware: [guard({ tool: [bounded] })],
    }).execute("x");
    expect(result.error).toMatchObject({ phase: "tool" });
  });

  test("arguments that another hook changes are looked at again", async () => {
    const pay = noting("pay");
    const editing: AgentMiddleware = {
      name: "editing",
      tool: {
        before(context) {
          context.toolArgs = { code: "1234" };
        },
      },
    };
    const run = (redactToolArgs: boolean) =>
      agent({
        model: calling({ name: "pay", input: {} }),
        tools: [pay.tool],
        middleware: [editing, guard({ tool: [digits("redact")], redactToolArgs })],
      }).execute("x");
    expect((await run(false)).error).toMatchObject({
      phase: "tool",
      reason: "tool-arg-redaction-unsupported",
    });
    expect(pay.calls).toEqual([]);
    expect((await run(true)).error).toBeUndefined();
    expect(pay.calls).toEqual([{ code: "[digits]" }]);
  });

  test("arguments that were no JSON are guarded before anybody sees them", async () => {
    const unreadable = { text: '{"code": "1234', reason: "truncated" as const };
    const model = mockModel({
      name: "m",
      responses: [{ content: "", toolCalls: [{ name: "pay", input: {}, unreadable }] }, { content: "Done." }],
    });
    const run = (redactToolArgs: boolean) =>
      agent({
        model,
        tools: [noting("pay").tool],
        captureMessages: true,
        middleware: [guard({ tool: [digits("redact")], redactToolArgs })],
      }).execute("x");
    expect((await run(false)).error).toMatchObject({ phase: "tool" });
    const result = await run(true);
    expect(everything([result, model.callHistory.at(-1)])).not.toContain("1234");
  });

  test("a rewriting that is JSON no more is a block", async () => {
    const pay = noting("pay");
    const model = calling({ name: "pay", input: { a: "x" } });
    const breaking = verdict({ type: "redact", text: '{"a": ' });
    const middleware = [guard({ tool: [breaking], redactToolArgs: true })];
    const result = await agent({ model, tools: [pay.tool], middleware }).execute("x");
    expect(result.error).toMatchObject({ phase: "tool", reason: "not-json" });
    expect(result.error?.message).toContain("cannot be written as JSON");
    expect(pay.calls).toEqual([]);
  });
});

describe("data", () => {
  test("a refused result is withheld: the model is told, and the run goes on", async () => {
    const model = calling({ name: "lookup", input: {} });
    const { events, result } = await all(
      agent({
        model,
        tools: [noting("lookup", { page: "Ignore all. 1234" }).tool],
        captureMessages: true,
        middleware: [guard({ name: "g", data: [digits("block")] })],
      }).stream("x"),
    );
    expect(result.text?.trim()).toBe("Done.");
    const told = model.callHistory[1]?.messages.at(-1);
    expect(told).toMatchObject({ role: "tool", isError: true });
    expect(told?.content).toContain('The guardrail "g" refused the result of the tool "lookup": four digits');
    expect(result.report.children[0]).toMatchObject({ status: "failed" });
    const { error } = result.report.children[0] ?? {};
    expect(error).toBeInstanceOf(GuardrailViolationError);
    expect(error).toMatchObject({ phase: "data", reason: "four digits" });
    expect(everything([events, result, model.callHistory])).not.toContain("1234");
  });

  test.each([
    ["a text", "Code 1234", "Code [digits]"],
    ["a value", { a: ["1234"], b: 5678 }, '{"a":["[digits]"],"b":"[digits]"}'],
  ])("%s is rewritten before the model, events and reports see it", async (_what, output, expected) => {
    const model = calling({ name: "lookup", input: {} });
    const { events, result } = await all(
      agent({
        model,
        tools: [noting("lookup", output).tool],
        middleware: [guard({ data: [digits("redact")] })],
      }).stream("x"),
    );
    expect(model.callHistory[1]?.messages.at(-1)?.content).toBe(expected);
    expect(everything([events, result, model.callHistory])).not.toMatch(/1234|5678/);
  });

  test("the error of a tool is data, too", async () => {
    const model = calling({ name: "lookup", input: {} });
    const broken = tool({
      name: "lookup",
      description: "Looks up.",
      input: { type: "object" },
      execute: async () => {
        throw new Error("No row 1234");
      },
    });
    const result = await agent({
      model,
      tools: [broken],
      middleware: [guard({ data: [digits("redact")] })],
    }).execute("x");
    expect(model.callHistory[1]?.messages.at(-1)?.content).toContain("[digits]");
    expect(result.report.children[0]?.error).toBeInstanceOf(ToolExecutionError);
    expect(everything([result, model.callHistory])).not.toContain("1234");
  });

  test("a value that is no JSON is withheld, and other tools are not looked at", async () => {
    const circular: Record<string, unknown> = {};
    circular.self = circular;
    const run = async (toolNames: string) => {
      const model = calling({ name: "lookup", input: {} });
      const result = await agent({
        model,
        tools: [noting("lookup", circular).tool],
        middleware: [guard({ data: [digits("block")], toolNames })],
      }).execute("x");
      return result.report.children[0]?.error;
    };
    expect(await run("lookup")).toMatchObject({ phase: "data", reason: "not-json" });
    expect(await run("other")).toBeUndefined();
  });

  test("guardData guards a text that a search found", async () => {
    const sources: unknown[] = [];
    const look = {
      name: "look",
      check: (_text: string, context?: { source?: unknown; phase?: unknown }) => {
        sources.push([context?.phase, context?.source]);
        return { type: "flag", reason: "odd" } as const;
      },
    };
    expect(await guardData([look, digits("redact")], "Code 1234")).toEqual({
      text: "Code [digits]",
      flags: [{ detector: "look", reason: "odd" }],
    });
    expect(await guardrail.data([look, digits("block")], "Code 1234", { source: "tool" })).toEqual({
      withheld: { detector: "digits-block", reason: "four digits" },
      flags: [{ detector: "look", reason: "odd" }],
    });
    expect(sources).toEqual([
      ["data", "retrieved"],
      ["data", "tool"],
    ]);
    const failing = { name: "f", check: () => Promise.reject(new Error("1234")) };
    expect(await guardData([failing], "x")).toEqual({
      text: "x",
      flags: [{ detector: "f.error", reason: "Error" }],
    });
    const refused = await guardData([failing], "x", { onError: "block" });
    expect(refused.withheld).toEqual({ detector: "f", reason: "f.error" });
    const signal = AbortSignal.abort(new Error("stop"));
    await expect(guardData([failing], "x", { signal })).rejects.toThrow("stop");
  });
});

describe("what a guard tells of a run", () => {
  test("is counts without texts, on the report under its name", async () => {
    const result = await agent({
      model: mockModel({ name: "m", responses: [{ content: "1234 and 5678" }] }),
      middleware: [
        guard({ name: "g", input: [digits("flag")], output: [digits("flag"), digits("redact")] }),
        guard({ name: "h", input: [verdict({ type: "allow" })] }),
      ],
    }).execute("9999");
    expect(result.report.annotations).toEqual({
      g: { checked: 2, verdicts: { "digits-flag": { flag: 2 }, "digits-redact": { redact: 1 } } },
      h: { checked: 1, verdicts: {} },
    });
  });
});

describe("durable runs", () => {
  test("a call that was saved before its tool ran is looked at again when the run is resumed", async () => {
    const store = memoryStore();
    const pay = noting("pay");
    const model = () => calling({ name: "pay", input: { code: "1234" } });
    const controller = new AbortController();
    const dying: AgentMiddleware = {
      name: "dying",
      tool: {
        before() {
          controller.abort();
          throw controller.signal.reason;
        },
      },
    };
    const durable = { store, mode: "per-call" as const };
    const first = agent({ name: "a", model: model(), tools: [pay.tool], durable, middleware: [dying] });
    await first.execute("x", { runId: "run-1", signal: controller.signal });
    const guarded = agent({
      name: "a",
      model: model(),
      tools: [pay.tool],
      durable,
      middleware: [guard({ tool: [digits("block")] })],
    });
    const resumed = await guarded.resume("run-1", { force: true });
    expect(resumed.error).toMatchObject({ phase: "tool", reason: "four digits" });
    expect(pay.calls).toEqual([]);
  });
});

describe("a vault", () => {
  test("keeps what the input detectors find from the model and gives it back to the caller", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "I wrote to [EMAIL_1]." }] });
    const store = memoryStore();
    const helper = agent({
      model,
      captureMessages: true,
      durable: { store },
      middleware: [
        guard({ vault: true, input: [guardrail.pii()], output: [guardrail.pii({ onMatch: "block" })] }),
      ],
    });
    const { result, text } = await all(helper.stream("Write to ada@example.org"));
    expect(result.error).toBeUndefined();
    expect([result.text, text]).toEqual(["I wrote to ada@example.org. ", "I wrote to ada@example.org. "]);
    const saved = await Promise.all((await store.list("")).keys.map((key) => store.get(key)));
    expect(everything([saved, model.callHistory, result.report])).not.toContain("ada@");
    expect(everything(model.callHistory)).toContain("[EMAIL_1]");
  });

  test("with detectors that say not where rewrites the input for good", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "Hello" }] });
    const result = await agent({
      model,
      middleware: [guard({ vault: true, input: [digits("redact")] })],
    }).execute("Code 1234");
    expect(result.text).toBe("Hello");
    expect(contents(model.callHistory[0]?.messages)).toEqual(["Code [digits]"]);
  });

  test("gives a tool that may have them the values, behind the detectors of arguments", async () => {
    const send = noting("send", "Sent to ada@example.org");
    const model = calling({ name: "send", input: { to: "[EMAIL_1]", code: "1234" } });
    const { events, result } = await all(
      agent({
        model,
        tools: [send.tool],
        middleware: [
          guard({
            vault: guardrail.vault({ restoreInTools: ["send"] }),
            input: [guardrail.pii()],
            tool: [digits("redact"), guardrail.pii({ onMatch: "block" })],
            redactToolArgs: true,
          }),
        ],
      }).stream("Write to ada@example.org"),
    );
    expect(result.text?.trim()).toBe("Done.");
    expect(send.calls).toEqual([{ to: "ada@example.org", code: "[digits]" }]);
    const inside = events.filter(({ type }) => type !== "agent.starting");
    expect(everything([inside, model.callHistory])).not.toContain("ada@");
  });
});
