import { expect } from "vitest";
import { approvalEffects, approvalText } from "./approval-life.ts";
import type { ApprovalOutcome, ApprovalRun, KillPoint } from "./messages.ts";

type Effects = ReadonlyMap<string, number>;

/** A run that died: what it had done, and what of that its store knew. */
export interface DeadApproval {
  readonly run: ApprovalRun;
  readonly kill: KillPoint;
  readonly settled: readonly string[];
  readonly before: Effects;
}

/** Checks how a run ended that died and was taken up: nothing is lost, and nothing done twice that was known to be done. */
export function expectApproved(
  { run, settled, before }: DeadApproval,
  outcome: Omit<ApprovalOutcome, "error"> & { readonly error?: string | undefined },
  after: Effects,
): void {
  const name = run.runId;
  expect({ error: undefined, ...outcome }, name).toEqual({
    text: approvalText,
    status: "completed",
    error: undefined,
    waiting: 0,
  });
  if (run.dies === "before decision") expect(before.get("pay 2"), name).toBeUndefined();
  for (const effect of settled) expect(after.get(effect), `${name}: ${effect}`).toBe(before.get(effect) ?? 0);
  expect([...after.keys()].toSorted(), name).toEqual(approvalEffects.toSorted());
  for (const [effect, times] of after) {
    // What was under way when the process died is done again; a tool that had not begun is not.
    const wasUnderWay = before.has(effect) && !settled.includes(effect);
    expect(times, `${name}: ${effect}`).toBe(wasUnderWay ? (before.get(effect) ?? 0) + 1 : 1);
  }
}
