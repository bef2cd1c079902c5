import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentEvent, AgentResult } from "../../src/contracts/agent.ts";
import type { Message } from "../../src/contracts/message.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import type { FinishReason, Model, ModelChunk, ModelResponse } from "../../src/contracts/model.ts";
import type { BaseReport } from "../../src/core/report.ts";
import { addUsage, type Usage } from "../../src/core/usage.ts";
import { tool } from "../../src/tool/tool.ts";

/** One model call of a script. */
interface Answer {
  readonly deltas: readonly string[];
  readonly thought: boolean;
  readonly calls: readonly string[];
  readonly end: FinishReason | "throws" | "cut off" | "hangs";
  readonly usage: Usage | undefined;
}

/** One run: what the model says, and what stops it. `stopAt` counts the steps that model and tools take. */
interface Script {
  readonly answers: readonly Answer[];
  readonly stopAt: number;
  /** The reader of a stream leaves after so many events. */
  readonly leaveAt: number;
  readonly hooks: "none" | "pass" | "refuse tools";
  readonly concurrency: number;
}

const answer: fc.Arbitrary<Answer> = fc.record({
  deltas: fc.array(fc.constantFrom("", "a", "bc ", '{"x":'), { maxLength: 4 }),
  thought: fc.boolean(),
  calls: fc.array(fc.constantFrom("good", "bad", "slow", "deaf", "quiet", "nested", "nowhere"), {
    maxLength: 4,
  }),
  end: fc.oneof(
    { weight: 8, arbitrary: fc.constant<Answer["end"]>("stop") },
    { weight: 1, arbitrary: fc.constantFrom<Answer["end"]>("length", "content_filter", "error") },
    { weight: 1, arbitrary: fc.constantFrom<Answer["end"]>("throws", "cut off", "hangs") },
  ),
  usage: fc.option(fc.record({ input: fc.nat(9), output: fc.nat(9), total: fc.nat(18) }), { nil: undefined }),
});

const script: fc.Arbitrary<Script> = fc.record({
  answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
  stopAt: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(25)),
  leaveAt: fc.oneof(fc.constant(Number.POSITIVE_INFINITY), fc.nat(25)),
  hooks: fc.constantFrom("none", "pass", "refuse tools"),
  concurrency: fc.integer({ min: 1, max: 4 }),
});

/** What one run of a script showed. */
interface Played {
  readonly result: AgentResult<undefined>;
  readonly events: readonly AgentEvent[];
  /** The conversation that each model call saw. */
  readonly asked: readonly (readonly Message[])[];
}

async function play(run: Script, streamed: boolean): Promise<Played> {
  const controller = new AbortController();
  let steps = 0;
  const step = (): void => {
    steps += 1;
    if (steps > run.stopAt || (run.stopAt === Number.POSITIVE_INFINITY && steps > 500))
      controller.abort("stop");
  };
  const asked: (readonly Message[])[] = [];
  const model = scripted(run, asked, step, () => controller.abort("hangs"));
  const helper = agent({
    model,
    maxTrips: 5,
    toolConcurrency: run.concurrency,
    tools: toolsOf(step),
    middleware: hooksOf(run.hooks),
  });
  const events: AgentEvent[] = [];
  const { signal } = controller;
  if (!streamed) {
    const on = new Proxy({}, { get: () => (event: AgentEvent) => events.push(event) });
    return { result: await helper.execute("x", { signal, on }), events, asked };
  }
  const stream = helper.stream("x", { signal });
  for await (const event of stream) {
    events.push(event);
    if (events.length > run.leaveAt) break;
  }
  return { result: await stream.result, events, asked };
}

function scripted(run: Script, asked: (readonly Message[])[], step: () => void, hang: () => void): Model {
  const next = (messages: readonly Message[]): Answer => {
    step();
    const scripted = run.answers[Math.min(asked.length, run.answers.length - 1)];
    asked.push([...messages]);
    if (!scripted) throw new Error("no answer");
    return scripted;
  };
  const callsOf = ({ calls }: Answer) =>
    calls.map((name, index) => ({ id: `${asked.length}.${index}`, name, input: {} }));
  return {
    name: "m",
    provider: "test",
    async complete(messages): Promise<ModelResponse> {
      const { deltas, end, usage, ...rest } = next(messages);
      await Promise.resolve();
      step();
      if (end === "throws" || end === "cut off") throw new Error("socket closed");
      if (end === "hangs") return new Promise(() => hang());
      return {
        content: deltas.join(""),
        finishReason: end,
        toolCalls: callsOf({ deltas, end, usage, ...rest }),
        ...(usage ? { usage } : {}),
      };
    },
    async *stream(messages): AsyncGenerator<ModelChunk> {
      const answered = next(messages);
      const { deltas, thought, end, usage } = answered;
      if (thought) yield { type: "reasoning-delta", content: "hm" };
      for (const content of deltas) {
        step();
        yield { type: "delta", content };
      }
      for (const request of callsOf(answered)) yield { type: "tool-call", ...request };
      step();
      if (end === "throws") throw new Error("socket closed");
      if (end === "hangs") await new Promise(() => hang());
      if (end === "cut off" || end === "hangs") return;
      yield { type: "done", finishReason: end, ...(usage ? { usage } : {}) };
    },
  };
}

function toolsOf(step: () => void) {
  const make = (name: string, execute: Parameters<typeof tool>[0]["execute"], mode?: "silent") =>
    tool({
      name,
      description: name,
      input: { type: "object" },
      ...(mode ? { mode } : {}),
      execute: async (input, context) => {
        step();
        const output = await execute(input, context);
        step();
        return output;
      },
    });
  const usage = { input: 1, output: 1, total: 2 };
  let asked = 0;
  const inner = agent({
    name: "inner",
    tools: [make("look", () => "seen")],
    model: {
      name: "i",
      provider: "test",
      complete: async () => {
        step();
        asked += 1;
        const toolCalls = asked % 2 === 1 ? [{ id: "look", name: "look", input: {} }] : [];
        return { content: "1", finishReason: "stop", toolCalls, usage };
      },
      stream: () => {
        throw new Error("not used");
      },
    },
  });
  return [
    make("good", () => "ok"),
    make("bad", () => Promise.reject(new Error("broken"))),
    make("slow", (_input, { signal }) => turns(3, signal)),
    make("deaf", () => turns(5)),
    make("quiet", () => "unseen", "silent"),
    make("nested", async (_input, context) => (await context.run(inner, "q")).text),
  ];
}

/** Takes some turns of the job queue, unless it hears of a stop. */
async function turns(count: number, signal?: AbortSignal): Promise<string> {
  for (let turn = 0; turn < count; turn += 1) {
    await Promise.resolve();
    signal?.throwIfAborted();
  }
  return "done";
}

function hooksOf(hooks: Script["hooks"]): AgentMiddleware[] {
  const pass = { before: () => undefined, after: async () => undefined, onError: () => undefined };
  if (hooks === "none") return [];
  if (hooks === "pass") return [{ name: "pass", execute: pass, trip: pass, tool: pass }];
  const refuse = ({ tool: { name } }: { tool: { name: string } }): void => {
    if (name === "good") throw new Error("refused");
  };
  return [{ name: "refuse", tool: { before: refuse } }];
}

/** Plays many scripts, whole and streamed. */
async function check(
  law: (played: Played, run: Script, streamed: boolean) => void | Promise<void>,
): Promise<void> {
  await fc.assert(
    fc.asyncProperty(script, fc.boolean(), async (run, streamed) => {
      await law(await play(run, streamed), run, streamed);
    }),
    { numRuns: 200 },
  );
}

const isLast = (event: AgentEvent): boolean =>
  event.type === "agent.completed" || event.type === "agent.error";

/** The reports of a tree, the root first. */
function all(report: BaseReport): BaseReport[] {
  return [report, ...report.children.flatMap(all)];
}

describe("whatever model, tools, hooks and stops do", () => {
  test("a run ends: error and status agree, and every report below is closed and tells its place", async () => {
    await check(({ result }) => {
      const { report, error } = result;
      expect(report.status === "completed").toBe(error === undefined);
      expect(report.error).toBe(error);
      expect(error?.category === "cancelled").toBe(report.status === "cancelled");
      for (const node of all(report)) {
        expect(node.endedAt).toMatch(/Z$/);
        expect(node.rootRunId).toBe(report.runId);
        for (const child of node.children) expect(child.parentRunId).toBe(node.runId);
      }
    });
  });

  test("a report does not change any more once it is handed out", async () => {
    await check(async ({ result }) => {
      const before = JSON.stringify(result);
      await new Promise((resolve) => setTimeout(resolve));
      expect(JSON.stringify(result)).toBe(before);
    });
  });

  test("events begin with starting and end with completed or error, once, unless the reader left", async () => {
    await check(({ events, result }, run) => {
      expect(events[0]?.type).toBe("agent.starting");
      expect(events.filter(({ type }) => type === "agent.starting")).toHaveLength(1);
      expect(new Set(events.map(({ runId }) => runId))).toEqual(new Set([result.report.runId]));
      const ends = events.filter(isLast);
      if (events.length <= run.leaveAt) expect(ends).toEqual([events.at(-1)]);
      expect(ends.length).toBeLessThanOrEqual(1);
    });
  });

  test("every trip that starts completes, and every call of a tool is told to end once", async () => {
    await check(({ events, result }, run) => {
      if (events.length > run.leaveAt) return;
      const started = events.flatMap((event) => (event.type === "agent.trip.started" ? event.tripIndex : []));
      const completed = events.flatMap((event) =>
        event.type === "agent.trip.completed" ? event.trip.index : [],
      );
      expect(started).toEqual(completed);
      expect(result.report.trips.map(({ index }) => index)).toEqual(started);
      const calling = events.flatMap((event) =>
        event.type === "agent.tool.calling" ? event.toolCallId : [],
      );
      const ended = events.flatMap((event) =>
        event.type === "agent.tool.called" || event.type === "agent.tool.failed" ? event.toolCallId : [],
      );
      expect(ended.toSorted()).toEqual(calling.toSorted());
      expect(new Set(calling).size).toBe(calling.length);
      const recorded = result.report.children.map((child) => child.type === "tool" && child.toolCallId);
      expect(recorded.toSorted()).toEqual(calling.toSorted());
    });
  });

  test("a model that is asked again sees one result for each call, right behind it and in its order", async () => {
    await check(({ asked }) => {
      for (const messages of asked) {
        for (const [index, { toolCalls = [] }] of messages.entries()) {
          const behind = messages.slice(index + 1);
          const until = behind.findIndex(({ role }) => role !== "tool");
          const results = toolCalls.length > 0 ? behind.slice(0, until < 0 ? undefined : until) : [];
          expect(results.map(({ toolCallId }) => toolCallId)).toEqual(toolCalls.map(({ id }) => id));
        }
      }
    });
  });

  test("a run used what its trips and the runs below it used", async () => {
    await check(({ result }) => {
      for (const node of all(result.report)) {
        const sum: Usage = {};
        const trips = "trips" in node ? (node.trips as AgentResult<undefined>["report"]["trips"]) : [];
        for (const { usage } of [...trips, ...node.children]) addUsage(sum, usage);
        const used = node.usage.total ?? 0;
        // A run that was left while it wound down has used what the trip it was in had used by then.
        const wasLeft = node.status === "cancelled" && node.error === undefined;
        if (wasLeft) expect(used).toBeGreaterThanOrEqual(sum.total ?? 0);
        else expect(used).toBe(sum.total ?? 0);
      }
    });
  });

  test("the text of a stream is the text that was streamed in its last trip", async () => {
    await check(({ events, result }, run, streamed) => {
      if (!streamed || events.length > run.leaveAt || result.error) return;
      const last = result.report.trips.length - 1;
      const shown = events.flatMap((event) =>
        event.type === "agent.trip.streaming" && event.tripIndex === last ? event.delta : [],
      );
      expect(shown.join("")).toBe(result.text);
    });
  });
});
