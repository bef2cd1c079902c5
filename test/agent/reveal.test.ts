import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentMiddleware, ExecuteHooks, RevealedText } from "../../src/contracts/middleware.ts";
import { ProviderError } from "../../src/core/errors/provider-errors.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { mockModel } from "../../src/testing/index.ts";
import { eventsOf, shownText } from "../support/stream-events.ts";

/** Shows `<name>` as something else; holds back from a "<" on. */
function revealing(name: string, shown: string): AgentMiddleware & { readonly execute: ExecuteHooks } {
  const reveal = (text: string): string => text.replaceAll(`<${name}>`, shown);
  return {
    name,
    execute: {
      reveals: (result) => (result.text === undefined ? result : { ...result, text: reveal(result.text) }),
      revealsText(): RevealedText {
        let held = "";
        return {
          push(text) {
            const whole = held + text;
            const open = whole.lastIndexOf("<");
            const cut = open > whole.lastIndexOf(">") ? open : whole.length;
            held = whole.slice(cut);
            return reveal(whole.slice(0, cut));
          },
          end() {
            const rest = held;
            held = "";
            return rest;
          },
          get held() {
            return held.length;
          },
          object: (value) => JSON.parse(reveal(JSON.stringify(value))),
        };
      },
    },
  };
}

describe("what hooks reveal", () => {
  test("passes the last middleware first, in streams as in results, without trip hooks too", async () => {
    const content = "a <in> b <out>";
    const middleware = [revealing("out", "OUT"), revealing("in", "IN<out>")];
    const make = () =>
      agent({ model: mockModel({ name: "m", responses: [{ deltas: [...content] }] }), middleware });
    const stream = make().stream("x");
    expect(shownText(await eventsOf(stream))).toBe("a INOUT b OUT");
    const result = await stream.result;
    expect(result.text).toBe("a INOUT b OUT");
    expect(result.report.trips[0]?.output).toBe(content);
    expect((await make().execute("x")).text).toBe("a INOUT b OUT");
  });

  test("is not what the run keeps when its stream breaks off", async () => {
    const store = memoryStore();
    const model = mockModel({ name: "m", responses: [{ content: "x" }] });
    const broken = {
      ...model,
      async *stream() {
        yield { type: "delta" as const, content: "a <in>" };
        throw new ProviderError("gone");
      },
    };
    const stream = agent({ model: broken, middleware: [revealing("in", "IN")], durable: { store } }).stream(
      "x",
      { runId: "r" },
    );
    expect(shownText(await eventsOf(stream))).toBe("a IN");
    expect((await stream.result).text).toBe("a IN");
    const { keys } = await store.list("");
    const saved = JSON.stringify(await Promise.all(keys.map((key) => store.get(key))));
    expect(saved).toContain("a <in>");
    expect(saved).not.toContain("a IN");
  });

  test("shows objects without what is held back", async () => {
    const deltas = [...'{"a":"<in>","b":"x <o"}'];
    const stream = agent({
      model: mockModel({ name: "m", responses: [{ deltas }] }),
      middleware: [revealing("in", "IN")],
    }).stream("x", { responseSchema: { type: "object" } });
    const objects = (await eventsOf(stream)).flatMap((event) =>
      event.type === "agent.object-delta" ? [event.object] : [],
    );
    expect(objects.at(-1)).toEqual({ a: "IN", b: "x <o" });
    for (const object of objects.slice(0, -1)) expect(JSON.stringify(object)).not.toContain("<");
  });

  test("ends the run where it fails", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "x" }] });
    const failing: AgentMiddleware = {
      name: "failing",
      execute: {
        reveals() {
          throw new Error("no");
        },
      },
    };
    const result = await agent({ model, middleware: [failing] }).execute("x");
    expect(result.error).toBeDefined();
    expect(result.text).toBeUndefined();
  });
});

describe("what hooks hide of the beginning", () => {
  test("is hidden from the model, the report and what is saved, one hook after the other", async () => {
    const store = memoryStore();
    const model = mockModel({ name: "m", responses: [{ content: "x" }] });
    const hiding = (from: string, to: string): AgentMiddleware => ({
      name: from,
      execute: {
        hides: (_context, messages) =>
          messages.map((message) => ({ ...message, content: String(message.content).replace(from, to) })),
      },
    });
    const result = await agent({
      model,
      systemPrompt: "You know secret.",
      captureMessages: true,
      durable: { store },
      middleware: [hiding("secret", "hidden"), hiding("hidden", "gone")],
    }).execute("Tell secret.");
    expect(model.callHistory[0]?.messages.map(({ content }) => content)).toEqual([
      "You know gone.",
      "Tell gone.",
    ]);
    expect(result.report.systemPrompt).toBe("You know gone.");
    expect(JSON.stringify(result.report.messages)).not.toContain("secret");
  });
});
