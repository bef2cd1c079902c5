import { spawn } from "node:child_process";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { root } from "../../scripts/entries.ts";
import { smokeProviders } from "../../scripts/smoke-providers.ts";
import { joinBytes } from "../../src/core/join-bytes.ts";
import { chatCompletions } from "../providers/services/chat-completions.ts";
import { converse } from "../providers/services/converse.ts";
import { gemini } from "../providers/services/gemini.ts";
import { messages } from "../providers/services/messages.ts";
import { ollamaChat } from "../providers/services/ollama-chat.ts";
import { responses } from "../providers/services/responses.ts";
import type { Said, ServiceUnderTest } from "../providers/services/service.ts";

/** What is played under which path, and the variables with its key and its address. */
const played: Readonly<Record<string, readonly [service: ServiceUnderTest, key: string, address: string]>> = {
  openai: [chatCompletions, "OPENAI_API_KEY", "OPENAI_BASE_URL"],
  anthropic: [messages, "ANTHROPIC_API_KEY", "ANTHROPIC_BASE_URL"],
  google: [gemini, "GEMINI_API_KEY", "GEMINI_BASE_URL"],
  bedrock: [converse, "AWS_BEARER_TOKEN_BEDROCK", "BEDROCK_BASE_URL"],
  ollama: [ollamaChat, "OLLAMA_API_KEY", "OLLAMA_HOST"],
};
const names = Object.keys(smokeProviders);

let isRefusing = false;
const asked: { readonly url: string; readonly headers: string; readonly body: string }[] = [];

/** Plays the service of the path: asks for the tool, then says what it told. */
const server = createServer(async (request, response) => {
  const body = await bodyOf(request);
  const { url = "" } = request;
  asked.push({ url, headers: JSON.stringify(request.headers), body });
  const [service = chatCompletions] = url.endsWith("/responses")
    ? [responses]
    : (played[url.split("/")[1] ?? ""] ?? []);
  if (isRefusing) {
    const { status = 401, body: complaint, headers = {} } = service.refusals.key;
    response
      .writeHead(status, { "content-type": "application/json", ...headers })
      .end(JSON.stringify(complaint));
    return;
  }
  const isStream = /"stream":true/.test(body) || /stream/i.test(url);
  const said = sayTo(body);
  response.writeHead(200, { "content-type": isStream ? service.streamType : "application/json" });
  response.end(isStream ? joinBytes(service.events(said)) : JSON.stringify(service.whole(said)));
});
let environment: Record<string, string> = {};

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  environment = Object.fromEntries(
    Object.entries(played).flatMap(([name, [{ secret }, key, address]]) => [
      [key, secret],
      [address, `${origin}/${name}`],
    ]),
  );
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe("npm run smoke", { timeout: 60_000 }, () => {
  it("says of every provider that there is no key, and ends well", async () => {
    const { code, output } = await smoke([], {});
    const lines = Object.entries(smokeProviders).map(([name, { needs }]) => `${name}: no key (set ${needs})`);
    expect(output.trim().split("\n")).toEqual(lines);
    expect(code).toBe(0);
  });

  it("asks each provider for a tool's round trip and a stream", async () => {
    const { code, output } = await smoke([], environment);
    const well = Object.entries(smokeProviders).map(
      ([name, { model }]) => `${name} ${model}: a tool's round trip and a stream went well`,
    );
    expect(output.trim().split("\n")).toEqual(well);
    expect(code).toBe(0);
    expect(asked).toHaveLength(3 * names.length);
    const secrets = Object.values(played).map(([{ secret }]) => secret);
    expect(asked.every(({ headers }) => secrets.some((secret) => headers.includes(secret)))).toBe(true);
  });

  it("asks one provider for the model that is named", async () => {
    asked.length = 0;
    const { output } = await smoke(["--provider", "anthropic", "--model", "tide-1"], environment);
    expect(output).toBe("anthropic tide-1: a tool's round trip and a stream went well\n");
    expect(asked.map(({ body }) => JSON.parse(body).model)).toEqual(["tide-1", "tide-1", "tide-1"]);
  });

  it("tells what is wrong with each, and never a key", async () => {
    isRefusing = true;
    const { code, output } = await smoke([], environment);
    isRefusing = false;
    const lines = output.trim().split("\n");
    expect(lines).toHaveLength(2 * names.length);
    for (const line of lines) {
      expect(line).toMatch(/FAILED, (?:tool|stream): \{"name":"ProviderAuthError","code":"PROVIDER_AUTH"/);
    }
    for (const [{ secret }] of Object.values(played)) expect(output).not.toContain(secret);
    expect(code).toBe(1);
  });

  it("takes no model without its provider", async () => {
    const { code, output } = await smoke(["--model", "tide-1"], environment);
    expect(output).toContain("Name it: npm run smoke -- --provider openai");
    expect(code).toBe(1);
  });

  it("knows no other providers", async () => {
    const { code, output } = await smoke(["--provider", "nobody"], {});
    expect(output).toContain(`There is no provider "nobody". Known are ${names.join(", ")}.`);
    expect(code).toBe(1);
  });
});

/** Runs the script in an environment with nothing else. */
async function smoke(
  options: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ["scripts/smoke.ts", ...options], { cwd: root, env });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const code = await new Promise<number | null>((resolve) => child.on("close", resolve));
  return { code, output };
}

function sayTo(body: string): Said {
  const told = /vermilion-\d+/.exec(body)?.[0];
  if (told) return { texts: ["It is ", `${told}.`] };
  const call = { id: "call_1", name: "look_up_colour", input: { door: 7 } };
  return body.includes(call.name) ? { calls: [call] } : { texts: ["one, two, ", "three"] };
}

async function bodyOf(request: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}
