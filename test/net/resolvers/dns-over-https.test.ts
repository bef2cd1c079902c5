import { describe, expect, it, vi } from "vitest";
import type { OutboundFetch } from "../../../src/contracts/outbound-policy.ts";
import { ConfigError } from "../../../src/core/errors/index.ts";
import { guardedFetch } from "../../../src/net/guarded-fetch.ts";
import { dnsOverHttps } from "../../../src/net/resolvers/dns-over-https.ts";
import { outboundStub, watchedBody, watchedSignal } from "../outbound-stub.ts";

interface DnsRecord {
  name: string;
  type: number;
  TTL: number;
  data: string;
}

const A = 1;
const CNAME = 5;
const AAAA = 28;

function record(type: number, data: string): DnsRecord {
  return { name: "a.example.", type, TTL: 60, data };
}

/** A DNS service with one answer a family; what is left out has no record. */
function service(answers: { A?: unknown; AAAA?: unknown }): { fetch: OutboundFetch; asked: URL[] } {
  const asked: URL[] = [];
  return {
    asked,
    async fetch(url) {
      asked.push(new URL(url));
      const type = new URL(url).searchParams.get("type") === "A" ? "A" : "AAAA";
      const answer = answers[type] ?? { Status: 0, TC: false };
      return answer instanceof Response ? answer : new Response(JSON.stringify(answer));
    },
  };
}

function found(...records: DnsRecord[]): unknown {
  return { Status: 0, TC: false, RD: true, RA: true, Answer: records };
}

describe("dnsOverHttps", () => {
  it("asks for both families, and gives the addresses of both", async () => {
    const { fetch, asked } = service({
      A: found(record(A, "93.184.216.34"), record(A, "93.184.216.35")),
      AAAA: found(record(AAAA, "2606:2800:220:1::1")),
    });
    const addresses = await dnsOverHttps({ fetch })("a.example", {});
    expect(addresses).toEqual(["93.184.216.34", "93.184.216.35", "2606:2800:220:1::1"]);
    expect(asked.map(({ origin, pathname }) => origin + pathname)).toEqual(
      Array(2).fill("https://cloudflare-dns.com/dns-query"),
    );
    expect(asked.map(({ search }) => search).sort()).toEqual([
      "?name=a.example&type=A",
      "?name=a.example&type=AAAA",
    ]);
  });

  it("asks as the JSON services want it: an accept header and no more", async () => {
    const { fetch, calls } = outboundStub(
      () => new Response(JSON.stringify(found(record(A, "1.1.1.1")))),
      () => new Response(JSON.stringify(found())),
    );
    await dnsOverHttps({ fetch, endpoint: "https://dns.google/resolve?cd=0" })("a.example", {});
    expect(calls[0]?.url).toBe("https://dns.google/resolve?cd=0&name=a.example&type=A");
    expect([...(calls[0]?.headers ?? [])]).toEqual([["accept", "application/dns-json"]]);
  });

  it("follows a CNAME chain to its addresses, and gives none for a chain that ends nowhere", async () => {
    const chain = [record(CNAME, "b.example."), record(CNAME, "c.example."), record(A, "10.0.0.1")];
    const ended = service({ A: found(...chain), AAAA: found(...chain.slice(0, 2)) });
    expect(await dnsOverHttps({ fetch: ended.fetch })("a.example", {})).toEqual(["10.0.0.1"]);
    const dangling = service({
      A: found(record(CNAME, "b.example.")),
      AAAA: found(record(CNAME, "b.example.")),
    });
    expect(await dnsOverHttps({ fetch: dangling.fetch })("a.example", {})).toEqual([]);
  });

  it("gives none where the name has no record", async () => {
    expect(await dnsOverHttps({ fetch: service({}).fetch })("a.example", {})).toEqual([]);
  });

  const good = found(record(A, "93.184.216.34"));
  it.each([
    ["NXDOMAIN", { A: { Status: 3 }, AAAA: { Status: 3 } }],
    ["one family that fails", { A: good, AAAA: { Status: 2 } }],
    ["the other family that fails", { A: { Status: 2 }, AAAA: found(record(AAAA, "2606:4700::1")) }],
    ["an answer that was cut", { A: { ...(good as object), TC: true } }],
    ["a status of HTTP", { A: good, AAAA: new Response("busy", { status: 503 }) }],
    ["an answer that is no JSON", { A: good, AAAA: new Response("<html>") }],
    ["an answer of another shape", { A: good, AAAA: [] }],
    ["an answer too large", { A: good, AAAA: new Response(" ".repeat(70_000)) }],
  ])("rejects for %s", async (_, answers) => {
    await expect(dnsOverHttps({ fetch: service(answers).fetch })("a.example", {})).rejects.toThrow();
  });

  it("stops both questions in time, and when the caller does, and leaves nothing behind", async () => {
    const signals: (AbortSignal | null | undefined)[] = [];
    const fetch: OutboundFetch = (_, { signal }) => {
      signals.push(signal);
      return new Promise((_, reject) => signal?.addEventListener("abort", () => reject(signal.reason)));
    };
    await expect(dnsOverHttps({ fetch, timeoutMs: 5 })("a.example", {})).rejects.toMatchObject({
      name: "TimeoutError",
    });
    const { controller, listeners } = watchedSignal();
    const pending = dnsOverHttps({ fetch })("a.example", { signal: controller.signal });
    controller.abort();
    await expect(pending).rejects.toMatchObject({ name: "AbortError" });
    expect(listeners()).toBe(0);
    expect(signals.map((signal) => signal?.aborted)).toEqual([true, true, true, true]);
  });

  it("stops the other question when one has failed, and cancels the failed body", async () => {
    const { stream, cancelled } = watchedBody(["busy"], "pending");
    let other: AbortSignal | null | undefined;
    const fetch: OutboundFetch = (url, { signal }) => {
      if (url.includes("type=A&") || url.endsWith("type=A")) return new Response(stream, { status: 503 });
      other = signal;
      return new Promise(() => {});
    };
    await expect(dnsOverHttps({ fetch })("a.example", {})).rejects.toThrow("503");
    expect(cancelled()).toBe(1);
    expect(other?.aborted).toBe(true);
  });

  it("uses the global fetch of the moment", async () => {
    vi.stubGlobal("fetch", service({ A: good }).fetch);
    const resolveHost = dnsOverHttps();
    expect(await resolveHost("a.example", {})).toEqual(["93.184.216.34"]);
    vi.unstubAllGlobals();
  });

  it("takes an https service alone", () => {
    expect(() => dnsOverHttps({ endpoint: "http://dns.google/resolve" })).toThrow(ConfigError);
    expect(() => dnsOverHttps({ endpoint: "dns.google" })).toThrow(ConfigError);
  });

  it("A10: makes guardedFetch refuse names that lead inside, by either family, or nowhere", async () => {
    for (const answers of [
      { A: found(record(A, "169.254.169.254")) },
      { A: good, AAAA: found(record(AAAA, "fd00::1")) },
      { A: { Status: 3 }, AAAA: { Status: 3 } },
      {},
    ]) {
      const platform = {
        manualRedirects: true,
        resolveHost: dnsOverHttps({ fetch: service(answers).fetch }),
      };
      const { fetch, calls } = outboundStub(new Response("never"));
      await expect(guardedFetch("https://a.example/", { fetch, platform })).rejects.toMatchObject({
        code: "OUTBOUND_POLICY",
      });
      expect(calls).toEqual([]);
    }
  });
});
