import { describe, expect, it } from "vitest";
import { chunk } from "../../../src/rag/chunk/chunk.ts";
import { htmlToMarkdown, htmlToText } from "../../../src/rag/html/html-to-markdown.ts";

const markdown = (html: string, baseUrl?: string): string =>
  htmlToMarkdown(html, baseUrl ? { baseUrl } : {}).text;

describe("htmlToMarkdown", () => {
  it("writes headings, lists, tables and code as Markdown", () => {
    const html = `<h2>Tides</h2><p>Twice&nbsp;a <b>day</b>.<br>Or so.</p>
      <ul><li>high<li>low</ul><ol><li><p>one</p></ol>
      <table><tr><th>Port<th>Range<tr><td>Brest<td>6 m</table>
      <pre>  a\n    b</pre><p>end`;
    expect(markdown(html)).toBe(
      "## Tides\n\nTwice a day.\nOr so.\n\n- high\n- low\n\n1. one\n\n| Port | Range |\n| --- | --- |\n| Brest | 6 m |\n\n```\n  a\n    b\n```\n\nend",
    );
  });

  it("indents lists within lists, quotations and what else an item holds", () => {
    expect(markdown("<ul><li>a<ul><li>b<ol start=9><li>c<li>d</ol></ul><li>e</ul>")).toBe(
      "- a\n  - b\n    9. c\n    10. d\n- e",
    );
    expect(markdown("<ol><li><p>a</p><p>b</p><pre>c\nd</pre><li>e</ol>")).toBe(
      "1. a\n\n   b\n\n   ```\n   c\n   d\n   ```\n2. e",
    );
    expect(markdown("<blockquote>a<p>b<ul><li>c</ul></blockquote><p>d")).toBe("> a\n>\n> b\n>\n> - c\n\nd");
    expect(markdown("<dl><dt>ebb<dd>out<dd>low<dt>flood<dd>in</dl>")).toBe(
      "ebb\n: out\n: low\n\nflood\n: in",
    );
  });

  it("keeps tables that hold data, and reads tables that arrange a page as paragraphs", () => {
    expect(markdown("<table><tr><th colspan=2>a|b<th>c<tr><td>1<td><p>2</p><p>3</p><td></table>")).toBe(
      "| a\\|b |  | c |\n| --- | --- | --- |\n| 1 | 2 3 |",
    );
    expect(markdown("<table><tr><td>menu<td><table><tr><td>x<td>y</table></table>")).toBe(
      "menu\n\n| x | y |\n| --- | --- |",
    );
    expect(markdown("<table role=presentation><tr><td>a<td>b</table>")).toBe("a\n\nb");
    expect(markdown("<table><tr><td>one<tr><td>column</table>")).toBe("one\n\ncolumn");
  });

  it("fences code with marks longer than those inside, and names its language", () => {
    expect(markdown('<pre class="x language-ts"><code>a &lt; b<br>c</code></pre>')).toBe(
      "```ts\na < b\nc\n```",
    );
    expect(markdown('<pre><code class="lang-c++">```\n</code></pre>')).toBe("````c++\n```\n````");
    expect(markdown("<p>call <code>f(`x`)</code>, <code>`</code> or <kbd>Esc</kbd>")).toBe(
      "call ``f(`x`)``, `` ` `` or `Esc`",
    );
  });

  it("resolves links, and drops those that lead nowhere one may follow", () => {
    const base = "https://a.example/b/c";
    expect(markdown('<a href="d?e=f">x</a> <a href=" //g.example/h_(i) ">y</a>', base)).toBe(
      "[x](https://a.example/b/d?e=f) [y](https://g.example/h_%28i%29)",
    );
    expect(markdown('<base href="/z/"><a href="y"> x </a>!', base)).toBe("[x](https://a.example/z/y) !");
    expect(markdown('<a href="/x y">a [b]</a>')).toBe("[a \\[b\\]](/xy)");
    for (const href of [
      "javascript:alert(1)",
      "java\nscript:alert(1)",
      "data:text/html,x",
      "vbscript:x",
      "#top",
      "",
      "blob:x",
    ]) {
      expect(markdown(`<a href="${href}">x</a>`, base), href).toBe("x");
    }
    expect(
      markdown('<a href="mailto:a@b.example">x</a> <a href="https://c.example/">https://c.example/</a>'),
    ).toBe("[x](mailto:a@b.example) https://c.example/");
    expect(markdown('<a href="/x"><h3>a</h3><p>b</a> c')).toBe("### [a](/x)\n\n[b](/x) c");
    expect(htmlToMarkdown('<a href="/x">a</a>', { keepLinks: false }).text).toBe("a");
  });

  it("escapes text that would begin a heading, list, quotation, fence or rule", () => {
    const lines = [
      "# a",
      "- a",
      "+ a",
      "* a",
      "> a",
      "1. a",
      "12) a",
      "```",
      "~~~",
      "---",
      "===",
      "* * *",
      "| a",
    ];
    for (const line of lines) {
      const text = markdown(`<p>${line.replace(">", "&gt;")}</p>`);
      expect(text.replace("\\", ""), line).toBe(line);
      expect(text, line).toContain("\\");
    }
    for (const line of ["#a", "-a", "1.5 m", "a - b", "2019", "*a*", "snake_case", "_a_", "5 > 4", "[a]"]) {
      expect(markdown(`<p>${line}</p>`), line).toBe(line);
    }
    expect(markdown("<p>a<br># b")).toBe("a\n\\# b");
    expect(markdown("<p>&#35; a")).toBe("\\# a");
  });

  it("leaves out scripts, styles, navigation, forms and what is hidden", () => {
    const html = `<head><style>p{}</style><script>var a = "</p>"</script></head><nav>Home <ul><li>About</ul></nav>
      <header><h1>Title</h1></header><p hidden>no</p><p aria-hidden="true">no</p><form>no<button>no</button></form>
      <p style="color: red; display: none">no</p><p>no<b style="visibility:hidden">no<b>no</b></b><br hidden></p>
      <template>no</template><svg><title>no</title></svg><noscript>no</noscript><p>yes</p><aside>no</aside><footer>no</footer>`;
    expect(markdown(html).replace("no\n\n", "")).toBe("# Title\n\nyes");
    expect(markdown('<body style="display:none"><p hidden="until-found">yes')).toBe("yes");
  });

  it("keeps a form that the page's text stands in", () => {
    expect(markdown("<form><p>All of a page can stand in a form.</p><input></form><p>end")).toBe(
      "All of a page can stand in a form.\n\nend",
    );
  });

  it("decodes entities, keeps words of inline elements together, and collapses white space", () => {
    expect(markdown("<p>caf&eacute; &#x1F600; sun<b>light</b> &lt;b&gt; &copy")).toBe(
      "café 😀 sunlight <b> ©",
    );
    expect(markdown("<p> a \n\t b <i> c</i> <i>d </i>e\u00a0\u00a0f<br> g </p>")).toBe("a b c d e f\ng");
    expect(markdown("a<br><br>b<br>\n<br/>c")).toBe("a\n\nb\n\nc");
  });

  it("writes what images say", () => {
    expect(markdown('<p>See <img src=x alt=" the\nmoon "> rise<img alt="">')).toBe("See the moon rise");
  });

  it("reads broken markup as browsers do", () => {
    expect(markdown("<p>a<p>b</div></b><li>c<script>x")).toBe("a\n\nb\n\n- c");
    expect(markdown("<table><tr><td><div>a<td>b</table>c</div>")).toBe("| a | b |\n| --- | --- |\n\nc");
    expect(markdown("<div><table><tr><td>a</div>b<td>c</table>")).toBe("| ab | c |\n| --- | --- |");
    expect(markdown("<h2>a<h3>b</h2>c")).toBe("## a\n\n### b\n\nc");
    expect(markdown("<a href=/x>a<p>b<a href=/y>c")).toBe("[a](/x)\n\n[b](/x)[c](/y)");
    expect(markdown("a</br>b</p>c")).toBe("a\nb\n\nc");
    expect(markdown("<!-- a --><![CDATA[b]]><?c?><!d>e")).toBe("e");
    expect(markdown("")).toBe("");
    expect(markdown("a<div")).toBe("a");
    expect(markdown("<p>a\0b")).toBe("ab");
  });

  it("takes no attribute for a property", () => {
    expect(markdown('<p __proto__="x" constructor=y toString>a')).toBe("a");
    expect(
      htmlToMarkdown('<meta name="__proto__" content="x"><meta name=constructor content=y>a').metadata,
    ).toEqual({});
  });

  it("gives text that the Markdown chunker cuts at its headings", () => {
    const text = markdown("<h1>A</h1><p>first</p><h2>B</h2><p>second</p>");
    expect(chunk(text, { type: "markdown" }).map((piece) => piece.text)).toEqual([
      "# A\n\nfirst",
      "## B\n\nsecond",
    ]);
  });

  it("lists where a page leads, each address once", () => {
    const html = `<nav><a href="/a#x">a</a><a href="/a">a</a></nav><a rel=nofollow href=/b>b</a><a href="mailto:c@d.example">c</a>
      <a href="https://e.example">e</a><a href="http://[">f</a>`;
    const { links } = htmlToMarkdown(html, { baseUrl: "https://a.example/", collectLinks: true });
    expect(links).toEqual(["https://a.example/a", "https://e.example/"]);
    expect(htmlToMarkdown(html).links).toBeUndefined();
  });

  it("refuses a page above the limit", () => {
    const read = (): unknown => htmlToMarkdown("<p>abc", { maxLength: 5, baseUrl: "https://a.example/" });
    expect(read).toThrow(
      expect.objectContaining({ code: "DOCUMENT_TOO_LARGE", source: "https://a.example/" }),
    );
    expect(() => htmlToMarkdown(" ".repeat(20_000_001))).toThrow(/20000001/);
  });

  it("reads what nests deeper than any real page", () => {
    const deep = 20_000;
    expect(markdown(`${"<div>".repeat(deep)}<p>a</p>${"</p>".repeat(deep)}<p>z`)).toBe("a\n\nz");
    expect(markdown(`${"<b>".repeat(deep)}a ${"</b>".repeat(deep)}z`)).toBe("a z");
    expect(markdown(`${"<pre>".repeat(deep)}a`)).toContain("a");
    expect(markdown("<ul><li>a".repeat(deep)).split("\n").at(-1)?.length).toBeLessThan(40);
    expect(markdown("<code>a".repeat(deep)).length).toBe(deep + 2);
    expect(markdown("<svg><title>a".repeat(deep))).toBe("");
  });
});

describe("htmlToText", () => {
  it("writes the same text without marks", () => {
    const html = `<h2>Tides</h2><p># <a href="https://a.example/">High</a> <code>water</code></p><ol><li>one<li>two</ol>
      <table><tr><th>Port<th>Range<tr><td>Brest<td>6 m</table><pre>\n  a\n b</pre><blockquote>c`;
    expect(htmlToText(html).text).toBe(
      "Tides\n\n# High water\n\none\ntwo\n\nPort Range\nBrest 6 m\n\n  a\n b\n\nc",
    );
  });
});
