import { describe, expect, it } from "vitest";
import { parseSitemap } from "../../../../src/rag/load/site/sitemap.ts";

describe("parseSitemap", () => {
  it("reads pages, without what is no page", () => {
    const text = `<?xml version="1.0" encoding="UTF-8"?>
      <!DOCTYPE urlset [<!ENTITY lol "lollol"><!ENTITY x SYSTEM "file:///etc/passwd">]>
      <urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:image="x"><!-- <url><loc>no</loc></url> -->
      <url><loc> https://a.example/?a=1&amp;b=2 </loc><lastmod>2024-01-01</lastmod>
        <image:image><image:loc>https://a.example/no.png</image:loc></image:image></url>
      <url><loc><![CDATA[https://a.example/c]]></loc></url><url><loc>&x;&lol;</loc></url><url><loc/></url></urlset>`;
    expect(parseSitemap(text)).toEqual({
      pages: ["https://a.example/?a=1&b=2", "https://a.example/c", "&x;&lol;"],
      sitemaps: [],
    });
  });

  it("reads an index", () => {
    const text =
      "<sitemapindex><sitemap><loc>https://a.example/1.xml</loc></sitemap><sitemap><loc>/2.xml.gz</loc>";
    expect(parseSitemap(text).sitemaps).toEqual(["https://a.example/1.xml", "/2.xml.gz"]);
    expect(parseSitemap(`${text}</sitemap></sitemapindex>`).sitemaps).toHaveLength(2);
  });

  it("reads a list of lines", () => {
    expect(parseSitemap("https://a.example/\r\n\nhttps://a.example/b\n").pages).toHaveLength(2);
    expect(parseSitemap("")).toEqual({ pages: [], sitemaps: [] });
  });

  it("reads what stands before a break, and no page of an HTML answer", () => {
    expect(
      parseSitemap("<urlset><url><loc>https://a.example/</loc></url><url><loc>https://a.exa").pages,
    ).toHaveLength(1);
    expect(parseSitemap("<!doctype html><html><body><p>404</p></body></html>")).toEqual({
      pages: [],
      sitemaps: [],
    });
  });

  it("takes at most 50,000 entries, and a hostile file quickly", () => {
    const entry = "<url><loc>https://a.example/</loc></url>";
    expect(parseSitemap(`<urlset>${entry.repeat(50_100)}</urlset>`).pages).toHaveLength(50_000);
    const started = performance.now();
    expect(parseSitemap(`${"<a>".repeat(500_000)}${"</b>".repeat(500_000)}`).pages).toEqual([]);
    expect(performance.now() - started).toBeLessThan(3_000);
  });
});
