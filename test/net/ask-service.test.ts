import { afterEach, describe, expect, it, vi } from "vitest";
import type { OutboundFetch } from "../../src/contracts/outbound-policy.ts";
import { AIError } from "../../src/core/errors/ai-error.ts";
import { askService, type ServiceRequest } from "../../src/net/ask-service.ts";

const SECRET = "sk-secret-0123456789";
const NEVER = new Promise<never>(() => {});

function ask(fetch: OutboundFetch | undefined, options: Partial<ServiceRequest> = {}): Promise<unknown> {
  return askService({
    url: "https://service.example/v1/check",
    name: "Service",
    advice: 'Check "apiKey".',
    headers: { authorization: `Bearer ${SECRET}` },
    timeoutMs: 60_000,
    fetch,
    ...options,
  });
}

/** What it rejects with; never with a secret in it. */
async function failureOf(answer: Promise<unknown>): Promise<AIError> {
  const error: unknown = await answer.then(
    () => undefined,
    (cause: unknown) => cause,
  );
  if (!AIError.is(error)) throw new Error(`This is no AIError: ${String(error)}`);
  expect(`${error.message} ${JSON.stringify(error)} ${String(error.cause)}`).not.toContain(SECRET);
  return error;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe("a request to a service", () => {
  it("sends what it is given, and gives the JSON of the answer", async () => {
    const sent: unknown[] = [];
    const fetch: OutboundFetch = async (url, init) => {
      const { method, body, headers } = init;
      sent.push({ url, method, body, headers });
      return Response.json({ ready: true });
    };
    expect(await ask(fetch, { method: "POST", body: "{}" })).toEqual({ ready: true });
    expect(await ask(fetch)).toEqual({ ready: true });
    const headers = { authorization: `Bearer ${SECRET}` };
    expect(sent).toEqual([
      { url: "https://service.example/v1/check", method: "POST", body: "{}", headers },
      { url: "https://service.example/v1/check", method: undefined, body: undefined, headers },
    ]);
  });

  it("goes through the platform's fetch of the moment where none is given", async () => {
    const fetched = vi.spyOn(globalThis, "fetch").mockImplementation(async () => Response.json(5));
    expect(await ask(undefined)).toBe(5);
    expect(fetched.mock.contexts[0]).toBe(globalThis);
  });

  it.each([
    [400, "PROVIDER_INVALID_REQUEST"],
    [401, "PROVIDER_AUTH"],
    [403, "PROVIDER_AUTH"],
    [404, "PROVIDER_INVALID_REQUEST"],
    [408, "PROVIDER_TIMEOUT"],
    [429, "PROVIDER_RATE_LIMIT"],
    [500, "PROVIDER_ERROR"],
    [503, "PROVIDER_ERROR"],
    [504, "PROVIDER_TIMEOUT"],
  ])("rejects with the kind of the status %d, without a word of the answer", async (status, code) => {
    let cancelled = 0;
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => controller.enqueue(new TextEncoder().encode(`bad key ${SECRET}`)),
      cancel: () => void cancelled++,
    });
    const error = await failureOf(ask(async () => new Response(body, { status })));
    expect(error).toMatchObject({ code, context: { status } });
    if (status !== 429)
      expect(error.message).toBe(`Service: the service answered ${status}. Check "apiKey".`);
    expect(cancelled).toBe(1);
  });

  it.each([
    [{ "retry-after": "2" }, 2_000],
    [{ "retry-after-ms": "150", "retry-after": "1" }, 150],
    [{ "retry-after": new Date(0).toUTCString() }, 0],
    [{ "retry-after": "soon" }, undefined],
    [{}, undefined],
  ])("tells how long to wait: %j", async (headers, retryAfter) => {
    const error = await failureOf(ask(async () => new Response("", { status: 429, headers })));
    expect(error).toMatchObject({ code: "PROVIDER_RATE_LIMIT", retryAfter });
  });

  it.each<[string, OutboundFetch]>([
    ["is no JSON", async () => new Response(`<html>${SECRET}`)],
    ["is empty", async () => new Response(null, { status: 204 })],
    ["does not come", () => Promise.reject(new TypeError(`${SECRET} is no header value`))],
    [
      "cannot be asked for",
      () => {
        throw new TypeError(`${SECRET} is no header value`);
      },
    ],
  ])("rejects with ProviderError where the answer %s", async (_what, fetch) => {
    expect(await failureOf(ask(fetch))).toMatchObject({ name: "ProviderError", code: "PROVIDER_ERROR" });
  });

  it("passes on an error that has a kind already", async () => {
    const known = new AIError("GUARDRAIL_VIOLATION", "Not there.");
    await expect(ask(() => Promise.reject(known))).rejects.toBe(known);
  });

  it.each<[string, OutboundFetch]>([
    ["an answer", () => NEVER],
    ["the rest of an answer", async () => new Response(new ReadableStream({ pull: () => NEVER }))],
  ])("waits so long for %s and no longer", async (_what, fetch) => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const listening: OutboundFetch = (url, init) => {
      signals.push(init.signal);
      return fetch(url, init);
    };
    const error = await failureOf(ask(listening, { timeoutMs: 20 }));
    expect(error.code).toBe("PROVIDER_TIMEOUT");
    expect(error.message).toContain("20 ms");
    expect(signals[0]?.aborted).toBe(true);
  });

  it("stops with the signal, with its reason, and asks nothing where that has stopped before", async () => {
    const controller = new AbortController();
    const reason = new Error("Enough.");
    let asked = 0;
    const fetch: OutboundFetch = () => {
      asked++;
      controller.abort(reason);
      return Promise.reject(new Error("The connection is gone."));
    };
    await expect(ask(fetch, { signal: controller.signal })).rejects.toBe(reason);
    await expect(ask(fetch, { signal: controller.signal })).rejects.toBe(reason);
    expect(asked).toBe(1);
  });

  it("leaves no listener on the signal, however it ends", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    vi.spyOn(signal, "addEventListener").mockImplementation(() => void listeners++);
    vi.spyOn(signal, "removeEventListener").mockImplementation(() => void listeners--);
    await ask(async () => Response.json(1), { signal });
    await failureOf(ask(async () => new Response("", { status: 500 }), { signal }));
    await failureOf(ask(() => NEVER, { signal, timeoutMs: 1 }));
    expect(listeners).toBe(0);
  });
});
