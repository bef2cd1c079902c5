import { expect } from "vitest";
import { expectApproved } from "./expect-approved.ts";
import type { ApprovalRun, KillPoint } from "./messages.ts";
import type { StartLife } from "./run-matrix.ts";
import type { Witness } from "./witness.ts";

/**
 * The row "approval pending" of the matrix: a process dies before and after every write on its way to a request, and between
 * the decision and the end of the run. The next one takes the run up and decides what waits.
 */
export async function runApprovals(
  row: string,
  start: StartLife,
  witness: Witness,
  mode: ApprovalRun["mode"],
): Promise<void> {
  let dead: { readonly run: ApprovalRun; readonly kill: KillPoint } | undefined;
  let kills = 0;

  const liveOnce = async (next: typeof dead): Promise<boolean> => {
    const approval = { resume: dead?.run, begin: next && { ...next.run, kill: next.kill } };
    witness.task = { resume: undefined, begin: undefined, approval };
    const end = await start(witness);
    try {
      if (dead) await expectTakenUp(dead, witness);
      dead = undefined;
      if (!next) return false;
      const message = await witness.next();
      if (message.kind === "finished") return false;
      expect(message, next.run.runId).toEqual({ kind: "dying" });
      dead = next;
      kills += 1;
      return true;
    } finally {
      await end();
    }
  };

  for (const dies of ["before decision", "after decision"] as const) {
    let writes = 0;
    for (let isKilled = true; isKilled; writes += 1) {
      for (const when of ["before write", "after write"] as const) {
        const kill = { when, at: writes };
        const runId = `approval, ${mode}, ${dies}, ${when} ${writes}`;
        isKilled = await liveOnce({ run: { runId, mode, dies }, kill });
      }
    }
    expect(writes).toBeGreaterThanOrEqual(3);
  }
  await liveOnce(undefined);
  console.log(`crash matrix, approval pending, ${row}: ${kills} kills, each decision applied once`);
}

async function expectTakenUp(
  { run, kill }: { readonly run: ApprovalRun; readonly kill: KillPoint },
  witness: Witness,
): Promise<void> {
  const found = await witness.next();
  if (found.kind !== "found") throw new Error(`${run.runId}: ${JSON.stringify(found)}`);
  const before = witness.effects(run.runId);
  const message = await witness.next();
  if (message.kind !== "approved") throw new Error(`${run.runId}: ${JSON.stringify(message)}`);
  const { kind: _, runId: __, ...outcome } = message;
  expectApproved({ run, kill, settled: found.settled, before }, outcome, witness.effects(run.runId));
}
