import type {
  HarnessEdit,
  HarnessEntry,
  HarnessProposal,
  HarnessScope,
} from "../../src/contracts/harness.ts";
import type { Store } from "../../src/contracts/store.ts";
import { type HarnessStore, openHarness } from "../../src/harness/harness-store.ts";

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
  return openHarness({ store, id: "chat", now });
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
