import { describe, expect, it } from "vitest";
import type { OpenAIOptions } from "../../../src/providers/openai/index.ts";
import { collect, delta, end, modelAnswering, sse } from "./support.ts";

const question = [{ role: "user", content: "?" }] as const;

async function asking(options: OpenAIOptions) {
  const body =
    options.api === "responses"
      ? sse({ type: "response.completed", response: { status: "completed", output: [] } })
      : sse(delta({ content: "x" }), end());
  const { model, asked } = modelAnswering({ body }, options, "gpt-5");
  const { error } = await collect(model.stream(question));
  expect(error).toBeUndefined();
  return asked[0];
}

describe("Azure", () => {
  it.each([
    "https://x.openai.azure.com/openai/v1",
    "https://x.cognitiveservices.azure.com/openai/v1",
    "https://x.services.ai.azure.com/openai/v1",
    "https://x.openai.azure.us/openai/v1",
  ])("gets its key in its own header: %s", async (baseURL) => {
    for (const api of ["chat", "responses"] as const) {
      const asked = await asking({ baseURL, api });
      expect(asked?.headers).toEqual({
        accept: "text/event-stream",
        "api-key": "sk-test-key-of-no-account",
        "content-type": "application/json",
      });
      expect(asked?.url).toBe(`${baseURL}/${api === "chat" ? "chat/completions" : "responses"}`);
    }
  });

  it("gets a token of Entra as a bearer's", async () => {
    const asked = await asking({
      baseURL: "https://x.openai.azure.com/openai/v1",
      keyHeader: "authorization",
    });
    expect(asked?.headers).toMatchObject({ authorization: "Bearer sk-test-key-of-no-account" });
    expect(asked?.headers).not.toHaveProperty("api-key");
  });

  it("gets the version that older addresses need, beside a query", async () => {
    const baseURL = "https://x.openai.azure.com/openai/deployments/mine";
    expect((await asking({ baseURL, apiVersion: "2024-10-21" }))?.url).toBe(
      `${baseURL}/chat/completions?api-version=2024-10-21`,
    );
    expect((await asking({ baseURL: `${baseURL}?a=1`, apiVersion: "2024-10-21" }))?.url).toBe(
      `${baseURL}/chat/completions?a=1&api-version=2024-10-21`,
    );
  });

  it("is OpenAI in everything else", async () => {
    const { body } =
      (await asking({ baseURL: "https://x.openai.azure.com/openai/v1", api: "responses" })) ?? {};
    expect(body).toMatchObject({ store: false, include: ["reasoning.encrypted_content"] });
  });

  it("is not everything on that host, nor what only has its name", async () => {
    for (const baseURL of [
      "https://models.inference.ai.azure.com",
      "https://proxy.example/x.openai.azure.com",
    ]) {
      expect((await asking({ baseURL }))?.headers).toHaveProperty("authorization");
    }
  });

  it("may be behind a proxy, which wants the header", async () => {
    const asked = await asking({
      baseURL: "https://proxy.example/v1",
      provider: "azure",
      keyHeader: "api-key",
    });
    expect(asked?.headers).toHaveProperty("api-key", "sk-test-key-of-no-account");
  });
});

describe("R11", () => {
  it.each(["chat", "responses"] as const)(
    "%s: no header but authorization, content-type and accept",
    async (api) => {
      const asked = await asking({ api });
      expect(Object.keys(asked?.headers ?? {}).sort()).toEqual(["accept", "authorization", "content-type"]);
    },
  );
});
