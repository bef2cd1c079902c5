import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentConfig } from "../../src/agent/agent-config.ts";
import type { AgentEvent } from "../../src/contracts/agent.ts";
import type { GuardrailDetector } from "../../src/contracts/detector.ts";
import type { Message } from "../../src/contracts/message.ts";
import type { AgentMiddleware } from "../../src/contracts/middleware.ts";
import type { Schema } from "../../src/contracts/schema.ts";
import { AIError } from "../../src/core/errors/ai-error.ts";
import { guardrail } from "../../src/guardrail/guardrail.ts";
import { vault } from "../../src/guardrail/vault.ts";
import { type MockModel, type MockResponse, mockModel } from "../../src/testing/index.ts";
import { asTool } from "../../src/tool/as-tool.ts";
import { calling } from "../support/conversing-model.ts";
import { notingTool } from "../support/noting-tool.ts";
import { eventsOf, shownText } from "../support/stream-events.ts";
import { finder, hiding, leaksIn } from "./vault-support.ts";

const INPUT = "Write to ada@x.io and bob@y.io about Ada Lovelace.";
const ANSWER = "Done: **[email_1]**, \\[EMAIL\\_2\\] and PERSON_1.";
const REVEALED = "Done: **ada@x.io**, bob@y.io and Ada Lovelace.";

function helper(
  responses: readonly MockResponse[],
  more: Partial<AgentConfig<Schema | undefined>> = {},
  guard: AgentMiddleware = hiding(),
) {
  const model = mockModel({ name: "mock", responses });
  const runs = agent({ name: "helper", model, middleware: [guard], captureMessages: true, ...more });
  return Object.assign(runs, { model });
}

function sentTo(model: MockModel): string[] {
  return model.callHistory.flatMap(({ messages }) => messages.map(({ content }) => JSON.stringify(content)));
}

/** What only the caller sees: the run's own border. */
function inside(events: readonly AgentEvent[]): AgentEvent[] {
  const border = ["agent.starting", "agent.trip.streaming", "agent.object-delta", "agent.completed"];
  return events.filter(({ type }) => !border.includes(type));
}

describe("a run with a vault", () => {
  test("shows the model placeholders, and the caller values", async () => {
    const events: AgentEvent[] = [];
    const one = helper([{ content: ANSWER }]);
    for (const type of ["agent.trip.started", "agent.trip.completed", "agent.completed"] as const) {
      one.on(type, (event) => void events.push(event));
    }
    const result = await one.execute(INPUT);
    expect(result.text).toBe(REVEALED);
    expect(sentTo(one.model)).toEqual(['"Write to [EMAIL_1] and [EMAIL_2] about [PERSON_1]."']);
    expect(result.report.trips[0]).toMatchObject({
      input: "Write to [EMAIL_1] and [EMAIL_2] about [PERSON_1].",
      output: ANSWER,
    });
    expect(leaksIn(result.report, inside(events))).toEqual([]);
    expect(events.at(-1)).toMatchObject({ type: "agent.completed", result: { text: REVEALED } });
  });

  test("shows values in the deltas of a stream, however it is cut, and nothing half", async () => {
    for (const deltas of [
      [...ANSWER],
      ANSWER.split(" ").map((word) => `${word} `),
      [ANSWER],
      [ANSWER.slice(0, 12), ANSWER.slice(12)],
    ]) {
      const one = helper([{ deltas }]);
      const stream = one.stream(INPUT);
      const events = await eventsOf(stream);
      const result = await stream.result;
      expect(shownText(events)).toBe(result.text);
      expect(result.text?.trim()).toBe(REVEALED);
      expect(shownText(events)).not.toMatch(/EMAIL|\[/i);
      expect(leaksIn(inside(events), result.report)).toEqual([]);
    }
  });

  test("shows values in data and in the deltas of an object, also where they need escapes", async () => {
    const name = 'Ada "the" Lovelace';
    const named: GuardrailDetector = {
      name: "named",
      check: (text) =>
        text.includes(name)
          ? {
              type: "redact",
              text: "",
              matches: [{ rule: "name", span: [text.indexOf(name), text.indexOf(name) + name.length] }],
            }
          : { type: "allow" },
    };
    const json = '{"to":"[EMAIL_1]","names":["[NAME_1]","x"],"by":{"[EMAIL_2]":1}}';
    const output = v.object({
      to: v.string(),
      names: v.array(v.string()),
      by: v.record(v.string(), v.number()),
    });
    const one = helper([{ deltas: [...json] }], { output }, hiding(vault(), [finder, named]));
    const data = { to: "ada@x.io", names: [name, "x"], by: { "bob@y.io": 1 } };
    const stream = one.stream(`${INPUT} ${name}`);
    const events = await eventsOf(stream);
    const result = await stream.result;
    expect(result.data).toEqual(data);
    expect(JSON.parse(result.text ?? "")).toEqual(data);
    expect(JSON.parse(shownText(events))).toEqual(data);
    const objects = events.flatMap((event) => (event.type === "agent.object-delta" ? [event.object] : []));
    expect(objects.at(-1)).toEqual(data);
    expect(JSON.stringify(objects)).not.toMatch(/\[[EN]/);
    expect(leaksIn(inside(events), result.report)).toEqual([]);
  });

  test("shows values of what was written when a run fails or is stopped, and keeps them out of the rest", async () => {
    const one = helper([{ content: ANSWER, finishReason: "content_filter" }]);
    const result = await one.execute(INPUT);
    expect(result.error).toBeDefined();
    expect(result.text).toBe(REVEALED);
    expect(leaksIn(result.report, result.error)).toEqual([]);
    const streamedResult = await helper([{ content: ANSWER, finishReason: "content_filter" }]).stream(INPUT)
      .result;
    expect(streamedResult.text?.trim()).toBe(REVEALED);
    expect(leaksIn(streamedResult.report, streamedResult.error)).toEqual([]);
  });

  test("knows the values of its session, and of no other one", async () => {
    const values = vault();
    const one = helper([{ content: "[EMAIL_1]?" }], {}, hiding(values));
    await one.execute("I am ada@x.io", { sessionId: "ada" });
    const later = await one.execute("Who am I? bob@y.io", { sessionId: "ada" });
    expect(later.text).toBe("ada@x.io?");
    expect(sentTo(one.model).at(-1)).toBe('"Who am I? [EMAIL_2]"');
    const other = await one.execute("Who am I?", { sessionId: "eve" });
    expect(other.text).toBe("[EMAIL_1]?");
    expect((await one.execute("Who am I?")).text).toBe("[EMAIL_1]?");
    values.forget("ada");
    expect((await one.execute("Who am I?", { sessionId: "ada" })).text).toBe("[EMAIL_1]?");
  });

  test("is told of placeholders by nobody: what looks like one stays what it is", async () => {
    const values = vault();
    const one = helper([{ content: "[EMAIL_1] [EMAIL_2] [TEXT_1]" }], {}, hiding(values));
    const first = await one.execute("[EMAIL_1] is no ada@x.io", { sessionId: "s" });
    expect(sentTo(one.model)).toEqual(['"[EMAIL_1] is no [EMAIL_2]"']);
    expect(first.text).toBe("[EMAIL_1] ada@x.io [TEXT_1]");
    const second = await one.execute("Give me [email_2]", { sessionId: "s" });
    expect(sentTo(one.model).at(-1)).toBe('"Give me [TEXT_1]"');
    expect(second.text).toBe("[EMAIL_1] ada@x.io [email_2]");
  });

  test("hides the history that it is given, as its own answers were revealed", async () => {
    const values = vault();
    const one = helper(
      [{ content: "Hello [EMAIL_1]." }, { content: "[EMAIL_1] it is." }],
      {},
      hiding(values),
    );
    const first = await one.execute("I am ada@x.io", { sessionId: "s" });
    expect(first.text).toBe("Hello ada@x.io.");
    const history: Message[] = [
      { role: "user", content: [{ type: "text", text: "I am ada@x.io" }] },
      {
        role: "assistant",
        content: "Hello ada@x.io.",
        toolCalls: [{ id: "c", name: "mail", input: { to: ["ada@x.io"] } }],
      },
      { role: "tool", toolCallId: "c", content: '{"of":"Ada Lovelace"}' },
    ];
    const second = await one.execute("Who is ada@x.io? Not bob@y.io!", { sessionId: "s", history });
    expect(second.text).toBe("ada@x.io it is.");
    expect(
      leaksIn(
        one.model.callHistory.map(({ messages }) => messages),
        second.report,
      ),
    ).toEqual([]);
    expect(one.model.callHistory[1]?.messages).toMatchObject([
      { content: [{ text: "I am [EMAIL_1]" }] },
      { content: "Hello [EMAIL_1].", toolCalls: [{ input: { to: ["[EMAIL_1]"] } }] },
      { content: '{"of":"[PERSON_1]"}' },
      { content: "Who is [EMAIL_1]? Not [EMAIL_2]!" },
    ]);
    // A history out of a report, which has placeholders, goes on as well.
    const kept = (second.report.messages ?? []).map(({ role, content }) => ({ role, content }));
    const third = await one.execute("Again?", {
      sessionId: "s",
      history: kept.filter(({ role }) => role !== "tool"),
    });
    expect(third.text).toBe("ada@x.io it is.");
    expect(leaksIn(one.model.callHistory[2]?.messages)).toEqual([]);
  });

  test("hides what is known in the system prompt, and what is found in attached texts", async () => {
    const one = helper([{ content: "[EMAIL_2]" }], {
      systemPrompt: "You serve {{who}}, not [support@shop.io].",
    });
    const result = await one.execute("I am ada@x.io", {
      placeholders: { who: "ada@x.io" },
      attachments: [{ type: "text", source: new Blob(["From: bob@y.io"], { type: "text/plain" }) }],
    });
    expect(result.text).toBe("bob@y.io");
    expect(one.model.callHistory[0]?.messages).toMatchObject([
      { role: "system", content: "You serve [EMAIL_1], not [support@shop.io]." },
      { role: "user", content: [{ text: "I am [EMAIL_1]" }, { text: "From: [EMAIL_2]" }] },
    ]);
    expect(result.report.systemPrompt).toBe("You serve [EMAIL_1], not [support@shop.io].");
    expect(leaksIn(result.report)).toEqual([]);
  });

  test("leaves a run alone in which nothing is found", async () => {
    const plain = mockModel({ name: "mock", responses: [{ content: "Hi [x]" }] });
    const one = helper([{ content: "Hi [x]" }]);
    const history: Message[] = [
      { role: "user", content: "a" },
      { role: "assistant", content: "b" },
    ];
    expect((await one.execute("Hello", { history })).text).toBe("Hi [x]");
    await agent({ model: plain }).execute("Hello", { history });
    expect(one.model.callHistory[0]?.messages).toEqual(plain.callHistory[0]?.messages);
  });

  test("hides a value that the model knows from elsewhere", async () => {
    const notes: unknown[] = [];
    const one = helper(
      [
        { content: "Writing to ada@x.io", toolCalls: [{ name: "mail", input: { value: "ada@x.io" } }] },
        { content: "ok" },
      ],
      { tools: [notingTool("mail", notes)] },
    );
    const result = await one.execute("I am ada@x.io");
    expect(notes).toEqual([{ value: "[EMAIL_1]" }]);
    expect(leaksIn(result.report)).toEqual([]);
  });

  test("uses the rewritten text of a detector that does not say where, for good", async () => {
    const vague: GuardrailDetector = {
      name: "vague",
      check: (text) =>
        text.includes("secret")
          ? { type: "redact", text: text.replaceAll("secret", "***") }
          : { type: "allow" },
    };
    const one = helper([{ content: "*** of [EMAIL_1]" }], {}, hiding(vault(), [finder, vague]));
    expect((await one.execute("secret of ada@x.io")).text).toBe("*** of ada@x.io");
    expect(sentTo(one.model)).toEqual(['"*** of [EMAIL_1]"']);
  });

  test("ends where a detector fails that is to refuse then, and asks the others again later", async () => {
    const failing = (onError?: "block"): GuardrailDetector => ({
      name: "failing",
      onError,
      check: () => {
        throw new AIError("INVALID_CONFIG", "No table.");
      },
    });
    const refused = helper([{ content: "x" }], {}, hiding(vault(), [failing("block")]));
    expect((await refused.execute("ada@x.io")).error).toBeDefined();
    expect(refused.model.callCount).toBe(0);
    const passed = helper([{ content: "[EMAIL_1]" }], {}, hiding(vault(), [failing(), finder]));
    expect((await passed.execute("ada@x.io")).text).toBe("ada@x.io");
  });

  test("is hidden also in thoughts and arguments of a given history", async () => {
    const one = helper([{ content: "ok" }]);
    const result = await one.execute("Go on", {
      history: [
        { role: "user", content: "Hi" },
        {
          role: "assistant",
          content: [{ type: "reasoning", text: "It is Ada Lovelace." }],
          toolCalls: [{ id: "c", name: "mail", input: { to: ["ada@x.io"] } }],
        },
        { role: "tool", toolCallId: "c", content: "ok" },
      ],
    });
    expect(result.text).toBe("ok");
    expect(
      leaksIn(
        result.report,
        sentTo(one.model),
        one.model.callHistory.map(({ messages }) => messages),
      ),
    ).toEqual([]);
  });

  test("refuses a vault that is none", async () => {
    const fake = { session: () => ({}), restoresIn: () => false } as unknown as ReturnType<typeof vault>;
    const one = helper([{ content: "x" }], {}, hiding(fake));
    expect((await one.execute("ada@x.io")).error).toBeDefined();
    expect(one.model.callCount).toBe(0);
  });
});

describe("the detectors of a guard with a vault", () => {
  test("see placeholders on every side but where values are found", async () => {
    const seen: string[] = [];
    const watching: GuardrailDetector = {
      name: "watching",
      check(text) {
        seen.push(text);
        return text.includes("ada") ? { type: "block", reason: "a value" } : { type: "allow" };
      },
      stream: () => ({
        push(text) {
          seen.push(text);
          return { text };
        },
        end: () => ({ text: "" }),
      }),
    };
    const notes: unknown[] = [];
    const one = helper(
      [{ ...calling("mail", { value: "[EMAIL_1]" }) }, { content: "To [EMAIL_1]" }],
      { tools: [notingTool("mail", notes, () => "sent to ada@x.io")] },
      guardrail({
        vault: vault({ restoreInTools: true }),
        input: [finder],
        output: [watching],
        tool: [watching],
        data: [watching],
      }),
    );
    const stream = one.stream("I am ada@x.io");
    const events = await eventsOf(stream);
    const result = await stream.result;
    expect(notes).toEqual([{ value: "ada@x.io" }]);
    expect(result.text?.trim()).toBe("To ada@x.io");
    expect(shownText(events).trim()).toBe("To ada@x.io");
    expect(sentTo(one.model)).toContain('"sent to [EMAIL_1]"');
    expect(seen).toContain("sent to [EMAIL_1]");
    expect(leaksIn(seen, inside(events), result.report)).toEqual([]);
  });

  test("of data have what they find hidden as well, and given back", async () => {
    const notes: unknown[] = [];
    const guard = guardrail({
      vault: vault({ restoreInTools: ["mail"] }),
      input: [finder],
      data: [finder, guardrail.pii({ detect: ["phone"] })],
    });
    const one = helper(
      [
        calling("find", {}),
        calling("mail", { value: "[EMAIL_1] [PHONE_1]" }),
        { content: "Wrote to [EMAIL_1], [PERSON_1] at [PHONE_1] again." },
      ],
      {
        tools: [
          notingTool("find", [], () => ({
            who: "Ada Lovelace",
            at: ["ada@x.io", "+14155550132"],
            id: 14155550132,
          })),
          notingTool("mail", notes, () => "sent to ada@x.io"),
        ],
      },
      guard,
    );
    const stream = one.stream("Who is it?");
    const events = await eventsOf(stream);
    const result = await stream.result;
    expect(result.text?.trim()).toBe("Wrote to ada@x.io, Ada Lovelace at +14155550132 again.");
    expect(notes).toEqual([{ value: "ada@x.io +14155550132" }]);
    const said = one.model.callHistory[1]?.messages.find(({ role }) => role === "tool")?.content;
    expect(JSON.parse(String(said))).toMatchObject({ who: "[PERSON_1]", at: ["[EMAIL_1]", "[PHONE_1]"] });
    expect(leaksIn(inside(events), result.report, sentTo(one.model))).toEqual([]);
    expect(JSON.stringify([inside(events), result.report, sentTo(one.model)])).not.toContain("+1415");
  });

  test("of data hide what is in errors and in texts of quotes", async () => {
    const one = helper(
      [calling("find", {}), calling("look", {}), { content: "[EMAIL_1] is [VALUE_1]" }],
      {
        tools: [
          notingTool("find", [], () => {
            throw new Error("No ada@x.io here");
          }),
          notingTool("look", [], () => ({ of: '"Ada" \\ Lovelace', n: 1 })),
        ],
      },
      guardrail({
        vault: true,
        input: [finder],
        data: [
          finder,
          {
            name: "quoted",
            check(text) {
              const found = /\\?"Ada.*Lovelace/.exec(text);
              if (!found) return { type: "allow" };
              const span = [found.index, found.index + found[0].length] as const;
              return { type: "redact", text: "[x]", matches: [{ rule: "q", label: "", span }] };
            },
          },
        ],
      }),
    );
    const result = await one.execute("Who is it?");
    expect(result.text).toBe('ada@x.io is "Ada" \\ Lovelace');
    expect(leaksIn(result.report, sentTo(one.model))).toEqual([]);
  });

  test("of data rewrite for good what they do not locate", async () => {
    const vague: GuardrailDetector = {
      name: "vague",
      check: (text) => ({ type: "redact", text: text.replaceAll("secret", "***") }),
    };
    const one = helper(
      [calling("find", {}), { content: "*** of [EMAIL_1]" }],
      { tools: [notingTool("find", [], () => "secret of ada@x.io")] },
      guardrail({ vault: true, input: [finder], data: [vague, finder] }),
    );
    expect((await one.execute("Who?")).text).toBe("*** of ada@x.io");
    expect(sentTo(one.model).at(-1)).toBe('"*** of [EMAIL_1]"');
  });

  test("may hold the output: it is shown at once, with values", async () => {
    const guard = guardrail({ vault: true, input: [finder], output: [finder], holdOutput: true });
    const one = helper([{ content: ANSWER }], {}, guard);
    const events = await eventsOf(one.stream(INPUT));
    expect(events.filter(({ type }) => type === "agent.trip.streaming")).toMatchObject([
      { delta: `${REVEALED} ` },
    ]);
  });

  test("tell loggers and observers nothing of a value, the input included", async () => {
    const told: unknown[] = [];
    const log = (...entry: unknown[]) => void told.push(entry);
    const one = helper([calling("mail", { value: "[EMAIL_1]" }), { content: ANSWER }], {
      tools: [notingTool("mail", [], () => "sent to ada@x.io")],
      logger: { debug: log, info: log, success: log, warn: log, error: log } as never,
      observe: { collect: log },
    });
    const result = await one.execute(INPUT);
    expect(result.text).toBe(REVEALED);
    expect(told.length).toBeGreaterThan(3);
    expect(told).toContainEqual([expect.objectContaining({ runId: result.report.runId, type: "agent" })]);
    expect(leaksIn(told)).toEqual([]);
  });
});

describe("tools", () => {
  const call = calling("mail", { value: { to: ["[email_1]", "x [EMAIL_2]"] } });

  async function run(values = vault(), work: () => unknown = () => "ok") {
    const notes: unknown[] = [];
    const one = helper(
      [call, { content: ANSWER }],
      { tools: [notingTool("mail", notes, work)] },
      hiding(values),
    );
    const stream = one.stream(INPUT);
    const events = await eventsOf(stream);
    const result = await stream.result;
    expect(
      leaksIn(
        inside(events),
        result.report,
        one.model.callHistory.map(({ messages }) => messages),
      ),
    ).toEqual([]);
    expect(result.text?.trim()).toBe(REVEALED);
    return { notes, result, events, model: one.model };
  }

  test("get placeholders", async () => {
    expect((await run()).notes).toEqual([{ value: { to: ["[email_1]", "x [EMAIL_2]"] } }]);
  });

  test.each([true, ["mail"]])(
    "get values where restoreInTools is %j, which nobody else sees",
    async (restoreInTools) => {
      const { notes, result, events } = await run(vault({ restoreInTools }));
      expect(notes).toEqual([{ value: { to: ["ada@x.io", "x bob@y.io"] } }]);
      expect(result.report.children[0]).toMatchObject({
        input: { value: { to: ["[email_1]", "x [EMAIL_2]"] } },
      });
      expect(events.find(({ type }) => type === "agent.tool.called")).toBeDefined();
    },
  );

  test("that are not named get placeholders", async () => {
    expect((await run(vault({ restoreInTools: ["web"] }))).notes).toEqual([
      { value: { to: ["[email_1]", "x [EMAIL_2]"] } },
    ]);
  });

  test("bring values that are hidden again, also in larger texts, fields and other forms", async () => {
    const { model, result } = await run(vault({ restoreInTools: true }), () => ({
      "ada@x.io": `<mailto:ada@x.io?cc=ADA@X.IO&to=ada%40x.io> of Ada Lovelace`,
      unknown: "eve@z.io",
    }));
    const said = model.callHistory[1]?.messages.find(({ role }) => role === "tool")?.content;
    expect(said).toBe(
      '{"[EMAIL_1]":"<mailto:[EMAIL_1]?cc=[EMAIL_3]&to=[EMAIL_4]> of [PERSON_1]","unknown":"eve@z.io"}',
    );
    expect(result.report.children[0]).toMatchObject({ status: "completed", output: { unknown: "eve@z.io" } });
  });

  test("fail with errors that hold no value", async () => {
    const { model, result } = await run(vault({ restoreInTools: true }), () => {
      throw new Error("No mailbox ada@x.io", { cause: { to: "ada@x.io" } });
    });
    expect(model.callHistory[1]?.messages.find(({ role }) => role === "tool")?.content).toContain(
      "[EMAIL_1]",
    );
    const failed = result.report.children[0];
    expect(failed).toMatchObject({ status: "failed", error: { code: "TOOL_EXEC_FAILED" } });
    expect(leaksIn(failed, failed?.error, failed?.error?.stack, failed?.error?.cause)).toEqual([]);
  });

  test("that are agents with the same vault speak of the same values, and hide them again", async () => {
    const values = vault({ restoreInTools: ["mail"] });
    const notes: unknown[] = [];
    const inner = helper(
      [calling("mail", { value: "[EMAIL_1]" }), { content: "Sent to [EMAIL_1]." }],
      { name: "inner", tools: [notingTool("mail", notes)] },
      hiding(values),
    );
    const outer = helper(
      [calling("inner", { input: "Write to [EMAIL_1]." }), { content: "[EMAIL_1] was told." }],
      {
        tools: [
          asTool(inner, {
            name: "inner",
            description: "writes",
          }),
        ],
      },
      hiding(values),
    );
    const result = await outer.execute("Tell ada@x.io.");
    expect(result.text).toBe("ada@x.io was told.");
    expect(notes).toEqual([{ value: "ada@x.io" }]);
    expect(sentTo(outer.model).at(-1)).toContain("[EMAIL_1]");
    expect(leaksIn(sentTo(outer.model), sentTo(inner.model), result.report)).toEqual([]);
  });
});

describe("guardrail with a vault", () => {
  test("hides what pii finds, and shows it again, whole and streamed", async () => {
    const input = "Call Ada at (415) 555-0132 or write to ada@example.org, card 4111 1111 1111 1111.";
    const answer = "Card **[CREDIT\\_CARD\\_1]** of [email_1](mailto:[EMAIL_1]) at [PHONE_1]";
    const shown =
      "Card **4111 1111 1111 1111** of [ada@example.org](mailto:ada@example.org) at (415) 555-0132";
    const guard = guardrail({ vault: true, input: [guardrail.pii()], output: [guardrail.pii()] });
    const one = helper([{ content: answer }, { deltas: [...answer] }], {}, guard);
    const whole = await one.execute(input);
    expect(whole.error).toBeUndefined();
    expect(whole.text).toBe(shown);
    expect(sentTo(one.model)).toEqual([
      '"Call Ada at [PHONE_1] or write to [EMAIL_1], card [CREDIT_CARD_1]."',
    ]);
    const stream = one.stream(input);
    const events = await eventsOf(stream);
    expect(shownText(events)).toBe(shown);
    expect((await stream.result).text).toBe(shown);
    const written = JSON.stringify([whole.report, (await stream.result).report, inside(events)]);
    for (const value of ["555-0132", "ada@example.org", "4111"]) expect(written).not.toContain(value);
  });
});
