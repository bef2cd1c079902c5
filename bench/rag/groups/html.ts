import { existsSync, readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { Readability } from "@mozilla/readability";
import { Defuddle } from "defuddle/node";
import { Parser } from "htmlparser2";
import { JSDOM, VirtualConsole } from "jsdom";
import { parseHTML } from "linkedom";
import { htmlToMarkdown, htmlToText } from "../../../src/rag/html/html-to-markdown.ts";
import type { GroupOptions, RagGroup, RagRow } from "../group.ts";
import { meanOverlap, type Overlap, shingleOverlap } from "../shingles.ts";

const folder = `${import.meta.dirname}/../../../../shared/data/rag`;

interface Page {
  readonly url: string;
  readonly html: string;
  readonly text: string;
}

type Extract = (page: Page) => string | Promise<string>;

/** Turns pages into text, and looks for the article on them. */
export const html: RagGroup = {
  name: "html",
  title: "HTML: 45 pages of news and blogs whose article people have marked, 33 pages of Readability's tests",
  async *rows({ wants }: GroupOptions) {
    if (!existsSync(`${folder}/articles`)) return;
    const articles = readArticles();
    const others = readReadability();
    if (wants("hedgemage")) {
      for (const mainContent of [false, true]) {
        const options = (page: Page) => ({ mainContent, baseUrl: page.url });
        const text = await speed(articles, (page) => htmlToText(page.html, options(page)).text);
        const markdown = await speed(articles, (page) => htmlToMarkdown(page.html, options(page)).text);
        const row = mainContent ? mainSpeedRow : speedRow;
        yield { ...row, who: "hedgemage (text)", value: text, target: 40, note: "with metadata" };
        yield { ...row, who: "hedgemage (Markdown)", value: markdown, target: 40, note: "with metadata" };
      }
      yield* quality("hedgemage", articles, others, (page) => mainText(page), 0.95);
    }
    if (wants("htmlparser2")) {
      const value = await speed(articles, (page) => {
        let length = 0;
        const parser = new Parser({
          onopentag(name, attributes) {
            length += name.length + (attributes.href?.length ?? 0);
          },
          ontext(text) {
            length += text.length;
          },
        });
        parser.end(page.html);
        return String(length);
      });
      yield { ...speedRow, who: "htmlparser2", value, note: "events of tags and text, nothing made of them" };
    }
    for (const [who, extract] of peers) {
      if (!wants(who)) continue;
      yield {
        ...mainSpeedRow,
        who,
        value: await speed(articles, extract, 2),
        note: "the better of two rounds",
      };
      yield* quality(who, articles, others, extract);
    }
  },
};

const mainText: Extract = (page) => htmlToText(page.html, { mainContent: true, baseUrl: page.url }).text;

const peers: readonly (readonly [string, Extract])[] = [
  [
    "readability (jsdom)",
    (page) =>
      readable(new JSDOM(page.html, { url: page.url, virtualConsole: new VirtualConsole() }).window.document),
  ],
  ["readability (linkedom)", (page) => readable(parseHTML(page.html).document)],
  ["defuddle", async (page) => plain((await Defuddle(parseHTML(page.html).document, page.url)).content)],
];

function readable(document: Document): string {
  return plain(new Readability(document).parse()?.content ?? "");
}

/** What a peer gives as HTML, as text: the same way for all, so that blocks do not run together. */
function plain(content: string): string {
  return htmlToText(content).text;
}

const speedRow = {
  measure: "html-speed",
  title: "All of a page",
  unit: "MB/s",
  better: "higher",
} satisfies Partial<RagRow>;

const mainSpeedRow = {
  ...speedRow,
  measure: "html-main-speed",
  title: "Main content",
} satisfies Partial<RagRow>;

async function* quality(
  who: string,
  articles: readonly Page[],
  others: readonly Page[],
  extract: Extract,
  target?: number,
): AsyncGenerator<RagRow> {
  const overlaps = await overlapsOf(articles, extract);
  const { f1, precision, recall } = meanOverlap(overlaps);
  const fold = (odd: number): string =>
    meanOverlap(overlaps.filter((_, place) => place % 2 === odd)).f1.toFixed(3);
  const row = { unit: "share", better: "higher", who } as const;
  yield {
    ...row,
    measure: "html-articles",
    title: "F1 of the article, runs of four words",
    value: f1,
    target,
    note: `precision ${precision.toFixed(3)}, recall ${recall.toFixed(3)}; halves ${fold(0)}, ${fold(1)}`,
  };
  const second = meanOverlap(await overlapsOf(others, extract));
  yield {
    ...row,
    measure: "html-readability",
    title: "F1 of what Readability's tests expect, captions and contents lists included",
    value: second.f1,
    note: `precision ${second.precision.toFixed(3)}, recall ${second.recall.toFixed(3)}`,
  };
}

async function overlapsOf(pages: readonly Page[], extract: Extract): Promise<Overlap[]> {
  const overlaps: Overlap[] = [];
  for (const page of pages) overlaps.push(shingleOverlap(page.text, await extract(page)));
  return overlaps;
}

/** Megabytes of UTF-8 in a second of processor time; the best of several rounds. */
async function speed(pages: readonly Page[], extract: Extract, rounds = 8): Promise<number> {
  const bytes = pages.reduce((sum, page) => sum + Buffer.byteLength(page.html), 0);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const start = process.cpuUsage();
    for (const page of pages) await extract(page);
    const { user, system } = process.cpuUsage(start);
    best = Math.min(best, user + system);
  }
  return bytes / best;
}

function readArticles(): Page[] {
  const lines = unpacked("articles/ground-truth.jsonl.gz").trim().split("\n");
  return lines.map((line) => {
    const { id, url, articleBody } = JSON.parse(line) as { id: string; url: string; articleBody: string };
    return { url, text: articleBody, html: unpacked(`articles/html/${id}.html.gz`) };
  });
}

function readReadability(): Page[] {
  const index = JSON.parse(readFileSync(`${folder}/readability/index.json`, "utf8")) as { id: string }[];
  return index.map(({ id }) => ({
    url: "http://fakehost/test/page.html",
    text: plain(unpacked(`readability/${id}.expected.html.gz`)),
    html: unpacked(`readability/${id}.source.html.gz`),
  }));
}

function unpacked(path: string): string {
  return gunzipSync(readFileSync(`${folder}/${path}`)).toString("utf8");
}
