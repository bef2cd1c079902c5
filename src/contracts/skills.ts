import type { AgentFeature } from "./agent-feature.ts";
import type { ToolContract } from "./tool.ts";

/** A skill: text that an agent can load into its context. It never runs code. */
export interface SkillRecord {
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly tags?: readonly string[];
  /** `candidate`: written by an agent and not yet approved; no catalog shows it, nothing loads it. */
  readonly type: "authored" | "promoted" | "candidate";
  readonly body: string;
}

/** What a catalog says of a skill: never its body. */
export type SkillCatalogEntry = Pick<SkillRecord, "name" | "description" | "version" | "tags" | "type">;

/** Where skills are kept. `list` and `load` leave candidates out. */
export interface SkillsStoreContract {
  list(): Promise<readonly SkillCatalogEntry[]>;
  load(name: string): Promise<SkillRecord | undefined>;
  saveCandidate?(candidate: SkillRecord): Promise<void>;
  /** Makes a candidate the new version of its skill. Rejects where the store has another one by now than the one that was approved. */
  promote?(name: string, approved?: SkillRecord): Promise<SkillRecord>;
}

/** What a reviewer says of a candidate. Anything but `approve: true` is a no. */
export interface SkillVerdict {
  readonly approve: boolean;
  readonly reason?: string | undefined;
}

/** Who decides whether an agent's candidate becomes a skill: a policy, an agent that validates, a person. */
export interface SkillReviewGate {
  approve(candidate: SkillRecord): SkillVerdict | Promise<SkillVerdict>;
  /** Where candidates are kept, and become skills. */
  readonly store: SkillsStoreContract;
}

/** Something that happened to a skill. */
export interface SkillEvent {
  readonly type: "catalogued" | "loaded" | "used" | "saved" | "promoted" | "denied";
  readonly skill: string;
  readonly version: number;
  readonly runId?: string | undefined;
  /** Of `used`: how the run ended. Of `denied`: the reason. */
  readonly outcome?: string | undefined;
}

/** What a guard makes of a body before a model reads it; what `ai.guardrail.data` gives fits. */
export interface GuardedSkill {
  /** The text to go on with; missing where it must not. */
  readonly text?: string | undefined;
}

/** A library of skills, which `agent({ skills })` takes. */
export interface SkillsContract extends AgentFeature {
  readonly name: string;
  /** What skills there are, cheap: no bodies. */
  catalog(scopeInput?: string): Promise<SkillCatalogEntry[]>;
  /** The catalog as a block of a system prompt. Empty where there are no skills. */
  catalogPrompt(scopeInput?: string): Promise<string>;
  /** The bodies that `inject` asks for, for an input. Empty where it is left out. */
  preload(input: string): Promise<SkillRecord[]>;
  /** `loadSkill`, and `saveSkill` where there is a review gate. */
  tools(runId?: string): ToolContract[];
}
