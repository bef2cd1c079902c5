import type { SkillEvent, SkillRecord, SkillReviewGate } from "../contracts/skills.ts";
import { messageOf } from "../core/errors/message-of.ts";

/** What a review came to. */
export interface SkillReview {
  /** The skill that the candidate has become; missing where it stays a candidate. */
  readonly promoted?: SkillRecord;
  readonly reason?: string;
}

/**
 * Has a candidate judged, and promotes it where the gate says `{ approve: true }` and nothing else. A gate that throws or gives
 * anything else is a no, and so is a store that cannot promote. Never rejects.
 *
 * @example
 * const store = new ai.MockSkillsStore([]);
 * const candidate = { name: "tides", description: "Reads tables.", body: "…", version: 0, type: "candidate" } as const;
 * await store.saveCandidate(candidate);
 * const { promoted } = await ai.runReviewGate(candidate, { approve: () => ({ approve: true }), store });
 * promoted?.version; // 1
 */
export async function runReviewGate(
  candidate: SkillRecord,
  gate: SkillReviewGate,
  emit: (event: SkillEvent) => void = () => {},
): Promise<SkillReview> {
  const { name, version } = candidate;
  try {
    // The gate gets a copy: what it approves is what is promoted.
    const verdict: unknown = await gate.approve(structuredClone(candidate));
    const { approve, reason } = Object(verdict);
    if (approve !== true) return denied(typeof reason === "string" ? reason : undefined);
    if (!gate.store.promote) return denied("the store cannot promote it");
    const promoted = await gate.store.promote(name, candidate);
    tell({ type: "promoted", skill: name, version: promoted.version });
    return { promoted };
  } catch (error) {
    return denied(messageOf(error));
  }

  function denied(reason: string | undefined): SkillReview {
    tell({ type: "denied", skill: name, version, outcome: reason });
    return reason === undefined ? {} : { reason };
  }

  function tell(event: SkillEvent): void {
    try {
      emit(event);
    } catch {
      // Who listens does not decide.
    }
  }
}
