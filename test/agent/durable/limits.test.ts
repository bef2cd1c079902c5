import { describe, expect, it } from "vitest";
import { agent } from "../../../src/agent/agent.ts";
import type { AgentConfig } from "../../../src/agent/agent-config.ts";
import { drainRuns } from "../../../src/agent/drain-runs.ts";
import type { AgentContract } from "../../../src/contracts/agent.ts";
import type { DurableOptions } from "../../../src/contracts/snapshot.ts";
import type { Store } from "../../../src/contracts/store.ts";
import { budget } from "../../../src/middleware/budget.ts";
import { memoryStore } from "../../../src/store/memory-store.ts";
import { from } from "../../../src/store/snapshot.ts";
import { keysIn } from "../../store/damaged-store.ts";
import { type ConversingModel, calling, conversingModel } from "../../support/conversing-model.ts";
import { dyingStore } from "../../support/dying-store.ts";
import { notingTool } from "../../support/noting-tool.ts";

const turns = [calling("note", { value: 1 }), calling("note", { value: 2 }), { content: "The end." }];

function limited(
  durable: DurableOptions,
  model: ConversingModel = conversingModel(turns),
  more: Partial<AgentConfig> = {},
): AgentContract {
  return agent({ name: "a", model, tools: [notingTool("note", [])], durable, ...more });
}

/** Lives of a process that dies right after its checkpoint with a number, before the model answers. */
async function live(
  disk: Store,
  times: number,
  more: Partial<AgentConfig> = {},
  at = 0,
  options: DurableOptions = {},
): Promise<void> {
  for (let life = 0; life < times; life += 1) {
    const { store, died } = dyingStore(disk, at, "after");
    const run = limited({ ...options, store }, conversingModel(turns), more);
    const isSaved = (await from(disk).load("run")) !== undefined;
    void (isSaved ? run.resume("run") : run.execute("Go.", { runId: "run" }));
    await died;
  }
}

describe("R16: a trip that kills its process", () => {
  it("is counted before each call, and given up after three attempts without another call", async () => {
    const disk = memoryStore();
    await live(disk, 3);
    expect((await from(disk).load("run"))?.next.attempts).toBe(3);
    const model = conversingModel(turns);
    const { error, report } = await limited({ store: disk }, model).resume("run");
    expect(error).toMatchObject({
      code: "BUDGET_EXCEEDED",
      limit: 3,
      context: { dimension: "attempts", trip: 0, limit: 3 },
    });
    expect([report.status, model.asked.length]).toEqual(["failed", 0]);
    expect(await keysIn(disk), "nobody takes it up at the next start").not.toContain("runs/open/run");
    const again = await limited({ store: disk }, model).resume("run");
    expect([again.error?.code, model.asked.length]).toEqual(["BUDGET_EXCEEDED", 0]);
  });

  it("is begun again by force, with all its attempts", async () => {
    const disk = memoryStore();
    await live(disk, 3);
    await limited({ store: disk }).resume("run");
    const { text } = await limited({ store: disk }).resume("run", { force: true });
    expect(text).toBe("The end.");
  });

  it("may be begun as often as was said", async () => {
    const disk = memoryStore();
    await live(disk, 5, {}, 0, { maxAttempts: 6 });
    expect((await limited({ store: disk, maxAttempts: 5 }).resume("run")).error?.code).toBe(
      "BUDGET_EXCEEDED",
    );
    const other = memoryStore();
    await live(other, 5, {}, 0, { maxAttempts: 6 });
    expect((await limited({ store: other, maxAttempts: 6 }).resume("run")).text).toBe("The end.");
  });

  it("that comes further has its attempts anew", async () => {
    const disk = memoryStore();
    await live(disk, 2);
    await live(disk, 1, {}, 1);
    expect((await from(disk).load("run"))?.next).toMatchObject({ trip: 1, attempts: 1 });
    expect((await limited({ store: disk }).resume("run")).text).toBe("The end.");
  });

  it("ends a crash loop of drains", async () => {
    const disk = memoryStore();
    await live(disk, 1);
    let calls = 1;
    for (let start = 0; start < 10; start += 1) {
      const { store, died } = dyingStore(disk, 0, "after");
      const model = conversingModel([() => new Promise<never>(() => {})]);
      const drained = drainRuns({ agents: [limited({}, model)], store });
      await Promise.race([died, drained]);
      await Promise.resolve();
      calls += 1;
      if (!(await keysIn(disk)).includes("runs/open/run")) break;
    }
    expect(calls).toBeLessThanOrEqual(4);
    expect((await from(disk).load("run"))?.status).toBe("failed");
  });
});

describe("R16: money and tokens", () => {
  const pricing = { input: 10_000, output: 10_000 };

  it("of attempts that were lost are estimated once each, and stay out of the report", async () => {
    const disk = memoryStore();
    await live(disk, 2);
    const { usage } = await limited({ store: disk }).resume("run");
    expect(usage.total).toBe(330);
    const { lost } = (await from(disk).load("run")) ?? {};
    expect(lost?.attempts).toBe(2);
    expect(lost?.usage.total).toBeGreaterThan(0);
  });

  it("of a trip that failed are kept for the budget", async () => {
    const disk = memoryStore();
    const broken = conversingModel([calling("note", {}), { content: "Cut", finishReason: "content_filter" }]);
    await limited({ store: disk }, broken).execute("Go.", { runId: "run" });
    expect((await from(disk).load("run"))?.lost).toMatchObject({ attempts: 0, usage: { total: 110 } });
    expect((await from(disk).load("run"))?.usage.total).toBe(110);
  });

  it("go on counting in a resumed run: it ends where one that never died ends", async () => {
    const more = { middleware: [budget({ maxTokens: 300 })] };
    const calm = await limited({ store: memoryStore() }, conversingModel(turns), more).execute("Go.");
    expect(calm.error).toMatchObject({ code: "BUDGET_EXCEEDED", actual: 330 });
    const disk = memoryStore();
    await live(disk, 1, more, 1);
    const { error } = await limited({ store: disk }, conversingModel(turns), more).resume("run");
    expect(error).toMatchObject({ code: "BUDGET_EXCEEDED", limit: 300 });
  });

  it("that are over their cap stop a resumed run before its next call", async () => {
    const disk = memoryStore();
    await live(disk, 1, {}, 2);
    const model = conversingModel(turns);
    const more = { middleware: [budget({ maxTokens: 200 })] };
    const { error, report } = await limited({ store: disk }, model, more).resume("run");
    expect(error).toMatchObject({ code: "BUDGET_EXCEEDED", unit: "tokens", limit: 200 });
    expect(model.asked).toEqual([]);
    expect(report.usage.total).toBe(220);
  });

  it("in dollars are those of the model's price, or of the budget's own", async () => {
    const costly = (): ConversingModel => ({ ...conversingModel(turns), pricing });
    const disk = memoryStore();
    const { store, died } = dyingStore(disk, 2, "after");
    void limited({ store }, costly()).execute("Go.", { runId: "run" });
    await died;
    const model = costly();
    const more = { middleware: [budget({ maxCostUSD: 2 })] };
    const { error } = await limited({ store: disk }, model, more).resume("run");
    expect(error).toMatchObject({ code: "BUDGET_EXCEEDED", unit: "usd" });
    expect(model.asked).toEqual([]);

    const own = memoryStore();
    await live(own, 1, {}, 2);
    const prices = { talker: { inputPer1K: 10, outputPer1K: 10 } };
    const priced = { middleware: [budget({ maxCostUSD: 2, pricing: prices })] };
    const free = conversingModel(turns);
    expect((await limited({ store: own }, free, priced).resume("run")).error?.code).toBe("BUDGET_EXCEEDED");
    expect(free.asked).toEqual([]);
  });

  it("end a crash loop of a run whose attempts are never used up", async () => {
    const disk = memoryStore();
    const more = { middleware: [budget({ maxTokens: 250 })] };
    const options = { maxAttempts: 1000 };
    await live(disk, 1, more, 1, options);
    let lives = 0;
    for (; lives < 100; lives += 1) {
      const { store, died } = dyingStore(disk, 0, "after");
      const run = limited({ ...options, store }, conversingModel(turns), more);
      const result = await Promise.race([run.resume("run"), died.then(() => undefined)]);
      if (!result && (await from(disk).load("run"))?.status === "running") continue;
      break;
    }
    expect(lives).toBeLessThan(20);
    const { error } = await limited({ ...options, store: disk }, conversingModel(turns), more).resume("run");
    expect(error?.code).toBe("BUDGET_EXCEEDED");
  });

  it("are the same with an answer that was saved before its tools ran", async () => {
    const disk = memoryStore();
    const perCall = { mode: "per-call" as const };
    await live(disk, 1, {}, 1, perCall);
    const more = { middleware: [budget({ maxTokens: 100 })] };
    const model = conversingModel(turns);
    const { error } = await limited({ store: disk, ...perCall }, model, more).resume("run");
    expect(error).toMatchObject({ code: "BUDGET_EXCEEDED", actual: 110 });
    expect(model.asked).toEqual([]);
  });
});

describe("R17: requests that the platform limits", () => {
  it("stop a run with a checkpoint; it stays open, and new invocations bring it to its end", async () => {
    const store = memoryStore();
    const notes: unknown[] = [];
    let used = 0;
    const invocation = (): AgentContract => {
      used = 0;
      const count = (): { readonly content?: string } => {
        used += 1;
        return {};
      };
      const counting = turns.map((turn) => () => ({ ...turn, ...count() }));
      const tools = [notingTool("note", notes)];
      return limited({ store, subrequests: { limit: 1, used: () => used } }, conversingModel(counting), {
        tools,
      });
    };
    const first = await invocation().execute("Go.", { runId: "run" });
    expect(first.error).toMatchObject({
      code: "BUDGET_EXCEEDED",
      retryable: true,
      context: { dimension: "subrequests", limit: 1, actual: 1 },
    });
    expect((await from(store).load("run"))?.status).toBe("running");
    expect(await keysIn(store)).toContain("runs/open/run");
    const second = await invocation().resume("run");
    expect(second.error?.code).toBe("BUDGET_EXCEEDED");
    const third = await invocation().resume("run");
    expect(third.text).toBe("The end.");
    expect(notes).toEqual([{ value: 1 }, { value: 2 }]);
    expect(third.usage.total).toBe(330);
  });

  it("cost no attempt and no budget, however often a run waits", async () => {
    const disk = memoryStore();
    await live(disk, 1, {}, 1);
    for (let wait = 0; wait < 5; wait += 1) {
      const { error } = await limited({ store: disk, subrequests: { limit: 0, used: () => 0 } }).resume(
        "run",
      );
      expect(error?.context?.dimension).toBe("subrequests");
    }
    const { next, lost } = (await from(disk).load("run")) ?? {};
    expect(next).toMatchObject({ trip: 1, attempts: 1 });
    expect(lost?.attempts).toBe(1);
    expect((await limited({ store: disk }).resume("run")).text).toBe("The end.");
    expect((await from(disk).load("run"))?.lost.attempts).toBe(1);
  });

  it("do not hide that the attempts of a trip are used up", async () => {
    const disk = memoryStore();
    await live(disk, 3);
    const { error } = await limited({ store: disk, subrequests: { limit: 0, used: () => 0 } }).resume("run");
    expect(error?.context?.dimension).toBe("attempts");
    expect((await from(disk).load("run"))?.status).toBe("failed");
  });
});
