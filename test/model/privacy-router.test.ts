import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { GuardrailDetector, GuardrailVerdict } from "../../src/contracts/detector.ts";
import type { Message } from "../../src/contracts/message.ts";
import type { Model } from "../../src/contracts/model.ts";
import { ProviderError } from "../../src/core/errors/provider-errors.ts";
import { type PrivacyRouterOptions, privacyRouter } from "../../src/model/privacy-router.ts";
import type { PrivacyRoute } from "../../src/model/privacy-routing.ts";
import { type MockModelConfig, type MockResponse, mockModel } from "../../src/testing/index.ts";
import { collect, doneOf, errorOf, textOf } from "../providers/support.ts";
import { calling } from "../support/conversing-model.ts";
import { notingTool } from "../support/noting-tool.ts";

const checked: string[] = [];

function detector(
  verdictOf: (text: string) => GuardrailVerdict | Promise<GuardrailVerdict>,
): GuardrailDetector {
  return {
    name: "mail",
    check(text) {
      checked.push(text);
      return verdictOf(text);
    },
  };
}

const mail = detector((text) =>
  text.includes("@")
    ? { type: "redact", text: "", matches: [{ rule: "pii.email", label: "email", span: [0, 1] }] }
    : { type: "allow" },
);

function two(
  options: Partial<PrivacyRouterOptions> = {},
  {
    here = [{ content: "here" }],
    there = [{ content: "there" }],
    ...more
  }: {
    here?: MockResponse[];
    there?: MockResponse[];
    local?: Partial<MockModelConfig>;
    cloud?: Partial<MockModelConfig>;
  } = {},
) {
  const local = mockModel({ name: "device", provider: "device-inc", responses: here, ...more.local });
  const cloud = mockModel({ name: "big", provider: "cloud-inc", responses: there, ...more.cloud });
  const routes: PrivacyRoute[] = [];
  const router = privacyRouter({
    local,
    cloud,
    detect: mail,
    onRoute: (route) => void routes.push(route),
    ...options,
  });
  return { router, local, cloud, routes };
}

const says = (content: string, ...before: readonly Message[]): Message[] => [
  ...before,
  { role: "user", content },
];

describe("where a call goes", () => {
  test("to the cloud where nothing is private, else to the local model", async () => {
    const { router, local, cloud, routes } = two();
    expect((await router.complete(says("Capital of Egypt?"))).content).toBe("there");
    expect((await router.complete(says("I am ada@x.io"))).content).toBe("here");
    expect(textOf((await collect(router.stream(says("Capital?")))).chunks).trim()).toBe("there");
    expect(textOf((await collect(router.stream(says("ada@x.io")))).chunks).trim()).toBe("here");
    expect([local.callCount, cloud.callCount]).toEqual([2, 2]);
    expect(JSON.stringify(cloud.callHistory)).not.toContain("@");
    expect(routes[0]).toEqual({ route: "cloud", model: "big", provider: "cloud-inc", labels: [] });
    expect(routes[1]).toEqual({
      route: "local",
      model: "device",
      provider: "device-inc",
      labels: ["email"],
      reason: "found",
    });
    expect(router.lastRoute).toBe(routes[3]);
  });

  test.each<[string, Message[]]>([
    ["the system prompt", says("Hi", { role: "system", content: "You serve a@b" })],
    ["the history", says("Hi", { role: "user", content: "a@b" }, { role: "assistant", content: "Hello" })],
    ["an answer", says("Hi", { role: "assistant", content: [{ type: "text", text: "a@b" }] })],
    ["a thought", says("Hi", { role: "assistant", content: [{ type: "reasoning", text: "a@b" }] })],
    [
      "arguments",
      says("Hi", {
        role: "assistant",
        content: "",
        toolCalls: [{ id: "1", name: "t", input: { to: ["a@b"] } }],
      }),
    ],
    [
      "unreadable arguments",
      says("Hi", {
        role: "assistant",
        content: "",
        toolCalls: [{ id: "1", name: "t", input: {}, unreadable: { text: '{"a@b', reason: "truncated" } }],
      }),
    ],
    ["a tool's result", [{ role: "tool", toolCallId: "1", content: "a@b" }]],
    [
      "a second part",
      [
        {
          role: "user",
          content: [
            { type: "text", text: "Hi" },
            { type: "text", text: "a@b" },
          ],
        },
      ],
    ],
    ["the name of a user", [{ role: "user", content: "Hi", user: "a@b" }]],
    [
      "the name of a file",
      [{ role: "user", content: [{ type: "pdf", source: { url: "https://x.io/1" }, name: "a@b.pdf" }] }],
    ],
  ])("to the local model for %s", async (_name, messages) => {
    const { router, cloud, routes } = two({ media: "cloud" });
    await router.complete(messages);
    expect(cloud.callCount).toBe(0);
    expect(routes[0]?.reason).toBe("found");
  });

  test.each<[string, GuardrailVerdict, string[]]>([
    ["block", { type: "block", reason: "x" }, ["mail"]],
    ["flag", { type: "flag", matches: [{ rule: "injection.role" }] }, ["injection.role"]],
    ["redact", { type: "redact", text: "" }, ["mail"]],
  ])("to the local model after %s", async (_name, verdict, labels) => {
    const { router, routes } = two({
      detect: [detector(() => ({ type: "allow" })), detector(async () => verdict)],
    });
    expect((await router.complete(says("x"))).content).toBe("here");
    expect(routes[0]?.labels).toEqual(labels);
  });

  test("to the local model where a detector fails, however", async () => {
    for (const fails of [
      () => {
        throw new Error("no");
      },
      () => Promise.reject(new Error("no")),
      () => undefined as unknown as GuardrailVerdict,
    ]) {
      const { router, cloud, routes } = two({ detect: detector(fails) });
      expect((await router.complete(says("x"))).content).toBe("here");
      expect(cloud.callCount).toBe(0);
      expect(routes[0]).toMatchObject({ route: "local", labels: [], reason: "failed" });
    }
  });

  test("to the local model with media, unless they are allowed", async () => {
    const messages: Message[] = [
      { role: "user", content: [{ type: "image", source: { url: "https://x.io/a.png" } }] },
    ];
    const { router, routes } = two();
    await router.complete(messages);
    expect(routes[0]).toMatchObject({ route: "local", reason: "media" });
    expect((await two({ media: "cloud" }).router.complete(messages)).content).toBe("there");
  });

  test("by its own texts each time, and where it is sticky stays local until it is reset", async () => {
    const plain = two().router;
    const { router, routes } = two({ sticky: true });
    for (const one of [plain, router]) {
      await one.complete(says("Hi"));
      await one.complete(says("a@b"));
    }
    expect((await plain.complete(says("Hi"))).content).toBe("there");
    expect((await router.complete(says("Hi"))).content).toBe("here");
    expect(routes.at(-1)).toMatchObject({ route: "local", labels: [], reason: "sticky" });
    router.reset();
    expect((await router.complete(says("Hi"))).content).toBe("there");
  });

  test("looks at a message once, and again where it was changed", async () => {
    const { router, cloud } = two();
    const message = { role: "user" as const, content: "Hi" };
    checked.length = 0;
    await router.complete([message]);
    await router.complete([message, { role: "user", content: "and" }]);
    expect(checked).toEqual(["Hi", "and"]);
    message.content = "a@b";
    await router.complete([message]);
    expect(cloud.callCount).toBe(2);
  });
});

describe("failures", () => {
  test("of the local model are thrown, and nothing goes to the cloud", async () => {
    const error = new ProviderError("busy");
    const { router, cloud } = two({}, { here: [{ error }] });
    expect(await errorOf(router.complete(says("a@b")))).toBe(error);
    expect((await collect(router.stream(says("a@b")))).error).toBe(error);
    expect(cloud.callCount).toBe(0);
  });

  test("of the cloud are thrown as they are", async () => {
    const error = new ProviderError("busy");
    const { router, local } = two({}, { there: [{ error }] });
    expect(await errorOf(router.complete(says("Hi")))).toBe(error);
    expect(local.callCount).toBe(0);
  });

  test("of a listener are nobody's", async () => {
    const { router } = two({
      onRoute() {
        throw new Error("mine");
      },
    });
    expect((await router.complete(says("Hi"))).content).toBe("there");
  });

  test("a stopped call asks nobody", async () => {
    const stop = new AbortController();
    const { router, local, cloud } = two({
      detect: detector(() => {
        stop.abort();
        return { type: "allow" };
      }),
    });
    expect(await errorOf(router.complete(says("Hi"), { signal: stop.signal }))).toMatchObject({
      code: "AGENT_CANCELLED",
    });
    expect([local.callCount, cloud.callCount]).toEqual([0, 0]);
  });

  test("a stream that is left stops its model", async () => {
    let signal: AbortSignal | undefined;
    const endless: Model = {
      ...mockModel({ name: "endless" }),
      async *stream(_messages, options) {
        signal = options?.signal;
        for (;;) yield { type: "delta", content: "x" };
      },
    };
    for await (const _chunk of privacyRouter({ local: endless, cloud: endless, detect: mail }).stream(
      says("Hi"),
    ))
      break;
    expect(signal?.aborted).toBe(true);
  });

  test.each<[string, Partial<PrivacyRouterOptions>]>([
    ["local", { local: undefined as unknown as Model }],
    ["cloud", { cloud: {} as Model }],
    ["detect", { detect: [] }],
    ["detect", { detect: undefined as unknown as GuardrailDetector }],
  ])("refuses to be made without %s", (part, options) => {
    expect(() => two(options)).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG", message: expect.stringContaining(`"${part}"`) }),
    );
  });
});

describe("what it says and passes on", () => {
  test("who answered, in the answer and at the end of a stream, without a text", async () => {
    const { router } = two();
    const here = await router.complete(says("I am ada@x.io"));
    expect(here.providerMetadata).toEqual({
      privacyRouter: { route: "local", labels: ["email"], reason: "found" },
    });
    const there = doneOf((await collect(router.stream(says("Hi")))).chunks);
    expect(there?.providerMetadata).toEqual({ privacyRouter: { route: "cloud", labels: [] } });
  });

  test("prices by who answered", async () => {
    const pricing = { input: 1_000_000, output: 1_000_000 };
    const { router } = two({}, { cloud: { pricing } });
    expect(router.pricing).toBe(pricing);
    expect((await router.complete(says("Hi"))).usage?.cost).toBeDefined();
    const { usage } = await router.complete(says("a@b"));
    expect(usage).toMatchObject({ input: 10 });
    expect(usage && "cost" in usage && usage.cost).toBe(undefined);
    const result = await agent({ model: router }).execute("a@b");
    expect(result.usage.cost).toBeUndefined();
    expect(
      (await two({}, { there: [{ content: "x", usage: null }] }).router.complete(says("Hi"))).usage,
    ).toBeUndefined();
  });

  test("capabilities of both, and what one may ignore", () => {
    const all = {
      structuredOutput: true,
      vision: true,
      reasoning: true,
      promptCaching: true,
      audio: true,
      pdf: true,
    };
    expect(
      two({}, { local: { capabilities: {} }, cloud: { capabilities: all } }).router.capabilities,
    ).toEqual({ reasoning: true, promptCaching: true });
    expect(
      two({}, { local: { capabilities: { vision: true } }, cloud: { capabilities: all } }).router
        .capabilities,
    ).toMatchObject({ vision: true });
    expect(two({ media: "cloud" }, { cloud: { capabilities: all } }).router.capabilities).toEqual({
      ...all,
      structuredOutput: undefined,
    });
    expect(two({}, { local: { capabilities: all } }).router.capabilities).toBeUndefined();
  });

  test("its options, but to the local model none that are for the cloud", async () => {
    const options = { temperature: 0, providerOptions: { a: 1 }, headers: { b: "c" } };
    const { router, local, cloud } = two();
    await router.complete(says("Hi"), options);
    await router.complete(says("a@b"), options);
    expect(cloud.callHistory[0]?.options).toEqual(options);
    expect(local.callHistory[0]?.options).toEqual({ temperature: 0 });
    const same = two({}, { local: { provider: "cloud-inc" } });
    await same.router.complete(says("a@b"), options);
    expect(same.local.callHistory[0]?.options).toEqual(options);
  });

  test("a run that becomes private with a tool's result, whose report tells it", async () => {
    const { router, local, cloud, routes } = two(
      { name: "split" },
      { there: [{ content: "", ...calling("find", { value: 1 }) }], here: [{ content: "It is a@b." }] },
    );
    const notes: unknown[] = [];
    const finder = agent({
      model: router,
      middleware: [router.reporting],
      tools: [notingTool("find", notes, () => "a@b")],
    });
    const result = await finder.execute("Who?");
    expect(result.text).toBe("It is a@b.");
    expect([notes.length, cloud.callCount, local.callCount]).toEqual([1, 1, 1]);
    expect(routes.map(({ route }) => route)).toEqual(["cloud", "local"]);
    expect(result.report.model).toEqual({ name: "split", provider: "privacy-router" });
    expect(result.report.annotations).toEqual({
      "privacy-router": { local: 1, cloud: 1, labels: ["email"] },
    });
    const again = await agent({ model: two().router }).stream("a@b").result;
    expect(again.text?.trim()).toBe("here");
  });
});
