import { describe, expect, it } from "vitest";
import { DocumentError } from "../../../src/core/errors/retrieval-errors.ts";
import { loadText } from "../../../src/rag/load/load-text.ts";

describe("loadText", () => {
  it("makes one document of a text", () => {
    expect(loadText("The moon pulls.")).toEqual([
      { id: "document", text: "The moon pulls.", metadata: { source: "document", loader: "text" } },
    ]);
    expect(loadText("x", { id: "tides" })[0]).toMatchObject({ id: "tides", metadata: { source: "tides" } });
  });

  it("makes a document of each record, under its own id, and of each text, under its place", () => {
    const documents = loadText([{ id: "a", text: "one" }, "two", { text: "three" }], { id: "faq" });
    expect(documents.map(({ id }) => id)).toEqual(["a", "faq#2", "faq#3"]);
    expect(loadText(["one", "two"]).map(({ id }) => id)).toEqual(["document#1", "document#2"]);
  });

  it("puts the caller's metadata over its own, and a record's over those", () => {
    const metadata = { loader: "mine", section: "sea", rank: 1 };
    const [document] = loadText([{ id: "a", text: "x", metadata: { rank: 2 } }], { metadata });
    expect(document?.metadata).toEqual({ source: "a", loader: "mine", section: "sea", rank: 2 });
  });

  it("gives the tags of the call and of the record", () => {
    const tags = (item: Parameters<typeof loadText>[0]) => loadText(item, { tags: ["docs", "de"] })[0]?.tags;
    expect(tags("x")).toEqual(["docs", "de"]);
    expect(tags({ text: "x", tags: ["faq", "docs"] })).toEqual(["docs", "de", "faq"]);
    expect(loadText("x")[0]).not.toHaveProperty("tags");
  });

  it.each(["", " \n\t\u3000", "\ufeff", "\u200b\u200d", "\0\u0007"])("makes nothing of %j", (text) => {
    expect(loadText(text)).toEqual([]);
    expect(loadText([text, "x"]).map(({ id }) => id)).toEqual(["document#2"]);
  });

  it.each(["42", "---", "🌊", "潮"])("keeps %j", (text) => {
    expect(loadText(text)).toHaveLength(1);
  });

  it("drops a byte order mark", () => {
    expect(loadText("\ufeffTides")[0]?.text).toBe("Tides");
  });

  it.each([undefined, null, 7, { id: "a" }, { id: "a", text: 7 }])(
    "refuses %j, which is no text",
    (value) => {
      const load = (): unknown => Reflect.apply(loadText, undefined, [[value]]);
      expect(load).toThrow(DocumentError);
      expect(load).toThrow(expect.objectContaining({ code: "DOCUMENT_UNREADABLE" }));
    },
  );
});
