import { describe, expect, it, vi } from "vitest";
import {
  type LoadSiteOptions,
  loadSite,
  type SiteLoad,
  type SiteProgress,
} from "../../../src/rag/load/load-site.ts";
import { opaqueRedirect, redirectTo, watchedSignal } from "../../net/outbound-stub.ts";
import { html, page, plain, siteStub } from "./site-stub.ts";

const start = "https://docs.example/guide/";
const at = (path: string): string => new URL(path, start).href;

function load(
  policy: LoadSiteOptions["policy"],
  options: LoadSiteOptions = {},
  from: string = start,
): SiteLoad {
  return loadSite(from, { delayMs: 0, policy, ...options });
}

async function idsOf(site: SiteLoad): Promise<string[]> {
  return (await site.all()).map(({ id }) => id);
}

/** A chain of pages, each with a link to the next. */
function chain(length: number): Record<string, string> {
  const numbers = Array.from({ length }, (_, index) => index);
  return Object.fromEntries(
    numbers.map((number) => [at(number ? `p${number}` : ""), page(`Page ${number}`, `p${number + 1}`)]),
  );
}

/** A body that fails after a text. */
function brokenOff(text: string): ReadableStream<Uint8Array> {
  let isFirst = true;
  return new ReadableStream({
    pull(controller) {
      if (isFirst) controller.enqueue(new TextEncoder().encode(text));
      else controller.error(new TypeError("connection reset"));
      isFirst = false;
    },
  });
}

describe("loadSite", () => {
  it("follows the links of a site, first those of the first page, and stays within it", async () => {
    const { policy, asked } = siteStub({
      [start]: page(
        "Guide",
        "b",
        "a/",
        "../",
        "https://other.example/",
        "b#part",
        "b?utm_source=x",
        "picture.png",
      ),
      [at("a/")]: page("A", "/guide/c", "javascript:alert(1)", "mailto:me@docs.example"),
      [at("b")]: page("B", "./"),
      [at("c")]: page("C"),
    });
    const site = load(policy, { tags: ["docs"], metadata: { team: "sea" } });
    const documents = await site.all();
    expect(documents.map(({ id }) => id)).toEqual([start, at("b"), at("a/"), at("c")]);
    expect(documents[1]).toMatchObject({
      text: expect.stringContaining("# B"),
      tags: ["docs"],
      metadata: { source: at("b"), loader: "web", title: "B", team: "sea" },
    });
    expect(asked).toEqual([at("/robots.txt"), start, at("b"), at("a/"), at("c")]);
    expect(site).toMatchObject({ skipped: [], stopped: undefined, cursor: undefined });
  });

  it("fetches no more than is taken", async () => {
    const { policy, asked } = siteStub(chain(5));
    const site = load(policy);
    expect(asked).toEqual([]);
    for await (const document of site) if (document.id === at("p1")) break;
    expect(asked).toEqual([at("/robots.txt"), start, at("p1")]);
    expect(await site.all()).toEqual([]);
  });

  it("reads what loadWeb reads, Markdown too", async () => {
    const { policy } = siteStub({
      [start]: page("Guide", "a.md"),
      [at("a.md")]: new Response("# Notes", { headers: { "content-type": "text/markdown" } }),
    });
    const documents = await load(policy).all();
    expect(documents[1]).toMatchObject({ id: at("a.md"), text: "# Notes", metadata: { title: "Notes" } });
  });

  it("goes as many links deep as it may", async () => {
    const { policy } = siteStub(chain(5));
    expect(await idsOf(load(policy, { depth: 2 }))).toEqual([start, at("p1"), at("p2")]);
    expect(await idsOf(load(policy, { depth: 0 }))).toEqual([start]);
  });

  it("keeps to allow, include and exclude", async () => {
    const { policy, asked } = siteStub({
      [start]: page(
        "Guide",
        "/guide/a",
        "/api/b",
        "/api/old/c",
        "https://b.example/d",
        "https://b.example/e/f",
      ),
      [at("a")]: page("A"),
      [at("/api/b")]: page("B"),
      "https://b.example/e/f": page("F"),
    });
    const options = {
      allow: ["docs.example", "b.example/e/"],
      include: ["/api/*", "/e/*"],
      exclude: ["*/old/*"],
    };
    const site = load(policy, options);
    expect(await idsOf(site)).toEqual([at("/api/b"), "https://b.example/e/f"]);
    expect(site.skipped).toEqual([]);
    expect(asked).not.toContain(at("/api/old/c"));
    expect(asked).toContain("https://b.example/robots.txt");
  });

  describe("one page under two addresses", () => {
    it("is one document, by its canonical address", async () => {
      const { policy } = siteStub({
        [start]: page("Guide", "print/a", "a", "b", "c"),
        [at("print/a")]: `<link rel="canonical" href="/guide/a">${page("A, to print")}`,
        [at("a")]: page("A"),
        [at("b")]: `<link rel="canonical" href="https://other.example/b">${page("B")}`,
        [at("c")]: `<link rel="canonical" href="/guide/">${page("C")}`,
      });
      const site = load(policy);
      expect(await idsOf(site)).toEqual([start, at("a"), at("b")]);
      expect(site.skipped).toEqual([
        { url: at("a"), reason: "duplicate" },
        { url: at("c"), reason: "duplicate" },
      ]);
    });

    it("is one document, by its text", async () => {
      const { policy } = siteStub({
        [start]: page("Guide", "a", "b"),
        [at("a")]: page("A"),
        [at("b")]: page("A"),
      });
      const site = load(policy);
      expect(await idsOf(site)).toEqual([start, at("a")]);
      expect(site.skipped).toEqual([{ url: at("b"), reason: "duplicate" }]);
    });

    it("is asked for once, with or without a slash, an index or trackers", async () => {
      const { policy, asked } = siteStub({
        [start]: page(
          "Guide",
          "index.html",
          "a",
          "a/",
          "a?gclid=1",
          "a/index.html",
          "b?x=1&y=2",
          "b?y=2&x=1",
        ),
        [at("a")]: page("A"),
        [at("b?x=1&y=2")]: page("B"),
      });
      await load(policy).all();
      expect(asked).toEqual([at("/robots.txt"), start, at("a"), at("b?x=1&y=2")]);
    });

    it("is no document less where every page names the front page", async () => {
      const canonical = '<link rel="canonical" href="https://docs.example/">';
      const { policy } = siteStub({
        [at("/")]: canonical + page("Home", "/a", "/b"),
        [at("/a")]: canonical + page("A"),
        [at("/b")]: canonical + page("B"),
      });
      expect(await idsOf(load(policy, {}, at("/")))).toEqual([at("/"), at("/a"), at("/b")]);
    });
  });

  describe("what hosts and pages ask of crawlers", () => {
    it("robots.txt is obeyed, under the name of the crawler", async () => {
      const { policy, asked } = siteStub({
        [at("/robots.txt")]: plain("User-agent: docs-bot\nDisallow: /guide/a\n\nUser-agent: *\nDisallow: /"),
        [start]: page("Guide", "a", "b"),
        [at("b")]: page("B"),
      });
      const site = load(policy, { userAgent: "Docs-Bot/1.0 (+https://example.com)", maxPages: 2 });
      expect(await idsOf(site)).toEqual([start, at("b")]);
      expect(site.skipped).toEqual([{ url: at("a"), reason: "robots" }]);
      expect(asked).not.toContain(at("a"));
      expect(await idsOf(load(policy))).toEqual([]);
    });

    it.each<[string, () => Response | Promise<Response>, number]>([
      ["404", () => plain("", 404), 1],
      ["403", () => plain("", 403), 1],
      ["429", () => plain("", 429), 0],
      ["500", () => plain("", 500), 0],
      ["half of it", () => new Response(brokenOff("User-agent: *\n")), 0],
      ["no answer", () => Promise.reject(new TypeError("fetch failed")), 0],
      ["more than 500 KiB", () => plain(`${"#".repeat(600_000)}\nUser-agent: *\nDisallow: /`), 1],
      [
        "a rule in front of more than 500 KiB",
        () => plain(`User-agent: *\nDisallow: /\n${"#".repeat(600_000)}`),
        0,
      ],
    ])("a robots.txt that answers with %s", async (_, robots, documents) => {
      const { policy, asked } = siteStub({ [at("/robots.txt")]: robots, [start]: page("Guide") });
      expect(await load(policy).all()).toHaveLength(documents);
      expect(asked).toHaveLength(1 + documents);
    });

    it("noindex and nofollow are obeyed, of a page and of a header", async () => {
      const meta = (content: string): string => `<meta name="robots" content="${content}">`;
      const { policy, asked } = siteStub({
        [start]: page("Guide", "a", "b", "c", "d"),
        [at("a")]: meta("noindex") + page("A", "a2"),
        [at("a2")]: page("A2"),
        [at("b")]: meta("NOFOLLOW") + page("B", "never"),
        [at("c")]: html(page("C", "never"), { "x-robots-tag": "none" }),
        [at("d")]: '<h1>D</h1><a href="never" rel="nofollow">x</a>',
      });
      const site = load(policy);
      expect(await idsOf(site)).toEqual([start, at("b"), at("d"), at("a2")]);
      expect(site.skipped).toEqual([
        { url: at("a"), reason: "noindex" },
        { url: at("c"), reason: "noindex" },
      ]);
      expect(asked).not.toContain(at("never"));
    });

    it("waits between requests to a host, longer where robots.txt asks for it", async () => {
      const times: number[] = [];
      const timed =
        (words: string, ...links: string[]) =>
        () => {
          times.push(performance.now());
          return html(page(words, ...links));
        };
      const pages = { [start]: timed("Guide", "a", "b"), [at("a")]: timed("A"), [at("b")]: timed("B") };
      const robots = plain("User-agent: *\nCrawl-delay: 0.08");
      // From the beginning on, because what comes between a request's time and the request may take long on a busy machine.
      const began = performance.now();
      await load(siteStub(pages).policy, { delayMs: 40, concurrency: 2 }).all();
      expect((times[2] ?? 0) - began).toBeGreaterThan(75);
      const beganAgain = performance.now();
      await load(siteStub({ ...pages, [at("/robots.txt")]: robots }).policy).all();
      expect((times[5] ?? 0) - beganAgain).toBeGreaterThan(150);
    });

    it("asks once more where a server has enough, and no third time", async () => {
      let asked = 0;
      const busy = () => {
        asked += 1;
        return new Response("", { status: 429, headers: { "retry-after": "0" } });
      };
      let answers = 0;
      const { policy } = siteStub({
        [start]: page("Guide", "a", "b"),
        [at("a")]: busy,
        [at("b")]: () =>
          answers++ === 0
            ? new Response("", { status: 503, headers: { "retry-after": "0" } })
            : html(page("B")),
      });
      const site = load(policy);
      expect(await idsOf(site)).toEqual([start, at("b")]);
      expect(asked).toBe(2);
      expect(site.skipped).toMatchObject([
        { url: at("a"), reason: "failed", error: { context: { status: 429 } } },
      ]);
    });

    it("does not wait for a server that wants an hour", async () => {
      const { policy, asked } = siteStub({
        [start]: () => new Response("", { status: 503, headers: { "retry-after": "3600" } }),
      });
      expect(await load(policy).all()).toEqual([]);
      expect(asked).toHaveLength(2);
    });
  });

  describe("redirects", () => {
    it("are followed within the site, and never asked for outside of it", async () => {
      const { policy, asked } = siteStub({
        [start]: page("Guide", "a", "out", "in", "known", "hidden"),
        [at("a")]: page("A"),
        [at("out")]: redirectTo("https://evil.example/"),
        [at("in")]: redirectTo("/guide/new"),
        [at("new")]: page("New"),
        [at("known")]: redirectTo("a"),
        [at("hidden")]: () => opaqueRedirect(),
      });
      const site = load(policy);
      expect(await idsOf(site)).toEqual([start, at("a"), at("new")]);
      expect(asked).not.toContain("https://evil.example/");
      expect(site.skipped).toMatchObject([
        { url: at("out"), reason: "redirect" },
        { url: at("known"), reason: "duplicate" },
        { url: at("hidden"), reason: "failed", error: { context: { reason: "redirect-hidden" } } },
      ]);
    });

    it("of the first page may move the site to its other name, and nowhere else", async () => {
      const home = "https://www.docs.example/guide/";
      const { policy } = siteStub({
        [start]: redirectTo(home),
        [home]: page("Guide", "a"),
        [`${home}a`]: page("A"),
        "https://x.example/": redirectTo("https://y.example/"),
      });
      expect(await idsOf(load(policy))).toEqual([home, `${home}a`]);
      expect(await idsOf(load(policy, { allow: ["docs.example"] }))).toEqual([]);
      const away = load(policy, {}, "https://x.example/");
      expect(await idsOf(away)).toEqual([]);
      expect(away.skipped).toEqual([{ url: "https://x.example/", reason: "redirect" }]);
    });

    it("end where they are too many", async () => {
      const { policy } = siteStub({
        [start]: page("Guide", "a"),
        [at("a")]: redirectTo("a"),
        [at("b")]: page("B"),
      });
      const site = load({ ...policy, maxRedirects: 3 });
      expect(await idsOf(site)).toEqual([start]);
      expect(site.skipped).toMatchObject([{ error: { context: { reason: "redirect-limit" } } }]);
    });
  });

  describe("sitemaps", () => {
    const sitemap = (...urls: string[]): string =>
      `<urlset>${urls.map((url) => `<url><loc>${url}</loc></url>`).join("")}</urlset>`;
    const gzip = (text: string): Response =>
      new Response(new Blob([text]).stream().pipeThrough(new CompressionStream("gzip")));

    it("list the pages: those of robots.txt, packed ones and indexes too; links are not followed", async () => {
      const index = `<sitemapindex><sitemap><loc>${at("/two.xml.gz")}</loc></sitemap><sitemap><loc>${at("/index.xml")}</loc></sitemap><sitemap><loc>https://evil.example/s.xml</loc></sitemap></sitemapindex>`;
      const { policy, asked } = siteStub({
        [at("/robots.txt")]: plain(`Sitemap: ${at("/index.xml")}\nSitemap: ${at("/gone.xml")}`),
        [at("/index.xml")]: plain(index),
        [at("/two.xml.gz")]: () => gzip(sitemap(at("a"), at("b"), at("/blog/c"), "https://evil.example/")),
        [at("a")]: page("A", "linked"),
        [at("b")]: page("B"),
      });
      const site = load(policy, { sitemap: true });
      expect(await idsOf(site)).toEqual([at("a"), at("b")]);
      expect(site.skipped).toMatchObject([{ url: at("/gone.xml"), reason: "failed" }]);
      expect(asked.filter((url) => url.startsWith("https://evil"))).toEqual([]);
      expect(asked).not.toContain(at("linked"));
    });

    it("may be named, and followed further", async () => {
      const map = "https://cdn.example/map.xml";
      const { policy } = siteStub({
        [map]: plain(sitemap(at("a"))),
        [at("a")]: page("A", "linked"),
        [at("linked")]: page("Linked"),
      });
      expect(await idsOf(load(policy, { sitemap: map }))).toEqual([at("a")]);
      expect(await idsOf(load(policy, { sitemap: map, depth: 1 }))).toEqual([at("a"), at("linked")]);
    });

    it("give way to links where there is none", async () => {
      const { policy, asked } = siteStub({ [start]: page("Guide", "a"), [at("a")]: page("A") });
      const site = load(policy, { sitemap: true });
      expect(await idsOf(site)).toEqual([start, at("a")]);
      expect(asked).toContain(at("/sitemap.xml"));
      expect(site.skipped).toEqual([]);
    });

    it("may be bombs", async () => {
      const { policy } = siteStub({
        [at("/sitemap.xml")]: () => gzip(sitemap(at("a")) + " ".repeat(30_000_000)),
        [at("a")]: page("A"),
      });
      expect(await idsOf(load(policy, { sitemap: true }))).toEqual([at("a")]);
    });
  });

  describe("budgets", () => {
    it("of pages: ends, says so, and goes on later where it stopped", async () => {
      const { policy, asked } = siteStub(chain(5));
      const site = load(policy, { maxPages: 2 });
      expect(await idsOf(site)).toEqual([start, at("p1")]);
      expect(site.stopped).toBe("pages");
      const resume = JSON.parse(JSON.stringify(site.cursor));
      const rest = load(policy, { resume });
      expect(await idsOf(rest)).toEqual([at("p2"), at("p3"), at("p4")]);
      expect(rest).toMatchObject({ stopped: undefined, cursor: undefined, skipped: [{ url: at("p5") }] });
      expect(asked.filter((url) => url === start)).toHaveLength(1);
    });

    it("of bytes", async () => {
      const { policy } = siteStub(chain(5));
      const size = page("Page 0", "p1").length;
      const site = load(policy, { maxBytes: size * 2 + 10 });
      expect(await idsOf(site)).toEqual([start, at("p1")]);
      expect(site.stopped).toBe("bytes");
      expect(site.cursor?.waiting).toEqual([[at("p2"), 2]]);
    });

    it("of one page is the policy's, and costs that page only", async () => {
      const { policy } = siteStub({
        [start]: page("Guide", "long", "a"),
        [at("long")]: page("Long ".repeat(1_000)),
        [at("a")]: page("A"),
      });
      const site = load({ ...policy, maxBytes: 1_000 });
      expect(await idsOf(site)).toEqual([start, at("a")]);
      expect(site.skipped).toMatchObject([{ url: at("long"), error: { context: { reason: "body-size" } } }]);
    });

    it("of time: waits no longer than it may", async () => {
      const { policy } = siteStub(chain(5));
      const site = load(policy, { delayMs: 60_000, maxMs: 2_000 });
      expect(await idsOf(site)).toEqual([start]);
      expect(site.stopped).toBe("time");
      expect(site.cursor?.waiting).toEqual([[at("p1"), 1]]);
      expect(await idsOf(load(policy, { maxMs: 0 }))).toEqual([]);
    });

    it("holds two requests at once at most", async () => {
      let now = 0;
      let most = 0;
      const slow =
        (words: string, ...links: string[]) =>
        async () => {
          most = Math.max(most, ++now);
          await new Promise((resolve) => setTimeout(resolve, 5));
          now -= 1;
          return html(page(words, ...links));
        };
      const names = ["a", "b", "c", "d"];
      const { policy } = siteStub({
        [start]: slow("Guide", ...names),
        ...Object.fromEntries(names.map((name) => [at(name), slow(name)])),
      });
      expect(await load(policy, { concurrency: 2 }).all()).toHaveLength(5);
      expect(most).toBe(2);
      await load(policy).all();
      expect(now).toBe(0);
    });
  });

  it("gives the page that was being handled once more when it goes on", async () => {
    const { policy } = siteStub(chain(4));
    const site = load(policy);
    for await (const document of site) if (document.id === at("p1")) break;
    const { cursor } = site;
    expect(cursor?.waiting[0]).toEqual([at("p1"), 1]);
    expect(await idsOf(load(policy, { resume: cursor }))).toEqual([at("p1"), at("p2"), at("p3")]);
  });

  it("leaves a site only for what belongs to it, whatever a cursor says", async () => {
    const { policy, asked } = siteStub({});
    const resume = {
      start: "https://evil.example/",
      waiting: [["https://evil.example/", 0] as const, ["no address", 0] as const],
      seen: [],
      listed: false,
    };
    expect(await load(policy, { resume }).all()).toEqual([]);
    expect(asked.filter((url) => url.startsWith("https://evil"))).toEqual([]);
  });

  it("tells of every page, skips what fails, and minds no listener", async () => {
    const { policy } = siteStub({
      [start]: page("Guide", "gone", "empty", "picture", "down", "a"),
      [at("empty")]: "<script>1</script>",
      [at("picture")]: new Response("x", { headers: { "content-type": "image/png" } }),
      [at("down")]: () => Promise.reject(new TypeError("fetch failed")),
      [at("a")]: page("A"),
    });
    const heard: SiteProgress[] = [];
    const onProgress = vi.fn((progress: SiteProgress) => {
      heard.push(progress);
      throw new Error("a broken listener");
    });
    const site = load(policy, { onProgress });
    expect(await idsOf(site)).toEqual([start, at("a")]);
    expect(heard.map(({ url, skipped, waiting }) => [url, skipped?.reason, waiting])).toEqual([
      [start, undefined, 5],
      [at("gone"), "failed", 4],
      [at("empty"), "empty", 3],
      [at("picture"), "failed", 2],
      [at("down"), "failed", 1],
      [at("a"), undefined, 0],
    ]);
    expect(heard.at(-1)).toMatchObject({ pages: 6, documents: 2 });
    expect(site.skipped.map(({ error }) => error?.code)).toEqual([
      "OUTBOUND_POLICY",
      undefined,
      "DOCUMENT_TYPE_UNSUPPORTED",
      "OUTBOUND_POLICY",
    ]);
  });

  it("refuses private addresses and other schemes as its policy says", async () => {
    const { policy, asked } = siteStub({});
    const site = load(policy, {}, "https://192.168.0.1/");
    expect(await idsOf(site)).toEqual([]);
    expect(site.skipped).toMatchObject([{ reason: "robots" }]);
    expect(asked).toEqual([]);
  });

  it("sends the caller's headers to the site's own origin only", async () => {
    const seen: Record<string, string | null> = {};
    const noting =
      (words: string, ...links: string[]) =>
      (init: RequestInit) => {
        seen[words] = new Headers(init.headers).get("authorization");
        return html(page(words, ...links));
      };
    const { policy } = siteStub({
      [start]: noting("own", "https://b.example/"),
      "https://b.example/": noting("other"),
    });
    await load(policy, {
      allow: ["docs.example", "b.example"],
      headers: { authorization: "Bearer x" },
    }).all();
    expect(seen).toEqual({ own: "Bearer x", other: null });
  });

  describe("an abort", () => {
    it.each(["the page", "robots.txt", "the wait"])(
      "in %s ends it with the caller's reason",
      async (where) => {
        const never = () => new Promise<Response>(() => {});
        const { policy, asked } = siteStub({
          [start]: where === "the page" ? never : page("Guide", "a"),
          ...(where === "robots.txt" && { [at("/robots.txt")]: never }),
        });
        const { controller, listeners } = watchedSignal();
        const reason = new Error("enough");
        const all = load(policy, { signal: controller.signal, delayMs: 60_000 }).all();
        const rejected = expect(all).rejects.toBe(reason);
        const expected = where === "robots.txt" ? 1 : 2;
        await vi.waitFor(() => expect(asked).toHaveLength(expected));
        await new Promise((resolve) => setTimeout(resolve, 10));
        controller.abort(reason);
        await rejected;
        expect(listeners()).toBe(0);
      },
    );

    it("before the first page asks for nothing", async () => {
      const { policy, asked } = siteStub(chain(2));
      await expect(load(policy, { signal: AbortSignal.abort(new Error("no")) }).all()).rejects.toThrow("no");
      expect(asked).toEqual([]);
    });

    it("of what is still under way, when the loop is left", async () => {
      let aborted = false;
      const { policy } = siteStub({
        [start]: page("Guide", "a", "b"),
        [at("a")]: page("A"),
        [at("b")]: ({ signal }) =>
          new Promise((_, reject) => {
            signal?.addEventListener("abort", () => {
              aborted = true;
              reject(signal.reason);
            });
          }),
      });
      for await (const { id } of load(policy, { concurrency: 2 })) if (id === at("a")) break;
      expect(aborted).toBe(true);
    });
  });

  it.each<[unknown, LoadSiteOptions]>([
    ["guide", {}],
    ["ftp://docs.example/", {}],
    [start, { maxPages: -1 }],
    [start, { delayMs: Number.NaN }],
  ])("refuses %s with %j at once", (url, options) => {
    expect(() => loadSite(String(url), options)).toThrow(expect.objectContaining({ code: "INVALID_CONFIG" }));
  });
});
