import { describe, expect, test } from "vitest";
import type { Moderator } from "../../src/contracts/moderation.ts";
import { ConfigError } from "../../src/core/errors/config-error.ts";
import { type ModerationGuardOptions, moderation } from "../../src/guardrail/moderation.ts";

type Result = {
  flagged: boolean;
  categories?: Record<string, boolean>;
  category_scores?: Record<string, number>;
};

const CALM: Result = { flagged: false, categories: { violence: false }, category_scores: { violence: 0.01 } };
const VIOLENT: Result = {
  flagged: true,
  categories: { violence: true, "self-harm": false, "self-harm/intent": true },
  category_scores: { violence: 0.9, "self-harm": 0.2, "self-harm/intent": 0.7 },
};

function clientOf(judge: (text: string) => Result) {
  const requests: { model: string; input: string[] }[] = [];
  const create = async (request: { model: string; input: string[] }) => {
    requests.push(request);
    return { results: request.input.map(judge) };
  };
  return { client: { moderations: { create } }, requests };
}

function check(result: Result, options: ModerationGuardOptions = {}, text = "Some text.") {
  return moderation({ ...clientOf(() => result), ...options }).check(text);
}

describe("moderation", () => {
  test("flags what is found, and lets the rest pass", async () => {
    expect(await check(CALM)).toEqual({ type: "allow" });
    expect(await check(VIOLENT)).toEqual({
      type: "flag",
      reason: "moderation: violence, self-harm/intent",
      matches: [
        { rule: "moderation.violence", label: "violence", score: 0.9 },
        { rule: "moderation.self-harm/intent", label: "self-harm/intent", score: 0.7 },
      ],
    });
    expect(await check({ flagged: true })).toMatchObject({ type: "flag", matches: [{ label: "flagged" }] });
  });

  test("blocks the categories in blockOn and those below them, and flags others", async () => {
    expect(await check(VIOLENT, { blockOn: ["self-harm"] })).toMatchObject({
      type: "block",
      reason: "moderation: self-harm/intent",
    });
    expect(await check(VIOLENT, { blockOn: ["hate", "self"] })).toMatchObject({ type: "flag" });
    expect(await check(VIOLENT, { onMatch: "block" })).toMatchObject({ type: "block" });
    expect(moderation().onlyFlags).toBe(true);
    expect(moderation({ blockOn: ["hate"] }).onlyFlags).toBe(false);
  });

  test("thresholds take the place of the model's own word", async () => {
    expect(await check(VIOLENT, { thresholds: { violence: 0.95, "self-harm/intent": 0.8 } })).toEqual({
      type: "allow",
    });
    expect(await check(CALM, { thresholds: { violence: 0.005 } })).toMatchObject({
      type: "flag",
      matches: [{ score: 0.01 }],
    });
  });

  test("asks a moderator of ours", async () => {
    const asked: unknown[] = [];
    const moderator: Moderator = {
      name: "m",
      provider: "p",
      moderate: () => Promise.reject(new Error("not asked")),
      moderateMany: async (texts, options) => {
        asked.push(texts, options?.signal);
        return texts.map(() => ({ flagged: true, categories: { hate: true }, scores: { hate: 0.8 } }));
      },
    };
    const { signal } = new AbortController();
    const verdict = await moderation({ client: moderator }).check("Some text.", { signal });
    expect(verdict).toMatchObject({ type: "flag", matches: [{ rule: "moderation.hate", score: 0.8 }] });
    expect(asked).toEqual([["Some text."], signal]);
  });

  test("asks about a long text in pieces that overlap, and cuts no character", async () => {
    const words = `${"🙂".repeat(7000)}x${"word ".repeat(40_000)}`;
    const text = `${words.slice(0, 24_990)} kill them all ${words.slice(24_990)}`;
    const { client, requests } = clientOf((piece) => (piece.includes("kill them all") ? VIOLENT : CALM));
    expect(await moderation({ client, model: "m" }).check(text)).toMatchObject({ type: "flag" });
    const pieces = requests.flatMap(({ input }) => input);
    expect(requests.length).toBeGreaterThan(1);
    expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThanOrEqual(10_000);
    expect(pieces.every((piece) => new TextDecoder().decode(new TextEncoder().encode(piece)) === piece)).toBe(
      true,
    );
    expect(pieces.every((piece) => text.includes(piece))).toBe(true);
    expect(requests[0]?.model).toBe("m");
  });

  test("asks nobody about nothing", async () => {
    const { client, requests } = clientOf(() => VIOLENT);
    expect(await moderation({ client }).check(" \n")).toEqual({ type: "allow" });
    expect(requests).toEqual([]);
  });

  test.each([{ results: [] }, { results: [{}] }, {}, null])(
    "an answer such as %j is no judgement",
    async (answer) => {
      const client = { moderations: { create: async () => answer as { results: [] } } };
      await expect(moderation({ client }).check("a")).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
    },
  );

  test.each([
    [{ onMatch: "redact" as "flag" }, "onMatch"],
    [{ thresholds: { violence: 2 } }, "violence"],
    [{ blockOn: [""] }, "blockOn"],
    [{ client: {} as Moderator }, "client"],
  ])("refuses %j", (options, message) => {
    expect(() => moderation(options)).toThrow(ConfigError);
    expect(() => moderation(options)).toThrow(message);
  });

  test("says at the first check that nobody can be asked", async () => {
    await expect(moderation().check("a")).rejects.toThrow(ConfigError);
    await expect(moderation().check("a")).rejects.toThrow(/client.*apiKey/);
  });
});

describe("moderation by a request of its own", () => {
  const answering =
    (
      answer: (url: string, init: RequestInit) => Response | Promise<Response>,
      seen: [string, RequestInit][] = [],
    ) =>
    (url: string, init: RequestInit) => {
      seen.push([url, init]);
      return answer(url, init);
    };

  test("sends the key, the model and the texts", async () => {
    const seen: [string, RequestInit][] = [];
    const fetch = answering(() => Response.json({ results: [VIOLENT] }), seen);
    const detector = moderation({ fetch, apiKey: async () => "k-1", baseURL: "https://host.example/v1/" });
    expect(await detector.check("Some text.")).toMatchObject({ type: "flag" });
    const [[url, init] = ["", {}]] = seen;
    expect(url).toBe("https://host.example/v1/moderations");
    expect(new Headers(init.headers).get("authorization")).toBe("Bearer k-1");
    expect(JSON.parse(String(init.body))).toEqual({ model: "omni-moderation-latest", input: ["Some text."] });
  });

  test.each([
    [401, "PROVIDER_AUTH"],
    [400, "PROVIDER_INVALID_REQUEST"],
    [429, "PROVIDER_RATE_LIMIT"],
    [504, "PROVIDER_TIMEOUT"],
    [500, "PROVIDER_ERROR"],
  ])("status %d is %s, without the text of the answer", async (status, code) => {
    const fetch = answering(
      () => new Response("key sk-1234 is wrong", { status, headers: { "retry-after": "2" } }),
    );
    const error = await Promise.resolve(moderation({ fetch, apiKey: "k" }).check("Some text.")).catch(
      (thrown) => thrown,
    );
    expect(error).toMatchObject({ code, context: { status } });
    expect(error.message).not.toContain("sk-1234");
    if (status === 429) expect(error.retryAfter).toBe(2000);
  });

  test("an answer that is no JSON, and a service that cannot be reached", async () => {
    const noJson = moderation({ fetch: answering(() => new Response("<html>")), apiKey: "k" });
    await expect(noJson.check("a")).rejects.toMatchObject({ code: "PROVIDER_ERROR" });
    const fetch = answering(() => Promise.reject(new TypeError("bad header Bearer sk-abcdefghijklmnop")));
    const error = await Promise.resolve(moderation({ fetch, apiKey: "k" }).check("a")).catch(
      (thrown) => thrown,
    );
    expect(error.code).toBe("PROVIDER_ERROR");
    expect(error.cause).toBeUndefined();
  });

  test("stops with the caller's signal and after its time", async () => {
    const fetch = answering(() => new Promise<Response>(() => {}));
    const controller = new AbortController();
    const checked = moderation({ fetch, apiKey: "k" }).check("a", { signal: controller.signal });
    controller.abort("left");
    await expect(checked).rejects.toBe("left");
    await expect(moderation({ fetch, apiKey: "k", timeoutMs: 5 }).check("a")).rejects.toMatchObject({
      code: "PROVIDER_TIMEOUT",
    });
  });
});
