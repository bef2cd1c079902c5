import type { SkillCatalogEntry, SkillRecord, SkillsStoreContract } from "../contracts/skills.ts";
import { canonicalJson } from "../core/canonical-json.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";

/**
 * Skills in memory, for tests and small programs: the latest record of each name, and candidates that nobody sees.
 *
 * @example
 * const store = new MockSkillsStore([
 *   { name: "scaffold", description: "Scaffolds a form.", version: 1, body: "Fields first.", type: "authored" },
 * ]);
 * (await store.load("scaffold"))?.body; // "Fields first."
 */
export class MockSkillsStore implements SkillsStoreContract {
  readonly #skills: Map<string, SkillRecord> = new Map();
  readonly #candidates: Map<string, SkillRecord> = new Map();

  constructor(records: readonly SkillRecord[] = []) {
    for (const record of records) {
      (record.type === "candidate" ? this.#candidates : this.#skills).set(record.name, record);
    }
  }

  async list(): Promise<readonly SkillCatalogEntry[]> {
    return [...this.#skills.values()].map(({ body: _body, ...entry }) => entry);
  }

  async load(name: string): Promise<SkillRecord | undefined> {
    return this.#skills.get(name);
  }

  async saveCandidate(candidate: SkillRecord): Promise<void> {
    this.#candidates.set(candidate.name, { ...candidate, type: "candidate", version: 0 });
  }

  async promote(name: string, approved?: SkillRecord): Promise<SkillRecord> {
    const candidate = this.#candidates.get(name);
    const promoted = promotedSkill(name, candidate, approved, this.#skills.get(name));
    this.#skills.set(name, promoted);
    this.#candidates.delete(name);
    return promoted;
  }
}

/** What a candidate becomes. Throws where there is none, or another one than was approved. */
export function promotedSkill(
  name: string,
  candidate: SkillRecord | undefined,
  approved: SkillRecord | undefined,
  current: SkillRecord | undefined,
): SkillRecord {
  if (!candidate) throw new InvalidRequestError(`There is no candidate for the skill "${name}".`);
  if (approved && canonicalJson({ ...approved }) !== canonicalJson({ ...candidate })) {
    throw new InvalidRequestError(
      `The candidate for the skill "${name}" is another one now than was approved.`,
    );
  }
  return { ...candidate, type: "promoted", version: (current?.version ?? 0) + 1 };
}
