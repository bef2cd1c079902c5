import { describe, expect, test } from "vitest";
import type { HarnessEntry, HarnessRefinement } from "../../src/contracts/harness.ts";
import type { HarnessStore } from "../../src/harness/harness-store.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { change, entriesOf, harnessOn, memory, refine, removal } from "./harness-bench.ts";

/** The entries without what a rollback cannot bring back. */
async function plain(harness: HarnessStore): Promise<readonly object[]> {
  const { entries } = await harness.state("local");
  return entries.map(({ version: _, updatedAt: __, ...entry }) => entry);
}

function reasons({ edits }: HarnessRefinement): readonly (string | undefined)[] {
  return edits.map(({ reason }) => reason);
}

describe("taking back", () => {
  test("H19: what was created goes, what was updated is as before, what was deleted returns", async () => {
    const harness = harnessOn(memoryStore());
    await harness.edit("local", [{ ...memory("a"), path: "p", metadata: { x: 1 } }, memory("b")], {
      source: "user",
    });
    await refine(harness, [change("b", "B, too.")]);
    const before = await entriesOf(harness);
    const target = await refine(harness, [memory("c"), { ...change("a", "New."), path: "q" }, removal("b")]);
    const back = await harness.rollback("local", target.id);
    expect(back).toMatchObject({ status: "applied", rollbackOf: target.id });
    expect(back.edits.map(({ edit }) => [edit.operation, edit.id])).toEqual([
      ["create", "b"],
      ["update", "a"],
      ["delete", "c"],
    ]);
    const after = await entriesOf(harness);
    expect([...after.keys()].toSorted()).toEqual(["a", "b"]);
    for (const [id, version] of [
      ["a", 3],
      ["b", 3],
    ] as const) {
      const { updatedAt, ...entry } = after.get(id) as HarnessEntry;
      expect({ ...entry, updatedAt: before.get(id)?.updatedAt }).toEqual({ ...before.get(id), version });
      expect(updatedAt).toBe(back.at);
    }
    expect(before.get("a")).toMatchObject({ source: "user", version: 1 });
  });

  test("defect 10: a later edit by a person is not overwritten", async () => {
    const harness = harnessOn(memoryStore());
    await refine(harness, [memory("a"), memory("b")]);
    const target = await refine(harness, [
      change("a", "Learned."),
      change("b", "Learned, too."),
      memory("c"),
    ]);
    await harness.edit("local", [change("a", "Corrected."), change("c", "Completed.")], { source: "user" });
    const back = await harness.rollback("local", target.id);
    expect(reasons(back)).toEqual(["entry changed since", undefined, "entry changed since"]);
    expect(back).toMatchObject({
      status: "applied",
      edits: [{ before: { content: "Completed." } }, {}, { before: { content: "Corrected." } }],
    });
    const entries = await entriesOf(harness);
    expect([...entries.values()].map(({ content }) => content).toSorted()).toEqual([
      "About b.",
      "Completed.",
      "Corrected.",
    ]);
  });

  test("defect 10: an entry with nothing in it returns, with its dates, its writer and a version that is new", async () => {
    const harness = harnessOn(memoryStore());
    await harness.edit("local", [memory("a", "")], { source: "agent" });
    for (const content of ["1", "2", "3", ""])
      await harness.edit("local", [change("a", content)], { source: "agent" });
    const before = (await entriesOf(harness)).get("a");
    const target = await refine(harness, [removal("a")]);
    await harness.rollback("local", target.id);
    const after = (await entriesOf(harness)).get("a");
    expect(before).toMatchObject({ version: 5, content: "", source: "agent" });
    expect(after).toEqual({ ...before, version: 6, updatedAt: after?.updatedAt });
  });

  test("H20: taking a rollback back brings all back as it was", async () => {
    const harness = harnessOn(memoryStore());
    await refine(harness, [memory("a"), memory("b")]);
    const target = await refine(harness, [
      memory("c"),
      change("a", "New."),
      removal("b"),
      memory("b", "Another."),
      change("c", "C."),
    ]);
    const learned = await plain(harness);
    const back = await harness.rollback("local", target.id);
    const again = await harness.rollback("local", back.id);
    expect(again.status).toBe("applied");
    expect(await plain(harness)).toEqual(learned);
  });

  test("refinements are taken back one by one, from the last", async () => {
    const harness = harnessOn(memoryStore());
    const first = await refine(harness, [memory("a", "1")]);
    const second = await refine(harness, [change("a", "2")]);
    const third = await refine(harness, [change("a", "3")]);
    expect(reasons(await harness.rollback("local", second.id))).toEqual(["entry changed since"]);
    for (const { id } of [third, second, first])
      expect((await harness.rollback("local", id)).status).toBe("applied");
    expect((await harness.state("local")).entries).toEqual([]);
    expect((await refine(harness, [memory("a")])).edits[0]?.after?.version).toBe(6);
  });

  test("H22: a second time everything is a conflict, an unknown id an error, and nothing to do is recorded", async () => {
    const harness = harnessOn(memoryStore());
    await refine(harness, [memory("a"), memory("b")]);
    const target = await refine(harness, [memory("c"), change("a", "New."), removal("b")]);
    const first = await harness.rollback("local", target.id);
    const state = await harness.state("local");
    const second = await harness.rollback("local", target.id);
    expect(second).toMatchObject({
      status: "failed",
      rollbackOf: target.id,
      stateVersion: first.stateVersion,
    });
    expect(reasons(second)).toEqual(Array(3).fill("entry changed since"));
    expect(await harness.state("local")).toEqual(state);

    await expect(harness.rollback("local", "01ARZ3NDEKTSV4RRFFQ69G5FAV")).rejects.toMatchObject({
      code: "PROVIDER_INVALID_REQUEST",
    });
    await expect(harness.rollback("global", target.id)).rejects.toThrow(/global history/);

    const failed = await refine(harness, [removal("nothing")]);
    const nothing = await harness.rollback("local", failed.id);
    expect(nothing).toMatchObject({ status: "no_edits", edits: [], rollbackOf: failed.id });
    expect((await harness.history("local")).at(-1)).toEqual(nothing);
    expect(await harness.state("local")).toEqual(state);
  });

  test("H23: where an entry was deleted and made anew, the first one returns", async () => {
    const harness = harnessOn(memoryStore());
    await refine(harness, [memory("a")]);
    const before = await plain(harness);
    const target = await refine(harness, [removal("a"), { ...memory("a", "Another."), kind: "subagent" }]);
    expect(reasons(await harness.rollback("local", target.id))).toEqual([undefined, undefined]);
    expect(await plain(harness)).toEqual(before);
    expect((await entriesOf(harness)).get("a")?.version).toBe(3);
  });

  test("global refinements are taken back from any conversation", async () => {
    const store = memoryStore();
    const target = await refine(harnessOn(store), [memory("a")], "global");
    const another = harnessOn(store);
    expect((await another.rollback("global", target.id)).status).toBe("applied");
    expect((await another.state("global")).entries).toEqual([]);
  });
});
