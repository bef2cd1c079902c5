import type { SkillsContract } from "../contracts/skills.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { lazy } from "../core/lazy.ts";
import { loadCounted, loadSkillTool, saveSkillTool } from "./skill-tools.ts";
import type { SkillsConfig } from "./skills-config.ts";

/**
 * Makes a library of skills: texts that an agent loads into its context when it needs them, and that never run. An agent always
 * sees the catalog, a line a skill; `loadSkill` brings a body. A source that cannot be read is a warning in the program's log
 * where another one can; where none can, `catalog` rejects with its error.
 *
 * @throws ConfigError (`INVALID_CONFIG`) for a library without sources, or with options that cannot work.
 * @example
 * const body = "Write the fields first, then the checks.";
 * const library = ai.skills({
 *   name: "build",
 *   sources: [{ type: "import", skills: [{ name: "forms", description: "Scaffolds a form.", body }] }],
 * });
 * (await library.catalog()).map(({ name }) => name); // ["forms"]
 */
export function skills(config: SkillsConfig): SkillsContract {
  checkConfig(config);
  const library = lazy(async () => (await import("./library.ts")).skillLibrary(config));
  return {
    name: config.name,
    catalog: async (scopeInput) => (await library()).catalog(scopeInput),
    catalogPrompt: async (scopeInput) => (await library()).catalogPrompt(scopeInput),
    preload: async (input) => (await library()).preload(input),
    tools(runId) {
      const byHand = {};
      return [
        loadSkillTool(async (input, context) => loadCounted(await library(), input, context, byHand, runId)),
        ...(config.review ? [saveSkillTool(library, runId)] : []),
      ];
    },
    forAgent: async () => (await import("./skills-feature.ts")).skillsFeature(await library()),
  };
}

function checkConfig({ name, sources, inject, maxLoadsPerRun = 5, review }: SkillsConfig): void {
  const refuse = (problem: string): never => {
    throw new ConfigError(`skills(${JSON.stringify(name)}): ${problem}`);
  };
  if (typeof name !== "string" || name === "") refuse("give the library a name.");
  if (!Array.isArray(sources) || sources.length === 0) refuse('give it one or more "sources".');
  for (const source of sources) {
    const type = source?.type;
    if (["directory", "url", "store", "import"].includes(type)) continue;
    refuse(`there is no source of the type ${JSON.stringify(type)}. Use directory, url, store or import.`);
  }
  if (!Number.isInteger(maxLoadsPerRun) || maxLoadsPerRun < 0) {
    refuse(`"maxLoadsPerRun" is ${maxLoadsPerRun}. Use a whole number of 0 or more.`);
  }
  if (inject !== undefined && inject !== "all") {
    if (inject.select !== "semantic") refuse('"inject" is "all", or { select: "semantic", topK, embedder }.');
    if (!Number.isInteger(inject.topK) || inject.topK < 1) refuse(`"topK" is ${inject.topK}. Use 1 or more.`);
  }
  if (
    review &&
    (typeof review.approve !== "function" || !review.store?.saveCandidate || !review.store.promote)
  ) {
    refuse('"review" needs "approve" and a "store" with saveCandidate and promote.');
  }
}
