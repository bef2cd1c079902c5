import { expect } from "vitest";
import type {
  HarnessEdit,
  HarnessEntry,
  HarnessProposal,
  HarnessRefinement,
  HarnessScope,
} from "../../src/contracts/harness.ts";
import type { Store } from "../../src/contracts/store.ts";
import { type HarnessStore, openHarness } from "../../src/harness/harness-store.ts";
import { replayHistory } from "../../src/harness/known-entries.ts";

/** A moment of 2026, in milliseconds since 1970. */
export const start: number = Date.UTC(2026, 0, 1);

/** A clock that goes on by one second at each look. */
export function tickingClock(): () => number {
  let now = start;
  return () => {
    now += 1000;
    return now;
  };
}

/** The harness of one conversation. */
export function harnessOn(store: Store, now: () => number = tickingClock()): HarnessStore {
  return openHarness({ store, id: "chat", prefix: "harness", now });
}

/** A plan of some edits. */
export function planOf(...edits: readonly HarnessEdit[]): HarnessProposal {
  return { summary: "Learned.", rationale: "Seen.", expectedOutcome: "Better.", edits };
}

/** An edit that makes a memory. */
export function memory(id: string, content: string = `About ${id}.`): HarnessEdit {
  return { operation: "create", kind: "memory", id, title: id, content };
}

/** An edit that gives a memory other content. */
export function change(id: string, content: string): HarnessEdit {
  return { operation: "update", kind: "memory", id, content };
}

/** An edit that removes a memory. */
export function removal(id: string): HarnessEdit {
  return { operation: "delete", kind: "memory", id };
}

/** Plans on what is there, and applies at once. */
export async function refine(
  harness: HarnessStore,
  edits: readonly HarnessEdit[],
  scope: HarnessScope = "local",
): ReturnType<HarnessStore["apply"]> {
  return harness.apply(scope, await harness.state(scope), planOf(...edits));
}

/** The entries of a scope by their ids. */
export async function entriesOf(
  harness: HarnessStore,
  scope: HarnessScope = "local",
): Promise<ReadonlyMap<string, HarnessEntry>> {
  return new Map((await harness.state(scope)).entries.map((entry) => [entry.id, entry]));
}

/** Everything that is known fits together: the chain, the versions, what each edit found, and the state at the end. */
export async function expectWhole(harness: HarnessStore): Promise<readonly HarnessRefinement[]> {
  const history = await harness.history("local", Number.POSITIVE_INFINITY);
  const state = await harness.state("local");
  expect(replayHistory(history)).toEqual(state);
  const there = new Map<string, HarnessEntry>();
  const versions = new Map<string, number>();
  let hash = "";
  let version = 0;
  for (const { edits, previousHash, hash: own, status, stateVersion } of history) {
    expect(previousHash).toBe(hash);
    hash = own;
    version += status === "applied" ? 1 : 0;
    expect(stateVersion).toBe(version);
    for (const { status: end, before, after } of edits) {
      if (end !== "applied") continue;
      const id = (after ?? before)?.id ?? "";
      expect(before).toEqual(there.get(id));
      if (after) {
        expect(after.version).toBe((versions.get(id) ?? 0) + 1);
        versions.set(id, after.version);
        there.set(id, after);
      } else there.delete(id);
    }
  }
  expect(state.version).toBe(version);
  return history;
}

/** Writers on their own handles of one store, at once: each change comes upon the one before, and one of them is taken back. */
export async function expectShared(open: () => Store): Promise<void> {
  const own = (): HarnessStore => harnessOn(open(), Date.now);
  await refine(own(), [memory("a")]);
  const work = [1, 2, 3, 4].map(async (who) => {
    await own().edit("local", [change("a", `By ${who}.`), memory(`m${who}`)], { source: "user" });
    return refine(own(), [removal(`m${who}`)]);
  });
  const [first] = await Promise.all(work);
  await own().rollback("local", first?.id ?? "");
  expect(await expectWhole(own())).toHaveLength(10);
  const entries = await entriesOf(own());
  expect([...entries.keys()].toSorted()).toEqual(["a", "m1"]);
  expect([entries.get("a")?.version, entries.get("m1")?.version]).toEqual([5, 2]);
}
