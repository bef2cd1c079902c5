import { beforeAll, describe, expect, it } from "vitest";
import { DocumentError } from "../../../src/core/errors/index.ts";
import { loadPdf } from "../../../src/rag/load/load-pdf.ts";
import { makePdf } from "../../support/make-pdf.ts";

const manual = () =>
  makePdf({
    pages: [["The moon is impor-", "tant.", "", "Second paragraph"], [], ["Third page"]],
    info: {
      Title: "(Tides)",
      Author: "(A. Sailor)",
      CreationDate: "(D:20240131120000+01'00')",
      ModDate: "(soon)",
    },
    language: "en-GB",
  });

// The reader of PDFs is 1.6 MB, which a runtime that compiles it for the first time takes a while for.
beforeAll(async () => void (await loadPdf(makePdf({ pages: [["x"]] }))), 60_000);

describe("loadPdf", () => {
  it("makes one document of a file, with what it says of itself", async () => {
    expect(await loadPdf(manual(), { id: "manual", tags: ["docs"] })).toEqual([
      {
        id: "manual",
        text: "The moon is important.\n\nSecond paragraph\n\nThird page",
        tags: ["docs"],
        metadata: {
          source: "manual",
          loader: "pdf",
          title: "Tides",
          author: "A. Sailor",
          language: "en-GB",
          published: "2024-01-31T11:00:00.000Z",
          pageCount: 3,
        },
      },
    ]);
  });

  it("makes a document per page, and leaves out what has no text", async () => {
    const documents = await loadPdf(manual(), { id: "manual", perPage: true, metadata: { title: "Mine" } });
    expect(documents.map(({ id, metadata }) => [id, metadata?.page, metadata?.title])).toEqual([
      ["manual#p1", 1, "Mine"],
      ["manual#p3", 3, "Mine"],
    ]);
  });

  it("makes nothing of a file of scans", async () => {
    const scans = () => makePdf({ pages: [[], []] });
    expect(await loadPdf(scans())).toEqual([]);
    expect(await loadPdf(scans(), { perPage: true })).toEqual([]);
  });

  it("reads bytes, a part of a buffer, a buffer and a blob, and leaves them to their owner", async () => {
    const bytes = manual();
    const within = new Uint8Array(bytes.length + 20);
    within.set(bytes, 10);
    for (const input of [bytes, within.subarray(10, -10), bytes.buffer, new Blob([bytes])]) {
      expect((await loadPdf(input))[0]?.metadata?.title).toBe("Tides");
    }
    expect(bytes.byteLength).toBeGreaterThan(0);
  });

  it("writes text in the form NFC", async () => {
    const [document] = await loadPdf(makePdf({ pages: [["caf\xe9 na\xefve"]] }));
    expect(document?.text).toBe("café naïve");
  });

  it.each([
    ["an encrypted file", makePdf({ pages: [["x"]], encrypted: true })],
    ["nothing", new Uint8Array(0)],
    ["a text", new TextEncoder().encode("no PDF at all")],
    ["a file that breaks off", manual().slice(0, 300)],
  ])("refuses %s as unreadable", async (_, bytes) => {
    const error = await loadPdf(bytes, { id: "manual" }).catch((cause: unknown) => cause);
    expect(error).toBeInstanceOf(DocumentError);
    expect(error).toMatchObject({ code: "DOCUMENT_UNREADABLE", source: "manual" });
  });

  it("refuses what is over its caps", async () => {
    const code = "DOCUMENT_TOO_LARGE";
    await expect(loadPdf(manual(), { maxBytes: 100 })).rejects.toMatchObject({ code });
    await expect(loadPdf(new Blob([manual()]), { maxBytes: 100 })).rejects.toMatchObject({ code });
    await expect(loadPdf(manual(), { maxPages: 2 })).rejects.toMatchObject({ code });
  });

  it("stops when the caller aborts, with the caller's reason", async () => {
    const reason = new Error("enough");
    await expect(loadPdf(manual(), { signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
    const controller = new AbortController();
    const load = loadPdf(manual(), { signal: controller.signal });
    controller.abort(reason);
    await expect(load).rejects.toBe(reason);
  });
});
