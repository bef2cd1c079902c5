import type { Json } from "../contracts/message.ts";
import type { SkillCatalogEntry, SkillRecord, SkillsStoreContract } from "../contracts/skills.ts";
import type { Store } from "../contracts/store.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { isConflict } from "../store/is-conflict.ts";
import { keyPart } from "../store/key-part.ts";
import { allKeysOf } from "../store/keys-of.ts";
import { readRecord, warnOf } from "../store/read-record.ts";
import { type ViewOptions, viewPlace } from "../store/view-place.ts";
import { promotedSkill } from "./mock-skills-store.ts";
import { readSkill } from "./read-skill.ts";

/** What is kept under the name of a skill. */
interface SkillRow {
  readonly current?: SkillRecord;
  readonly candidate?: SkillRecord;
  /** The versions before, the latest last. */
  readonly history?: readonly { readonly skill: SkillRecord; readonly until: string }[];
}

const longestHistory = 20;
const mostTries = 8;

/**
 * Skills that are kept in a store: the latest version of each, the 20 before it with the time until which they held, and
 * candidates. Of two who promote at once, one is told that his candidate is gone.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a store that is not atomic.
 * @example
 * const store = ai.skillsStore(ai.memoryStore());
 * await store.saveCandidate?.({ name: "tides", description: "Reads tables.", body: "…", version: 0, type: "candidate" });
 * (await store.promote?.("tides"))?.version; // 1
 */
export function skillsStore(store: Store, options: ViewOptions = {}): SkillsStoreContract {
  const { prefix } = viewPlace(store, options, "hedgemage.skills");
  if (!store.traits.atomic) {
    throw new ConfigError(
      `The ${store.name} store cannot keep skills: versions would be lost. Use one with "traits.atomic".`,
    );
  }
  const keyOf = async (name: string): Promise<string> =>
    `${prefix}/${await keyPart(store.name, "name of a skill", name)}`;
  const rowAt = async (key: string): Promise<{ row: SkillRow; version: string | null }> => {
    const found = await readRecord(store, key, isRow);
    if (found?.damage) throw found.damage;
    return { row: found?.value ?? {}, version: found?.version ?? null };
  };

  async function change(name: string, make: (row: SkillRow) => SkillRow): Promise<SkillRow> {
    const key = await keyOf(name);
    for (let tries = 1; ; tries++) {
      const { row, version } = await rowAt(key);
      const next = make(row);
      try {
        await store.set(key, next as unknown as Json, { ifVersion: version });
        return next;
      } catch (error) {
        if (!isConflict(error) || tries === mostTries) throw error;
      }
    }
  }

  return {
    async list() {
      const entries: SkillCatalogEntry[] = [];
      for (const key of await allKeysOf(store, `${prefix}/`)) {
        const found = await readRecord(store, key, isRow);
        // One damaged row hides no other skill.
        if (found?.damage) warnOf(store, "skills.list", found.damage);
        const { current } = found?.value ?? {};
        if (!current) continue;
        const { body: _body, ...entry } = current;
        entries.push(entry);
      }
      return entries;
    },
    load: async (name) => (await rowAt(await keyOf(name))).row.current,
    async saveCandidate(candidate) {
      await change(candidate.name, (row) => ({
        ...row,
        candidate: { ...candidate, type: "candidate", version: 0 },
      }));
    },
    async promote(name, approved) {
      const { current } = await change(name, ({ current: before, candidate, history = [] }) => {
        const current = promotedSkill(name, candidate, approved, before);
        const past = before ? [...history, { skill: before, until: new Date().toISOString() }] : history;
        return { current, history: past.slice(-longestHistory) };
      });
      // `change` has just put it there.
      return current ?? promotedSkill(name, undefined, undefined, undefined);
    },
  };
}

function isRow(value: unknown): value is SkillRow {
  if (typeof value !== "object" || value === null) return false;
  const { current, candidate, history = [] } = value as Readonly<Record<string, unknown>>;
  return (
    [current, candidate].every((one) => one === undefined || typeof readSkill(one) !== "string") &&
    Array.isArray(history)
  );
}
