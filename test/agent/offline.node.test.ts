import { describe, expect, test, vi } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { AIError, ProviderError } from "../../src/core/errors/index.ts";
import { type MockResponse, mockModel } from "../../src/testing/index.ts";

// A page that lost its connection, or whose server has a newer version, cannot load what an agent needs only at times.
vi.mock("../../src/agent/load-on-demand.ts", () => ({
  onDemand: () => Promise.reject(new Error("Failed to fetch dynamically imported module")),
}));

const model = (response: MockResponse) => mockModel({ name: "m", responses: [response] });

describe("an agent that cannot load the rest of itself", () => {
  test("answers, also with a logger", async () => {
    const { text } = await agent({ model: model({ content: "ok" }), logger: {} }).execute("x");
    expect(text).toBe("ok");
  });

  test("gives the error of the provider", async () => {
    const down = new ProviderError("The provider cannot be reached.");
    const { error, report } = await agent({ model: model({ error: down }) }).execute("x");
    expect(error).toBe(down);
    expect(report.trips[0]?.error).toBe(down);
  });

  test("never rejects: another error is wrapped, a stream and a broken end fail with a result", async () => {
    const cause = new Error("socket closed");
    const other = await agent({ model: model({ error: cause }) }).execute("x");
    expect(other.error).toMatchObject({ code: "AI_ERROR", cause });
    const streamed = await agent({ model: model({ content: "ok" }) }).stream("x").result;
    expect(AIError.is(streamed.error)).toBe(true);
    const cut = await agent({ model: model({ content: "ha", finishReason: "length" }) }).execute("x");
    expect(AIError.is(cut.error)).toBe(true);
  });
});
