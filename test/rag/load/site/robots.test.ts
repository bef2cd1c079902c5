import { describe, expect, it } from "vitest";
import { parseRobots } from "../../../../src/rag/load/site/robots.ts";

function allows(text: string, path: string, token: string = "foobot"): boolean {
  return parseRobots(text, token).allows(new URL(path, "https://a.example/"));
}

describe("parseRobots", () => {
  it.each([
    ["", "/x", true],
    ["User-agent: foobot\nDisallow:", "/x", true],
    ["User-agent: foobot\nDisallow: /", "/x", false],
    ["user-agent:foobot\ndisallow:/x", "/x/y", false],
    ["USER-AGENT: FooBot/1.0\r\nDISALLOW : /x # comment", "/x", false],
    ["User-agent: foobot-news\nDisallow: /", "/x", true],
    ["User-agent: foo\nDisallow: /", "/x", true],
    ["User-agent: *\nDisallow: /\n\nUser-agent: foobot\nDisallow:", "/x", true],
    ["User-agent: *\nDisallow: /", "/x", false],
    ["User-agent: bar\nDisallow: /", "/x", true],
    ["User-agent: bar\nUser-agent: foobot\nDisallow: /x", "/x", false],
    [
      "User-agent: foobot\nDisallow: /a\n\nUser-agent: other\nDisallow: /\n\nUser-agent: foobot\nDisallow: /b",
      "/b",
      false,
    ],
    ["User-agent: foobot\nCrawl-delay: 3\nDisallow: /x", "/x", false],
    ["User-agent: bar\nSitemap: https://a.example/s.xml\nUser-agent: foobot\nDisallow: /x", "/x", false],
    ["Disallow: /\nUser-agent: foobot\nAllow: /", "/x", true],
    ["\ufeffUser-agent: foobot\nDisallow: /", "/x", false],
    ["User-agent: foobot\nDisallow: /", "/robots.txt", true],
  ])("reads groups: %j for %s", (text, path, allowed) => {
    expect(allows(text, path)).toBe(allowed);
  });

  it.each([
    ["Allow: /p\nDisallow: /", "/page", true],
    ["Allow: /folder\nDisallow: /folder", "/folder/page", true],
    ["Disallow: /folder\nAllow: /folder", "/folder/page", true],
    ["Allow: /page\nDisallow: /*.htm", "/page.htm", false],
    ["Allow: /$\nDisallow: /", "/", true],
    ["Allow: /$\nDisallow: /", "/page.htm", false],
    ["Disallow: /fish", "/fish.html", false],
    ["Disallow: /fish", "/Fish.asp", true],
    ["Disallow: /fish*", "/fishheads/yummy", false],
    ["Disallow: /fish/", "/fish", true],
    ["Disallow: /*.php", "/folder/any.php.file", false],
    ["Disallow: /*.php$", "/folder/name.php", false],
    ["Disallow: /*.php$", "/name.php?parameters", true],
    ["Disallow: /fish*.php", "/fishheads/catfish.php?x", false],
    ["Disallow: /*?", "/page?x=1", false],
    ["Disallow: /*?", "/page", true],
    ["Disallow: *", "/x", false],
    ["Disallow: /a*b*c$", "/a1b2c3c", false],
    ["Disallow: /a*b*c$", "/a1b2c3", true],
    ["Disallow: /foo/bar/ツ", "/foo/bar/%E3%83%84", false],
    ["Disallow: /foo/bar/%E3%83%84", "/foo/bar/ツ", false],
    ["Disallow: /foo/bar/%62%61%7A", "/foo/bar/baz", false],
    ["Disallow: /foo/bar/baz", "/foo/bar/%62az", false],
    ["Disallow: /a%2fb", "/a%2Fb", false],
    ["Disallow: /a%2fb", "/a/b", true],
    ["Disallow: /file-with-a-%2A.html", "/file-with-a-*.html", false],
    ["Disallow: /path/foo-%24", "/path/foo-$", false],
  ])("RFC 9309: %j for %s", (rules, path, allowed) => {
    expect(allows(`User-agent: *\n${rules}`, path)).toBe(allowed);
  });

  it("tells the delay of the own group, and all sitemaps", () => {
    const text =
      "Sitemap: https://a.example/1.xml\nUser-agent: *\nCrawl-delay: 9\nDisallow: /x\nUser-agent: b\nCrawl-delay: 2.5\nSitemap: /2.xml";
    expect(parseRobots(text, "b")).toMatchObject({
      crawlDelayMs: 2_500,
      sitemaps: ["https://a.example/1.xml", "/2.xml"],
    });
    expect(parseRobots(text, "c").crawlDelayMs).toBe(9_000);
    expect(parseRobots("User-agent: *\nCrawl-delay: soon", "c").crawlDelayMs).toBe(0);
  });

  it("takes a hostile file quickly", () => {
    const text = `User-agent: *\nDisallow: /${"*a".repeat(100_000)}$\n${"Disallow: /*x*y*z\n".repeat(20_000)}`;
    const started = performance.now();
    expect(allows(text, `/${"a".repeat(2_000)}`)).toBe(true);
    expect(performance.now() - started).toBeLessThan(2_000);
  });
});
