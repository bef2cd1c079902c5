import { describe, expect, it } from "vitest";
import { isMove, pageKey, pageUrl, scopeOf } from "../../../../src/rag/load/site/scope.ts";

const start = new URL("https://docs.example/guide/intro");
const contains = (address: string, allow?: string[]): boolean =>
  scopeOf(start, { allow }).contains(new URL(address));

describe("scopeOf", () => {
  it.each([
    ["https://docs.example/guide/", true],
    ["https://docs.example/guide/deep/page?x=1", true],
    ["https://docs.example/guide", false],
    ["https://docs.example/guidelines", false],
    ["https://docs.example/", false],
    ["https://docs.example:8443/guide/", false],
    ["https://www.docs.example/guide/", false],
    ["http://docs.example/guide/", false],
  ])("of a page is its folder: %s", (address, within) => {
    expect(contains(address)).toBe(within);
  });

  it.each([
    [["docs.example"], "https://docs.example/other", true],
    [["docs.example"], "https://a.docs.example/", false],
    [["*.docs.example"], "https://a.docs.example/", true],
    [["*.docs.example"], "https://docs.example/", false],
    [["docs.example/api"], "https://docs.example/api", true],
    [["docs.example/api"], "https://docs.example/api/x", true],
    [["docs.example/api"], "https://docs.example/apis", false],
    [["https://b.example:8443/x/"], "https://b.example:8443/x/y", true],
    [["docs.example/guide"], "https://docs.example/guide/../admin", false],
    [["docs.example/guide"], "https://docs.example/guide/%2e%2e/admin", false],
  ])("%j of %s: %s", (allow, address, within) => {
    expect(contains(address, allow)).toBe(within);
  });

  it("visits what the patterns let it, and no files without text, and ends no session", () => {
    const scope = scopeOf(start, {
      allow: ["docs.example"],
      include: ["/guide/*", "/faq"],
      exclude: ["*/old/*", "https://*print=1*"],
    });
    const visited = (path: string): boolean => scope.visits(new URL(path, start));
    expect(["/guide/a", "/faq", "/guide/a.pdf", "/guide/login-forms"].map(visited)).toEqual([
      true,
      true,
      true,
      true,
    ]);
    const passed = [
      "/blog/a",
      "/faqs",
      "/guide/old/a",
      "/guide/a?print=1",
      "/guide/a.PNG",
      "/guide/x.tar.gz",
      "/guide/logout",
    ];
    expect(passed.map(visited)).toEqual(passed.map(() => false));
  });

  it.each([["*."], [""], ["http://"], ["a b"]])("refuses %j as a place", (entry) => {
    expect(() => scopeOf(start, { allow: [entry] })).toThrow(
      expect.objectContaining({ code: "INVALID_CONFIG" }),
    );
  });
});

describe("pageUrl", () => {
  it.each([
    ["b#part", "https://docs.example/guide/b"],
    ["?utm_source=x&page=2&gclid=1", "https://docs.example/guide/intro?page=2"],
    ["https://me:pass@docs.example/", "https://docs.example/"],
    ["http://docs.example/x", "https://docs.example/x"],
    ["http://docs.example:8080/x", "http://docs.example:8080/x"],
    ["//other.example/x", "https://other.example/x"],
    ["javascript:alert(1)", undefined],
    ["mailto:a@b.example", undefined],
    ["data:text/html,x", undefined],
    ["https://", undefined],
    [`/${"x".repeat(3_000)}`, undefined],
  ])("of %s is %s", (link, address) => {
    expect(pageUrl(link, start)?.href).toBe(address);
  });
});

describe("pageKey", () => {
  const key = (address: string): string => pageKey(new URL(address));

  it("is one for the addresses of one page", () => {
    const same = [
      "https://a.example/x/",
      "https://a.example/x",
      "http://www.a.example/x/index.html",
      "https://a.example/x/index.php",
    ];
    expect(new Set(same.map(key)).size).toBe(1);
    expect(key("https://a.example/?b=2&a=1")).toBe(key("https://a.example?a=1&b=2"));
  });

  it("is another for another page", () => {
    const all = [
      "https://a.example/x",
      "https://a.example/X",
      "https://b.example/x",
      "https://a.example/x?a=1",
      "https://a.example/x/y",
    ];
    expect(new Set(all.map(key)).size).toBe(all.length);
  });
});

describe("isMove", () => {
  it.each([
    ["https://www.docs.example/", true],
    ["https://docs.example/de/", true],
    ["http://docs.example/", false],
    ["https://docs.evil.example/", false],
    ["https://docs.example:444/", false],
  ])("to %s: %s", (to, moved) => {
    expect(isMove(start, new URL(to))).toBe(moved);
    expect(isMove(new URL("http://docs.example/"), start)).toBe(true);
  });
});
