import type { OutboundPolicy } from "../../../src/contracts/outbound-policy.ts";

type Answer = string | Response | ((init: RequestInit) => Response | Promise<Response>);

/** A web of pages by address. HTML is a text, anything else a response; what is not listed answers 404. */
export function siteStub(pages: Readonly<Record<string, Answer>>): {
  policy: OutboundPolicy;
  asked: string[];
} {
  const asked: string[] = [];
  return {
    asked,
    policy: {
      async fetch(url, init) {
        asked.push(url);
        const answer = pages[url];
        if (answer === undefined) return new Response("no such page", { status: 404 });
        if (typeof answer === "string") return html(answer);
        return typeof answer === "function" ? answer(init) : answer.clone();
      },
    },
  };
}

/** An HTML page with more headers. */
export function html(body: string, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(body, { headers: { "content-type": "text/html; charset=utf-8", ...headers } });
}

/** A page about something, with links. */
export function page(words: string, ...links: readonly string[]): string {
  return `<h1>${words}</h1>${links.map((link) => `<a href="${link}">go on</a>`).join(" ")}`;
}

/** A robots.txt, or another plain text. */
export function plain(text: string, status: number = 200): Response {
  return new Response(text, { status, headers: { "content-type": "text/plain" } });
}
