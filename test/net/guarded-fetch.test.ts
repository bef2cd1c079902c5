import { afterEach, describe, expect, it, vi } from "vitest";
import type { OutboundPolicy } from "../../src/contracts/outbound-policy.ts";
import { ConfigError, OutboundPolicyError } from "../../src/core/errors/index.ts";
import type { Platform } from "../../src/core/platform.ts";
import { fetchTextWithPolicy } from "../../src/net/fetch-text-with-policy.ts";
import { guardedFetch } from "../../src/net/guarded-fetch.ts";
import { outboundReport } from "../../src/net/outbound-report.ts";
import { readTextCapped } from "../../src/net/read-text-capped.ts";
import { outboundStub, redirectTo, watchedBody, watchedSignal } from "./outbound-stub.ts";

const start = "https://a.example/";
const outside: Platform = { manualRedirects: true, resolveHost: async () => ["93.184.216.34"] };

afterEach(() => void vi.unstubAllGlobals());

describe("guardedFetch", () => {
  it("gives the response as it came, with the URL it came from", async () => {
    const headers = { "content-type": "text/plain", "x-own": "1" };
    const { fetch, calls } = outboundStub(
      new Response("hello", { status: 201, statusText: "Made", headers }),
    );
    const response = await guardedFetch(`${start}page?q=1#part`, { fetch });
    expect(response).toBeInstanceOf(Response);
    expect(response).toMatchObject({ ok: true, status: 201, statusText: "Made", url: `${start}page?q=1` });
    expect(response.redirected).toBe(false);
    expect(response.headers.get("x-own")).toBe("1");
    expect(await response.text()).toBe("hello");
    expect(calls).toHaveLength(1);
    expect(calls[0]).toMatchObject({
      url: `${start}page?q=1#part`,
      method: "GET",
      init: { redirect: "manual" },
    });
  });

  it("gives a status that no Response can be made of, with its body held to the cap", async () => {
    const strange = (text: string): Response =>
      Object.defineProperty(new Response(text, { status: 502 }), "status", { value: 999 });
    const response = await guardedFetch(start, { fetch: () => strange("go away") });
    expect(response).toMatchObject({ status: 999, ok: false });
    expect(await response.text()).toBe("go away");
    const large = await guardedFetch(start, { fetch: () => strange("go away"), maxBytes: 3 });
    await expect(large.text()).rejects.toMatchObject({ context: { reason: "body-size" } });
  });

  it("sends method, headers and body of init", async () => {
    const { fetch, calls } = outboundStub(new Response("ok"));
    const init = { method: "post", body: "text", headers: { "x-own": "1" }, keepalive: true };
    await (await guardedFetch(start, { fetch }, init)).text();
    expect(calls[0]).toMatchObject({ method: "POST", init: { body: "text", keepalive: true } });
    expect(calls[0]?.headers.get("x-own")).toBe("1");
  });

  it("asks in a form that the Request of every runtime accepts, without the cookies of a browser", async () => {
    let asked: Request | undefined;
    const fetch = (url: string, init: RequestInit): Response => {
      asked = new Request(url, init);
      return new Response("ok");
    };
    await fetchTextWithPolicy(start, { fetch }, { method: "POST", body: "text" });
    expect(asked).toMatchObject({ method: "POST", redirect: "manual" });
    if (asked && "credentials" in asked) expect(asked.credentials).toBe("omit");
    expect(await asked?.text()).toBe("text");
  });

  it("uses the global fetch of the moment, and calls it as a function of the global object", async () => {
    vi.stubGlobal("fetch", async function (this: unknown) {
      return new Response(String(this === globalThis || this === undefined));
    });
    expect(await (await guardedFetch(start)).text()).toBe("true");
  });

  it("calls the fetch of the policy as a function, because a browser's own is no method", async () => {
    async function fetch(this: unknown): Promise<Response> {
      return new Response(String(this));
    }
    expect(await fetchTextWithPolicy(start, { fetch })).toMatchObject({ text: "undefined" });
  });

  it("asks nothing of a URL that it refuses", async () => {
    const { fetch, calls } = outboundStub();
    await expect(guardedFetch("https://127.0.0.1/", { fetch })).rejects.toThrow(OutboundPolicyError);
    await expect(guardedFetch("nonsense", { fetch })).rejects.toThrow(OutboundPolicyError);
    await expect(guardedFetch(start, { fetch, maxBytes: -1 })).rejects.toThrow(ConfigError);
    expect(calls).toEqual([]);
  });

  it("A10: sends user:pass@ of the URL as a header, to the host behind it", async () => {
    const { fetch, calls } = outboundStub(new Response("ok"), new Response("ok"));
    await (await guardedFetch("https://us%C3%A9r:p%40ss@a.example/", { fetch })).text();
    expect(calls[0]?.url).toBe(start);
    expect(calls[0]?.headers.get("authorization")).toBe(`Basic ${btoa("us\u00c3\u00a9r:p@ss")}`);
    const init = { headers: { authorization: "Bearer mine" } };
    await (await guardedFetch("https://user:pass@a.example/", { fetch }, init)).text();
    expect(calls[1]?.headers.get("authorization")).toBe("Bearer mine");
  });

  it("passes on what fetch throws where no rule is broken", async () => {
    const broken = new TypeError("connection refused");
    const fetch = (): Promise<Response> => Promise.reject(broken);
    await expect(guardedFetch(start, { fetch })).rejects.toBe(broken);
  });

  it.each([204, 205, 304])("gives a response without a body as it is (status %i)", async (status) => {
    const { controller, listeners } = watchedSignal();
    const { fetch } = outboundStub(new Response(null, { status }));
    const response = await guardedFetch(start, { fetch, signal: controller.signal });
    expect(response).toMatchObject({ status, body: null, url: start });
    expect(listeners()).toBe(0);
  });
});

describe("the outbound report", () => {
  it("says what was checked and followed", async () => {
    const answers = () => outboundStub(redirectTo("/b"), new Response("ok")).fetch;
    const checked = await guardedFetch(start, { fetch: answers(), platform: outside });
    expect(outboundReport(checked)).toEqual({ dnsChecked: true, dnsPinned: false, redirects: 1 });
    const unchecked = await guardedFetch(start, { fetch: answers() });
    expect(outboundReport(unchecked)).toEqual({ dnsChecked: false, dnsPinned: false, redirects: 1 });
    const text = await fetchTextWithPolicy(start, { fetch: answers(), platform: outside });
    expect(outboundReport(text)).toEqual({ dnsChecked: true, dnsPinned: false, redirects: 1 });
    await Promise.all([checked.body?.cancel(), unchecked.body?.cancel()]);
  });

  it("counts an address as checked, and a policy without the check as not", async () => {
    const literal = await fetchTextWithPolicy("https://1.1.1.1/", { fetch: () => new Response("ok") });
    expect(outboundReport(literal)?.dnsChecked).toBe(true);
    const policy = { fetch: () => new Response("ok"), platform: outside, denyPrivateIPsAfterDNS: false };
    expect(outboundReport(await fetchTextWithPolicy(start, policy))?.dnsChecked).toBe(false);
    expect(outboundReport(new Response("other"))).toBeUndefined();
  });
});

describe("the size cap", () => {
  const isTooLarge = { code: "OUTBOUND_POLICY", context: { reason: "body-size" } };

  it("holds however the body of a guarded response is read, and cancels the source once", async () => {
    for (const read of [
      (response: Response) => response.text(),
      (response: Response) => response.arrayBuffer(),
      (response: Response) => readTextCapped(response, 1_000),
    ]) {
      const { stream, cancelled } = watchedBody(["12345", "67890", "more"], "pending");
      const response = await guardedFetch(start, { fetch: () => new Response(stream), maxBytes: 9 });
      await expect(read(response)).rejects.toMatchObject(isTooLarge);
      expect(cancelled()).toBe(1);
    }
  });

  it("S20: a declared length over the cap is refused before a byte is read, and the body cancelled", async () => {
    const { stream, cancelled } = watchedBody(["never read"], "pending");
    const headers = { "content-length": "11" };
    const response = await guardedFetch(start, {
      fetch: () => new Response(stream, { headers }),
      maxBytes: 10,
    });
    await expect(readTextCapped(response, 1_000)).rejects.toMatchObject(isTooLarge);
    expect(cancelled()).toBe(1);
  });

  it("a body of just the cap passes, one byte more does not", async () => {
    const fetch = (): Response => new Response("12345");
    expect(await fetchTextWithPolicy(start, { fetch, maxBytes: 5 })).toMatchObject({ text: "12345" });
    await expect(fetchTextWithPolicy(start, { fetch, maxBytes: 4 })).rejects.toMatchObject(isTooLarge);
    expect(await fetchTextWithPolicy(start, { fetch, maxBytes: Number.POSITIVE_INFINITY })).toMatchObject({
      ok: true,
    });
  });

  it("readTextCapped caps a response of anybody", async () => {
    const { stream, cancelled } = watchedBody(["12345", "67890"], "pending");
    await expect(readTextCapped(new Response(stream), 9)).rejects.toMatchObject(isTooLarge);
    expect(cancelled()).toBe(1);
    const nowhere = await readTextCapped(new Response("12345"), 4).catch(({ message }: Error) => message);
    expect(nowhere).toBe("Request stopped: the body has 5 bytes or more, and maxBytes is 4.");
    expect(await readTextCapped(new Response("12345"), 5)).toBe("12345");
    expect(await readTextCapped(new Response("12345"))).toBe("12345");
    expect(await readTextCapped(new Response(null), 5)).toBe("");
    const declared = new Response(watchedBody(["1"]).stream, {
      headers: { "content-length": "99999999999" },
    });
    await expect(readTextCapped(declared, 10)).rejects.toMatchObject(isTooLarge);
  });

  it("readTextCapped does without a stream where the runtime has none", async () => {
    const shape = { url: start, headers: new Headers(), text: async () => "12345" } as unknown as Response;
    expect(await readTextCapped(shape, 5)).toBe("12345");
    await expect(readTextCapped(shape, 4)).rejects.toMatchObject(isTooLarge);
  });

  it("readTextCapped decodes characters that chunks cut, and the charset of the content type", async () => {
    const cut = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const byte of new TextEncoder().encode("\u{1f30d} 北")) controller.enqueue(Uint8Array.of(byte));
        controller.close();
      },
    });
    expect(await readTextCapped(new Response(cut), 100)).toBe("\u{1f30d} 北");
    const utf16 = (type: string): Response =>
      new Response(Uint8Array.of(0x17, 0x53), { headers: { "content-type": type } });
    expect(await readTextCapped(utf16('text/html; q=1; Charset="UTF-16LE"'), 100)).toBe("北");
    expect(await readTextCapped(utf16("text/html; charset=nonsense"), 100)).toBe("\u0017S");
  });
});

describe("fetchTextWithPolicy", () => {
  it("gives the text, and neither reads nor keeps the body of an error", async () => {
    const ok = await fetchTextWithPolicy(start, { fetch: () => new Response("hello", { statusText: "OK" }) });
    expect(ok).toEqual({ ok: true, status: 200, statusText: "OK", text: "hello" });
    const { stream, cancelled } = watchedBody(["secret"], "pending");
    const { controller, listeners } = watchedSignal();
    const fetch = (): Response => new Response(stream, { status: 404 });
    const missing = await fetchTextWithPolicy(start, { fetch, signal: controller.signal });
    expect(missing).toMatchObject({ ok: false, status: 404, text: "" });
    expect(cancelled()).toBe(1);
    expect(listeners()).toBe(0);
  });
});

describe("time and abort", () => {
  const pending = (): Promise<Response> => new Promise(() => {});

  it("ends a fetch that ignores its signal, and cancels what it answers later", async () => {
    const { stream, cancelled } = watchedBody(["late"]);
    let answer = (_: Response): void => {};
    const fetch = (): Promise<Response> => new Promise((resolve) => (answer = resolve));
    const timedOut = { code: "OUTBOUND_POLICY", retryable: true, context: { reason: "timeout", limit: 5 } };
    await expect(guardedFetch(start, { fetch, timeoutMs: 5 })).rejects.toMatchObject(timedOut);
    answer(new Response(stream));
    await vi.waitFor(() => expect(cancelled()).toBe(1));
  });

  it("tells fetch to stop", async () => {
    const fetch = (_: string, { signal }: RequestInit): Promise<Response> =>
      new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    const error = await guardedFetch(start, { fetch, timeoutMs: 5 }).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(OutboundPolicyError);
    expect(error).toMatchObject({ cause: { name: "TimeoutError" } });
  });

  it("covers the body: a slow one is cancelled once, however it is read", async () => {
    const { stream, cancelled } = watchedBody(["a", "b"], "pending");
    const response = await guardedFetch(start, { fetch: () => new Response(stream), timeoutMs: 20 });
    await expect(readTextCapped(response, 100)).rejects.toMatchObject({ context: { reason: "timeout" } });
    expect(cancelled()).toBe(1);
    await expect(
      fetchTextWithPolicy(start, {
        fetch: () => new Response(watchedBody([], "pending").stream),
        timeoutMs: 5,
      }),
    ).rejects.toMatchObject({ context: { reason: "timeout" } });
  });

  it("covers a body that nobody reads", async () => {
    const { stream, cancelled } = watchedBody(["a"], "pending");
    const { controller, listeners } = watchedSignal();
    await guardedFetch(start, { fetch: () => new Response(stream), timeoutMs: 5, signal: controller.signal });
    expect(listeners()).toBe(1);
    await vi.waitFor(() => expect(cancelled()).toBe(1));
    expect(listeners()).toBe(0);
  });

  it.each(["policy", "init"] as const)("an abort of the caller (%s.signal) is no timeout", async (place) => {
    const reason = new Error("the user went away");
    const controller = new AbortController();
    const { signal } = controller;
    const policy: OutboundPolicy = { fetch: pending, ...(place === "policy" ? { signal } : {}) };
    const request = guardedFetch(start, policy, place === "init" ? { signal } : {});
    controller.abort(reason);
    await expect(request).rejects.toBe(reason);
  });

  it("an abort without a reason, or with a text, is an AbortError", async () => {
    for (const reason of [undefined, "stop"]) {
      const controller = new AbortController();
      const request = guardedFetch(start, { fetch: pending, signal: controller.signal });
      controller.abort(reason);
      await expect(request).rejects.toMatchObject({ name: "AbortError" });
    }
  });

  it("asks nothing when the signal has aborted before", async () => {
    const { fetch, calls } = outboundStub();
    const signal = AbortSignal.abort();
    await expect(guardedFetch(start, { fetch, signal })).rejects.toMatchObject({ name: "AbortError" });
    await expect(guardedFetch(start, { fetch }, { signal })).rejects.toMatchObject({ name: "AbortError" });
    expect(calls).toEqual([]);
  });

  it("an abort while the body is read cancels it once and reaches the reader", async () => {
    const { stream, cancelled } = watchedBody(["a"], "pending");
    const { controller, listeners } = watchedSignal();
    const response = await guardedFetch(start, {
      fetch: () => new Response(stream),
      signal: controller.signal,
    });
    const text = response.text();
    controller.abort();
    await expect(text).rejects.toMatchObject({ name: "AbortError" });
    expect(cancelled()).toBe(1);
    expect(listeners()).toBe(0);
  });

  it("S20: 1,000 calls on one signal leave no listener, whichever way they end", async () => {
    const { controller, listeners } = watchedSignal();
    const policy = { signal: controller.signal, platform: outside };
    const ways: (() => Promise<unknown>)[] = [
      async () => (await guardedFetch(start, { ...policy, fetch: () => new Response("read") })).text(),
      async () =>
        (await guardedFetch(start, { ...policy, fetch: () => new Response("unread") })).body?.cancel(),
      () => fetchTextWithPolicy(start, { ...policy, fetch: () => new Response("too large"), maxBytes: 1 }),
      () => guardedFetch(start, { ...policy, fetch: outboundStub(redirectTo("https://10.0.0.1/")).fetch }),
      () => guardedFetch(start, { ...policy, fetch: () => Promise.reject(new TypeError("no network")) }),
    ];
    for (let call = 0; call < 1_000; call++) await ways[call % ways.length]?.().catch(() => {});
    expect(listeners()).toBe(0);
  });

  it("leaves no timer", async () => {
    const started = vi.spyOn(globalThis, "setTimeout");
    const cleared = vi.spyOn(globalThis, "clearTimeout");
    await fetchTextWithPolicy(start, { fetch: () => new Response("read"), timeoutMs: 60_000 });
    await guardedFetch("https://127.0.0.1/", { timeoutMs: 60_000 }).catch(() => {});
    const timers = started.mock.results.filter((_, index) => started.mock.calls[index]?.[1] === 60_000);
    expect(timers).toHaveLength(2);
    for (const { value } of timers) expect(cleared.mock.calls.some(([timer]) => timer === value)).toBe(true);
    started.mockRestore();
    cleared.mockRestore();
  });

  it("timeoutMs: Infinity sets no timer", async () => {
    const policy = { fetch: () => new Response("read"), timeoutMs: Number.POSITIVE_INFINITY };
    expect(await fetchTextWithPolicy(start, policy)).toMatchObject({ text: "read" });
  });
});
