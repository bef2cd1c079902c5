import { afterEach, describe, expect, test, vi } from "vitest";
import type { HarnessTurn } from "../../src/contracts/harness.ts";
import type { Harness, HarnessOptions } from "../../src/harness/harness.ts";
import { harness } from "../../src/harness/harness.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import type { MockModel, MockResponse } from "../../src/testing/mock-model.ts";
import { answering, learn, mindOf, plan, said, toldIn } from "./mind-bench.ts";

const yes = { content: '{"refine": true, "reason": "Said."}' };
const no = { content: 'I think: {"refine": false, "reason": "Noise."}' };
const minutes = 60_000;

/** A harness with a reviewer of its own. */
function watched(
  reviews: readonly MockResponse[],
  options: Partial<HarnessOptions> = {},
): ReturnType<typeof mindOf> & { readonly reviewer: MockModel; readonly warn: ReturnType<typeof vi.fn> } {
  const reviewer = answering(...reviews);
  const warn = vi.fn();
  return { ...mindOf([plan([learn("Tabs")])], { reviewer, logger: { warn }, ...options }), reviewer, warn };
}

async function turns(learned: Harness, count: number, more: Partial<HarnessTurn> = {}): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    await learned.turnEnded({ conversation: said, depth: 0, ...more });
  }
}

afterEach(() => void vi.restoreAllMocks());

describe("a harness that learns by itself", () => {
  test("H30: does nothing in turn 24, and asks a reviewer in turn 25; its yes is planned with caution", async () => {
    const { learned, model, reviewer } = watched([yes]);
    await turns(learned, 24);
    expect([reviewer.callCount, model.callCount]).toEqual([0, 0]);
    const long = `${"a".repeat(50_000)}\n${said}`;
    await turns(learned, 1, { conversation: long });
    expect([reviewer.callCount, model.callCount]).toEqual([1, 1]);
    expect(reviewer.callHistory[0]?.options).toMatchObject({
      maxTokens: 4096,
      reasoning: { effort: "none" },
    });
    expect(/<conversation-\w+>\n([\s\S]*)\n<\//.exec(toldIn(reviewer, 0).user)?.[1]).toBe(
      long.slice(-40_000),
    );
    expect(toldIn(model, 0).user).toMatch(/<instructions-\w+>\nNobody asked for this/);
    expect((await learned.state()).entries.map(({ id }) => id)).toEqual(["tabs"]);
  });

  test("H30: what is due in the cooldown waits for its end", async () => {
    const { learned, clock, reviewer } = watched([no]);
    await turns(learned, 25);
    await turns(learned, 30);
    expect(reviewer.callCount).toBe(1);
    clock.now += 20 * minutes - 1;
    await turns(learned, 1);
    expect(reviewer.callCount).toBe(1);
    clock.now += 1;
    await turns(learned, 1);
    expect(reviewer.callCount).toBe(2);
    clock.now += 20 * minutes;
    await turns(learned, 24);
    expect(reviewer.callCount).toBe(2);
  });

  test("H30: a reviewer's no, and what is no clear yes, has nothing planned", async () => {
    const unclear = [
      "Yes",
      '{"refine": "true"}',
      '{"refine": true} {"refine": false}',
      '{"refine": tr',
      "[true]",
    ];
    for (const review of [no, ...unclear.map((content) => ({ content }))]) {
      const { learned, model, reviewer } = watched([review], { auto: { turnInterval: 1 } });
      await turns(learned, 1);
      expect([reviewer.callCount, model.callCount]).toEqual([1, 0]);
      expect(await learned.history()).toEqual([]);
    }
  });

  test("H30: a reviewer or a planner that throws begins the cooldown, and is not tried again", async () => {
    const { learned, reviewer, clock, warn } = watched([{ error: new Error("down") }, yes]);
    await turns(learned, 50);
    expect(reviewer.callCount).toBe(1);
    expect(warn).toHaveBeenCalledTimes(1);
    clock.now += 20 * minutes;
    await turns(learned, 1);
    expect(reviewer.callCount).toBe(2);
    expect((await learned.history())[0]?.status).toBe("applied");
    const broken = mindOf([yes, { content: "{" }], { auto: { turnInterval: 1 } });
    await turns(broken.learned, 5);
    expect(broken.model.callCount).toBe(2);
  });

  test("H30: a child agent never begins it, and the turns of one do not count", async () => {
    const { learned, reviewer } = watched([yes]);
    await turns(learned, 60, { depth: 1 });
    await turns(learned, 60, { goesOn: true });
    await turns(learned, 24);
    expect(reviewer.callCount).toBe(0);
    await turns(learned, 3, { depth: 1, compacted: true });
    expect(reviewer.callCount).toBe(0);
  });

  test("H30: a branch that was left while it was planned has the plan thrown away", async () => {
    let branch = 1;
    const { learned, model } = watched([yes], { auto: { turnInterval: 1 }, branch: () => branch++ });
    await turns(learned, 1);
    expect(model.callCount).toBe(1);
    expect([await learned.history(), (await learned.state()).version]).toEqual([[], 0]);
  });

  test("H30: a plan without edits is recorded as one", async () => {
    const { learned } = mindOf([yes, plan([])], { auto: { turnInterval: 1 } });
    await turns(learned, 1);
    expect(await learned.history()).toMatchObject([{ status: "no_edits", edits: [] }]);
  });

  test("a compaction makes it due, unless it is told otherwise; it can be turned off", async () => {
    const { learned, reviewer } = watched([no]);
    await turns(learned, 1, { compacted: true });
    expect(reviewer.callCount).toBe(1);
    for (const auto of [{ afterCompaction: false }, false]) {
      const other = watched([yes], { auto });
      await turns(other.learned, 2, { compacted: true });
      expect(other.reviewer.callCount).toBe(0);
    }
  });

  test("its count survives the process, and of two processes one begins", async () => {
    const store = memoryStore();
    const first = watched([no], { store });
    await turns(first.learned, 24);
    const others = [watched([no], { store }), watched([no], { store })];
    await Promise.all(others.map(({ learned }) => turns(learned, 1)));
    expect(others.reduce((sum, { reviewer }) => sum + reviewer.callCount, 0)).toBe(1);
    const elsewhere = watched([no], { store, id: "another chat" });
    await turns(elsewhere.learned, 24);
    expect(elsewhere.reviewer.callCount).toBe(0);
  });

  test("what it does behind an answer is handed to whoever keeps it alive", async () => {
    const work: Promise<void>[] = [];
    const auto = { turnInterval: 1, waitUntil: (one: Promise<void>) => void work.push(one) };
    const { learned, model } = watched([{ ...yes, delay: 5 }], { auto });
    await turns(learned, 1);
    expect(model.callCount).toBe(0);
    await Promise.all(work);
    expect(await learned.history()).toMatchObject([{ status: "applied" }]);
  });

  test("its own logger is told of all that is passed over, what is kept among it", async () => {
    const store = memoryStore();
    await store.set("harness/local/default/head/0000", "damaged");
    const warn = vi.fn();
    const learned = harness({ model: answering(plan([])), store, logger: { warn } });
    expect((await learned.state()).entries).toEqual([]);
    expect(warn.mock.calls.map(([where, action]) => [where, action])).toEqual([
      ["ai.harness", "harness.lost"],
    ]);
  });

  test("a store that fails breaks no turn, and shows what was read last", async () => {
    const store = memoryStore();
    const warn = vi.fn();
    const learned = harness({ model: answering(plan([])), store, logger: { warn } });
    await learned.remember({ operation: "create", kind: "memory", title: "Tabs", content: "Use them." });
    const shown = await learned.overview();
    expect(shown).toContain("Use them.");
    vi.spyOn(store, "get").mockRejectedValue(new Error("down"));
    expect(await learned.overview()).toBe(shown);
    await turns(learned, 1);
    expect(warn.mock.calls.map(([, action]) => action)).toEqual(["overview.failed", "auto.failed"]);
    expect((await learned.refine({ conversation: said })).error?.code).toBe("AI_ERROR");
  });
});
