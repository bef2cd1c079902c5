import fc from "fast-check";
import { agent } from "../../src/agent/agent.ts";
import type { AgentContract, AgentReport, AgentResult } from "../../src/contracts/agent.ts";
import type { Message, ToolCallRequest } from "../../src/contracts/message.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import type { Model, ModelResponse } from "../../src/contracts/model.ts";
import type { DurableOptions } from "../../src/contracts/snapshot.ts";
import type { ToolCall, ToolContract } from "../../src/contracts/tool.ts";
import type { BaseReport } from "../../src/core/report.ts";
import { mockModel } from "../../src/testing/mock-model.ts";
import { tool } from "../../src/tool/tool.ts";

/** What a call does: its tool, and after how many turns of the event loop's own queue it ends. */
export interface ScriptedCall {
  readonly tool: "add" | "fail" | "odd" | "nest" | "quiet" | "nowhere";
  readonly value: number;
  readonly steps: number;
}

/** A run: the calls of each trip, what ends it, and what is around it. */
export interface RunScript {
  readonly trips: readonly (readonly ScriptedCall[])[];
  /** Whether trips and turns use the ids of calls again. */
  readonly ids: "own" | "each turn the same" | "all the same";
  readonly thinks: boolean;
  /** How often the last answer is broken before it fits its schema; without a schema where it is missing. */
  readonly broken: number | undefined;
  readonly usage: "known" | "unknown";
  readonly hooks: boolean;
  readonly concurrency: number;
}

const call: fc.Arbitrary<ScriptedCall> = fc.record({
  tool: fc.constantFrom("add", "add", "fail", "odd", "nest", "quiet", "nowhere"),
  value: fc.nat(9),
  steps: fc.nat(12),
});

/** Any run. */
export const runScripts: fc.Arbitrary<RunScript> = fc.record({
  trips: fc.array(fc.array(call, { minLength: 1, maxLength: 4 }), { maxLength: 4 }),
  ids: fc.constantFrom("own", "each turn the same", "all the same"),
  thinks: fc.boolean(),
  broken: fc.option(fc.nat(2), { nil: undefined }),
  usage: fc.constantFrom("known", "unknown"),
  hooks: fc.boolean(),
  concurrency: fc.integer({ min: 1, max: 4 }),
});

/** The agent of a script. What model and tools do is written to `effects`; the model goes by the conversation alone. */
export function scriptedAgent(script: RunScript, durable: DurableOptions, effects: string[]): AgentContract {
  const { hooks, broken, concurrency } = script;
  return agent({
    name: "scripted",
    model: scriptedModel(script, effects),
    tools: scriptedTools(effects),
    maxTrips: 12,
    toolConcurrency: concurrency,
    captureMessages: true,
    middleware: hooks ? [watchingHooks()] : [],
    ...(broken === undefined ? {} : { repair: { maxAttempts: 1 } }),
    durable,
    // The type of `output` is that of the data, which the tests do not look at.
    ...(broken === undefined ? {} : { output: OUTPUT as never }),
  });
}

const OUTPUT = {
  type: "object",
  properties: { done: { type: "boolean" } },
  required: ["done"],
} as const;

/** What of a result does not depend on when and where it came about. */
export function withoutTimes(result: AgentResult<unknown>): unknown {
  const { text, data, error, usage, report } = result;
  const { trips, messages, status } = report;
  return {
    text,
    data,
    usage,
    status,
    error: error && [error.code, error.message],
    messages,
    trips: trips.map(
      ({ startedAt: _started, endedAt: _ended, duration: _duration, error: _error, ...trip }) => trip,
    ),
    children: report.children.map(plainReport),
  };
}

function plainReport(given: BaseReport): unknown {
  const report = given as BaseReport & Partial<Pick<AgentReport, "trips">>;
  const { name, type, status, usage, children, error } = report;
  const { input, output, tripIndex, toolCallId } = given as BaseReport & Partial<ToolCall>;
  // A stored output is what JSON makes of it.
  const said = typeof output === "object" ? "an object" : output;
  return {
    ...{ name, type, status, usage, input, tripIndex, toolCallId, output: said },
    error: error && [error.code, error.category],
    children: children.map(plainReport),
  };
}

function scriptedModel(script: RunScript, effects: string[]): Model {
  const { trips, ids, thinks, broken } = script;
  const usage = script.usage === "known" ? { input: 100, output: 10, total: 110 } : undefined;
  const complete = async (messages: readonly Message[]): Promise<ModelResponse> => {
    const trip = messages.filter(({ role }) => role === "assistant").length;
    effects.push(`model ${trip}`);
    const reasoning = thinks
      ? { reasoning: [{ type: "reasoning" as const, text: `${trip}`, providerMetadata: { of: { trip } } }] }
      : {};
    const common = { ...(usage ? { usage } : {}), ...reasoning, providerMetadata: { own: { trip } } };
    const calls = trips[trip];
    if (!calls)
      return { content: lastAnswer(broken, trip - trips.length, messages), finishReason: "stop", ...common };
    const idOf = (index: number): string =>
      ids === "own" ? `call-${trip}-${index}` : ids === "each turn the same" ? `call-${index}` : "call";
    const toolCalls = calls.map(
      ({ tool: name, ...input }, index): ToolCallRequest => ({ id: idOf(index), name, input }),
    );
    return {
      content: trip % 2 === 0 ? "" : `turn ${trip}`,
      finishReason: "tool_calls",
      toolCalls,
      ...common,
    };
  };
  return {
    name: "scripted",
    provider: "test",
    complete,
    async *stream(messages) {
      const {
        content,
        toolCalls = [],
        reasoning = [],
        finishReason,
        usage: used,
        providerMetadata,
      } = await complete(messages);
      for (const part of reasoning) yield { type: "reasoning", part };
      if (content !== "") yield { type: "delta", content };
      for (const one of toolCalls) yield { type: "tool-call", ...one };
      yield {
        type: "done",
        finishReason,
        ...(used ? { usage: used } : {}),
        ...(providerMetadata ? { providerMetadata } : {}),
      };
    },
  };
}

function lastAnswer(broken: number | undefined, attempt: number, messages: readonly Message[]): string {
  if (broken === undefined) return `Heard ${messages.filter(({ role }) => role === "tool").length} results.`;
  return attempt < broken ? '{ "done": "perhaps" }' : '{ "done": true }';
}

function scriptedTools(effects: string[]): ToolContract[] {
  const input = {
    type: "object",
    properties: { value: { type: "integer" }, steps: { type: "integer" } },
    required: ["value", "steps"],
  } as const;
  const one = (
    name: ScriptedCall["tool"],
    work: (
      value: number,
      run: (helper: AgentContract, text: string) => Promise<AgentResult<unknown>>,
    ) => unknown,
  ): ToolContract =>
    tool({
      name,
      description: name,
      input,
      ...(name === "quiet" ? { mode: "silent" as const } : {}),
      execute: async ({ value, steps }, context) => {
        effects.push(`${name} ${value}`);
        for (let step = 0; step < steps; step += 1) await Promise.resolve();
        return work(value, (helper, text) => context.run(helper, text));
      },
    }) as ToolContract;
  return [
    one("add", (value) => ({ added: value })),
    one("fail", (value) => {
      throw new Error(`The tool broke at ${value}.`);
    }),
    one("odd", (value) => {
      const circle: { readonly value: number; self?: unknown } = { value };
      circle.self = circle;
      return circle;
    }),
    one("nest", async (value, run) => (await run(helperAgent(), `Think of ${value}.`)).text),
    one("quiet", () => "shown"),
  ];
}

function helperAgent(): AgentContract {
  const responses = [{ content: "Thought.", usage: { input: 7, output: 3, total: 10 } }];
  return agent({ name: "helper", model: mockModel({ name: "small", responses }) });
}

/** Hooks that run an agent of their own around each model call. */
function watchingHooks(): AgentMiddleware {
  return {
    name: "watch",
    trip: {
      before: async ({ tripIndex }) => void (await helperAgent().execute(`Before ${tripIndex}?`)),
      after: async ({ tripIndex }) => void (await helperAgent().execute(`After ${tripIndex}?`)),
    },
    tool: { before: () => undefined },
  };
}
