import { describe, expect, it } from "vitest";
import type { Message } from "../../src/contracts/message.ts";
import type { Model } from "../../src/contracts/model.ts";
import { fallbackModel } from "../../src/model/fallback-model.ts";
import { vcr } from "../../src/model/vcr.ts";
import { AnthropicSDK } from "../../src/providers/anthropic/index.ts";
import { block, message } from "./anthropic/support.ts";
import { services } from "./services/index.ts";
import { messages } from "./services/messages.ts";
import { eventOf, type Said, type ServiceUnderTest } from "./services/service.ts";
import { answering, collect, doneOf, errorOf, streamOf, textOf } from "./support.ts";

const QUESTION: readonly Message[] = [{ role: "user", content: "?" }];
const tools = [{ name: "f", description: "f", input: { type: "object" } }];
const SAID: Said = { texts: ["Hel", "lo"], calls: [{ id: "c1", name: "f", input: { n: 1 } }] };

// A busy machine may need long for it.
describe.each(services)("$name", { timeout: 60_000 }, (service) => {
  it("is recorded and replayed, whole and streamed, with its failures", async () => {
    const recorder = vcr(speaking(service), { mode: "record" });
    const refused = vcr(refusing(service), { mode: "record" });
    const whole = await recorder.complete(QUESTION, { tools });
    const streamed = await collect(recorder.stream(QUESTION, { tools, temperature: 0 }));
    const error = await errorOf(refused.complete(QUESTION));
    expect([whole.content, textOf(streamed.chunks), error.code]).toEqual([
      "Hello",
      "Hello",
      service.refusals.rate.code,
    ]);
    const cassettes = JSON.stringify([recorder.cassette, refused.cassette]);
    expect(cassettes).not.toContain(service.secret);
    const silent = service.modelOver(() => Promise.reject(new Error("must not be asked")));
    const [spoken, complaint] = JSON.parse(cassettes).map((cassette: object) =>
      vcr(silent, { cassette, mode: "replay" }),
    );
    expect(await spoken.complete(QUESTION, { tools })).toEqual(whole);
    expect(await collect(spoken.stream(QUESTION, { tools, temperature: 0 }))).toEqual(streamed);
    const { cause: _cause, ...replayed } = await errorOf(complaint.complete(QUESTION));
    expect(replayed).toMatchObject({ code: error.code, retryAfter: 2000, context: { status: 429 } });
  });

  it("answers for a model that failed, and makes way for another one", async () => {
    const busy = refusing(service);
    for (const other of services) {
      const first = fallbackModel([busy, speaking(other)]);
      expect((await first.complete(QUESTION, { tools })).content).toBe("Hello");
      const { chunks } = await collect(first.stream(QUESTION, { tools }));
      expect(textOf(chunks)).toBe("Hello");
      expect(doneOf(chunks)).toMatchObject({
        finishReason: "tool_calls",
        usage: { input: 3, output: 2, total: 5 },
      });
      expect(first.lastAttempts).toMatchObject([
        { model: busy.name, error: { code: "PROVIDER_RATE_LIMIT" } },
      ]);
    }
  });
});

describe("H6: what one model thought", () => {
  const signature = "EqEECkYICxgCKkAo3UA4WwDbB8ihhpykVCsPx6iMzwNT+/==";

  it("goes back to it byte for byte, and to no backup", async () => {
    const thought = message([
      { type: "thinking", thinking: "Hm.", signature },
      { type: "text", text: "Hi" },
    ]);
    const asked = answering({ body: thought });
    const sdk = new AnthropicSDK({
      apiKey: "sk-ant-test-key-of-no-account",
      browser: true,
      fetch: asked.fetch,
    });
    const claude = sdk.model({ name: "claude-sonnet-4-5" });
    const { content, reasoning = [] } = await claude.complete(QUESTION);
    const conversation: Message[] = [
      ...QUESTION,
      { role: "assistant", content: [...reasoning, { type: "text", text: content }] },
      { role: "user", content: "And?" },
    ];
    await claude.complete(conversation);
    expect(JSON.stringify(asked.asked[1]?.body)).toContain(JSON.stringify(signature));
    for (const service of services) {
      const bodies: string[] = [];
      const backup = service.modelOver(async (_url, { body }) => {
        bodies.push(String(body));
        return Response.json(service.whole({ texts: ["Hello"] }));
      });
      const other = backup.name === claude.name ? opusOf(bodies) : backup;
      const both = fallbackModel([refusing(messages), other]);
      await both.complete(conversation);
      expect(bodies).toHaveLength(1);
      expect(bodies[0]).toContain("And?");
      expect(bodies[0]).not.toContain(signature.slice(0, 20));
    }
  });

  it("stays in its chunks through a recording", async () => {
    const [begin = new Uint8Array(), ...rest] = messages.events({ texts: ["Hi"] });
    const thought = block(
      7,
      { type: "thinking", thinking: "", signature: "" },
      { type: "thinking_delta", thinking: "Hm" },
      { type: "signature_delta", signature },
    );
    const wire = thought.map((event) => eventOf(event, event.type));
    const model = messages.modelOver(async () => new Response(streamOf([begin, ...wire, ...rest])));
    const recorder = vcr(model, { mode: "record" });
    const { chunks } = await collect(recorder.stream(QUESTION));
    expect(JSON.stringify(chunks)).toContain(signature);
    const cassette: object = JSON.parse(JSON.stringify(recorder.cassette));
    expect((await collect(vcr(model, { cassette, mode: "replay" }).stream(QUESTION))).chunks).toEqual(chunks);
  });
});

function speaking(service: ServiceUnderTest): Model {
  return service.modelOver(async (url, { body }) => {
    const isStream = /"stream":true/.test(String(body)) || /stream/i.test(url);
    if (!isStream) return Response.json(service.whole(SAID));
    return new Response(streamOf(service.events(SAID)), { headers: { "content-type": service.streamType } });
  });
}

function refusing(service: ServiceUnderTest): Model {
  const { status = 429, body, headers = {} } = service.refusals.rate;
  return service.modelOver(async () => Response.json(body, { status, headers }));
}

function opusOf(bodies: string[]): Model {
  const sdk = new AnthropicSDK({
    apiKey: "sk-ant-test-key-of-no-account",
    browser: true,
    fetch: async (_url, { body }) => {
      bodies.push(String(body));
      return Response.json(message([{ type: "text", text: "Hello" }]));
    },
  });
  return sdk.model({ name: "claude-opus-4-5" });
}
