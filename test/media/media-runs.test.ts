import { afterEach, describe, expect, it, vi } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { ImageEvent, SpeechEvent, TranscriptionEvent } from "../../src/contracts/media.ts";
import type { SpeechModel } from "../../src/contracts/speech-model.ts";
import { config } from "../../src/core/config.ts";
import { ProviderRateLimitError } from "../../src/core/errors/provider-errors.ts";
import { clearObservers, registerObserver, setObserveAll } from "../../src/core/observers.ts";
import type { BaseReport } from "../../src/core/report.ts";
import { image } from "../../src/media/image.ts";
import { speech } from "../../src/media/speech.ts";
import { transcribe } from "../../src/media/transcribe.ts";
import { OpenAISDK } from "../../src/providers/openai/index.ts";
import { MockImageModel, MockSDK, MockSpeechModel, MockTranscriptionModel } from "../../src/testing/index.ts";
import { tool } from "../../src/tool/tool.ts";
import { leavesNothing } from "../support/leaves-nothing.ts";

const AUDIO = { base64: "QUJD", mediaType: "audio/mpeg" };
const PICTURE = { type: "base64", base64: "AAAA", mediaType: "image/png" } as const;
const ROUGH = { type: "base64", base64: "AAEC", mediaType: "image/png" } as const;

leavesNothing();
afterEach(() => {
  clearObservers();
  config({ logger: undefined });
});

async function eventsOf<Event>(events: AsyncIterable<Event>): Promise<Event[]> {
  const seen: Event[] = [];
  for await (const event of events) seen.push(event);
  return seen;
}

/** A model that never answers, and does not listen to its signal. */
const DEAF: SpeechModel = {
  name: "deaf",
  provider: "mock",
  synthesize: () => new Promise(() => {}),
  async *stream() {
    yield { type: "audio", bytes: new Uint8Array([1]), mediaType: "audio/mpeg" };
    await new Promise(() => {});
  },
};

describe("the stream of a media verb", () => {
  it("gives rough pictures, then the result", async () => {
    const model = new MockImageModel("m", [{ partials: [ROUGH, ROUGH] }]);
    const stream = image.stream({ model, prompt: "a tide" });
    const events = await eventsOf<ImageEvent>(stream);
    const result = await stream.result;
    const { runId, rootRunId } = result.report;
    expect(events).toEqual([
      { type: "image.starting", runId, rootRunId, input: "a tide" },
      { type: "image.partial", runId, rootRunId, index: 0, image: ROUGH },
      { type: "image.partial", runId, rootRunId, index: 1, image: ROUGH },
      { type: "image.completed", runId, rootRunId, result },
    ]);
    expect(result.data).toEqual({ images: [PICTURE] });
    const [, partial] = events;
    if (partial?.type !== "image.partial" || partial.image.type !== "base64") throw new Error("No picture.");
    expect(partial.image.toBlob().size).toBe(3);
  });

  it("gives sound as it comes, and all of it in the result", async () => {
    const pieces = [new Uint8Array([1, 2]), new Uint8Array([3])];
    const audio = { type: "base64", base64: "", mediaType: "audio/wav" } as const;
    const model = new MockSpeechModel("m", [{ audio, pieces, usage: { input: 1, output: 2, total: 3 } }]);
    const stream = speech.stream({ model, text: "Hello" });
    const events = await eventsOf<SpeechEvent>(stream);
    expect(events.map(({ type }) => type)).toEqual([
      "speech.starting",
      "speech.audio",
      "speech.audio",
      "speech.completed",
    ]);
    expect(events[1]).toMatchObject({ bytes: pieces[0], mediaType: "audio/wav" });
    expect(await stream.result).toMatchObject({
      data: { audio: { type: "base64", base64: "AQID", mediaType: "audio/wav" } },
      usage: { input: 1, output: 2, total: 3 },
    });
  });

  it("gives text as it comes", async () => {
    const model = new MockTranscriptionModel("m", [{ deltas: ["The ", "tide."], durationSeconds: 2 }]);
    const stream = transcribe.stream({ model, audio: AUDIO });
    const events = await eventsOf<TranscriptionEvent>(stream);
    expect(events.map((event) => (event.type === "transcription.delta" ? event.delta : event.type))).toEqual([
      "transcription.starting",
      "The ",
      "tide.",
      "transcription.completed",
    ]);
    expect(await stream.result).toMatchObject({ text: "The tide.", report: { durationSeconds: 2 } });
  });

  it("has the end as its only event where the model does not stream", async () => {
    const { stream: _none, ...model } = {
      name: "m",
      provider: "mock",
      stream: undefined,
      generate: async () => ({ images: [PICTURE] }),
    };
    const events = await eventsOf(image.stream({ model, prompt: "a tide" }));
    expect(events.map(({ type }) => type)).toEqual(["image.starting", "image.completed"]);
  });

  it("tells handlers, also those that are added to it", async () => {
    const heard: string[] = [];
    const model = new MockTranscriptionModel("m", [{ deltas: ["a", "b"] }]);
    const stream = transcribe.stream({
      model,
      audio: AUDIO,
      on: { "transcription.delta": ({ delta }) => heard.push(delta) },
    });
    stream.on("transcription.completed", ({ result }) => heard.push(result.text ?? ""));
    await stream.result;
    expect(heard).toEqual(["a", "b", "ab"]);
  });

  it("ends with the error, and never rejects", async () => {
    const model = new MockImageModel("m", [{ error: new ProviderRateLimitError("slow down") }]);
    const stream = image.stream({ model, prompt: "a tide" });
    const events = await eventsOf(stream);
    expect(events.at(-1)).toMatchObject({ type: "image.error", error: { code: "PROVIDER_RATE_LIMIT" } });
    expect((await stream.result).error).toMatchObject({ code: "PROVIDER_RATE_LIMIT" });
  });

  it("S11: ends with an error where the model's stream breaks off, and keeps what was written", async () => {
    const model = {
      ...{ name: "m", provider: "mock", transcribe: async () => ({ text: "" }) },
      async *stream() {
        yield { type: "delta", text: "The ti" } as const;
      },
    };
    const { text, error } = await transcribe.stream({ model, audio: AUDIO }).result;
    expect(text).toBe("The ti");
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("stops the model when its reader leaves", async () => {
    let isStopped = false;
    const model: SpeechModel = {
      ...DEAF,
      async *stream(_text, options) {
        options?.signal?.addEventListener("abort", () => {
          isStopped = true;
        });
        for (;;) yield { type: "audio", bytes: new Uint8Array([1]), mediaType: "audio/mpeg" };
      },
    };
    const stream = speech.stream({ model, text: "Hello" });
    for await (const event of stream) if (event.type === "speech.audio") break;
    const { error, report } = await stream.result;
    expect(isStopped).toBe(true);
    expect(error).toMatchObject({ code: "AGENT_CANCELLED" });
    expect(report.status).toBe("cancelled");
  });

  it("waits for a slow reader instead of keeping everything", async () => {
    let made = 0;
    const model: SpeechModel = {
      ...DEAF,
      async *stream() {
        for (; made < 1000; made++)
          yield { type: "audio", bytes: new Uint8Array(1), mediaType: "audio/mpeg" };
        yield { type: "done" };
      },
    };
    const stream = speech.stream({ model, text: "Hello" });
    await stream.next();
    await stream.next();
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(made).toBeLessThan(200);
    expect((await stream.result).data?.audio.toBlob().size).toBe(1000);
  });

  it("S18: goes on where a handler throws", async () => {
    const model = new MockTranscriptionModel("m", [{ deltas: ["a", "b"] }]);
    const on = {
      "transcription.delta": () => {
        throw new Error("boom");
      },
    };
    expect((await transcribe.stream({ model, audio: AUDIO, on }).result).text).toBe("ab");
  });
});

describe("a media verb without options", () => {
  it.each([
    ["image", image],
    ["speech", speech],
    ["transcribe", transcribe],
  ] as const)("ends with an error that says so: %s", async (name, verb) => {
    const message = expect.stringContaining(`${name}() got no model`);
    for (const result of [verb(undefined as never), verb.stream(undefined as never).result]) {
      expect((await result).error).toMatchObject({ code: "INVALID_CONFIG", message });
    }
  });
});

describe("a media verb that is stopped", () => {
  it.each([
    ["before it begins", (controller: AbortController) => controller.abort("enough")],
    ["while the model works", (controller: AbortController) => setTimeout(() => controller.abort("enough"))],
  ])("%s ends with AGENT_CANCELLED, also where the model does not listen", async (_when, abort) => {
    const controller = new AbortController();
    const { signal } = controller;
    abort(controller);
    const { error, report } = await speech({ model: DEAF, text: "Hello", signal });
    expect(error).toMatchObject({
      name: "AgentCancelledError",
      code: "AGENT_CANCELLED",
      category: "cancelled",
      reason: "enough",
    });
    expect(report.status).toBe("cancelled");
  });

  it("in the middle of a stream gives what came before", async () => {
    const stream = speech.stream({ model: DEAF, text: "Hello" });
    const events: string[] = [];
    for await (const event of stream) {
      events.push(event.type);
      if (event.type === "speech.audio") stream.cancel("enough");
    }
    expect(events).toEqual(["speech.starting", "speech.audio", "speech.error"]);
    expect((await stream.result).error).toMatchObject({ code: "AGENT_CANCELLED", reason: "enough" });
  });

  it("stops the request of a real adapter", async () => {
    const controller = new AbortController();
    let signal: AbortSignal | null | undefined;
    const sdk = new OpenAISDK({
      fetch: (_url, init) => {
        signal = init.signal;
        setTimeout(() => controller.abort());
        return new Promise(() => {});
      },
    });
    const model = sdk.image({ name: "gpt-image-1" });
    const { error } = await image({ model, prompt: "a tide", signal: controller.signal });
    expect(error).toMatchObject({ code: "AGENT_CANCELLED" });
    expect(signal?.aborted).toBe(true);
  });

  it("S20: leaves no listener on a signal that many runs share", async () => {
    const controller = new AbortController();
    const added = vi.spyOn(controller.signal, "addEventListener");
    const removed = vi.spyOn(controller.signal, "removeEventListener");
    for (let call = 0; call < 20; call++) {
      await image({ model: new MockImageModel(), prompt: "x", signal: controller.signal });
      await image.stream({ model: new MockImageModel(), prompt: "x", signal: controller.signal }).result;
    }
    expect(removed.mock.calls.length).toBeGreaterThanOrEqual(added.mock.calls.length);
  });
});

describe("a media verb inside another run", () => {
  const usage = { input: 1, output: 2, total: 3 };

  /** An agent whose tool calls `paint`. */
  function painting(execute: Parameters<typeof tool>[0]["execute"]) {
    const sdk = MockSDK({
      responses: [
        { toolCalls: [{ name: "paint", input: {} }], usage },
        { content: "Done.", usage },
      ],
    });
    const paint = tool({
      name: "paint",
      description: "Paints.",
      input: { type: "object", properties: {} },
      execute,
    });
    return agent({ name: "painter", model: sdk.model(), tools: [paint] });
  }

  it("hangs under it, and its usage and cost go into it", async () => {
    const model = new MockImageModel("m", [{ usage }], { perImage: 0.25 });
    const { report } = await painting(async (_input, ctx) => {
      const { data } = await ctx.run(image, { model, prompt: "a tide" });
      return data?.images.length;
    }).execute("Paint a tide.");
    const [call] = report.children;
    const [painted] = call?.children ?? [];
    expect(painted).toMatchObject({
      type: "image",
      parentRunId: call?.runId,
      rootRunId: report.runId,
      imageCount: 1,
    });
    expect(report.usage).toEqual({ input: 3, output: 6, total: 9, cost: { input: 0, output: 0.25 } });
  });

  it("hangs under the run whose callback calls it, or that is its parent", async () => {
    const model = new MockSpeechModel("m", [{}], { perMillionCharacters: 1_000_000 });
    const { report } = await painting(async (_input, ctx) => {
      // The first in the synchronous part of the callback, the second after it.
      const first = speech({ model, text: "abc" });
      await first;
      await speech({ model, text: "de", parent: ctx });
    }).execute("Speak.");
    expect(report.children[0]?.children.map(({ type }) => type)).toEqual(["speech", "speech"]);
    expect(report.usage.cost).toEqual({ input: 5, output: 0 });
  });

  it("stops when it stops, and takes its session", async () => {
    const controller = new AbortController();
    const running = painting(async (_input, ctx) => {
      setTimeout(() => controller.abort());
      await ctx.run(speech, { model: DEAF, text: "Hello" });
    }).execute("Speak.", { signal: controller.signal, sessionId: "s-1" });
    const { error, report } = await running;
    expect(error).toMatchObject({ code: "AGENT_CANCELLED" });
    expect(report.children[0]?.children[0]).toMatchObject({
      type: "speech",
      sessionId: "s-1",
      status: "cancelled",
    });
  });

  it("stops at its own signal as well", async () => {
    const { report } = await painting(async (_input, ctx) => {
      await ctx.run(speech, { model: DEAF, text: "Hello", signal: AbortSignal.abort("enough") });
    }).execute("Speak.");
    expect(report.status).toBe("completed");
    expect(report.children[0]?.children[0]).toMatchObject({ status: "cancelled" });
  });

  it("makes the whole run's tokens unknown where its own are", async () => {
    const model = new MockImageModel("m", [{}], { input: 5, output: 40 });
    const { report } = await painting(async (_input, ctx) => {
      await ctx.run(image, { model, prompt: "a tide" });
    }).execute("Paint.");
    expect(report.children[0]?.children[0]?.usage).toEqual({});
  });
});

describe("who sees a media run", () => {
  it("is an observer of its own, or those of the program", async () => {
    const own: BaseReport[] = [];
    const all: BaseReport[] = [];
    registerObserver({ collect: (report) => void all.push(report) });
    const model = new MockImageModel();
    const first = await image({
      model,
      prompt: "x",
      observe: { collect: (report) => void own.push(report) },
    });
    expect(own).toEqual([first.report]);
    await image({ model, prompt: "x" });
    expect(all).toEqual([]);
    const second = await speech({ model: new MockSpeechModel(), text: "x", observe: true });
    setObserveAll(true);
    const third = await transcribe({ model: new MockTranscriptionModel(), audio: AUDIO });
    await image({ model, prompt: "x", observe: false });
    expect(all).toEqual([second.report, third.report]);
  });

  it("is the logger, which is told neither what went in nor what was made", async () => {
    const entries: unknown[][] = [];
    const note =
      (level: string) =>
      (...entry: unknown[]) =>
        void entries.push([level, ...entry]);
    config({
      logger: { info: note("info"), error: note("error"), warn: note("warn"), debug: note("debug") },
    });
    await image({ model: new MockImageModel("m"), prompt: "a secret tide" });
    await transcribe({
      model: new MockTranscriptionModel("t", [{ error: new ProviderRateLimitError("slow down") }]),
      audio: AUDIO,
    });
    expect(entries).toMatchObject([
      ["info", "ai.image.m", "image.starting", "image starting", { inputLength: 13, model: "m" }],
      ["info", "ai.image.m", "image.completed", "image completed", { totalUsage: { total: 0 } }],
      [
        "info",
        "ai.transcription.t",
        "transcription.starting",
        "transcription starting",
        { mediaType: "audio/mpeg" },
      ],
      [
        "error",
        "ai.transcription.t",
        "transcription.error",
        "transcription failed",
        { code: "PROVIDER_RATE_LIMIT" },
      ],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/secret|QUJD|AAAA/);
  });

  it("is the adapter's log, too", async () => {
    const entries: unknown[][] = [];
    const note = (...entry: unknown[]): void => void entries.push(entry);
    config({ logger: { debug: note, error: note } });
    const sdk = new OpenAISDK({ fetch: async () => Response.json({ data: [{ b64_json: "AAAA" }] }) });
    await sdk.image({ name: "gpt-image-1" }).generate("a secret tide");
    expect(entries).toMatchObject([
      ["ai.openai", "request", 'request of "gpt-image-1"', { provider: "openai", model: "gpt-image-1" }],
      ["ai.openai", "response", 'response of "gpt-image-1"', {}],
    ]);
    expect(JSON.stringify(entries)).not.toMatch(/secret|AAAA/);
  });
});
