import { describe, expect, test } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import type { AgentResult } from "../../src/contracts/agent.ts";
import type { Attachment, AttachmentPolicy } from "../../src/contracts/attachment.ts";
import type { ContentPart } from "../../src/contracts/message.ts";
import { mockModel } from "../../src/testing/index.ts";

const ALL = { vision: true, pdf: true, audio: true };

async function attach(
  attachments: readonly Attachment[],
  attachmentPolicy: AttachmentPolicy = {},
  capabilities: object = ALL,
): Promise<{ parts: ContentPart[]; result: AgentResult<undefined> }> {
  const model = mockModel({ name: "m", capabilities, responses: [{ content: "ok" }] });
  const result = await agent({ model }).execute("look", { attachments, attachmentPolicy });
  const content = model.callHistory[0]?.messages.at(-1)?.content ?? [];
  return { parts: typeof content === "string" ? [] : content.slice(1), result };
}

const files = {
  readText: async (path: string) => `text of ${path}`,
  readBytes: async () => new Uint8Array([1, 2, 3]),
  list: async () => [],
};

describe("media", () => {
  test("a bare URL is of the kind its ending tells, and the provider fetches it", async () => {
    const { parts } = await attach([
      "https://cdn.example/cat.JPG?w=1",
      "https://cdn.example/a.pdf",
      "https://cdn.example/a.mp3",
    ]);
    expect(parts.map((part) => part.type)).toEqual(["image", "pdf", "audio"]);
    expect(parts[0]).toEqual({ type: "image", source: { url: "https://cdn.example/cat.JPG?w=1" } });
  });

  test("tagged sources pass as they are", async () => {
    const source = { base64: "AQID", mediaType: "image/png" };
    const { parts } = await attach([
      { type: "image", source },
      { type: "pdf", source: { url: "https://x.example/y" }, name: "y" },
    ]);
    expect(parts).toEqual([
      { type: "image", source },
      { type: "pdf", source: { url: "https://x.example/y" }, name: "y" },
    ]);
  });

  test("paths are read by the injected reader", async () => {
    const { parts } = await attach(["./photo.png"], { files });
    expect(parts).toEqual([{ type: "image", source: { base64: "AQID", mediaType: "image/png" } }]);
    const { result } = await attach(["./photo.png"]);
    expect(result.error).toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
      message: expect.stringContaining("config({ files })"),
    });
  });

  test("blobs and data URLs carry their bytes and type", async () => {
    const { parts } = await attach([
      new Blob([new Uint8Array([1, 2, 3])], { type: "image/webp" }),
      "data:image/gif;base64,AQID",
    ]);
    expect(parts).toEqual([
      { type: "image", source: { base64: "AQID", mediaType: "image/webp" } },
      { type: "image", source: { base64: "AQID", mediaType: "image/gif" } },
    ]);
  });

  test.each([
    ["image", "vision"],
    ["pdf", "pdf"],
    ["audio", "audio"],
  ] as const)("%s for a model without %s fails before the call", async (type, capability) => {
    const { result, parts } = await attach(
      [{ type, source: "https://x.example/y" }],
      {},
      { ...ALL, [capability]: false },
    );
    expect(result.error).toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
      message: expect.stringContaining(capability),
    });
    expect(parts).toEqual([]);
  });

  test.each(["xyz", "constructor", "__proto__", "toString"])(
    "an unknown ending (%s) asks for the kind, without showing the query",
    async (ending) => {
      const { result } = await attach([`https://a@secret@x.example/file.${ending}?token=secret`]);
      expect(result.error?.message).toContain("{ type, source }");
      expect(result.error?.message).not.toContain("secret");
    },
  );
});

describe("text", () => {
  test("of a blob, a data URL and a path becomes text with its name", async () => {
    const { parts } = await attach(
      [new Blob(["hello"], { type: "text/plain" }), "data:text/plain,a%20b", "./notes.md"],
      { files },
    );
    expect(parts.map((part) => part.type === "text" && part.text)).toEqual([
      "hello",
      'Attachment "data:…":\na b',
      'Attachment "./notes.md":\ntext of ./notes.md',
    ]);
  });

  test("is named without the credentials of its address", async () => {
    const outbound = { fetch: () => new Response("words") };
    const { parts, result } = await attach(
      [{ type: "text", source: "https://ann:hunter2@docs.example/a.md" }],
      {
        allowRemoteFetch: true,
        outbound,
      },
    );
    expect(JSON.stringify(parts)).not.toContain("hunter2");
    expect(result.error?.message ?? "").not.toContain("hunter2");
    const denied = await attach(["https://ann:hunter2@docs.example/a.md"]);
    expect(denied.result.error?.message).toContain("docs.example");
    expect(denied.result.error?.message).not.toContain("hunter2");
  });

  test("that is remote is denied unless the policy allows it", async () => {
    let fetched = 0;
    const outbound = {
      fetch: () => {
        fetched += 1;
        return new Response("remote words");
      },
    };
    const source = "https://docs.example/readme.md";
    const denied = await attach([{ type: "text", source }], { outbound });
    expect(denied.result.error).toMatchObject({
      code: "OUTBOUND_POLICY",
      message: expect.stringContaining("allowRemoteFetch"),
    });
    expect(fetched).toBe(0);
    const allowed = await attach([{ type: "text", source }], { allowRemoteFetch: true, outbound });
    expect(allowed.parts).toEqual([{ type: "text", text: `Attachment "${source}":\nremote words` }]);
  });

  test("A10: an allowed fetch still goes through the outbound guard", async () => {
    const outbound = { allowedSchemes: ["http", "https"], fetch: () => new Response("metadata") };
    const { result } = await attach([{ type: "text", source: "http://169.254.169.254/latest/" }], {
      allowRemoteFetch: true,
      outbound,
    });
    expect(result.error?.code).toBe("OUTBOUND_POLICY");
  });

  test("A10: a source that is a URL never reads a file", async () => {
    const read: string[] = [];
    const watched = { ...files, readText: async (path: string) => `${read.push(path)}` };
    for (const url of ["/etc/passwd", "file:///etc/passwd", "../.env", "FILE:/x", "c:\\boot.ini"]) {
      for (const allowRemoteFetch of [false, true]) {
        const policy = { files: watched, allowRemoteFetch };
        const { result, parts } = await attach([{ type: "text", source: { url } }], policy);
        expect(result.error?.code).toBe("OUTBOUND_POLICY");
        expect(parts).toEqual([]);
      }
    }
    expect(read).toEqual([]);
    const { parts } = await attach([{ type: "text", source: { url: "data:text/plain,a" } }]);
    expect(parts).toEqual([{ type: "text", text: "a" }]);
  });

  test.each([
    ["no comma", "data:text/plain"],
    ["a lone %", "data:text/plain,100%"],
    ["no base64", "data:text/plain;base64,%%%"],
  ])("in a data URL with %s is refused, and not shown", async (_what, source) => {
    const { result } = await attach([{ type: "text", source }]);
    expect(result.error).toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
      message: expect.stringContaining("cannot be read"),
    });
  });

  test("is stopped by the policy's own signal as well as by that of the run", async () => {
    const source = "https://docs.example/readme.md";
    for (const where of ["policy", "run"] as const) {
      const stop = new AbortController();
      const fetch = (): Promise<Response> => {
        stop.abort();
        return new Promise(() => {});
      };
      const outbound = { fetch, ...(where === "policy" && { signal: stop.signal }) };
      const result = await agent({ model: mockModel({ name: "m", responses: [] }) }).execute("look", {
        attachments: [{ type: "text", source }],
        attachmentPolicy: { allowRemoteFetch: true, outbound },
        signal: where === "run" ? stop.signal : new AbortController().signal,
      });
      expect(result.report.status).toBe(where === "run" ? "cancelled" : "failed");
    }
  });

  test("longer than the policy allows is refused", async () => {
    const { result } = await attach([{ type: "text", source: "data:text/plain,12345" }], {
      maxTextLength: 4,
    });
    expect(result.error?.message).toContain("5 characters");
  });
});
