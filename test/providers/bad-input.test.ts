import { afterEach, describe, expect, it } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { Model, ModelChunk } from "../../src/contracts/model.ts";
import { config } from "../../src/core/config.ts";
import { AIError } from "../../src/core/errors/index.ts";
import type { FetchFunction } from "../../src/providers/adapter/transport.ts";
import { services } from "./services/index.ts";
import type { Refusal, ServiceUnderTest } from "./services/service.ts";
import { collect, errorOf, hangingBody, respond, streamOf, textOf } from "./support.ts";

const QUESTION = [{ role: "user", content: "a private question" }] as const;
const PAGE =
  "<!doctype html><html><head><title>Sign in</title></head><body>Welcome to the hotel</body></html>";
const html = { "content-type": "text/html" };

afterEach(() => {
  config({ logger: undefined });
});

// A busy machine may need long for it.
describe.each(services)("$name", { timeout: 60_000 }, (service) => {
  it.each(Object.entries(service.refusals))(
    "tells a refusal for its %s by its kind",
    async (kind, refusal) => {
      const errors = await failuresOf(service, async () => refused(refusal));
      expect(errors).toHaveLength(4);
      for (const error of errors) {
        expect(error).toMatchObject({ code: refusal.code, context: { status: refusal.status } });
        if (kind === "rate") expect(error).toMatchObject({ retryAfter: 2000, retryable: true });
        else expect(error.retryable).toBe(false);
      }
    },
  );

  it("tells a page of a proxy with a success from an answer", async () => {
    for (const error of await failuresOf(service, async () => new Response(PAGE, { headers: html }))) {
      expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
      expect(error.message).not.toContain("hotel");
    }
  });

  it.each([
    [502, "PROVIDER_ERROR"],
    [403, "PROVIDER_AUTH"],
    [504, "PROVIDER_TIMEOUT"],
  ])("tells a page of a proxy with the status %i", async (status, code) => {
    for (const error of await failuresOf(
      service,
      async () => new Response(PAGE, { status, headers: html }),
    )) {
      expect(error).toMatchObject({ code, context: { status } });
      expect(JSON.stringify(error.context)).not.toContain("hotel");
    }
  });

  it("gives what came of a stream that was cut, and then the failure", async () => {
    const cut = service.events({ texts: ["Hel", "lo"] }, true);
    const inside = [...cut, (cut.at(-1) ?? new Uint8Array()).slice(0, 9)];
    for (const pieces of [cut, inside]) {
      const { chunks, error } = await collect(streaming(service, pieces).stream(QUESTION));
      expect(textOf(chunks)).toBe("Hello");
      expect(chunks.some(({ type }) => type === "done")).toBe(false);
      expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
      const run = agent({ name: "a", model: streaming(service, pieces) }).stream("?");
      expect((await run.result).error).toMatchObject({ code: "PROVIDER_ERROR" });
    }
  });

  it("takes no stream for a success that has no event", async () => {
    const { chunks, error } = await collect(streaming(service, []).stream(QUESTION));
    expect(chunks).toEqual([]);
    expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("tells a failure inside of a success", async () => {
    const { body, event, code } = service.told;
    for (const error of await failuresOf(service, async () => respond({ body }))) {
      expect(AIError.is(error)).toBe(true);
      expect(error.code).not.toBe("AGENT_EXEC_FAILED");
    }
    const pieces = [...service.events({ texts: ["Hel"] }, true), event];
    const { chunks, error } = await collect(streaming(service, pieces).stream(QUESTION));
    expect(textOf(chunks)).toBe("Hel");
    expect(error).toMatchObject({ code });
  });

  it("tells an empty body, and JSON that is no answer", async () => {
    // Workers AI answers with a bare text as well.
    const bare = service.name === "WorkersAISDK" ? [] : ['"Hi"', "7"];
    for (const text of ["", " \n", "null", "{}", "[]", '{"choices":7}', "not JSON", "{", ...bare]) {
      for (const type of ["application/json", service.streamType]) {
        const answer = async () => new Response(text, { headers: { "content-type": type } });
        for (const error of await failuresOf(service, answer)) {
          expect(error, text).toMatchObject({ code: "PROVIDER_ERROR" });
        }
      }
    }
  });

  it.each([200, 500])("takes 20 MB of something else with the status %i in its stride", async (status) => {
    const megabyte = new TextEncoder().encode("x".repeat(1_000_000));
    let read = 0;
    const answer = async (): Promise<Response> => {
      const pieces = Array.from({ length: 20 }, () => megabyte);
      const body = new ReadableStream<Uint8Array>({
        pull(controller) {
          const piece = pieces.pop();
          if (!piece) return controller.close();
          read += 1;
          return controller.enqueue(piece);
        },
      });
      return new Response(body, { status });
    };
    const started = performance.now();
    for (const error of await failuresOf(service, answer)) {
      expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
      expect(error.message.length + JSON.stringify(error).length).toBeLessThan(2000);
    }
    expect(performance.now() - started).toBeLessThan(20_000);
    // Of a complaint, only as much is read as is looked at.
    if (status === 500) expect(read).toBeLessThanOrEqual(4 * 3);
  });

  it("does not break on bytes that are no text", async () => {
    const noise = Uint8Array.from({ length: 3000 }, (_, index) => 0x80 + ((index * 37) % 0x80));
    for (const error of await failuresOf(service, async () => new Response(noise))) {
      expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
    }
    const body = damaged(new TextEncoder().encode(JSON.stringify(service.whole({ texts: ["ab~~cd"] }))));
    const { content } = await service.modelOver(async () => new Response(body)).complete(QUESTION);
    expect(content).toMatch(/^ab\uFFFD+cd$/);
    const pieces = service.events({ texts: ["ab~~cd"] }).map(damaged);
    const { chunks, error } = await collect(streaming(service, pieces).stream(QUESTION));
    if (error) expect(error).toMatchObject({ code: "PROVIDER_ERROR" });
    else expect(textOf(chunks)).toMatch(/^ab\uFFFD+cd$/);
  });

  it("breaks off where nothing comes for longer than timeoutMs, and cancels the body", async () => {
    const silent = (): Promise<Response> => new Promise(() => {});
    for (const error of await failuresOf(service, silent, { timeoutMs: 20 })) {
      expect(error).toMatchObject({ code: "PROVIDER_TIMEOUT", retryable: true });
    }
    const hanging = hangingAfter(service.events({ texts: ["Hel"] }, true));
    const model = service.modelOver(hanging.fetch, { timeoutMs: 50 });
    const { chunks, error } = await collect(model.stream(QUESTION));
    expect(textOf(chunks)).toBe("Hel");
    expect(error).toMatchObject({ code: "PROVIDER_TIMEOUT" });
    expect(hanging.cancelled).toBe(1);
  });

  it("ends as cancelled where the caller aborts", async () => {
    for (const act of [
      (model: Model, signal: AbortSignal) => errorOf(model.complete(QUESTION, { signal })),
      async (model: Model, signal: AbortSignal) => (await collect(model.stream(QUESTION, { signal }))).error,
      async (model: Model, signal: AbortSignal) => {
        const { error, report } = await agent({ name: "a", model }).execute("?", { signal });
        expect(report.status).toBe("cancelled");
        return error;
      },
      async (model: Model, signal: AbortSignal) =>
        (await agent({ name: "a", model }).stream("?", { signal }).result).error,
    ]) {
      const hanging = hangingAfter(service.events({ texts: ["Hel"] }, true));
      const controller = new AbortController();
      const ended = act(service.modelOver(hanging.fetch), controller.signal);
      await expect.poll(() => hanging.isIdle).toBe(true);
      controller.abort(new Error("the reader left"));
      expect(await ended).toMatchObject({ code: "AGENT_CANCELLED" });
      expect(hanging.cancelled).toBe(1);
    }
    const never = service.modelOver(() => Promise.reject(new Error("must not be asked")));
    const signal = AbortSignal.abort(new Error("the reader left before"));
    expect(await errorOf(never.complete(QUESTION, { signal }))).toMatchObject({ code: "AGENT_CANCELLED" });
  });

  it("keeps the key out of what it says of a network that fails", async () => {
    const cause = new TypeError(`error sending request for https://host.example/?key=${service.secret}`);
    for (const error of await failuresOf(service, () => Promise.reject(cause))) {
      expect(error).toMatchObject({ code: "PROVIDER_ERROR", retryable: true });
      expect(String(error.cause)).not.toContain(service.secret);
    }
  });
});

/** A service that refuses, and repeats what it was sent, as some do. */
function refused({ status = 400, body, headers = {} }: Refusal): Response {
  return respond({ status, body, headers: { "x-request-id": "req_1", ...headers } });
}

function streaming(service: ServiceUnderTest, pieces: readonly Uint8Array[]): Model {
  const headers = { "content-type": service.streamType };
  return service.modelOver(async () => new Response(streamOf(pieces), { headers }));
}

/**
 * The errors of a call, of a stream, of a run and of a streamed run that are all answered alike. Nothing is thrown out of a
 * run, nothing comes before the failure, and neither key nor question is in what is told or logged.
 */
async function failuresOf(
  service: ServiceUnderTest,
  fetch: FetchFunction,
  options: { readonly timeoutMs?: number } = {},
): Promise<AIError[]> {
  const logged: unknown[] = [];
  const log = (...entry: unknown[]): void => void logged.push(entry);
  config({ logger: { debug: log, info: log, warn: log, error: log, success: log } });
  const model = service.modelOver(fetch, options);
  const called = await errorOf(model.complete(QUESTION));
  const { chunks, error: streamed } = await collect(model.stream(QUESTION));
  expect(chunks satisfies ModelChunk[]).toEqual([]);
  const run = await agent({ name: "a", model }).execute("a private question");
  const stream = agent({ name: "a", model }).stream("a private question");
  const events: unknown[] = [];
  for await (const event of stream) events.push(event);
  const result = await stream.result;
  const errors = [called, streamed, run.error, result.error].map(typed);
  expect([run.report.status, result.report.status]).toEqual(["failed", "failed"]);
  const told = [
    ...errors.map((error) => `${error.message} ${String(error)} ${JSON.stringify(error)}`),
    JSON.stringify([run.report, result.report, events, logged]),
  ].join("\n");
  expect(told).not.toContain(service.secret);
  expect(JSON.stringify(logged) + errors.map(({ message }) => message).join()).not.toContain("private");
  return errors;
}

function typed(error: unknown): AIError {
  if (!AIError.is(error)) throw new Error(`This is no AIError: ${String(error)}`, { cause: error });
  return error;
}

/** Two bytes of the text become such as no text has. */
function damaged(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(bytes, (byte) => (byte === 0x7e ? 0xff : byte));
}

/** A server that sends its pieces and then nothing, and counts how often its body is cancelled. */
function hangingAfter(pieces: readonly Uint8Array[]) {
  const { body, state } = hangingBody(pieces);
  const headers = { "content-type": "text/event-stream" };
  return Object.assign(state, { fetch: async (): Promise<Response> => new Response(body, { headers }) });
}
