import { describe, expect, it } from "vitest";
import { loadHtml } from "../../../src/rag/load/load-html.ts";

const page = `<!doctype html><html lang="en-GB"><head><title>Tides</title>
<meta name="robots" content="noindex"><link rel="canonical" href="/tides"></head>
<body><nav>Home</nav><h1>Tides</h1><p>The <a href="/moon">moon</a> pulls.</p><script>alert(1)</script></body></html>`;

describe("loadHtml", () => {
  it("makes a document of what a reader sees, with what the page says of itself", async () => {
    const [document, ...others] = await loadHtml(page, { id: "tides", baseUrl: "https://a.example/x" });
    expect(others).toEqual([]);
    expect(document?.id).toBe("tides");
    expect(document?.text).toContain("# Tides");
    expect(document?.text).toContain("https://a.example/moon");
    expect(document?.text).not.toMatch(/alert|<|Home/);
    expect(document?.metadata).toMatchObject({
      source: "tides",
      loader: "html",
      title: "Tides",
      language: "en-GB",
    });
    expect(document?.metadata).not.toHaveProperty("robots");
  });

  it("lets the caller's metadata and tags hold", async () => {
    const [document] = await loadHtml(page, { metadata: { title: "Mine" }, tags: ["sea"] });
    expect(document).toMatchObject({ id: "document", tags: ["sea"], metadata: { title: "Mine" } });
  });

  it.each(["", "  ", "<div><script>var words;</script><br></div>", "<style>p{}</style>"])(
    "makes nothing of %j",
    async (html) => {
      expect(await loadHtml(html)).toEqual([]);
    },
  );

  it("refuses a page over the cap", async () => {
    await expect(loadHtml("<p>word</p>".repeat(100), { maxLength: 1_000 })).rejects.toMatchObject({
      code: "DOCUMENT_TOO_LARGE",
    });
  });
});
