import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { OutboundPolicy } from "../../../src/contracts/outbound-policy.ts";
import { loadSite } from "../../../src/rag/load/load-site.ts";
import { loadWeb } from "../../../src/rag/load/load-web.ts";
import { makePdf } from "../../support/make-pdf.ts";

/** The loaders with the real `fetch`, and a server that answers over a socket. */
describe("loaders over the network", () => {
  const policy: OutboundPolicy = {
    allowedSchemes: ["http"],
    denyPrivateIPsAfterDNS: false,
    hostAllowlist: ["127.0.0.1"],
  };
  const asked: string[] = [];
  const agents = new Set<string | undefined>();
  let server: Server;
  let origin = "";

  const html = { "content-type": "text/html" };
  const pages: Record<string, (response: ServerResponse) => unknown> = {
    "/": (response) =>
      response
        .writeHead(200, html)
        .end(
          '<h1>Home</h1><a href="/moved">a</a><a href="/metadata">b</a><a href="/private">c</a><a href="/manual">d</a>',
        ),
    "/robots.txt": (response) => response.end("User-agent: *\nDisallow: /private\n"),
    "/moved": (response) => response.writeHead(301, { location: "/arrived" }).end("moved"),
    "/arrived": (response) => {
      const body = gzipSync('<html lang="en"><meta charset="iso-8859-1"><p>Gr\xfc\xdfe');
      response.writeHead(200, { ...html, "content-encoding": "gzip" }).end(body);
    },
    "/metadata": (response) => response.writeHead(302, { location: "http://169.254.169.254/latest/" }).end(),
    "/loop": (response) => response.writeHead(302, { location: "/loop" }).end(),
    "/manual": (response) =>
      response
        .writeHead(200, { "content-type": "application/pdf" })
        .end(makePdf({ pages: [["One"], ["Two"]] })),
    "/endless": (response) => {
      response.writeHead(200, html);
      const timer = setInterval(() => response.write("<p>more</p>".repeat(10_000)), 1);
      response.on("close", () => clearInterval(timer));
    },
    "/latin": (response) =>
      response
        .writeHead(200, html)
        .end(Buffer.from('<meta charset="iso-8859-1"><p>Gr\xfc\xdfe</p>', "latin1")),
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      asked.push(request.url ?? "");
      agents.add(request.headers["user-agent"]);
      const page = pages[request.url ?? ""];
      if (page) page(response);
      else response.writeHead(404).end("nothing");
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });

  beforeEach(() => {
    asked.length = 0;
    agents.clear();
  });

  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it("loadWeb follows redirects, and reads packed pages, PDFs and old charsets", async () => {
    const [page] = await loadWeb(`${origin}/moved`, { policy });
    expect(page).toMatchObject({
      id: `${origin}/moved`,
      text: "Grüße",
      metadata: { source: `${origin}/arrived` },
    });
    expect((await loadWeb(`${origin}/latin`, { policy }))[0]?.text).toBe("Grüße");
    expect(await loadWeb(`${origin}/manual`, { policy, perPage: true })).toHaveLength(2);
  });

  it("loadWeb never asks for the internal target of a redirect", async () => {
    const inside = loadWeb(`${origin}/metadata`, { policy });
    await expect(inside).rejects.toMatchObject({ context: { reason: "host-allowlist", redirects: 1 } });
    const strict = loadWeb(`${origin}/`, { policy: { allowedSchemes: ["http"] } });
    await expect(strict).rejects.toMatchObject({ context: { reason: "internal-address" } });
    const loop = loadWeb(`${origin}/loop`, { policy });
    await expect(loop).rejects.toMatchObject({ context: { reason: "redirect-loop" } });
  });

  it("loadWeb stops a body that does not end, and says where nothing answers", async () => {
    const endless = loadWeb(`${origin}/endless`, { policy: { ...policy, maxBytes: 1_000_000 } });
    await expect(endless).rejects.toMatchObject({ context: { reason: "body-size" } });
    const closed = loadWeb("http://127.0.0.1:9/", { policy: { ...policy, allowedPorts: [9] } });
    await expect(closed).rejects.toMatchObject({ code: "OUTBOUND_POLICY", context: { reason: "network" } });
  });

  it("loadSite reads the site, by its rules, and nothing inside of the network", async () => {
    const site = loadSite(origin, { policy, delayMs: 0, userAgent: "docs-bot/1.0" });
    const documents = await site.all();
    expect(documents.map(({ id }) => id)).toEqual([`${origin}/`, `${origin}/arrived`, `${origin}/manual`]);
    expect(site.skipped).toEqual([
      { url: `${origin}/metadata`, reason: "redirect" },
      { url: `${origin}/private`, reason: "robots" },
    ]);
    expect(asked).toEqual(["/robots.txt", "/", "/moved", "/arrived", "/metadata", "/manual"]);
    expect([...agents]).toEqual(["docs-bot/1.0"]);
  });
});
