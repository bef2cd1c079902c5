import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { build } from "esbuild";
import { type Browser, chromium, type Page } from "playwright-core";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { root } from "../../scripts/entries.ts";
import { findChromium } from "../../scripts/find-chromium.ts";
import { watchPage } from "../examples/watch-page.ts";
import type { AskedModel, AskingPage } from "./cors-page.ts";
import { chatCompletions } from "./services/chat-completions.ts";
import { converse } from "./services/converse.ts";
import { gemini } from "./services/gemini.ts";
import { messages } from "./services/messages.ts";
import { ollamaChat } from "./services/ollama-chat.ts";
import { responses } from "./services/responses.ts";
import type { ServiceUnderTest } from "./services/service.ts";

// What the page has as a global; functions that name it run there.
declare const page: AskingPage;

/** The services by their paths, each with the request headers that it allows a page; what is not listed is refused. */
const SERVICES: Readonly<Record<string, readonly [ServiceUnderTest, ...allowed: string[]]>> = {
  chat: [chatCompletions, "authorization", "content-type"],
  responses: [responses, "authorization", "content-type"],
  anthropic: [
    messages,
    "anthropic-dangerous-direct-browser-access",
    "anthropic-version",
    "content-type",
    "x-api-key",
  ],
  google: [gemini, "content-type", "x-goog-api-key"],
  bedrock: [converse, "authorization", "content-type", "x-amz-date", "x-amz-security-token"],
  ollama: [ollamaChat, "authorization", "content-type"],
};
const ASKED: readonly AskedModel[] = [
  "chat",
  "responses",
  "anthropic",
  "google",
  "bedrock",
  "bedrock, by a key",
  "ollama",
];

describe("R11 R12: a page under script-src 'self', asking services of another origin", () => {
  const preflights: string[] = [];
  let services: Server;
  let pages: Server;
  let browser: Browser;
  let opened: Page;
  let complaints: readonly string[];
  let at = "";

  beforeAll(async () => {
    const { outputFiles, warnings } = await build({
      entryPoints: [`${root}test/providers/cors-page.ts`],
      bundle: true,
      format: "esm",
      write: false,
    });
    expect(warnings).toEqual([]);
    services = createServer((request, response) => void answer(request, response, preflights));
    at = await listen(services);
    pages = createServer((request, response) => {
      const isScript = request.url === "/page.js";
      response.writeHead(200, {
        "content-type": isScript ? "text/javascript" : "text/html",
        "content-security-policy": `default-src 'none'; script-src 'self'; connect-src ${at}`,
      });
      response.end(
        isScript ? outputFiles[0]?.text : `<!doctype html><script type="module" src="/page.js"></script>`,
      );
    });
    browser = await chromium.launch({ executablePath: await findChromium(), args: ["--no-sandbox"] });
    opened = await browser.newPage();
    complaints = await watchPage(opened);
    await opened.goto(await listen(pages));
  }, 60_000);
  afterAll(async () => {
    await browser?.close();
    services?.close();
    pages?.close();
  });

  beforeEach(() => {
    preflights.length = 0;
  });

  it.each(ASKED)("%s: chats and streams, with no header that the service does not allow", async (name) => {
    expect(await ask(name)).toEqual({
      text: "Hello 北京",
      usage: { input: 3, output: 2, total: 5 },
      deltas: ["Hello", " 北京"],
      codes: [undefined, undefined],
      message: undefined,
    });
    expect(preflights).toHaveLength(2);
    expect(complaints).toEqual([]);
  });

  it("says what a page can do where a header is not allowed", async () => {
    const { codes, message } = await ask("with a header of one's own");
    expect(codes).toEqual(["PROVIDER_ERROR", "PROVIDER_ERROR"]);
    expect(message).toContain("CORS");
    expect(preflights[0]).toBe("authorization,content-type,x-own");
  });

  it("R12: says how to ask Anthropic where nobody has said that this is a page", async () => {
    const { codes, message } = await ask("anthropic, without browser");
    expect(codes).toEqual(["INVALID_CONFIG", "INVALID_CONFIG"]);
    expect(message).toContain("browser: true");
    expect(preflights[0]).toBe("anthropic-version,content-type,x-api-key");
  });

  const ask = (name: AskedModel): ReturnType<AskingPage["ask"]> =>
    opened.evaluate(([name, at]) => page.ask(name, at), [name, at] as const);
});

async function listen(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`;
}

async function answer(
  request: IncomingMessage,
  response: ServerResponse,
  preflights: string[],
): Promise<void> {
  const { pathname } = new URL(request.url ?? "", "http://localhost");
  const [service, ...allowed] = SERVICES[pathname.split("/")[1] ?? ""] ?? [chatCompletions];
  if (request.method === "OPTIONS") {
    const asked = request.headers["access-control-request-headers"] ?? "";
    preflights.push(asked);
    // Anthropic answers a page only if asked to.
    const isWelcome = service !== messages || asked.includes("anthropic-dangerous-direct-browser-access");
    response.writeHead(isWelcome ? 204 : 403, {
      ...(isWelcome && { "access-control-allow-origin": "*" }),
      "access-control-allow-headers": allowed.join(),
      "access-control-max-age": "0", // or one model's preflight would serve for the next
    });
    response.end();
    return;
  }
  let body = "";
  for await (const piece of request) body += piece;
  const isStream = /stream/i.test(pathname) || JSON.parse(body).stream === true;
  const said = { texts: ["Hello", " 北京"] };
  response.writeHead(200, {
    "access-control-allow-origin": "*",
    "content-type": isStream ? service.streamType : "application/json",
  });
  for (const event of isStream ? service.events(said) : []) response.write(event);
  response.end(isStream ? undefined : JSON.stringify(service.whole(said)));
}
