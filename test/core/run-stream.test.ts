import { describe, expect, it } from "vitest";
import { agent } from "../../src/agent/agent.ts";
import { mockModel } from "../../src/testing/index.ts";

const words = Array.from({ length: 50 }, (_, index) => `${index} `);
const stream = () => agent({ model: mockModel({ name: "m", responses: [{ deltas: words }] }) }).stream("q");

describe("A1: cancelling a stream", () => {
  it("stops the run for the given reason, and its last events still come", async () => {
    const running = stream();
    const types: string[] = [];
    for await (const { type } of running) {
      types.push(type);
      if (type === "agent.trip.streaming") running.cancel("enough");
    }
    expect(types.at(-1)).toBe("agent.error");
    expect(types.length).toBeLessThan(words.length);
    expect((await running.result).error).toMatchObject({ code: "AGENT_CANCELLED", reason: "enough" });
  });

  it("before it began costs no call, and after its end changes nothing", async () => {
    const early = stream();
    early.cancel();
    expect((await early.result).error).toMatchObject({
      code: "AGENT_CANCELLED",
      reason: "The stream was cancelled.",
    });
    const late = stream();
    const { text } = await late.result;
    late.cancel("late");
    expect(await late.result).toMatchObject({ text, report: { status: "completed" } });
    expect(text).toBe(words.join(""));
  });
});

describe("the handlers of a stream", () => {
  it("are added by name, and removed again", async () => {
    const running = stream();
    const heard: string[] = [];
    running.on("agent.starting", () => heard.push("starting"));
    const remove = running.on("agent.completed", () => heard.push("removed"));
    running.on("agent.completed", ({ result }) => heard.push(result.text ?? ""));
    remove();
    await running.result;
    expect(heard).toEqual(["starting", words.join("")]);
  });
});
