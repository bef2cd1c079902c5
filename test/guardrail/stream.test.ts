import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { GuardrailDetector } from "../../src/contracts/detector.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import type { Model, ModelChunk } from "../../src/contracts/model.ts";
import { guard } from "../../src/guardrail/guard.ts";
import type { GuardOptions } from "../../src/guardrail/guard-options.ts";
import { guardrail } from "../../src/guardrail/guardrail.ts";
import { streamingModel } from "../support/streaming-model.ts";
import { all, digits, everything, noting, streamingDigits } from "./guard-doubles.ts";

const DONE: ModelChunk = { type: "done", finishReason: "stop" };
const textOf = (pieces: readonly string[]): ModelChunk[] => [
  ...pieces.map((content) => ({ type: "delta", content }) as const),
  DONE,
];

/** What an agent shows and gives of an answer in pieces. */
function show(pieces: readonly string[], options: GuardOptions, structured = false) {
  const middleware = [guard(options)];
  const helper = agent({ model: streamingModel(textOf(pieces)), middleware, maxTrips: 1 });
  return all(structured ? helper.stream("x", { responseSchema: {} }) : helper.stream("x"));
}

/** A random cut of a text, the same for the same seed; characters are cut in half as well. */
function cutsOf(text: string, seed: number): string[] {
  let state = seed * 2654435761 + 1;
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    const end = at + 1 + ((state >>> 8) % 7);
    pieces.push(text.slice(at, end));
    at = end;
  }
  return pieces;
}

const twoWays = (text: string): string[][] =>
  Array.from({ length: text.length + 1 }, (_, at) => [text.slice(0, at), text.slice(at)]);
const splitsOf = (text: string): string[][] => [
  [text],
  text.split(""),
  ...twoWays(text),
  ...Array.from({ length: 40 }, (_, seed) => cutsOf(text, seed)),
];

describe("A8: what a stream shows adds up to the redacted answer, wherever it is cut", () => {
  test.each([
    ["digits and a surrogate", "a 12 1234 b 12345678 😀 99", [streamingDigits("redact")]],
    [
      "a chain",
      "Ada 1234 wrote to ada@example.org, +1 (415) 555-2671 😀",
      [streamingDigits("redact"), guardrail.pii()],
    ],
    [
      "flags beside",
      "ada@example.org 5678",
      [digits("flag"), guardrail.pii(), guardrail.pii({ onMatch: "flag", name: "f" })],
    ],
    ["nothing to hide", "Tides follow the moon, 12 hours apart.", [guardrail.pii()]],
  ] as [string, string, GuardrailDetector[]][])("%s", async (_what, text, output) => {
    const whole = await show([text], { output });
    for (const pieces of splitsOf(text)) {
      const { text: shown, result, events } = await show(pieces, { output });
      expect(result.text).toBe(whole.result.text);
      expect(shown).toBe(result.text);
      expect(everything(events)).not.toMatch(/1234|ada@|2671/);
    }
  });

  test("structured output: numbers, escapes and keys", async () => {
    const json =
      '{"code":1234,"ada@example.org":["\\u0061da@example.org","a\\nada@example.org","\\ud83d\\ude00 \\"q\\" \\\\"],"n":[-1.5e3,true]}';
    const output = [streamingDigits("redact"), guardrail.pii()];
    for (const pieces of splitsOf(json)) {
      const { text, result, events } = await show(pieces, { output }, true);
      expect(text).toBe(result.text);
      expect(result.data).toEqual({
        code: "[digits]",
        "[redacted:email]": ["[redacted:email]", "a\n[redacted:email]", '😀 "q" \\'],
        n: [-1500, true],
      });
      expect(everything(events)).not.toMatch(/1234|ada@/);
      const objects = events.flatMap((event) => (event.type === "agent.object-delta" ? [event.object] : []));
      expect(objects.at(-1)).toEqual(result.data);
    }
  });

  test("structured output between other words is read as JSON, too", async () => {
    const text = 'Version v1.5 of 2024-01-02 and 7: ```json\n{"a": 1234, "b": 12}\n```';
    for (const pieces of splitsOf(text)) {
      const { text: shown, result } = await show(pieces, { output: [streamingDigits("redact")] }, true);
      expect(shown).toBe('Version v1.5 of "[digits]-01-02" and 7: ```json\n{"a": "[digits]", "b": 12}\n```');
      expect(result.text).toBe(shown);
    }
  });
});

describe("A8: a block ends a stream before anything of the match is shown", () => {
  test("wherever the answer is cut", async () => {
    const text = "The code is 1234, keep it.";
    for (const pieces of splitsOf(text)) {
      const { text: shown, result, events } = await show(pieces, { output: [streamingDigits("block")] });
      expect(result.error).toMatchObject({
        code: "GUARDRAIL_VIOLATION",
        phase: "output",
        reason: "four digits",
      });
      expect("The code is ".startsWith(shown)).toBe(true);
      expect(everything([events, result])).not.toMatch(/1234|keep/);
    }
  });

  test("the model is not read any further, and its tools do not run", async () => {
    let isClosed = false;
    const pay = noting("pay");
    const model: Model = {
      ...streamingModel([]),
      async *stream() {
        try {
          yield { type: "delta", content: "It is 1234 " };
          yield { type: "tool-call", id: "call_1", name: "pay", input: {} };
          yield { type: "done", finishReason: "tool_calls" };
        } finally {
          isClosed = true;
        }
      },
    };
    const middleware = [guard({ output: [streamingDigits("block")] })];
    const { result } = await all(agent({ model, tools: [pay.tool], middleware }).stream("x"));
    expect(result.error?.code).toBe("GUARDRAIL_VIOLATION");
    expect([isClosed, pay.calls]).toEqual([true, []]);
  });

  test("a detector that sees whole texts only has all of it held back", async () => {
    for (const output of [[digits("block")], [streamingDigits("redact"), digits("block")]]) {
      const { text, events, result } = await show(["Say ", "no", "thing 12", "34"], { output: [...output] });
      if (result.error) expect(text).toBe("");
      else expect(text).toBe("Say nothing [digits]");
      expect(everything([events, result])).not.toContain("1234");
    }
  });

  test("holdOutput holds all of it, whatever the detectors can do", async () => {
    const options = { output: [streamingDigits("redact")], holdOutput: true };
    const { text, events, result } = await show(["Say ", "nothing ", "1234"], options);
    expect(events.filter(({ type }) => type === "agent.trip.streaming")).toHaveLength(1);
    expect(text).toBe("Say nothing [digits]");
    expect(result.report.annotations?.guardrail).toMatchObject({ held: { characters: 16 } });
    expect(guard({ holdOutput: true }).holdsOutput).toBeUndefined();
  });
});

describe("what is not held back", () => {
  test("a detector that only flags delays nothing, and its flags are there in the end", async () => {
    const flagging = digits("flag");
    const middleware = guard({ output: [flagging] });
    expect(middleware.holdsOutput).toBeUndefined();
    const { events, result } = await show(["It is 12", "34", " now"], { output: [flagging] });
    const deltas = events.flatMap((event) => (event.type === "agent.trip.streaming" ? event.delta : []));
    expect(deltas).toEqual(["It is 12", "34", " now"]);
    expect(flagging.seen).toEqual(["It is 1234 now"]);
    expect(result.report.annotations?.guardrail).toMatchObject({ verdicts: { "digits-flag": { flag: 1 } } });
  });

  test("text is shown as soon as no later piece can change it", async () => {
    const { events } = await show(["It is ", "12", "3", " or ", "1234", "."], {
      output: [streamingDigits("redact")],
    });
    const deltas = events.flatMap((event) => (event.type === "agent.trip.streaming" ? event.delta : []));
    expect(deltas).toEqual(["It is ", "123 or ", "[digits]", "."]);
  });

  test("the report says how much was held back and for how long", async () => {
    const model: Model = {
      ...streamingModel([]),
      async *stream() {
        yield { type: "delta", content: "a 123" };
        await new Promise((resolve) => setTimeout(resolve, 30));
        yield { type: "delta", content: " b" };
        yield DONE;
      },
    };
    const { result } = await all(
      agent({ model, middleware: [guard({ output: [streamingDigits("redact")] })] }).stream("x"),
    );
    const held: Record<string, number> = Object(Object(result.report.annotations?.guardrail).held);
    expect(held.characters).toBe(3);
    expect(held.longestMs).toBeGreaterThanOrEqual(20);
    expect(held.totalMs).toBeGreaterThanOrEqual(20);
  });

  test("a stream whose detector breaks shows nothing more, and ends as the whole answer is judged", async () => {
    const broken = {
      ...digits("redact"),
      stream: () => ({
        push(): never {
          throw new Error("1234");
        },
        end: () => ({ text: "" }),
      }),
    };
    const open = await show(["It is ", "1234"], { output: [broken] });
    expect([open.text, open.result.text]).toEqual(["", "It is [digits]"]);
    const closed = await show(["It is ", "1234"], { output: [broken], onError: "block" });
    expect(closed.result.error).toMatchObject({ phase: "output", reason: "digits-redact.error" });
    expect(everything([open, closed])).not.toContain("1234");
  });
});

describe("reasoning and arguments in a stream", () => {
  const thoughts = ["Is it 12", "34?"].map((content) => ({ type: "reasoning-delta", content }) as const);

  test("A8: reasoning passes the detectors of output", async () => {
    const chunks = [...thoughts, { type: "delta", content: "No." } as const, DONE];
    const run = (type: "redact" | "block") =>
      all(
        agent({
          model: streamingModel(chunks),
          middleware: [guard({ output: [streamingDigits(type)] })],
        }).stream("x"),
      );
    const { events, result } = await run("redact");
    const shown = events.flatMap((event) => (event.type === "agent.reasoning-delta" ? event.delta : []));
    expect(shown.join("")).toBe("Is it [digits]?");
    expect(result.text).toBe("No.");
    const blocked = await run("block");
    expect(blocked.result.error).toMatchObject({ phase: "output" });
    expect(everything([events, result, blocked])).not.toContain("1234");
  });

  function calling(pieces: readonly string[], input: unknown): Model {
    let trip = 0;
    return {
      ...streamingModel([]),
      async *stream() {
        trip += 1;
        if (trip > 1) {
          yield* textOf(["Done."]);
          return;
        }
        for (const delta of pieces) yield { type: "tool-call-delta", id: "call_1", name: "pay", delta };
        yield { type: "tool-call", id: "call_1", name: "pay", input };
        yield { type: "done", finishReason: "tool_calls" };
      },
    };
  }

  async function call(middleware: AgentMiddleware, json = '{"code":1234,"to":"a\\n5678"}') {
    const pay = noting("pay");
    const pieces = json.split("");
    const { events, result } = await all(
      agent({ model: calling(pieces, JSON.parse(json)), tools: [pay.tool], middleware: [middleware] }).stream(
        "x",
      ),
    );
    const shown = events.flatMap((event) => (event.type === "agent.tool.input-delta" ? event.delta : []));
    return { shown: shown.join(""), calls: pay.calls, events, result };
  }

  test("A8: arguments are shown as the tool gets them", async () => {
    const { shown, calls, events, result } = await call(
      guard({ tool: [streamingDigits("redact")], redactToolArgs: true }),
    );
    expect(JSON.parse(shown)).toEqual({ code: "[digits]", to: "a\n[digits]" });
    expect(calls).toEqual([JSON.parse(shown)]);
    expect(everything([events, result])).not.toMatch(/1234|5678/);
  });

  test("A8: arguments that are refused are not shown", async () => {
    for (const detector of [streamingDigits("block"), digits("block"), streamingDigits("redact")]) {
      const { calls, events, result } = await call(guard({ tool: [detector] }));
      expect(result.error).toMatchObject({ phase: "tool" });
      expect(calls).toEqual([]);
      expect(everything([events, result])).not.toMatch(/1234|5678/);
    }
  });

  test("detectors of output hide what is shown of arguments, and leave the call alone", async () => {
    const redacted = await call(guard({ output: [streamingDigits("redact")] }));
    expect(JSON.parse(redacted.shown)).toEqual({ code: "[digits]", to: "a\n[digits]" });
    expect(redacted.calls).toEqual([{ code: 1234, to: "a\n5678" }]);
    const refused = await call(guard({ output: [streamingDigits("block")] }));
    expect(refused.shown).toBe('{"code":');
    expect(refused.calls).toHaveLength(1);
    expect(refused.result.text).toBe("Done.");
  });

  test("arguments of tools that are not guarded are shown as they are", async () => {
    const { shown } = await call(guard({ tool: [streamingDigits("block")], toolNames: "other" }));
    expect(shown).toBe('{"code":1234,"to":"a\\n5678"}');
  });
});
