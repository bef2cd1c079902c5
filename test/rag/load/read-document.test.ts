import { describe, expect, it } from "vitest";
import { readDocument } from "../../../src/rag/load/read-document.ts";

describe("readDocument", () => {
  it("keeps Markdown and text as they are, so that spans are spans of the file", async () => {
    const markdown = "# Tides #\r\n\r\nThe *moon* pulls.\r\n";
    expect(await readDocument(markdown, { name: "a.md" })).toEqual({
      type: "markdown",
      text: markdown,
      title: "Tides",
    });
    expect(await readDocument("<b>no html</b>", { name: "a.txt" })).toEqual({
      type: "text",
      text: "<b>no html</b>",
    });
  });

  it("drops a byte order mark", async () => {
    expect((await readDocument("\ufeffHigh water", { name: "a.txt" })).text).toBe("High water");
  });

  it.each([
    [{ contentType: "text/html; charset=utf-8", name: "page.txt" }, "html"],
    [{ contentType: "application/xhtml+xml" }, "html"],
    [{ contentType: "text/markdown" }, "markdown"],
    [{ contentType: "text/plain", name: "https://example.com/readme.md?raw=1#top" }, "markdown"],
    [{ name: "docs/INDEX.HTM" }, "html"],
    [{ name: "notes" }, "text"],
  ])("takes %j for %s", async (options, type) => {
    expect((await readDocument("words", options)).type).toBe(type);
  });

  it("knows HTML by its first characters where nothing else tells", async () => {
    expect((await readDocument(" \n<!DOCTYPE html><p>x")).type).toBe("html");
    expect((await readDocument("<3 tides")).type).toBe("text");
  });

  it.each([
    ["---\ntitle: 'The moon'\n---\n# Tides", "The moon"],
    ["---\nlayout: page\n---\n# Tides", "Tides"],
    ["```\n# no heading\n```\n# Tides", "Tides"],
    ["~~~\n```\n# no\n~~~\n# C#", "C#"],
    ["words only", undefined],
  ])("reads the title of %j", async (text, title) => {
    expect((await readDocument(text, { name: "a.md" })).title).toBe(title);
  });
});
