import { describe, expect, it } from "vitest";
import { registerObserver, setObserveAll } from "../../src/core/observers.ts";
import type { BaseReport } from "../../src/core/report.ts";
import { askModel } from "../../src/prompt/ask-model.ts";
import { mockModel } from "../../src/testing/index.ts";

const messages = [{ role: "user" as const, content: "Which color?" }];

describe("a question to a model", () => {
  it("is a run of type agent with its usage, its cost and one trip", async () => {
    const model = mockModel({
      name: "mock",
      responses: [{ content: "Blue." }],
      pricing: { input: 1_000_000, output: 1_000_000 },
    });
    const { response, report, usage } = await askModel({ name: "guess", model, messages });
    expect(response?.content).toBe("Blue.");
    expect(report).toMatchObject({
      name: "guess",
      type: "agent",
      status: "completed",
      model: { name: "mock" },
    });
    expect(report.trips).toMatchObject([{ input: "Which color?", output: "Blue." }]);
    expect(usage.cost?.input).toBe(usage.input);
  });

  it("is told to observers", async () => {
    const seen: BaseReport[] = [];
    const forget = registerObserver({ collect: (report) => void seen.push(report) });
    setObserveAll(true);
    try {
      const model = mockModel({ name: "mock", responses: [{ content: "Blue." }] });
      await askModel({ name: "observed-guess", model, messages });
    } finally {
      forget();
      setObserveAll(false);
    }
    expect(seen.filter(({ name }) => name === "observed-guess")).toHaveLength(1);
  });

  it("gives the error of a model that fails, and never rejects", async () => {
    const model = mockModel({ name: "mock", responses: [{ content: "", error: new Error("no line") }] });
    const { response, error, report } = await askModel({ name: "guess", model, messages });
    expect(response).toBeUndefined();
    expect(error?.message).toContain("no line");
    expect(report.status).toBe("failed");
  });

  it("stops when it is aborted, though the model hangs", async () => {
    const model = {
      ...mockModel({ name: "mock", responses: [] }),
      complete: () => new Promise<never>(() => {}),
    };
    const controller = new AbortController();
    const asked = askModel({ name: "guess", model, messages, signal: controller.signal });
    controller.abort();
    const { error, report } = await asked;
    expect(error?.code).toBe("AGENT_CANCELLED");
    expect(report.status).toBe("cancelled");
  });

  it("asks nothing where it is stopped before", async () => {
    const model = mockModel({ name: "mock", responses: [{ content: "Blue." }] });
    const { error } = await askModel({ name: "guess", model, messages, signal: AbortSignal.abort() });
    expect(error?.code).toBe("AGENT_CANCELLED");
    expect(model.callCount).toBe(0);
  });
});
