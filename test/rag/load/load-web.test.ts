import { beforeAll, describe, expect, it } from "vitest";
import type { OutboundPolicy } from "../../../src/contracts/outbound-policy.ts";
import { DocumentError, OutboundPolicyError } from "../../../src/core/errors/index.ts";
import { loadPdf } from "../../../src/rag/load/load-pdf.ts";
import { loadWeb } from "../../../src/rag/load/load-web.ts";
import { outboundStub, redirectTo, watchedBody } from "../../net/outbound-stub.ts";
import { makePdf } from "../../support/make-pdf.ts";

const url = "https://docs.example/guide";

function answer(body: BodyInit | null, type?: string, init: ResponseInit = {}): OutboundPolicy {
  const headers = new Headers(init.headers);
  if (type) headers.set("content-type", type);
  const response = new Response(body, { ...init, headers });
  // A text brings a type of its own.
  if (!type) response.headers.delete("content-type");
  return { fetch: () => response };
}

// The reader of PDFs is 1.6 MB, which a runtime that compiles it for the first time takes a while for.
beforeAll(async () => void (await loadPdf(makePdf({ pages: [["x"]] }))), 60_000);

describe("loadWeb", () => {
  it("makes a document of an HTML page", async () => {
    const html = '<html lang="de"><title>Gezeiten</title><h1>Gezeiten</h1><p>Der Mond zieht.</p></html>';
    const policy = answer(html, "text/html; charset=utf-8");
    expect(await loadWeb(url, { policy, tags: ["docs"], metadata: { section: "sea" } })).toEqual([
      {
        id: url,
        text: "# Gezeiten\n\nDer Mond zieht.",
        tags: ["docs"],
        metadata: {
          source: url,
          loader: "web",
          title: "Gezeiten",
          language: "de",
          contentType: "text/html; charset=utf-8",
          section: "sea",
        },
      },
    ]);
  });

  it.each([
    ["text/plain", "<b>as it is</b>\r\n"],
    ["application/json", '{"moon": 1}'],
    ["application/ld+json", '{"moon": 1}'],
    ["text/csv", "port,range\nBrest,6"],
  ])("keeps %s as it is", async (type, text) => {
    expect((await loadWeb(url, { policy: answer(text, type) }))[0]).toMatchObject({ text });
  });

  it("reads the title of Markdown, and dates and language of headers", async () => {
    const headers = { "last-modified": "Tue, 30 Jan 2024 12:00:00 GMT", "content-language": "en" };
    const [document] = await loadWeb(url, {
      policy: answer("# Tides\n\nText", "text/markdown", { headers }),
    });
    expect(document?.text).toBe("# Tides\n\nText");
    expect(document?.metadata).toMatchObject({
      title: "Tides",
      modified: "2024-01-30T12:00:00.000Z",
      language: "en",
    });
  });

  it.each([
    ["an HTML page without a type", "<!doctype html><p>x", undefined, url, "x"],
    ["text without a type", "x <p>", undefined, url, "x <p>"],
    ["a file that the server does not know", "# x", "application/octet-stream", `${url}.md?raw=1`, "# x"],
  ])("reads %s", async (_, body, type, from, text) => {
    expect((await loadWeb(from, { policy: answer(body, type) }))[0]?.text).toBe(text);
  });

  it.each(["application/pdf", "application/octet-stream", undefined])(
    "reads a PDF that comes as %s",
    async (type) => {
      const bytes = makePdf({ pages: [["First"], ["Second"]], info: { Title: "(Manual)" } });
      const documents = await loadWeb(url, { policy: answer(bytes, type), perPage: true });
      expect(documents.map(({ id, text }) => [id, text])).toEqual([
        [`${url}#p1`, "First"],
        [`${url}#p2`, "Second"],
      ]);
      expect(documents[0]?.metadata).toMatchObject({
        source: url,
        loader: "web",
        title: "Manual",
        pageCount: 2,
      });
    },
  );

  it("decodes by the declared charset", async () => {
    const bytes = new Uint8Array([0x63, 0x61, 0x66, 0xe9]);
    const policy = answer(bytes, "text/plain; charset=iso-8859-1");
    expect((await loadWeb(url, { policy }))[0]?.text).toBe("café");
  });

  it("makes nothing of an empty page", async () => {
    expect(await loadWeb(url, { policy: answer("<script>1</script>", "text/html") })).toEqual([]);
    expect(await loadWeb(url, { policy: answer(null, "text/plain", { status: 204 }) })).toEqual([]);
  });

  it("tells where redirects led, and keeps the id that was asked for", async () => {
    const { fetch } = outboundStub(redirectTo("https://www.docs.example/moved"), new Response("text"));
    const [document] = await loadWeb(url, { policy: { fetch } });
    expect(document).toMatchObject({ id: url, metadata: { source: "https://www.docs.example/moved" } });
  });

  it("shows credentials nowhere, and sends headers along", async () => {
    const { fetch, calls } = outboundStub(new Response("text"));
    const headers = { "x-version": "2" };
    const documents = await loadWeb("https://me:secret@docs.example/guide", { policy: { fetch }, headers });
    expect(JSON.stringify(documents)).not.toMatch(/secret|me:/);
    expect(documents[0]?.id).toBe(url);
    expect(calls[0]?.headers.get("x-version")).toBe("2");
    expect(calls[0]?.headers.get("accept")).toContain("text/html");
  });

  it.each([
    [404, false],
    [429, true],
    [503, true],
  ])("rejects status %d as a refusal, and reads nothing of it", async (status, retryable) => {
    const body = watchedBody(["secret"], "pending");
    const policy = { fetch: () => new Response(body.stream, { status }) };
    const error = await loadWeb(`${url}?token=secret`, { policy }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(OutboundPolicyError);
    expect(error).toMatchObject({ retryable, context: { reason: "status", status } });
    expect(JSON.stringify(error)).not.toContain("secret");
    expect(body.cancelled()).toBe(1);
  });

  it.each<[string, string, OutboundPolicy]>([
    ["scheme", "http://docs.example/", {}],
    ["internal-address", "https://10.0.0.1/", {}],
    ["host-allowlist", url, { hostAllowlist: ["other.example"] }],
    ["invalid-url", "guide.html", {}],
    ["body-size", url, { maxBytes: 3 }],
    ["network", url, { fetch: () => Promise.reject(new TypeError("fetch failed")) }],
    ["timeout", url, { timeoutMs: 20, fetch: () => new Promise(() => {}) }],
  ])("rejects with OutboundPolicyError: %s", async (reason, address, policy) => {
    const load = loadWeb(address, { policy: { ...answer("long text", "text/plain"), ...policy } });
    await expect(load).rejects.toMatchObject({ code: "OUTBOUND_POLICY", context: { reason } });
  });

  it.each(["image/png", "application/zip", "video/mp4", "application/javascript"])(
    "refuses %s unread",
    async (type) => {
      const body = watchedBody(["x"], "pending");
      const policy = { fetch: () => new Response(body.stream, { headers: { "content-type": type } }) };
      const error = await loadWeb(url, { policy }).catch((cause: unknown) => cause);
      expect(error).toBeInstanceOf(DocumentError);
      expect(error).toMatchObject({ code: "DOCUMENT_TYPE_UNSUPPORTED", source: url });
      expect(body.cancelled()).toBe(1);
    },
  );

  it("refuses a picture that calls itself a text", async () => {
    const policy = answer(new Uint8Array([0x89, 0x50, 0, 0, 1]), "text/plain");
    await expect(loadWeb(url, { policy })).rejects.toMatchObject({ code: "DOCUMENT_UNREADABLE" });
  });

  it("stops when the caller aborts, with the caller's reason", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const load = loadWeb(url, { signal: controller.signal, policy: { fetch: () => new Promise(() => {}) } });
    controller.abort(reason);
    await expect(load).rejects.toBe(reason);
  });
});
