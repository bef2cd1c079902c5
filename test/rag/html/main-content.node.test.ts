import { describe, expect, it } from "vitest";
import { meanOverlap, shingleOverlap } from "../../../bench/rag/shingles.ts";
import { htmlToMarkdown, htmlToText } from "../../../src/rag/html/html-to-markdown.ts";
import { corpusRows, corpusText } from "../../support/corpus.ts";

interface Article {
  readonly id: string;
  readonly url: string;
  readonly articleBody: string;
}

const articles = await corpusRows<Article>("rag/articles/ground-truth.jsonl");
const pages = await Promise.all(
  (articles ?? []).map(async ({ id, url, articleBody }) => {
    return { url, articleBody, html: (await corpusText(`rag/articles/html/${id}.html`)) ?? "" };
  }),
);

describe.skipIf(!articles)("main content of pages whose article people have marked", () => {
  it("is found with F1 .95 or more", () => {
    const overlaps = pages.map(({ url, articleBody, html }) =>
      shingleOverlap(articleBody, htmlToText(html, { mainContent: true, baseUrl: url }).text),
    );
    expect(meanOverlap(overlaps).f1).toBeGreaterThan(0.97);
  });

  it("is found where classes and ids tell nothing", () => {
    const overlaps = pages.map(({ articleBody, html }) => {
      const bare = html.replace(/\s(?:class|id|role|itemprop)=(?:"[^"]*"|'[^']*')/gi, "");
      return shingleOverlap(articleBody, htmlToText(bare, { mainContent: true }).text);
    });
    expect(meanOverlap(overlaps).f1).toBeGreaterThan(0.92);
  });

  it("is the same as Markdown, but for its marks", () => {
    for (const { html } of pages) {
      const options = { mainContent: true, keepLinks: false };
      const words = (text: string): string[] => text.match(/[\p{L}\p{N}]+/gu) ?? [];
      const marks = /^ *\d+\. /gm;
      const markdown = htmlToMarkdown(html, options).text.replace(marks, "");
      expect(words(markdown).length).toBeGreaterThan(0.97 * words(htmlToText(html, options).text).length);
    }
  });

  it("has a title, a language and an address on nearly every page", () => {
    const found = pages.map(({ html, url }) => htmlToMarkdown(html, { baseUrl: url }).metadata);
    const share = (key: keyof (typeof found)[number]): number =>
      found.filter((metadata) => metadata[key]).length / found.length;
    expect(share("title")).toBe(1);
    expect(share("canonicalUrl")).toBeGreaterThan(0.9);
    expect(share("published")).toBeGreaterThan(0.85);
    expect(share("author")).toBeGreaterThan(0.7);
  });
});

describe("hostile pages", () => {
  const many = 40_000;
  it.each([
    ["elements 40,000 deep", "<div>a".repeat(many)],
    ["tables 40,000 deep", "<table><tr><td>a".repeat(many)],
    ["items 40,000 deep", "<ol><li>a".repeat(many)],
    [
      "a million attributes",
      `<p ${"a ".repeat(10)}${Array.from({ length: 1e6 }, (_, at) => `b${at}`).join(" ")}>x`,
    ],
    ["end tags that close nothing near", `<div>${"<section>".repeat(many)}${"</div>".repeat(many)}`],
    ["one text of 10 MB", `<p>${"lorem ipsum ".repeat(850_000)}`],
    ["a text in a million pieces", `<p>${"< &amp;".repeat(500_000)}`],
    ["rows of more cells than a table has", `<table>${"<tr><td colspan=1000>a".repeat(many)}</table>`],
    ["code in code", "<code>`".repeat(many)],
    ["broken JSON-LD", `<script type="application/ld+json">${"[".repeat(many)}</script>`.repeat(5)],
    ["titles of separators", `<title>${" - ".repeat(1e6)}</title><h1>${" - ".repeat(1e6)}`],
  ])("reads %s in linear time", { timeout: 20_000 }, (_, html) => {
    const start = performance.now();
    htmlToMarkdown(html, { mainContent: true });
    // Quadratic work takes minutes here.
    expect(performance.now() - start).toBeLessThan(10_000);
  });
});
