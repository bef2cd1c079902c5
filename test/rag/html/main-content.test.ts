import { describe, expect, it } from "vitest";
import { htmlToMarkdown, htmlToText } from "../../../src/rag/html/html-to-markdown.ts";

const sentence = "The moon pulls at the water of the sea, and twice a day the sea gives way to it.";
const main = (html: string): string => htmlToMarkdown(html, { mainContent: true }).text;
const article = `<h1>Tides</h1><div class="byline">By Ada Lovelace</div>
  <p>First. ${sentence}</p><h2>Ebb</h2><p>Short.</p><p>Second. ${sentence}</p><ul><li>high<li>low</ul><p>Third. ${sentence}</p>`;
const expected = `First. ${sentence}\n\n## Ebb\n\nShort.\n\nSecond. ${sentence}\n\n- high\n- low\n\nThird. ${sentence}`;

describe("main content", () => {
  it("is the article, without menus, teasers, captions and comments", () => {
    const page = `<header><ul><li><a href=/>Home</a><li><a href=/news>News</a></ul></header>
      <div class="content"><div class="post">${article}
        <figure><img alt="a boat"><figcaption>A boat. ${sentence}</figcaption></figure>
        <div class="related"><h3>Related</h3><a href=/x>Other tides</a></div>
      </div><div id="comments"><p>I think. ${sentence} ${sentence}</p><p>I too. ${sentence} ${sentence} ${sentence}</p></div></div>
      <div class="cookie-banner"><p>We use cookies. ${sentence}</p></div>`;
    expect(main(page)).toBe(expected);
  });

  it("is found where no name tells what an element is for", () => {
    const teaser = `<div><a href=/x>A title</a><p>Teaser. ${sentence}</p></div>`;
    const page = `<div><a href=/>Home</a><a href=/news>News</a></div><div><div>${article}</div><div>${teaser.repeat(6)}</div></div>`;
    expect(main(page).replace("# Tides\n\n", "").replace("By Ada Lovelace\n\n", "")).toBe(expected);
  });

  it("is found among paragraphs that breaks part, in cells, and in words of other scripts", () => {
    const lines = `<table><tr><td><a href=/>Home</a></td><td>${sentence}<br><br>${sentence}</td></tr></table>`;
    expect(main(lines)).toBe(`${sentence}\n\n${sentence}`);
    const tides = "月が海の水を引くので、海は一日に二度満ちる。";
    expect(main(`<p><a href=/>ホーム</a><div><p>${tides}<p>${tides}</div><div>© 港</div>`)).toBe(
      `${tides}\n\n${tides}`,
    );
  });

  it("is inside of an element whose name would speak against it, where the article is there", () => {
    expect(main(`<div class="social-feed"><main>${article}</main></div>`)).toContain(expected);
    expect(main(`<div class="promo"><p>${sentence}<p>${sentence}</div><p><a href=/>x</a>`)).toBe(
      `${sentence}\n\n${sentence}`,
    );
  });

  it("is not indented by what stands around it", () => {
    expect(main(`<ul><li><blockquote><p>${sentence}<p>${sentence}</blockquote></ul>`)).toBe(
      `${sentence}\n\n${sentence}`,
    );
  });

  it("is the whole page where no text runs on", () => {
    expect(main("<h1>Menu</h1><ul><li>Soup<li>Fish</ul>")).toBe("# Menu\n\n- Soup\n- Fish");
    expect(main("")).toBe("");
    expect(htmlToText("<p>Hi", { mainContent: true }).text).toBe("Hi");
  });

  it("takes linear time on rows of elements that no page has", () => {
    expect(
      main(`<div class="comment">${`<div><p>${sentence}</p></div>`.repeat(5000)}`).length,
    ).toBeGreaterThan(5000 * 80);
  });
});
