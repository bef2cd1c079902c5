import { afterAll, describe, expect, it } from "vitest";
import type { OutboundPolicy } from "../../src/contracts/outbound-policy.ts";
import { OutboundPolicyError } from "../../src/core/errors/index.ts";
import type { Platform } from "../../src/core/platform.ts";
import { fetchTextWithPolicy } from "../../src/net/fetch-text-with-policy.ts";
import { guardedFetch } from "../../src/net/guarded-fetch.ts";
import { outboundReport } from "../../src/net/outbound-report.ts";
import { corpusRows } from "../support/corpus.ts";
import { type OutboundStub, opaqueRedirect, outboundStub, redirectTo, watchedBody } from "./outbound-stub.ts";

const start = "https://a.example/";

async function reasonOf(
  stub: OutboundStub,
  policy: OutboundPolicy = {},
  init?: RequestInit,
): Promise<unknown> {
  const error = await guardedFetch(start, { ...policy, fetch: stub.fetch }, init).catch(
    (thrown: unknown) => thrown,
  );
  return error instanceof OutboundPolicyError ? error.context?.reason : error;
}

async function followed(status: number, location: string, init: RequestInit): Promise<OutboundStub> {
  const stub = outboundStub(redirectTo(location, status), new Response("ok"));
  await (await guardedFetch(start, { fetch: stub.fetch }, init)).text();
  return stub;
}

describe("redirects", () => {
  it("are followed one by one, and the response tells where it came from", async () => {
    const { fetch, calls } = outboundStub(
      redirectTo("/b?c"),
      redirectTo("https://d.example/#e"),
      new Response("ok"),
    );
    const response = await guardedFetch(start, { fetch });
    expect(calls.map(({ url }) => url)).toEqual([start, `${start}b?c`, "https://d.example/#e"]);
    expect(calls.map(({ init }) => init.redirect)).toEqual(["manual", "manual", "manual"]);
    expect(response).toMatchObject({ url: "https://d.example/", redirected: true });
    expect(await response.text()).toBe("ok");
  });

  it.each([
    ["https://169.254.169.254/latest/", "internal-address"],
    ["https://localhost/", "internal-name"],
    ["http://b.example/", "scheme"],
    ["https://b.example:25/", "port"],
    ["https://user:pass@b.example/", "redirect-location"],
    ["https://[nonsense/", "redirect-location"],
  ])("A10: to %s is refused by its %s rule before it is requested", async (location, reason) => {
    const stub = outboundStub(redirectTo(location));
    expect(await reasonOf(stub)).toBe(reason);
    expect(stub.calls).toHaveLength(1);
  });

  it("off the hostAllowlist, and to a name that resolves inside, is refused", async () => {
    expect(
      await reasonOf(outboundStub(redirectTo("https://b.example/")), { hostAllowlist: ["a.example"] }),
    ).toBe("host-allowlist");
    const resolveHost = async (name: string): Promise<string[]> => [
      name === "a.example" ? "1.1.1.1" : "127.0.0.1",
    ];
    const platform: Platform = { manualRedirects: true, resolveHost };
    expect(await reasonOf(outboundStub(redirectTo("https://b.example/")), { platform })).toBe(
      "internal-address",
    );
  });

  it("R17: are counted, and capped by maxRedirects", async () => {
    const chain = (length: number): OutboundStub =>
      outboundStub(...Array.from({ length }, (_, index) => redirectTo(`/${index}`)), new Response("ok"));
    const five = chain(5);
    const response = await guardedFetch(start, { fetch: five.fetch });
    expect(outboundReport(response)?.redirects).toBe(5);
    await response.body?.cancel();
    const six = chain(6);
    expect(await reasonOf(six)).toBe("redirect-limit");
    expect(six.calls).toHaveLength(6);
    expect(await reasonOf(chain(1), { maxRedirects: 0 })).toBe("redirect-limit");
    const eight = await guardedFetch(start, { fetch: chain(8).fetch, maxRedirects: 8 });
    expect(await eight.text()).toBe("ok");
  });

  it("in a circle are refused, but a fragment or another method makes another request", async () => {
    expect(await reasonOf(outboundStub(redirectTo("/b"), redirectTo("/")))).toBe("redirect-loop");
    const fragment = outboundStub(redirectTo("#part"), new Response("ok"));
    await (await guardedFetch(start, { fetch: fragment.fetch })).text();
    const posted = outboundStub(redirectTo("/", 303), new Response("ok"));
    await (await guardedFetch(start, { fetch: posted.fetch }, { method: "POST", body: "x" })).text();
    expect(posted.calls.map(({ method }) => method)).toEqual(["POST", "GET"]);
  });

  it("without a Location are refused", async () => {
    expect(await reasonOf(outboundStub(redirectTo(undefined)))).toBe("redirect-location");
  });

  it.each([300, 304, 305, 306])("status %i is no redirect", async (status) => {
    const { fetch, calls } = outboundStub(redirectTo("https://127.0.0.1/", status));
    const response = await guardedFetch(start, { fetch });
    expect(response.status).toBe(status);
    expect(calls).toHaveLength(1);
  });

  it("A10: that the transport has followed by itself are refused, however they were asked for", async () => {
    for (const redirect of ["follow", "manual", "error"] as const) {
      const { stream, cancelled } = watchedBody(["credentials"], "pending");
      const response = new Response(stream);
      Object.defineProperties(response, {
        redirected: { value: true },
        url: { value: "http://169.254.169.254/latest/" },
      });
      expect(await reasonOf(outboundStub(response), {}, { redirect })).toBe("redirect-hidden");
      expect(cancelled()).toBe(1);
    }
  });

  it("have their own bodies cancelled", async () => {
    const { stream, cancelled } = watchedBody(["moved"], "pending");
    const moved = new Response(stream, { status: 302, headers: { location: "/b" } });
    const { fetch } = outboundStub(moved, new Response("ok"));
    await (await guardedFetch(start, { fetch })).text();
    expect(cancelled()).toBe(1);
  });
});

describe("method and body of the next hop", () => {
  const headers = { "content-type": "text/plain", "content-language": "en", accept: "text/html" };

  it.each([
    [301, "POST", "GET"],
    [302, "POST", "GET"],
    [303, "POST", "GET"],
    [301, "PUT", "GET"],
    [302, "DELETE", "GET"],
    [303, "PATCH", "GET"],
  ])("%i after %s is a GET without a body and its headers", async (status, method, next) => {
    const { calls } = await followed(status, "/b", { method, body: "text", headers });
    expect(calls[1]).toMatchObject({ method: next });
    expect(calls[1]?.init.body).toBeUndefined();
    expect([...(calls[1]?.headers.keys() ?? [])]).toEqual(["accept"]);
  });

  it.each([
    [301, "HEAD"],
    [302, "GET"],
    [303, "HEAD"],
    [303, "GET"],
  ])("%i after %s keeps the method", async (status, method) => {
    expect((await followed(status, "/b", { method, headers })).calls[1]).toMatchObject({ method });
  });

  it.each([307, 308])("%i keeps method, body and headers", async (status) => {
    const { calls } = await followed(status, "/b", { method: "POST", body: "text", headers });
    expect(calls[1]).toMatchObject({ method: "POST", init: { body: "text" } });
    expect(calls[1]?.headers.get("content-type")).toBe("text/plain");
  });

  it.each([307, 308])(
    "%i with a stream as body is refused, because a stream is sent once",
    async (status) => {
      const body = watchedBody(["text"]).stream;
      expect(await reasonOf(outboundStub(redirectTo("/b", status)), {}, { method: "POST", body })).toBe(
        "redirect-body",
      );
    },
  );
});

describe("credentials", () => {
  const secrets = {
    authorization: "Bearer t",
    cookie: "a=1",
    "proxy-authorization": "Basic x",
    "x-api-key": "k",
    "api-key": "k",
    "x-auth-token": "t",
    "x-amz-security-token": "t",
    "x-csrf-token": "t",
    "ocp-apim-subscription-key": "k",
    host: "a.example",
  };
  const plain = { accept: "text/html", "accept-language": "en", "user-agent": "me", "x-request-id": "1" };
  // A browser's Headers drops some of these names, so only those that were sent can be asked for.
  const sent = (call: { headers: Headers } | undefined): string[] => [...(call?.headers.keys() ?? [])].sort();

  it("stay on their origin, and other headers go on", async () => {
    const { calls } = await followed(302, "https://b.example/", { headers: { ...secrets, ...plain } });
    expect(sent(calls[0])).toContain("authorization");
    expect(sent(calls[1])).toEqual(sent({ headers: new Headers(plain) }));
  });

  it.each(["https://a.example:8443/", "https://sub.a.example/"])(
    "another origin is %s too",
    async (location) => {
      const { calls } = await followed(302, location, { headers: secrets });
      expect(sent(calls[1])).toEqual([]);
    },
  );

  it("go on within the origin, and do not come back once they are dropped", async () => {
    const stub = outboundStub(
      redirectTo("/b"),
      redirectTo("https://b.example/"),
      redirectTo(`${start}c`),
      new Response(),
    );
    await guardedFetch(start, { fetch: stub.fetch }, { headers: { authorization: "Bearer t" } });
    expect(stub.calls.map(({ headers }) => headers.has("authorization"))).toEqual([true, true, false, false]);
  });

  it("of the URL stay on their origin as well", async () => {
    const stub = outboundStub(redirectTo("https://b.example/"), new Response());
    await guardedFetch("https://user:pass@a.example/", { fetch: stub.fetch });
    expect(stub.calls.map(({ headers }) => headers.has("authorization"))).toEqual([true, false]);
  });
});

describe("init.redirect", () => {
  it("manual gives the redirect itself", async () => {
    const { fetch, calls } = outboundStub(redirectTo("https://127.0.0.1/"));
    const response = await guardedFetch(start, { fetch }, { redirect: "manual" });
    expect(response.status).toBe(302);
    expect(response.headers.get("location")).toBe("https://127.0.0.1/");
    expect(calls).toHaveLength(1);
    const hidden = opaqueRedirect();
    const opaque = await guardedFetch(start, { fetch: () => hidden }, { redirect: "manual" });
    expect(opaque.type).toBe("opaqueredirect");
  });

  it("error refuses every redirect", async () => {
    expect(await reasonOf(outboundStub(redirectTo("/b")), {}, { redirect: "error" })).toBe("redirect");
    expect(await reasonOf(outboundStub(opaqueRedirect), {}, { redirect: "error" })).toBe("redirect");
    const ok = await guardedFetch(start, { fetch: () => new Response("ok") }, { redirect: "error" });
    expect(await ok.text()).toBe("ok");
  });
});

describe("a platform that hides redirects", () => {
  const platform: Platform = { manualRedirects: false };
  const trusting: OutboundPolicy = { platform, hostAllowlist: ["a.example"], followHiddenRedirects: true };

  function landedOn(url: string): Response {
    return Object.defineProperties(new Response("ok"), { url: { value: url }, redirected: { value: true } });
  }

  it("A10: is refused a redirect by a typed error, whether it is known or not", async () => {
    expect(await reasonOf(outboundStub(opaqueRedirect), { platform })).toBe("redirect-hidden");
    expect(await reasonOf(outboundStub(opaqueRedirect))).toBe("redirect-hidden");
  });

  it("may follow for listed hosts, and the end is checked", async () => {
    const { fetch, calls } = outboundStub(landedOn(`${start}b`));
    const response = await guardedFetch(start, { ...trusting, fetch });
    expect(calls[0]?.init.redirect).toBe("follow");
    const report = { dnsChecked: false, dnsPinned: false, redirects: 1, redirectsHidden: true };
    expect(outboundReport(response)).toEqual(report);
    expect(response).toMatchObject({ url: `${start}b`, redirected: true });
    expect(await response.text()).toBe("ok");
    expect(await reasonOf(outboundStub(landedOn("https://b.example/")), trusting)).toBe("host-allowlist");
  });

  it("may not follow with credentials", async () => {
    const init = { headers: { "x-api-key": "k" } };
    expect(await reasonOf(outboundStub(), trusting, init)).toBe("redirect-hidden");
  });

  it("does not follow where a redirect is asked for or refused", async () => {
    const { fetch, calls } = outboundStub(opaqueRedirect, opaqueRedirect);
    await guardedFetch(start, { ...trusting, fetch }, { redirect: "manual" });
    await expect(guardedFetch(start, { ...trusting, fetch }, { redirect: "error" })).rejects.toThrow(
      OutboundPolicyError,
    );
    expect(calls.map(({ init }) => init.redirect)).toEqual(["manual", "manual"]);
  });

  it("is followed hop by hop where redirects can be seen", async () => {
    const { fetch, calls } = outboundStub(redirectTo("/b"), new Response("ok"));
    const seeing = { ...trusting, platform: { manualRedirects: true } };
    expect(await fetchTextWithPolicy(start, { ...seeing, fetch })).toMatchObject({ text: "ok" });
    expect(calls).toHaveLength(2);
  });
});

interface RedirectRow {
  start: string;
  verdict: "allow" | "block" | "policy";
  reason: string;
  hops: {
    status: number;
    type?: string;
    location?: string;
    headers?: Record<string, string>;
    body?: string;
    bodyBytes?: number;
    chunkDelayMs?: number;
  }[];
  dns?: Record<string, { A?: string[]; AAAA?: string[] }>;
  method?: string;
  requestHeaders?: Record<string, string>;
  mustDropAtHop?: Record<string, string[]>;
  methodAtHop?: Record<string, string>;
}

const rows = await corpusRows<RedirectRow>("guards/ssrf/redirects.dev.jsonl");

describe.skipIf(!rows)("the redirect corpus", () => {
  const scored = (rows ?? []).filter(({ verdict }) => verdict !== "policy");
  afterAll(() => console.log(`ssrf/redirects: ${scored.length} of ${rows?.length} chains are scored`));

  it.each(scored)("A10: $verdict, $reason", async (row) => {
    const stub = outboundStub(...row.hops.map((hop) => () => answerOf(hop)));
    const resolveHost = async (name: string): Promise<string[]> => {
      const { A = [], AAAA = [] } = row.dns?.[name] ?? { A: ["93.184.216.34"] };
      return [...A, ...AAAA];
    };
    const policy: OutboundPolicy = {
      fetch: stub.fetch,
      platform: { manualRedirects: true, resolveHost },
      timeoutMs: row.hops.some(({ chunkDelayMs }) => chunkDelayMs) ? 50 : 10_000,
    };
    const method = row.method ?? (row.methodAtHop ? "POST" : "GET");
    const init: RequestInit = { method, headers: row.requestHeaders ?? {} };
    const outcome = await fetchTextWithPolicy(row.start, policy, init).catch((thrown: unknown) => thrown);
    if (row.verdict === "block") expect(outcome).toBeInstanceOf(OutboundPolicyError);
    else expect(outcome).toMatchObject({ ok: true, status: 200 });
    for (const [hop, names] of Object.entries(row.mustDropAtHop ?? {})) {
      expect(names.filter((name) => stub.calls[Number(hop) - 1]?.headers.has(name))).toEqual([]);
    }
    for (const [hop, expected] of Object.entries(row.methodAtHop ?? {})) {
      expect(stub.calls[Number(hop) - 1]?.method).toBe(expected);
    }
  });

  function answerOf(hop: RedirectRow["hops"][number]): Response {
    if (hop.type === "opaqueredirect") return opaqueRedirect();
    const headers = new Headers(hop.headers);
    if (hop.location !== undefined) headers.set("location", hop.location);
    if (hop.chunkDelayMs) return new Response(watchedBody(["a"], "pending").stream, { headers });
    const body = hop.bodyBytes ? new Uint8Array(hop.bodyBytes) : (hop.body ?? "");
    return new Response(body, { status: hop.status, headers });
  }
});
