import { describe, expect, it } from "vitest";
import { chunk } from "../../src/rag/chunk/chunk.ts";
import { htmlToText } from "../../src/rag/html-to-text.ts";
import { readDocument } from "../../src/rag/load/read-document.ts";

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

describe("htmlToText", () => {
  it("writes headings, lists, tables and code as Markdown", () => {
    const html = `<h2>Tides</h2><p>Twice&nbsp;a <b>day</b>.<br>Or so.</p>
      <ul><li>high<li>low</ul><ol><li><p>one</p></ol>
      <table><tr><th>Port<th>Range<tr><td>Brest<td>6 m</table>
      <pre>  a\n    b</pre><p>end`;
    expect(htmlToText(html).text).toBe(
      "## Tides\n\nTwice a day.\nOr so.\n\n- high\n- low\n\n- one\n\n| Port | Range\n| Brest | 6 m\n\n```\n  a\n    b\n```\n\nend",
    );
  });

  it("leaves out scripts, styles, navigation, forms and what is hidden", () => {
    const html = `<head><style>p{}</style><script>var a = "</p>"</script></head><nav>Home <ul><li>About</ul></nav>
      <header><h1>Title</h1></header><p hidden>no</p><p aria-hidden="true">no</p><form>no<button>no</button></form>
      <template>no</template><svg><title>no</title></svg><noscript>no</noscript><p>yes</p><aside>no</aside><footer>no</footer>`;
    expect(htmlToText(html).text).toBe("# Title\n\nyes");
  });

  it("takes the title from <title>, else from the first <h1>", () => {
    expect(htmlToText("<title>\n A &amp; B </title><h1>C</h1><h1>D</h1>").title).toBe("A & B");
    expect(htmlToText("<h1>C <i>d</i></h1><h1>E</h1>").title).toBe("C d");
    expect(htmlToText("<p>none</p>").title).toBeUndefined();
  });

  it("decodes entities and keeps words of inline elements together", () => {
    expect(htmlToText("<p>caf&eacute; &#x1F600; sun<b>light</b> &lt;b&gt;</p>").text).toBe(
      "café 😀 sunlight <b>",
    );
  });

  it("survives broken markup", () => {
    expect(htmlToText("<p>a<p>b</div></b><li>c<script>x").text).toBe("a\n\nb\n- c");
    expect(htmlToText("").text).toBe("");
  });

  it("gives text that the Markdown chunker cuts at its headings", () => {
    const { text } = htmlToText("<h1>A</h1><p>first</p><h2>B</h2><p>second</p>");
    expect(chunk(text, { type: "markdown" }).map((piece) => piece.text)).toEqual([
      "# A\n\nfirst",
      "## B\n\nsecond",
    ]);
  });

  it("reads on where elements nest deeper than in any real page, in linear time", () => {
    const deep = `${"<div>".repeat(200_000)}<p>a</p>${"</p>".repeat(200_000)}<p>z`;
    expect(htmlToText(deep).text).toBe("a\n\nz");
    expect(htmlToText(`${"<b>".repeat(5000)}a ${"</b>".repeat(5000)}z`).text).toBe("a z");
    expect(htmlToText(`${"<pre>".repeat(600)}a`).text).toContain("a");
  });
});
