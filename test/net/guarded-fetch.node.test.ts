import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import type { OutboundPolicy } from "../../src/contracts/outbound-policy.ts";
import { fetchTextWithPolicy } from "../../src/net/fetch-text-with-policy.ts";
import { guardedFetch } from "../../src/net/guarded-fetch.ts";
import { readTextCapped } from "../../src/net/read-text-capped.ts";

/** The guard with the real `fetch` and a server that answers over a socket. */
describe("guardedFetch over the network", () => {
  const policy: OutboundPolicy = { allowedSchemes: ["http"], denyPrivateIPsAfterDNS: false };
  const seen: IncomingMessage[] = [];
  let closed = 0;
  let server: Server;
  let origin = "";

  const pages: Record<string, (response: ServerResponse, request: IncomingMessage) => unknown> = {
    "/moved": (response) => response.writeHead(302, { location: "/arrived" }).end("moved"),
    "/inside": (response) => response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end(),
    "/again": (response) => response.writeHead(307, { location: "/echo" }).end(),
    "/echo": (response, request) => request.pipe(response),
    "/slow": (response) => response.write("first"),
    "/gzip": (response) => {
      const body = gzipSync("x".repeat(100_000));
      response.writeHead(200, { "content-encoding": "gzip", "content-length": body.length }).end(body);
    },
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      seen.push(request);
      response.on("close", () => closed++);
      const page = pages[request.url ?? ""];
      if (page) page(response, request);
      else response.end("arrived");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("follows a redirect and tells where it came from", async () => {
    const response = await guardedFetch(`${origin}/moved`, policy);
    expect(response).toMatchObject({ url: `${origin}/arrived`, redirected: true });
    expect(await response.text()).toBe("arrived");
  });

  it("A10: never asks for the internal target of a redirect", async () => {
    const request = guardedFetch(`${origin}/inside`, { ...policy, hostAllowlist: ["127.0.0.1"] });
    await expect(request).rejects.toMatchObject({ context: { reason: "host-allowlist", redirects: 1 } });
    await expect(guardedFetch(`${origin}/`, { allowedSchemes: ["http"] })).rejects.toMatchObject({
      context: { reason: "internal-address", address: "127.0.0.1" },
    });
  });

  it("sends a body again where the redirect asks for it", async () => {
    const init = { method: "POST", body: "text" };
    expect(await fetchTextWithPolicy(`${origin}/again`, policy, init)).toMatchObject({
      ok: true,
      text: "text",
    });
  });

  it("sends the credentials of the URL as fetch would not", async () => {
    const url = `${origin.replace("//", "//user:pass@")}/`;
    await fetchTextWithPolicy(url, policy);
    expect(seen.at(-1)?.headers.authorization).toBe(`Basic ${btoa("user:pass")}`);
  });

  it("caps what a small answer unpacks to", async () => {
    const response = await guardedFetch(`${origin}/gzip`, { ...policy, maxBytes: 50_000 });
    expect(Number(response.headers.get("content-length"))).toBeLessThan(1_000);
    await expect(readTextCapped(response, 50_000)).rejects.toMatchObject({
      context: { reason: "body-size" },
    });
    expect(await fetchTextWithPolicy(`${origin}/gzip`, policy)).toMatchObject({ text: "x".repeat(100_000) });
  });

  it("closes the connection of a slow body when the time is up, and when the caller aborts", async () => {
    const before = closed;
    const slow = fetchTextWithPolicy(`${origin}/slow`, { ...policy, timeoutMs: 50 });
    await expect(slow).rejects.toMatchObject({ context: { reason: "timeout" } });
    await vi.waitFor(() => expect(closed).toBe(before + 1));
    const controller = new AbortController();
    const response = await guardedFetch(`${origin}/slow`, policy, { signal: controller.signal });
    const text = response.text();
    controller.abort();
    await expect(text).rejects.toMatchObject({ name: "AbortError" });
    await vi.waitFor(() => expect(closed).toBe(before + 2));
  });
});
