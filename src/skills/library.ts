import type { Embedder } from "../contracts/embedder.ts";
import type { SkillCatalogEntry, SkillEvent, SkillRecord } from "../contracts/skills.ts";
import { getAIConfig } from "../core/config.ts";
import { messageOf } from "../core/errors/message-of.ts";
import { redactText } from "../core/redact.ts";
import { clipped } from "../core/text/clipped.ts";
import { catalogText } from "./catalog-text.ts";
import { readSkill } from "./read-skill.ts";
import { runReviewGate } from "./review.ts";
import type { LoadedSkill } from "./skill-tools.ts";
import type { SkillsConfig } from "./skills-config.ts";
import { type OpenSource, openSource } from "./sources.ts";

/** What becomes of a skill that a model proposed. */
export type SavedSkill =
  | { readonly status: "promoted"; readonly name: string; readonly version: number }
  | { readonly status: "candidate"; readonly name: string; readonly reason?: string }
  | { readonly error: string };

/** A library at work. */
export interface SkillLibrary {
  readonly config: SkillsConfig;
  catalog(scopeInput?: string, runId?: string): Promise<SkillCatalogEntry[]>;
  catalogPrompt(scopeInput?: string, runId?: string): Promise<string>;
  preload(input: string, signal?: AbortSignal): Promise<SkillRecord[]>;
  load(
    input: Readonly<Record<string, unknown>>,
    signal?: AbortSignal,
    scopeInput?: string,
  ): Promise<LoadedSkill>;
  save(input: Readonly<Record<string, unknown>>, runId?: string): Promise<SavedSkill>;
  emit(event: SkillEvent): void;
  /** Counts a load of a run, by its id or what stands for it; what to tell the model where it may not have another one. */
  refusedLoad(run: unknown): string | undefined;
}

/** How many runs are counted at once. Those that began first are forgotten. */
const mostRuns = 1000;

/** What stands behind `skills()`. */
export function skillLibrary(config: SkillsConfig): SkillLibrary {
  const sources = config.sources.map((source) => openSource(source));
  const loads = new Map<unknown, number>();
  const vectors = new Map<string, readonly number[]>();

  function emit(event: SkillEvent): void {
    try {
      const told = config.analytics?.(event);
      if (told instanceof Promise) told.catch(() => {});
    } catch {
      // Counting must not break what is counted.
    }
  }

  async function listed(scopeInput: string | undefined): Promise<Map<string, Listed>> {
    const byName = new Map<string, Listed>();
    const found = await Promise.allSettled(sources.map(async (source) => source.list()));
    const failed = found.find((one) => one.status === "rejected");
    if (failed && found.every((one) => one.status === "rejected")) throw failed.reason;
    for (const [index, one] of found.entries()) {
      const source = sources[index];
      if (one.status === "rejected") warn(config.name, "source.failed", source, one.reason);
      else for (const entry of one.value) if (source) byName.set(entry.name, { entry, source });
    }
    const { scope } = config;
    const tags = typeof scope === "function" ? scope(scopeInput).tags : scope?.tags;
    for (const [name, { entry }] of byName) {
      const isOut = tags && !entry.tags?.some((tag) => tags.includes(tag));
      if (isOut || entry.type === "candidate") byName.delete(name);
    }
    return byName;
  }

  async function catalog(scopeInput?: string, runId?: string): Promise<SkillCatalogEntry[]> {
    const entries = [...(await listed(scopeInput)).values()].map(({ entry }) => catalogEntry(entry));
    entries.sort((one, other) => (one.name < other.name ? -1 : 1));
    for (const { name, version } of entries) emit({ type: "catalogued", skill: name, version, runId });
    return entries;
  }

  /** A record with the body that a model may read. */
  async function bodyOf({ entry, source }: Listed, signal?: AbortSignal): Promise<SkillRecord | undefined> {
    const record = await source.load(entry.name);
    if (!record || record.type === "candidate") return undefined;
    const guarded = await config.guard?.(record.body, { signal });
    if (config.guard && typeof guarded?.text !== "string") return undefined;
    return guarded?.text === undefined ? record : { ...record, body: guarded.text };
  }

  function refusedLoad(run: unknown): string | undefined {
    const { maxLoadsPerRun = 5 } = config;
    const count = loads.get(run) ?? 0;
    if (count >= maxLoadsPerRun) {
      return `This run has loaded ${maxLoadsPerRun} skills, and may load no more. Go on with those.`;
    }
    loads.delete(run);
    loads.set(run, count + 1);
    const [oldest] = loads.keys();
    if (loads.size > mostRuns && oldest !== undefined) loads.delete(oldest);
    return undefined;
  }

  return {
    config,
    catalog,
    emit,
    refusedLoad,
    catalogPrompt: async (scopeInput, runId) => catalogText(config.name, await catalog(scopeInput, runId)),
    async preload(input, signal) {
      const { inject } = config;
      if (!inject) return [];
      const known = [...(await listed(input)).values()];
      known.sort((one, other) => (one.entry.name < other.entry.name ? -1 : 1));
      const chosen = inject === "all" ? known : await nearest(input, known, inject, vectors, signal);
      const read = await Promise.allSettled(chosen.map((one) => bodyOf(one, signal)));
      return read.flatMap((one, index) => {
        if (one.status === "fulfilled") return one.value ?? [];
        warn(config.name, "skill.failed", chosen[index]?.source, one.reason);
        return [];
      });
    },
    async load({ name }, signal, scopeInput) {
      const known = await listed(scopeInput);
      const one = known.get(String(name));
      if (!one) {
        const names = [...known.keys()].sort().join(", ");
        return {
          error: `There is no skill ${clipped(JSON.stringify(name), 100)}. There are: ${clipped(names, 2000)}.`,
        };
      }
      const record = await bodyOf(one, signal);
      if (!record) return { error: `The skill ${JSON.stringify(name)} may not be loaded. Go on without it.` };
      return { name: record.name, version: record.version, body: record.body };
    },
    async save(input, runId) {
      const { review } = config;
      const candidate = readSkill({ ...input, version: 0, type: "candidate" });
      if (typeof candidate === "string") return { error: candidate };
      if (!review) return { error: "Skills cannot be saved here." };
      const said = `${candidate.name} ${candidate.description} ${candidate.body}`;
      if (redactText(said) !== said) return { error: "There is a key or a password in it. Leave it out." };
      const { name } = candidate;
      await review.store.saveCandidate?.(candidate);
      emit({ type: "saved", skill: name, version: 0, runId });
      const verdict = await runReviewGate(candidate, review, (event) => emit({ ...event, runId }));
      return verdict.promoted
        ? { status: "promoted", name, version: verdict.promoted.version }
        : { status: "candidate", name, ...(verdict.reason !== undefined && { reason: verdict.reason }) };
    },
  };
}

/** `semanticOrder`, which only such a library loads. */
async function nearest(
  ...about: Parameters<typeof import("./semantic-order.ts").semanticOrder>
): Promise<Listed[]> {
  return (await import("./semantic-order.ts")).semanticOrder(...about);
}

/** A skill of a source. */
export interface Listed {
  readonly entry: SkillCatalogEntry;
  readonly source: OpenSource;
}

/** What chooses skills by their meaning. */
export type SemanticInject = {
  readonly topK: number;
  readonly embedder?: Embedder | undefined;
  readonly threshold?: number | undefined;
};

/** Without the body, whatever else a store has put there. */
function catalogEntry({ name, description, version, tags, type }: SkillCatalogEntry): SkillCatalogEntry {
  return { name, description, version, type, ...(tags && { tags }) };
}

function warn(library: string, action: string, source: OpenSource | undefined, error: unknown): void {
  // A logger that throws must not take the other sources along.
  try {
    getAIConfig().logger?.warn?.(`ai.skills.${library}`, action, messageOf(error), {
      source: source?.name,
    });
  } catch {}
}
