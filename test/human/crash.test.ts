import { describe, expect, it } from "vitest";
import type { Store } from "../../src/contracts/store.ts";
import { memoryStore } from "../../src/store/memory-store.ts";
import { beginApproval, finishApproval, settledApproval } from "../support/crash-matrix/approval-life.ts";
import { expectApproved } from "../support/crash-matrix/expect-approved.ts";
import type { ApprovalRun, KillPoint } from "../support/crash-matrix/messages.ts";

const modes = ["per-trip", "per-call"] as const;
const deaths = ["before decision", "after decision"] as const;

describe.each(modes)("R13: a durable run whose call waits for a person, saved %s", (mode) => {
  it.each(deaths)(
    "whose process dies at a write %s, takes the decision once and loses nothing",
    async (dies) => {
      let kills = 0;
      for (let at = 0, isKilled = true; isKilled; at += 1) {
        for (const when of ["before write", "after write"] as const) {
          isKilled = await dieAndFinish({ runId: `${dies}, ${when} ${at}`, mode, dies }, { when, at });
          if (isKilled) kills += 1;
        }
      }
      expect(kills).toBeGreaterThanOrEqual(6);
    },
  );
});

async function dieAndFinish(run: ApprovalRun, kill: KillPoint): Promise<boolean> {
  const disk: Store = memoryStore();
  const effects = new Map<string, number>();
  const count = async (effect: string): Promise<void> => {
    effects.set(effect, (effects.get(effect) ?? 0) + 1);
  };
  const isKilled = await new Promise<boolean>((resolve, reject) => {
    beginApproval(disk, run, kill, count, () => resolve(true)).then(() => resolve(false), reject);
  });
  if (!isKilled) return false;
  const settled = await settledApproval(disk, run);
  const before = new Map(effects);
  const outcome = await finishApproval(disk, run, count);
  expectApproved({ run, kill, settled, before }, outcome, effects);
  return true;
}
