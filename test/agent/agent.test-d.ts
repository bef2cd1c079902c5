import { type } from "arktype";
import * as v from "valibot";
import { expectTypeOf, test } from "vitest";
import { z } from "zod";
import type { AgentContract, AgentEvent, AgentResult, AIError, Model, ToolCall } from "../../src/ai.ts";
import * as ai from "../../src/ai.ts";

declare const model: Model;

test("the output schema is the type of data, baked in or per call", async () => {
  const baked = ai.agent({ model, output: v.object({ title: v.string() }) });
  expectTypeOf(baked).toEqualTypeOf<AgentContract<{ title: string }>>();
  expectTypeOf(await ai.agent({ model }).execute("x")).toEqualTypeOf<AgentResult<undefined>>();
  const perCall = await baked.execute("x", { output: z.object({ n: z.number() }) });
  expectTypeOf(perCall).toEqualTypeOf<AgentResult<{ n: number }>>();
  const judged = ai.agent.judge({ model, output: type({ ok: "boolean" }) });
  expectTypeOf((await judged.execute("x")).data).toEqualTypeOf<{ ok: boolean } | undefined>();
});

test("a response schema says nothing of the type", async () => {
  const { data } = await ai.agent({ model }).execute("x", { responseSchema: { type: "object" } });
  expectTypeOf(data).toBeUnknown();
});

test("a JSON Schema in the code says the type as a Standard Schema does", async () => {
  const output = { type: "object", properties: { n: { type: "number" } }, required: ["n"] } as const;
  expectTypeOf(ai.agent({ model, output })).toEqualTypeOf<AgentContract<{ n: number }>>();
  const perCall = await ai.agent({ model }).execute("x", {
    output: { type: "object", properties: { ok: { type: "boolean" } }, required: ["ok"] },
  });
  expectTypeOf(perCall).toEqualTypeOf<AgentResult<{ ok: boolean }>>();
  const weather = ai.tool({
    name: "weather",
    description: "Tells the weather in a city.",
    input: { type: "object", properties: { city: { type: "string" } }, required: ["city"] },
    execute: async ({ city }) => city.length,
  });
  expectTypeOf(weather).toEqualTypeOf<ai.ToolContract<{ city: string }, number>>();
  ai.agent({ model, tools: [weather] });
});

test("error tells success and failure apart", async () => {
  const { data, error } = await ai.agent({ model, output: v.object({ title: v.string() }) }).execute("x");
  if (error) {
    expectTypeOf(error).toEqualTypeOf<AIError>();
    expectTypeOf(data).toEqualTypeOf<undefined>();
    return;
  }
  expectTypeOf(data).toEqualTypeOf<{ title: string }>();
});

test("a code narrows", () => {
  const code = (error: AIError): ai.AIErrorCode => error.code;
  expectTypeOf(code).returns.not.toEqualTypeOf<string>();
  expectTypeOf<"PROVIDER_RATE_LIMIT">().toExtend<ai.AIErrorCode>();
});

test("a tool's input is inferred from its schema, its output from execute", () => {
  const search = ai.tool({
    name: "search",
    description: "Searches.",
    input: v.object({ query: v.string(), limit: v.optional(v.number()) }),
    action: ({ query }) => `Searching ${query}`,
    execute: async (input, context) => {
      expectTypeOf(input).toEqualTypeOf<{ query: string; limit?: number | undefined }>();
      expectTypeOf(context.signal).toEqualTypeOf<AbortSignal>();
      expectTypeOf(context.artifacts).toEqualTypeOf<Record<string, unknown>>();
      return [{ id: 1 }];
    },
  });
  expectTypeOf(search).toEqualTypeOf<
    ai.ToolContract<{ query: string; limit?: number | undefined }, { id: number }[]>
  >();
  expectTypeOf<Awaited<ReturnType<typeof search.invoke>>["data"]>().toEqualTypeOf<
    { id: number }[] | undefined
  >();
  ai.agent({ model, tools: [search, ai.agent({ model })] });
});

test("children of a report are told apart by their type", () => {
  const calls = (report: ai.AgentReport): ToolCall[] =>
    report.children.filter((child) => child.type === "tool");
  expectTypeOf(calls).returns.toEqualTypeOf<ToolCall[]>();
});

test("handlers get the payload of their event", () => {
  ai.agent({
    model,
    on: {
      "agent.trip.streaming": (event) => {
        expectTypeOf(event.delta).toBeString();
        expectTypeOf(event.runId).toBeString();
      },
      "agent.tool.called": ({ tool, name, duration, output }) => {
        expectTypeOf(tool.action).toEqualTypeOf<string | undefined>();
        expectTypeOf(name).toBeString();
        expectTypeOf(duration).toBeNumber();
        expectTypeOf(output).toBeUnknown();
      },
    },
  });
  ai.agent({ model }).on("agent.error", ({ error }) => expectTypeOf(error).toEqualTypeOf<AIError>());
  // @ts-expect-error there is no such event
  ai.agent({ model }).on("agent.nope", () => undefined);
});

test("a stream yields agent events and resolves to the result", () => {
  const stream = ai.agent({ model, output: v.object({ n: v.number() }) }).stream("x");
  expectTypeOf(stream[Symbol.asyncIterator]().next).returns.resolves.toExtend<IteratorResult<AgentEvent>>();
  expectTypeOf(stream.result).toEqualTypeOf<Promise<AgentResult<{ n: number }>>>();
});

test("nothing public is any", () => {
  expectTypeOf(ai.agent).not.toBeAny();
  expectTypeOf(ai.tool).not.toBeAny();
  expectTypeOf<ai.AgentConfig["model"]>().not.toBeAny();
  expectTypeOf<ai.ToolContract["input"]>().not.toBeAny();
  expectTypeOf<AgentEvent>().not.toBeAny();
});

test("wrong options do not compile", () => {
  // @ts-expect-error an agent needs a model
  ai.agent({});
  // @ts-expect-error attachments have a kind
  ai.agent({ model }).execute("x", { attachments: [{ source: "x" }] });
  // @ts-expect-error a tool needs an input schema
  ai.tool({ name: "x", description: "y", execute: () => 1 });
});
