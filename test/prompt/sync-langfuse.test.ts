import { describe, expect, it } from "vitest";
import type { LangfuseOptions, PromptRegistryContract } from "../../src/contracts/prompt-registry.ts";
import { AIError } from "../../src/core/errors/ai-error.ts";
import { prompt } from "../../src/prompt/prompt-facade.ts";

interface RemoteVersion {
  readonly prompt: unknown;
  readonly labels?: unknown;
}

/** A project: of each name its versions, from 1. */
type Project = Readonly<Record<string, readonly RemoteVersion[]>>;

interface Service {
  readonly fetch: NonNullable<LangfuseOptions["fetch"]>;
  readonly asked: string[];
  most: number;
}

/** As much of the service as the package asks for, with two names a page. */
function serviceOf(project: Project): Service {
  let open = 0;
  const answer = (url: URL): unknown => {
    const name = decodeURIComponent(url.pathname.slice("/api/public/v2/prompts/".length));
    if (name !== "") {
      const version = Number(url.searchParams.get("version"));
      const found = project[name]?.[version - 1];
      return { name, version, type: "text", config: {}, tags: ["t"], labels: [], ...found };
    }
    const names = Object.keys(project);
    const page = Number(url.searchParams.get("page"));
    const data = names
      .slice((page - 1) * 2, page * 2)
      .map((name) => ({ name, versions: project[name]?.map((_version, index) => index + 1).reverse() }));
    return {
      data,
      meta: { page, limit: 2, totalItems: names.length, totalPages: Math.ceil(names.length / 2) },
    };
  };
  const service: Service = {
    asked: [],
    most: 0,
    fetch: async (url, init) => {
      const asked = new URL(url);
      const login = new Headers(init.headers).get("authorization");
      if (login !== `Basic ${btoa("pk:sk-secret")}`) return new Response("no", { status: 401 });
      service.asked.push(asked.pathname + asked.search);
      service.most = Math.max(service.most, ++open);
      await Promise.resolve();
      open--;
      return Response.json(answer(asked));
    },
  };
  return service;
}

function registryOf(
  fetch: LangfuseOptions["fetch"],
  options: Partial<LangfuseOptions> = {},
): PromptRegistryContract {
  return prompt({ langfuse: { publicKey: "pk", secretKey: "sk-secret", fetch, ...options } });
}

const system = { role: "system", content: "Be kind." };
const project: Project = {
  "folder/a & b": [
    { prompt: "One {{x}}.", labels: ["old"] },
    { prompt: "Two {{x}}.", labels: ["production", "latest"] },
  ],
  chat: [
    { prompt: [{ type: "placeholder", name: "history" }, system, { role: "user", content: "Hi." }, system] },
    { prompt: [{ role: "user", content: "Hi." }] },
  ],
  last: Array.from({ length: 9 }, (_, index) => ({ prompt: `Version ${index + 1}.` })),
};

describe("sync with Langfuse", () => {
  it("takes over all pages and versions, with labels as tags", async () => {
    const service = serviceOf(project);
    const registry = registryOf(service.fetch, { baseURL: "https://langfuse.example/" });
    registry.add("mine", { template: "Mine." });
    const { registrations, skipped } = await registry.sync();
    expect(registrations).toHaveLength(12);
    expect(registrations[0]).toEqual({ name: "folder/a & b", version: "1", status: "added" });
    expect(skipped).toEqual([{ name: "chat", version: "2" }]);
    const text = (name: string, version?: string): string =>
      registry.resolve(name, { version, placeholders: { x: 1 } }).text;
    expect([text("folder/a & b"), text("folder/a & b", "old"), text("folder/a & b", "production")]).toEqual([
      "Two 1.",
      "One 1.",
      "Two 1.",
    ]);
    expect(text("chat")).toBe("Be kind.\n\nBe kind.");
    expect(registry.versions("last")).toEqual(["1", "2", "3", "4", "5", "6", "7", "8", "9"]);
    expect(text("mine")).toBe("Mine.");
    expect(service.asked.slice(0, 3)).toEqual([
      "/api/public/v2/prompts?page=1&limit=100",
      "/api/public/v2/prompts?page=2&limit=100",
      "/api/public/v2/prompts/folder%2Fa%20%26%20b?version=1",
    ]);
    expect(service.asked).toHaveLength(2 + 13);
    expect(service.most).toBe(4);
  });

  it("can be done again, and moves labels that moved", async () => {
    const first: RemoteVersion[] = [{ prompt: "One.", labels: ["production"] }, { prompt: "Two." }];
    const registry = registryOf(serviceOf({ a: first }).fetch);
    await registry.sync();
    expect((await registry.sync()).registrations.map(({ status }) => status)).toEqual([
      "unchanged",
      "unchanged",
    ]);
    expect(registry.resolve("a", { version: "production" }).text).toBe("One.");
    const moved = prompt({
      prompts: [{ name: "a", versions: [{ template: "One." }] }],
      langfuse: {
        publicKey: "pk",
        secretKey: "sk-secret",
        fetch: serviceOf({ a: [{ prompt: "One." }, { prompt: "Two.", labels: ["production"] }] }).fetch,
      },
    });
    await moved.sync();
    expect(moved.resolve("a", { version: "production" }).text).toBe("Two.");
  });

  it("adds nothing where one version cannot be added", async () => {
    const registry = registryOf(serviceOf(project).fetch);
    registry.add("last", { version: "9", template: "Mine." });
    await expect(registry.sync()).rejects.toMatchObject({ code: "PROVIDER_INVALID_REQUEST" });
    expect(registry.versions("last")).toEqual(["9"]);
    expect(() => registry.versions("chat")).toThrow();
    await expect(registryOf(serviceOf({ "a@b": [{ prompt: "x" }] }).fetch).sync()).rejects.toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
    });
  });

  it.each([
    [401, "PROVIDER_AUTH"],
    [403, "PROVIDER_AUTH"],
    [404, "PROVIDER_INVALID_REQUEST"],
    [429, "PROVIDER_RATE_LIMIT"],
    [500, "PROVIDER_ERROR"],
    [504, "PROVIDER_TIMEOUT"],
  ])("rejects with the error of the status %d, and adds nothing", async (status, code) => {
    const service = serviceOf(project);
    let left = 6;
    const registry = registryOf((url, init) => {
      if (left-- > 0) return service.fetch(url, init);
      return new Response("sk-secret", { status, headers: { "retry-after": "2" } });
    });
    const error: unknown = await registry.sync().catch((cause: unknown) => cause);
    expect(error).toMatchObject({ code, ...(status === 429 && { retryAfter: 2000 }) });
    expect(AIError.is(error) && JSON.stringify(error)).not.toContain("sk-secret");
    expect(() => registry.versions("folder/a & b")).toThrow();
  });

  it.each([
    ["no JSON", "<html>"],
    ["a text", '"text"'],
    ["no list", '{"data": {}, "meta": {"totalPages": 1}}'],
    ["no meta", '{"data": []}'],
    ["no end", '{"data": [], "meta": {"totalPages": 1e9}}'],
    ["no names", '{"data": [{"versions": [1]}], "meta": {"totalPages": 1}}'],
    [
      "a name that has no UTF-8",
      '{"data": [{"name": "\\ud800", "versions": [1]}], "meta": {"totalPages": 1}}',
    ],
    ["a version that is none", '{"data": [{"name": "a", "versions": ["x"]}], "meta": {"totalPages": 1}}'],
    ["no versions", '{"data": [{"name": "a"}], "meta": {"totalPages": 1}}'],
    ["no prompt", '{"data": [{"name": "a", "versions": [1]}], "meta": {"totalPages": 1}}'],
  ])("rejects with ProviderError for an answer with %s", async (_what, body) => {
    const registry = registryOf(() => new Response(body));
    await expect(registry.sync()).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
  });

  it("stops with the signal, and where the answer takes too long", async () => {
    const never = registryOf(() => new Promise<Response>(() => {}), { timeoutMs: 5 });
    await expect(never.sync()).rejects.toMatchObject({ code: "PROVIDER_TIMEOUT" });
    const reason = new Error("Enough.");
    await expect(never.sync({ signal: AbortSignal.abort(reason) })).rejects.toBe(reason);
  });

  it("stops what else it asks for where one answer cannot be had", async () => {
    const signals: AbortSignal[] = [];
    const service = serviceOf(project);
    const registry = registryOf((url, init) => {
      if (!url.includes("?version=")) return service.fetch(url, init);
      if (init.signal) signals.push(init.signal);
      if (signals.length === 2) return new Response("no", { status: 500 });
      return new Promise<Response>(() => {});
    });
    await expect(registry.sync()).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false, true, true]);
  });

  it("wants a project, its keys, and time for the answers", async () => {
    for (const timeoutMs of [0, -1, Number.NaN])
      expect(() => registryOf(undefined, { timeoutMs })).toThrowError(
        expect.objectContaining({ code: "INVALID_CONFIG" }),
      );
    await expect(prompt({}).sync()).rejects.toMatchObject({ code: "INVALID_CONFIG" });
    for (const keys of [
      { publicKey: "", secretKey: "s" },
      { publicKey: "p", secretKey: "" },
    ])
      expect(() => prompt({ langfuse: keys })).toThrow(/publicKey/);
  });
});
