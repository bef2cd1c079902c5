import { describe, expect, it } from "vitest";
import { htmlToMarkdown } from "../../../src/rag/html/html-to-markdown.ts";
import type { PageMetadata } from "../../../src/rag/html/page.ts";

const metadata = (html: string, baseUrl?: string): PageMetadata =>
  htmlToMarkdown(html, baseUrl ? { baseUrl } : {}).metadata;
const json = (data: unknown): string => `<script type="application/ld+json">${JSON.stringify(data)}</script>`;

describe("the metadata of a page", () => {
  it("reads what Open Graph and meta tags say", () => {
    const html = `<html lang="en_gb"><head><title>Tides explained | The Harbour</title>
      <meta property="og:title" content="Tides &amp; moons"><meta property="og:site_name" content="The Harbour">
      <meta name="Description" content=" How the  moon pulls. "><meta name="description" content="later">
      <meta name="author" content="By Ada Lovelace"><link rel="canonical" href="/tides">
      <meta property="article:published_time" content="2024-03-01T10:00:00+02:00">
      <meta property="article:modified_time" content="2024-03-02 11:30"><meta name="robots" content="NoIndex, nofollow">`;
    expect(metadata(html, "https://harbour.example/x?y")).toEqual({
      title: "Tides & moons",
      description: "How the moon pulls.",
      author: "Ada Lovelace",
      published: "2024-03-01T08:00:00.000Z",
      modified: "2024-03-02",
      language: "en-GB",
      canonicalUrl: "https://harbour.example/tides",
      siteName: "The Harbour",
      robots: "noindex, nofollow",
    });
  });

  it("reads JSON-LD, in lists and graphs too, and passes over what is broken", () => {
    const article = {
      "@type": ["Thing", "NewsArticle"],
      headline: "Ebb",
      author: [{ name: "Ada" }, { "@type": "Person", name: "Bo" }],
      publisher: { name: "Harbour" },
      datePublished: "2024-05-06T07:08:09Z",
      inLanguage: "de-de",
    };
    const found = {
      title: "Ebb",
      author: "Ada, Bo",
      published: "2024-05-06T07:08:09.000Z",
      language: "de-DE",
      siteName: "Harbour",
    };
    expect(metadata(json([{ "@type": "WebSite", name: "x" }, article]))).toEqual(found);
    expect(
      metadata(`<script type="application/ld+json">{"a":</script>${json({ "@graph": [1, null, article] })}`),
    ).toEqual(found);
    expect(metadata(json({ headline: 7, author: { name: { toString: 1 } }, datePublished: [] }))).toEqual({});
  });

  it("takes the title from <title>, else from the first <h1>", () => {
    expect(metadata("<title>\n A &amp; B </title><h1>C</h1><h1>D</h1>").title).toBe("A & B");
    expect(metadata("<h1>C <i>d</i></h1><h1>E</h1>").title).toBe("C d");
    expect(metadata("<svg><title>icon</title></svg><p>none</p>").title).toBeUndefined();
    expect(htmlToMarkdown("<title>A</title>").title).toBe("A");
  });

  it.each([
    ["Tides explained in full - Harbour", "Harbour", "", "Tides explained in full"],
    ["Harbour | Tides", "harbour", "", "Tides"],
    ["Tides explained in full · News · Harbour", "", "Tides explained in full", "Tides explained in full"],
    ["Tides - high - low", "Other", "low", "Tides - high - low"],
    ["Well-known tides", "known", "", "Well-known tides"],
  ])("takes the site's name out of %j where that is safe", (title, site, headline, expected) => {
    const html = `<title>${title}</title><meta property=og:site_name content="${site}"><h1>${headline}</h1>`;
    expect(metadata(html).title).toBe(expected);
  });

  it.each([
    ['<a rel="author" href=/ada>Ada Lovelace</a>', "Ada Lovelace"],
    ['<p class="post__byline">By <b>Ada Lovelace</b> | 3 May 2024</p>', "Ada Lovelace"],
    ['<div itemprop="author"><div>Ada</div> Lovelace</div>', "Ada Lovelace"],
    ['<meta name="article:author" content="https://social.example/ada"><span class=author>Ada', "Ada"],
    ['<p class="byline">3 May 2024</p>', undefined],
    ['<body class="author-template">text', undefined],
  ])("reads who wrote %j", (html, author) => {
    expect(metadata(html).author).toBe(author);
  });

  it.each([
    ["2024-02-30T00:00:00Z", undefined],
    ["0001-01-01T00:00:00Z", undefined],
    ["2024-05-06T07:08:09+0200", "2024-05-06T05:08:09.000Z"],
    ["2024-05-06T07:08", "2024-05-06"],
    ["May 6, 2024 at noon", "2024-05-06"],
    ["6. May 2024", "2024-05-06"],
    ["soon", undefined],
    ["", undefined],
  ])("reads the date %j", (date, expected) => {
    expect(metadata(`<time datetime="${date}">x</time>`).published).toBe(expected);
  });

  it("takes only languages that are tags, and addresses of the web", () => {
    expect(metadata('<html lang="!!"><meta property=og:locale content=pt_BR>').language).toBe("pt-BR");
    expect(metadata('<link rel=canonical href="javascript:x">').canonicalUrl).toBeUndefined();
    expect(metadata('<link rel=canonical href="/x">').canonicalUrl).toBeUndefined();
  });

  it("cuts off what is too long", () => {
    expect(
      metadata(`<meta name=description content="${"x".repeat(5000)}">`).description?.length,
    ).toBeLessThan(1010);
  });
});
