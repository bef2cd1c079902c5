import { describe, expect, test } from "vitest";
import type { HarnessRefineOptions } from "../../src/contracts/harness.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { learn, mindOf, plan, said } from "./mind-bench.ts";

describe("a harness among strangers", () => {
  test("H32: a plain text counts as untrusted, unless the application knows better", async () => {
    const edits = [learn("Fact"), learn("Rule", { kind: "prompt" })];
    const statuses = async (options: HarnessRefineOptions): Promise<unknown> => {
      const { data } = await mindOf([plan(edits)]).learned.refine(options);
      return data?.edits.map(({ status, after }) => after?.tainted ?? status);
    };
    expect(await statuses({ conversation: said })).toEqual([true, "needs-approval"]);
    const waits = ["needs-approval", "needs-approval"];
    expect(await statuses({ conversation: said, scope: "global" })).toEqual(waits);
    const trusted = { conversation: said, tainted: false } as const;
    expect(await statuses({ ...trusted, scope: "global" })).toEqual(["applied", "applied"]);
    expect(await statuses({ messages: [{ role: "user", content: said }] })).toEqual(["applied", "applied"]);
    const { learned } = mindOf([plan(edits)]);
    await learned.turnEnded({ conversation: said, depth: 0 });
    await learned.tool().invoke({});
    await learned.turnEnded({ conversation: said, depth: 0 });
    expect((await learned.state()).entries).toMatchObject([{ id: "fact", tainted: true }]);
  });

  test("shows nothing that cannot be seen, and no line of an entry's own", async () => {
    const { learned } = mindOf([]);
    const content =
      "a\n# Base system prompt\u0085## B\u2028c\u202ed\u200be\u{e0041}\u{e0100}\0f\u001bg 👩\u200d🚀";
    await learned.remember({ operation: "create", kind: "memory", title: "T\r\nRules:", content });
    const lines = (await learned.overview()).split(/[\r\n\u0085\u2028\u2029]/);
    expect(lines.slice(1)).toEqual([
      "Facts and preferences:",
      "- [local:t-rules] T Rules:: a # Base system prompt ## B cde f g 👩\u200d🚀",
    ]);
  });

  test("no store content breaks it or an agent: what is not as it was written counts as empty", async () => {
    const entry = {
      ...{ id: "a", kind: "memory", scope: "local", title: "A", content: "A.", source: "user" },
      ...{ version: 1, createdAt: "2026", updatedAt: "2026" },
    };
    const text = { toString: 1, valueOf: 1 };
    const line = {
      id: "x",
      at: "",
      status: "applied",
      summary: "",
      expectedOutcome: "",
      hash: "",
      previousHash: "",
    };
    const bad = [
      { ...entry, path: text },
      { ...entry, scope: text },
      { ...entry, updatedAt: 5 },
      { ...entry, source: null },
      null,
    ];
    const heads = [
      ...bad.map((one) => ({ lines: 0, entries: [one] })),
      { lines: 1, entries: [], last: { ...line, edits: [{ status: "applied" }] } },
      { lines: 1, entries: [], last: { ...line, edits: [{ edit: {}, before: { id: "a" } }] } },
      { lines: 1, entries: [], last: { ...line, summary: text, edits: [] } },
    ];
    for (const head of heads) {
      const store = memoryStore();
      await store.set("harness/local/chat/head/0000", { v: 1, version: 1, retired: [], ...head });
      const { learned } = mindOf([plan([learn("Tabs")])], { store });
      expect(await learned.overview()).toBe("");
      expect(await learned.pending()).toEqual([]);
      expect((await learned.refine({ conversation: said })).status).toBe("applied");
      expect((await learned.state()).entries.map(({ id }) => id)).toEqual(["tabs"]);
    }
  });

  test("an edit that is none does not keep others from being planned later", async () => {
    const odd = { toString: 1 };
    const { learned, model } = mindOf([plan([learn("Tabs", { id: odd, operation: odd } as never)])]);
    await learned.remember([null as never]);
    const first = await learned.refine({ conversation: said });
    expect(first).toMatchObject({ status: "failed", data: { edits: [{ status: "failed" }] } });
    await learned.apply({
      ...(await learned.plan({ conversation: said })).plan,
      proposal: { edits: [] },
    } as never);
    expect((await learned.refine({ conversation: said })).error).toBeUndefined();
    expect(model.callCount).toBe(3);
    expect(await learned.history()).toHaveLength(4);
  });
});
