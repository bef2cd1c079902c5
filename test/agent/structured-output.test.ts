import * as v from "valibot";
import { describe, expect, test, vi } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { fromValibot } from "../../src/schema/from-valibot.ts";
import { mockModel } from "../../src/testing/index.ts";

const titleSchema = v.object({ title: v.string(), score: v.number() });
const good = JSON.stringify({ title: "Tides", score: 3 });

describe("output", () => {
  test("is typed data where the answer fits, baked in or per call", async () => {
    const model = mockModel({ name: "m", responses: [{ content: good }] });
    const baked = await agent({ model, output: titleSchema }).execute("x");
    const perCall = await agent({ model }).execute("x", { output: titleSchema });
    expect(baked.error).toBeUndefined();
    expect(baked.data?.title).toBe("Tides");
    expect(perCall.data?.score).toBe(3);
  });

  test("of the call replaces that of the agent", async () => {
    const model = mockModel({ name: "m", responses: [{ content: '{"other":1}' }] });
    const result = await agent({ model, output: titleSchema }).execute("x", {
      output: v.object({ other: v.number() }),
    });
    expect(result.data).toEqual({ other: 1 });
  });

  test("goes natively to a model that takes a schema, and as an instruction to one that does not", async () => {
    const native = mockModel({
      name: "m",
      capabilities: { structuredOutput: true },
      responses: [{ content: good }],
    });
    await agent({ model: native, output: fromValibot(titleSchema) }).execute("x");
    expect(native.callHistory[0]?.options.responseSchema).toMatchObject({
      type: "object",
      required: ["title", "score"],
    });
    expect(native.callHistory[0]?.messages.some((message) => message.role === "system")).toBe(false);

    const soft = mockModel({ name: "m", responses: [{ content: good }] });
    await agent({ model: soft, output: fromValibot(titleSchema), systemPrompt: "Be brief." }).execute("x");
    expect(soft.callHistory[0]?.options.responseSchema).toBeUndefined();
    expect(soft.callHistory[0]?.messages[0]?.content).toMatch(
      /^Be brief\.\n\nAnswer with JSON only[\s\S]*"required":\["title","score"\]/,
    );
  });

  test("that is cut off is told apart from output that is malformed or does not fit", async () => {
    const reasons = [];
    for (const content of ['{"title":"Ti', "no json at all", '{"title":5,"score":1}']) {
      const model = mockModel({ name: "m", responses: [{ content }] });
      const { error, data, text } = await agent({ model, output: titleSchema }).execute("x");
      expect(error?.code).toBe("SCHEMA_VALIDATION_FAILED");
      expect(data).toBeUndefined();
      expect(text).toBe(content);
      reasons.push(error?.context?.reason);
    }
    expect(reasons).toEqual(["truncated", "malformed", "unfitting"]);
  });

  test("S14: trailing junk is a typed error when strict and read by a judge", async () => {
    const content = `${good}\nHope this helps!`;
    const strict = await agent({
      model: mockModel({ name: "m", responses: [{ content }] }),
      output: titleSchema,
    }).execute("x");
    expect(strict.error?.code).toBe("SCHEMA_VALIDATION_FAILED");
    const judge = agent.judge({
      model: mockModel({ name: "m", responses: [{ content }] }),
      output: titleSchema,
    });
    expect((await judge.execute("x")).data).toEqual({ title: "Tides", score: 3 });
  });
});

describe("responseSchema", () => {
  const responseSchema = { type: "object", properties: { n: { type: "number" } }, required: ["n"] };

  test("alone is what the answer is checked against", async () => {
    const fits = mockModel({
      name: "m",
      capabilities: { structuredOutput: true },
      responses: [{ content: '{"n":1}' }],
    });
    const { data } = await agent({ model: fits }).execute("x", { responseSchema });
    expect(data).toEqual({ n: 1 });
    expect(fits.callHistory[0]?.options.responseSchema).toBe(responseSchema);
    const other = mockModel({ name: "m", responses: [{ content: '{"n":"one"}' }] });
    expect((await agent({ model: other }).execute("x", { responseSchema })).error?.code).toBe(
      "SCHEMA_VALIDATION_FAILED",
    );
  });
});

describe("repair", () => {
  test("is off by default", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "nope" }, { content: good }] });
    expect((await agent({ model, output: titleSchema }).execute("x")).error?.code).toBe(
      "SCHEMA_VALIDATION_FAILED",
    );
    expect(model.callCount).toBe(1);
  });

  test("asks again with what was wrong, and the trip says so", async () => {
    const model = mockModel({
      name: "m",
      responses: [{ content: '{"title":5,"score":1}' }, { content: good }],
    });
    const events: string[] = [];
    const result = await agent({ model, output: titleSchema }).execute("x", {
      repair: { maxAttempts: 1 },
      on: { "agent.repair.attempting": (event) => events.push(event.error.code) },
    });
    expect(result.data).toEqual({ title: "Tides", score: 3 });
    expect(events).toEqual(["SCHEMA_VALIDATION_FAILED"]);
    expect(model.callHistory[1]?.messages.at(-1)).toMatchObject({
      role: "user",
      content: expect.stringContaining("/title"),
    });
    expect(result.report.trips[1]?.input).toContain("/title");
  });

  test("H14: an empty answer is not sent back", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "" }, { content: good }] });
    const result = await agent({ model, output: titleSchema, repair: {} }).execute("x");
    expect(result.data?.title).toBe("Tides");
    expect(model.callHistory[1]?.messages.map((message) => message.role)).toEqual(["system", "user", "user"]);
  });

  test("counts against maxTrips", async () => {
    const model = mockModel({ name: "m", responses: [{ content: "nope" }] });
    const result = await agent({ model, output: titleSchema, maxTrips: 2 }).execute("x", {
      repair: { maxAttempts: 9 },
    });
    expect(result.error?.code).toBe("SCHEMA_VALIDATION_FAILED");
    expect(model.callCount).toBe(2);
  });
});

describe("judge", () => {
  test("repairs twice by default, not with repairAttempts 0, and the call's own repair wins", async () => {
    const broken = () => mockModel({ name: "m", responses: [{ content: "I cannot say." }] });
    const calls = async (config: object, options: object = {}): Promise<number> => {
      const model = broken();
      const result = await agent({ model, output: titleSchema, ...config }).execute("x", options);
      expect(result.error?.code).toBe("SCHEMA_VALIDATION_FAILED");
      return model.callCount;
    };
    expect(await calls({ judge: true })).toBe(3);
    expect(await calls({ judge: {} })).toBe(3);
    expect(await calls({ judge: { repairAttempts: 0 } })).toBe(1);
    expect(await calls({ judge: true }, { repair: { maxAttempts: 1 } })).toBe(2);
  });

  test.each(["```json\n%\n```", "Here is my verdict: % That is all.", "%\n\nNote: strict."])(
    "reads %j",
    async (frame) => {
      const model = mockModel({ name: "m", responses: [{ content: frame.replace("%", good) }] });
      expect((await agent.judge({ model, output: titleSchema }).execute("x")).data).toEqual({
        title: "Tides",
        score: 3,
      });
    },
  );
});

describe("streaming", () => {
  test("shows the growing object and then the whole", async () => {
    const deltas = ['{"title":"Ti', 'des","sco', 're":3}'];
    const model = mockModel({ name: "m", responses: [{ deltas }] });
    const stream = agent({ model, output: titleSchema }).stream("x");
    const objects: unknown[] = [];
    for await (const event of stream) if (event.type === "agent.object-delta") objects.push(event.object);
    expect(objects[0]).toEqual({ title: "Ti" });
    expect(objects.at(-1)).toEqual({ title: "Tides", score: 3 });
    expect((await stream.result).data).toEqual({ title: "Tides", score: 3 });
  });

  test("ends with the whole also where the answer is long and its last piece is short", async () => {
    const whole = JSON.stringify({ title: "x".repeat(3000), score: 3 });
    const model = mockModel({ name: "m", responses: [{ deltas: [...whole] }] });
    const objects: unknown[] = [];
    for await (const event of agent({ model, output: titleSchema }).stream("x")) {
      if (event.type === "agent.object-delta") objects.push(event.object);
    }
    expect(objects.at(-1)).toEqual(JSON.parse(whole));
    expect(objects.length).toBeLessThan(300);
  });

  test("R20: no timer stands between the pieces", async () => {
    const timers = ["setTimeout", "setInterval"] as const;
    const spies = timers.map((timer) => vi.spyOn(globalThis, timer));
    const model = mockModel({ name: "m", responses: [{ deltas: [...good] }] });
    const { data } = await agent({ model, output: titleSchema }).stream("x").result;
    const calls = spies.map((spy) => spy.mock.calls.length);
    for (const spy of spies) spy.mockRestore();
    expect(data?.title).toBe("Tides");
    expect(calls).toEqual([0, 0]);
  });
});
