import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentEvent } from "../../src/contracts/agent.ts";
import type { AgentMiddleware, ShownText, StreamedKind } from "../../src/contracts/middleware.ts";
import type { Model } from "../../src/contracts/model.ts";
import { GuardrailViolationError } from "../../src/core/errors/index.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { mockModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";
import { streamingModel } from "../support/streaming-model.ts";

const hide = (text: string): string => text.replaceAll("Ada", "[NAME]");
const show = (text: string): string => text.replaceAll("[NAME]", "Ada");

/** Holds back the last four characters, and writes the rest in capitals. */
function shouting(): ShownText {
  let held = "";
  return {
    push(text) {
      held += text;
      const shown = held.slice(0, -4);
      held = held.slice(-4);
      return shown.toUpperCase();
    },
    end: () => held.toUpperCase(),
  };
}

async function eventsOf(model: Model, middleware: readonly AgentMiddleware[]) {
  const stream = agent({ model, middleware, maxTrips: 1 }).stream("x");
  const events: AgentEvent[] = [];
  for await (const event of stream) events.push(event);
  const shown = events.flatMap((event) => (event.type === "agent.trip.streaming" ? event.delta : []));
  return { events, shown, result: await stream.result };
}

describe("hooks around the run may change what it is asked", () => {
  test("then messages, reports and snapshots know nothing else, and the caller gets what is revealed", async () => {
    const store = memoryStore();
    const model = mockModel({ name: "m", responses: [{ content: "Hello [NAME]!" }] });
    const hiding: AgentMiddleware = {
      name: "hiding",
      execute: {
        before(context) {
          context.input = hide(context.input);
          context.history = context.history.map((message) => ({
            ...message,
            content: hide(`${message.content}`),
          }));
        },
        reveals: (result) => (result.error ? result : { ...result, text: show(result.text ?? "") }),
      },
    };
    const seen: string[] = [];
    const inner: AgentMiddleware = { name: "inner", trip: { before: ({ input }) => void seen.push(input) } };
    const helper = agent({ model, middleware: [hiding, inner], durable: { store }, captureMessages: true });
    const history = [
      { role: "user" as const, content: "I am Ada." },
      { role: "assistant" as const, content: "Hi Ada." },
    ];
    const result = await helper.execute("Greet Ada.", { history, runId: "run-1" });
    expect(result.text).toBe("Hello Ada!");
    expect(seen).toEqual(["Greet [NAME]."]);
    expect(model.callHistory[0]?.messages.map(({ content }) => content)).toEqual([
      "I am [NAME].",
      "Hi [NAME].",
      "Greet [NAME].",
    ]);
    const saved = JSON.stringify(await Promise.all((await store.list("")).keys.map((key) => store.get(key))));
    expect(saved).toContain("[NAME]");
    expect(saved + JSON.stringify(result.report)).not.toContain("Ada");
  });

  test("an error while revealing is the result's, and shows nothing", async () => {
    const broken: AgentMiddleware = {
      name: "broken",
      execute: {
        reveals() {
          throw new Error("no");
        },
      },
    };
    const model = mockModel({ name: "m", responses: [{ content: "secret" }] });
    const result = await agent({ model, middleware: [broken] }).execute("x");
    expect(result).toMatchObject({ type: "agent", error: { code: "AGENT_EXEC_FAILED" } });
    expect(result.text).toBeUndefined();
  });
});

describe("what a stream shows passes the hooks of the trip", () => {
  const kinds: StreamedKind[] = [];
  const shout: AgentMiddleware = {
    name: "shout",
    trip: {
      shows(_context, kind) {
        kinds.push(kind);
        return shouting();
      },
    },
  };
  const done = { type: "done", finishReason: "stop" } as const;

  test("text, reasoning and the arguments of calls, each by itself", async () => {
    const model = streamingModel([
      { type: "reasoning-delta", content: "hmm, " },
      { type: "delta", content: "well " },
      { type: "reasoning-delta", content: "yes" },
      { type: "delta", content: "then" },
      { type: "tool-call-delta", id: "1", name: "do", delta: '{"a":' },
      { type: "tool-call-delta", id: "2", name: "do", delta: '{"b":' },
      { type: "tool-call-delta", id: "1", name: "do", delta: '"x"}' },
      { type: "tool-call", id: "1", name: "do", input: { a: "x" } },
      { type: "tool-call", id: "2", name: "do", input: {} },
      done,
    ]);
    const { events, shown, result } = await eventsOf(model, [shout]);
    expect(shown.join("")).toBe("WELL THEN");
    expect(shown.length).toBeGreaterThan(1);
    const deltas = (type: AgentEvent["type"], id?: string): string =>
      events
        .flatMap((event) =>
          event.type === type && "delta" in event && (!("toolCallId" in event) || event.toolCallId === id)
            ? event.delta
            : [],
        )
        .join("");
    expect(deltas("agent.reasoning-delta")).toBe("HMM, YES");
    expect(deltas("agent.tool.input-delta", "1")).toBe('{"A":"X"}');
    expect(deltas("agent.tool.input-delta", "2")).toBe('{"B":');
    expect(kinds).toEqual(["text", "reasoning", "tool-input", "tool-input"]);
    // The answer itself is for `after` to change.
    expect(result.report.trips[0]?.output).toBe("well then");
  });

  test("the hooks pass it on from the last one to the first", async () => {
    const dotted: AgentMiddleware = {
      name: "dotted",
      trip: { shows: () => ({ push: (text) => `${text}.`, end: () => "!" }) },
    };
    const model = streamingModel([
      { type: "delta", content: "one" },
      { type: "delta", content: "two" },
      done,
    ]);
    expect((await eventsOf(model, [shout, dotted])).shown.join("")).toBe("ONE.TWO.!");
  });

  test("A8: what throws ends the run before more is shown", async () => {
    const refusing: AgentMiddleware = {
      name: "refusing",
      trip: {
        shows: () => ({
          push(text) {
            if (!text.includes("bad")) return text;
            throw new GuardrailViolationError("Refused.", { phase: "output", reason: "bad" });
          },
          end: () => "",
        }),
      },
    };
    const model = streamingModel([
      { type: "delta", content: "good " },
      { type: "delta", content: "bad" },
      { type: "delta", content: " more" },
      done,
    ]);
    const { events, shown, result } = await eventsOf(model, [refusing]);
    expect(shown).toEqual(["good "]);
    expect(result.error?.code).toBe("GUARDRAIL_VIOLATION");
    expect(result.text).toBe("good ");
    expect(events.at(-1)?.type).toBe("agent.error");
  });
});

describe("hooks around a tool may change its arguments", () => {
  const INPUT = { type: "object", properties: { to: { type: "string" } }, required: ["to"] };

  async function call(hook: AgentMiddleware["tool"]) {
    const got: unknown[] = [];
    const send = tool({
      name: "send",
      description: "sends",
      input: INPUT,
      execute: (input) => void got.push(input),
    });
    const model = mockModel({
      name: "m",
      responses: [{ toolCalls: [{ name: "send", input: { to: "a" } }] }, { content: "ok" }],
    });
    const { report } = await agent({
      model,
      tools: [send],
      middleware: [{ name: "edit", ...(hook && { tool: hook }) }],
    }).execute("x");
    return { got, call: report.children[0] };
  }

  test("for the tool and its report, after the tool's own validation", async () => {
    expect(
      await call({ before: (context) => void Object.assign(context, { toolArgs: { to: "b" } }) }),
    ).toMatchObject({
      got: [{ to: "b" }],
      call: { input: { to: "b" } },
    });
    expect(
      await call({ before: (context) => void Object.assign(context, { toolArgs: { to: 1 } }) }),
    ).toMatchObject({
      got: [],
      call: { status: "failed" },
    });
  });

  test("for the tool alone, where they are hidden, whatever the report shows instead", async () => {
    const hide = { toolArgs: null, hiddenArgs: { to: "c" } };
    const hidden = await call({ before: (context) => void Object.assign(context, hide) });
    expect(hidden).toMatchObject({ got: [{ to: "c" }], call: { input: null } });
    expect(
      await call({ before: (context) => void Object.assign(context, { hiddenArgs: { to: "c" } }) }),
    ).toMatchObject({
      got: [{ to: "c" }],
      call: { input: { to: "a" } },
    });
  });
});

test("what middleware has to say of a run is on its report", async () => {
  const noting: AgentMiddleware = {
    name: "noting",
    trip: { after: (context) => context.annotate("noting", { seen: 1 }) },
  };
  const { report } = await agent({
    model: mockModel({ name: "m", responses: [{ content: "ok" }] }),
    middleware: [noting],
  }).execute("x");
  expect(report.annotations).toEqual({ noting: { seen: 1 } });
});
