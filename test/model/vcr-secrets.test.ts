import { describe, expect, it } from "vitest";
import type { Message } from "../../src/contracts/message.ts";
import type { Model, ModelCallOptions, ModelChunk, ModelResponse } from "../../src/contracts/model.ts";
import { ProviderAuthError } from "../../src/core/errors/index.ts";
import { vcr } from "../../src/model/vcr.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { mockModel } from "../../src/testing/index.ts";
import { collect, errorOf } from "../providers/support.ts";

const KEY = "sk-proj-0123456789abcdefABCDEF";
/** No pattern finds it; only the name that it stands under tells. */
const PLAIN = "hunter2hunter2";
const SECRETS = [KEY, PLAIN, "AKIA0123456789ABCDEF", "0123456789abcdef0123"];

const messages: Message[] = [
  { role: "system", content: `Use the key ${KEY}.` },
  {
    role: "user",
    content: [
      {
        type: "text",
        text: "Get https://host.example/?api_key=0123456789abcdef0123 with Bearer 0123456789abcdef0123",
      },
      { type: "image", source: { url: "https://s3.example/a.png?X-Amz-Signature=0123456789abcdef0123" } },
    ],
    metadata: { apiKey: PLAIN, trace: KEY },
  },
  {
    role: "assistant",
    content: "",
    toolCalls: [{ id: "c1", name: "login", input: { password: PLAIN, user: KEY } }],
  },
  { role: "tool", toolCallId: "c1", toolName: "login", content: `token=${KEY}` },
];
const options: ModelCallOptions = {
  headers: { authorization: `Bearer ${KEY}`, "x-custom": PLAIN },
  providerOptions: {
    api_key: PLAIN,
    nested: { accessToken: { value: PLAIN } },
    note: "AKIA0123456789ABCDEF",
  },
  tools: [
    {
      name: "login",
      description: `For ${KEY}`,
      input: { type: "object", properties: { password: { type: "string" } } },
    },
  ],
};
const response: ModelResponse = {
  content: `The key is ${KEY}.`,
  finishReason: "tool_calls",
  toolCalls: [{ id: "c2", name: "login", input: { apiKey: PLAIN, text: `Bearer ${KEY}` } }],
  reasoning: [
    { type: "reasoning", text: `I saw ${KEY}`, providerMetadata: { p: { signature: "EuYB+/gA==" } } },
  ],
  providerMetadata: { p: { clientSecret: PLAIN, kept: "gAAAA_-x" } },
};

const answering = (complete: () => Promise<ModelResponse>): Model => ({
  ...mockModel({ name: "live" }),
  complete,
});

async function savedBy(model: Model, act: (recorder: Model) => Promise<unknown>): Promise<string> {
  const store = memoryStore();
  const recorder = vcr(model, { store, key: "k", mode: "record" });
  await act(recorder);
  await recorder.save();
  return JSON.stringify([(await store.get("k"))?.value, recorder.cassette]);
}

function expectNoSecret(text: string): void {
  for (const secret of SECRETS) expect(text).not.toContain(secret);
}

describe("secrets", () => {
  it("do not get to the cassette with a request or a whole answer; the caller gets them", async () => {
    const text = await savedBy(
      answering(async () => response),
      async (recorder) => {
        expect(await recorder.complete(messages, options)).toBe(response);
      },
    );
    expectNoSecret(text);
    expect(text).toContain("The key is [redacted].");
    expect(text).toContain('"EuYB+/gA=="');
    expect(text).toContain('"kept":"gAAAA_-x"');
    expect(text).not.toContain('"headers"');
    // A schema names secrets and has none.
    expect(text).toContain('"properties":{"password":{"type":"string"}}');
  });

  it("do not get there with a stream, even spread over its chunks", async () => {
    const pieces = (text: string): string[] => text.match(/.{1,4}/gs) ?? [];
    const inputText = JSON.stringify({ password: PLAIN, at: 1 });
    const chunks: ModelChunk[] = [
      ...pieces(`I saw ${KEY}`).map((content): ModelChunk => ({ type: "reasoning-delta", content })),
      ...pieces(`The key is ${KEY}, keep it.`).map((content): ModelChunk => ({ type: "delta", content })),
      ...pieces(inputText).map(
        (delta): ModelChunk => ({ type: "tool-call-delta", id: "c1", name: "login", delta }),
      ),
      { type: "tool-call", id: "c1", name: "login", input: JSON.parse(inputText) },
      { type: "done", finishReason: "tool_calls" },
    ];
    const model: Model = {
      ...mockModel({ name: "live" }),
      async *stream() {
        yield* chunks;
      },
    };
    const text = await savedBy(model, async (recorder) => {
      expect(await collect(recorder.stream(messages, options))).toEqual({ chunks });
    });
    expectNoSecret(text);
    const [{ entries }] = JSON.parse(text);
    const kept: ModelChunk[] = entries[0].chunks;
    const said = kept.flatMap((chunk) => (chunk.type === "delta" ? chunk.content : []));
    expect(said.join("")).toBe("The key is [redacted], keep it.");
    expect(said.length).toBeGreaterThan(5);
    expect(kept.flatMap((chunk) => (chunk.type === "tool-call-delta" ? chunk.delta : [])).join("")).toBe(
      '{"password":"[redacted]","at":1}',
    );
    expect(kept.flatMap((chunk) => (chunk.type === "tool-call" ? [chunk.input] : []))).toEqual([
      { password: "[redacted]", at: 1 },
    ]);
  });

  it("do not get there with an error", async () => {
    const error = new ProviderAuthError(`The key ${KEY} is wrong.`, {
      cause: new Error(KEY),
      context: {
        status: 401,
        providerMessage: KEY,
        headers: { authorization: PLAIN },
        url: `https://h/?key=${KEY}`,
      },
    });
    const text = await savedBy(
      answering(() => Promise.reject(error)),
      (recorder) => errorOf(recorder.complete(messages, options)),
    );
    expectNoSecret(text);
    expect(text).toContain('"status":401');
  });

  it.each([
    ["lines of an event stream", `data: {"note":"${KEY}"}`],
    ["the result of a tool, by its name", JSON.stringify({ found: [{ apiKey: PLAIN }] })],
    ["an address that only looks like media", `data:${KEY}`],
  ])("do not get there in %s", async (_what, content) => {
    const said: Message[] = [{ role: "tool", toolCallId: "c1", content }];
    const model = mockModel({ name: "live", responses: [{ content }] });
    expectNoSecret(await savedBy(model, (recorder) => recorder.complete(said)));
    expectNoSecret(await savedBy(model, (recorder) => collect(recorder.stream(said))));
  });

  it("do not get there as the names of fields", async () => {
    const said: Message[] = [
      { role: "assistant", content: "", toolCalls: [{ id: "c1", name: "t", input: { [KEY]: true } }] },
    ];
    const model = mockModel({ name: "live", responses: [{ content: "ok" }] });
    expectNoSecret(await savedBy(model, (recorder) => recorder.complete(said)));
  });

  it("are all that is hidden: other JSON, and media, stay as they are written", async () => {
    const content = '{ "name": "Ann",\n  "count": 1.0 }';
    const url = `data:image/png;base64,${btoa(`${KEY} is in the picture`)}`;
    const said: Message[] = [
      { role: "tool", toolCallId: "c1", content },
      { role: "user", content: [{ type: "image", source: { url } }] },
    ];
    const recorder = vcr(mockModel({ name: "live", responses: [{ content }] }), { mode: "record" });
    await recorder.complete(said);
    const [entry] = recorder.cassette.entries;
    expect(entry?.request.messages).toEqual(said);
    expect(entry?.response?.content).toBe(content);
  });

  it("do not stop the replay of the request that holds them, nor of a conversation that goes on", async () => {
    const recorder = vcr(
      answering(async () => response),
      { mode: "record" },
    );
    const next = (answer: ModelResponse): Message[] => [
      ...messages,
      { role: "assistant", content: answer.content, toolCalls: answer.toolCalls ?? [] },
      { role: "tool", toolCallId: "c2", content: "done" },
    ];
    await recorder.complete(messages, options);
    await recorder.complete(next(response), options);
    const silent = mockModel({ name: "live" });
    const cassette: object = JSON.parse(JSON.stringify(recorder.cassette));
    const replayer = vcr(silent, { cassette, mode: "replay" });
    const first = await replayer.complete(messages, options);
    expect(first.content).toBe("The key is [redacted].");
    expect((await replayer.complete(next(first), options)).content).toBe("The key is [redacted].");
  });
});

describe("requests that differ in what is hidden alone", () => {
  const redact = (text: string): string => text.replaceAll(/Ann|Bob/g, "[name]");
  const from = (name: string): Message[] => [{ role: "user", content: `I am ${name}.` }];

  it("get answers of their own where the model may be asked", async () => {
    const live = mockModel({ name: "live", responses: [{ content: "Hello Ann" }, { content: "Hello Bob" }] });
    const both = vcr(live, { redact });
    expect((await both.complete(from("Ann"))).content).toBe("Hello Ann");
    expect((await both.complete(from("Bob"))).content).toBe("Hello Bob");
    const later = vcr(mockModel({ name: "live" }), { cassette: both.cassette, mode: "replay", redact });
    expect((await later.complete(from("Bob"))).content).toBe("Hello [name]");
    expect(both.cassette.entries).toHaveLength(2);
  });
});

describe("redact", () => {
  const hideAnn = async (text: string): Promise<string> => text.replaceAll("Ann", "[name]");

  it("hides in texts what it marks, after keys are hidden, and leaves links and what is the provider's alone", async () => {
    const seen: string[] = [];
    const model = answering(async () => ({
      content: "Hello Ann",
      finishReason: "tool_calls",
      toolCalls: [{ id: "Ann-1", name: "greetAnn", input: { name: "Ann", type: "Ann" } }],
      providerMetadata: { p: { signature: "Ann" } },
    }));
    const recorder = vcr(model, {
      mode: "record",
      redact: (text) => {
        seen.push(text);
        return hideAnn(text);
      },
    });
    const said: Message[] = [{ role: "user", content: `I am Ann, ${KEY}`, user: "Ann" }];
    await recorder.complete(said, { providerOptions: { user: "Ann" } });
    expect(recorder.cassette.entries).toMatchObject([
      {
        request: {
          messages: [{ role: "user", content: "I am [name], [redacted]", user: "[name]" }],
          options: { providerOptions: { user: "[name]" } },
        },
        response: {
          content: "Hello [name]",
          toolCalls: [{ id: "Ann-1", name: "greetAnn", input: { name: "[name]", type: "[name]" } }],
          providerMetadata: { p: { signature: "Ann" } },
        },
      },
    ]);
    expect(seen.join()).not.toContain(KEY);
  });

  it("sees the whole text of a stream", async () => {
    const model: Model = {
      ...mockModel({ name: "live" }),
      async *stream() {
        for (const content of ["Hello A", "n", "n, hello"]) yield { type: "delta", content };
        yield { type: "done", finishReason: "stop" };
      },
    };
    const recorder = vcr(model, { mode: "record", redact: hideAnn });
    await collect(recorder.stream([{ role: "user", content: "?" }]));
    expect(recorder.cassette.entries[0]?.chunks).toEqual([
      { type: "delta", content: "Hello [name]" },
      { type: "delta", content: ", hello" },
      { type: "done", finishReason: "stop" },
    ]);
  });

  it("records nothing where it fails, and the call says so", async () => {
    const recorder = vcr(
      answering(async () => response),
      {
        mode: "record",
        redact: () => Promise.reject(new Error("the guard is down")),
      },
    );
    expect(await errorOf(recorder.complete(messages))).toMatchObject({ code: "INVALID_CONFIG" });
    expect(recorder.cassette.entries).toEqual([]);
  });

  it("takes megabytes without a blank in reasonable time", async () => {
    const content = `${"x".repeat(1_500_000)}"${KEY}"${"y".repeat(1_500_000)}`;
    const recorder = vcr(mockModel({ name: "live", responses: [{ content }] }), { mode: "record" });
    const started = performance.now();
    await recorder.complete([{ role: "user", content: "?" }]);
    expect(performance.now() - started).toBeLessThan(3000);
    expect(recorder.cassette.entries[0]?.response?.content).toBe(content.replace(KEY, "[redacted]"));
  });

  it.each(["a", "ab", "abc"])(
    "cuts long texts through no token that follows a blank, after %s",
    async (word) => {
      const token = "Bearer 0123456789abcdef0123";
      // The blank of the token is about the last one that a part of a million characters could end with.
      const content = `${"a ".repeat(499_995)}${word} ${token} end`;
      const recorder = vcr(mockModel({ name: "live", responses: [{ content }] }), { mode: "record" });
      await recorder.complete([{ role: "user", content: "?" }]);
      expect(recorder.cassette.entries[0]?.response?.content).toBe(content.replace(token, "[redacted]"));
    },
  );

  it("does not cut long answers, and hides keys anywhere in them", async () => {
    const content = `${"word ".repeat(500_000)}${KEY}${" word".repeat(10)}`;
    const recorder = vcr(mockModel({ name: "live", responses: [{ content }] }), { mode: "record" });
    await recorder.complete([{ role: "user", content: "?" }]);
    const kept = recorder.cassette.entries[0]?.response?.content ?? "";
    expect(kept).toBe(content.replace(KEY, "[redacted]"));
  });
});
