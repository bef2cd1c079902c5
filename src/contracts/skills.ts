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
  /** Makes an approved candidate the new version of its skill. */
  promote?(name: string): Promise<SkillRecord>;
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
