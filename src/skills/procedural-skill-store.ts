import type { MemoryContract, RecalledMemory } from "../contracts/memory.ts";
import type { SkillRecord, SkillsStoreContract } from "../contracts/skills.ts";
import { readSkill } from "./read-skill.ts";

/** Options of `proceduralSkillStore`. */
export interface ProceduralSkillStoreOptions {
  /** The memory whose procedures are skills. It needs the procedural tier. */
  readonly memory: MemoryContract;
  /** Whose procedures. Default those of nobody in particular. */
  readonly scope?: string | undefined;
  /** What is asked of the memory to list them, since a memory can only be asked. Default "steps of a procedure". */
  readonly query?: string | undefined;
  /** How many procedures at most. Default 50. */
  readonly k?: number | undefined;
}

/**
 * The how-tos of a memory as skills: a procedure whose `metadata.skill` is a name is the skill of that name, with
 * `metadata.description` or its first line as the description. A procedure that is promoted is remembered, and so reinforced. One
 * without a name is no skill.
 *
 * @example
 * const embedder = new LocalSDK().embedder({ name: "local" });
 * const memory = ai.memory({ procedural: { embedder, store: ai.memoryStore() }, defaultTier: "procedural" });
 * await memory.remember({ text: "Escalate refunds over $500 to a human.", metadata: { skill: "refunds" } });
 * const store = ai.proceduralSkillStore({ memory });
 * (await store.load("refunds"))?.body; // "Escalate refunds over $500 to a human."
 */
export function proceduralSkillStore(options: ProceduralSkillStoreOptions): SkillsStoreContract {
  const { memory, scope, query = "steps of a procedure", k = 50 } = options;
  const candidates = new Map<string, SkillRecord>();

  async function known(asked = query): Promise<Map<string, SkillRecord>> {
    const found = await memory.recall(asked, { tier: "procedural", k, threshold: -1, scope });
    const skills = new Map<string, SkillRecord>();
    for (const one of found) {
      const skill = skillOf(one);
      if (skill && (skills.get(skill.name)?.version ?? -1) < skill.version) skills.set(skill.name, skill);
    }
    return skills;
  }

  /** Of many, one may be further from `query` than those that are listed. */
  async function load(name: string): Promise<SkillRecord | undefined> {
    return (await known()).get(name) ?? (await known(name)).get(name);
  }

  return {
    list: async () => [...(await known()).values()].map(({ body: _body, ...entry }) => entry),
    load,
    async saveCandidate(candidate) {
      candidates.set(candidate.name, { ...candidate, type: "candidate", version: 0 });
    },
    async promote(name, approved) {
      const { promotedSkill } = await import("./mock-skills-store.ts");
      const promoted = promotedSkill(name, candidates.get(name), approved, await load(name));
      const { body, description, version, tags } = promoted;
      await memory.remember({
        id: `skill:${name}`,
        text: body,
        tier: "procedural",
        scope,
        metadata: { skill: name, description, version, ...(tags && { tags }) },
      });
      candidates.delete(name);
      return promoted;
    },
  };
}

function skillOf({ text, metadata = {} }: RecalledMemory): SkillRecord | undefined {
  const { skill, description = text.split("\n")[0]?.slice(0, 200), version = 1, tags } = metadata;
  const record = readSkill({
    name: skill,
    description,
    body: text,
    version,
    type: "promoted",
    ...(tags !== undefined && { tags }),
  });
  return typeof record === "string" ? undefined : record;
}
