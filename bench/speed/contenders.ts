import type { Contender } from "./contender.ts";

/** The name of the hand-written loop that every other time is divided by. */
export const FLOOR = "floor";

/** The name of the package that this bench belongs to. */
export const SUBJECT = "hedgemage";

/** Everybody who can take part, and the package in bench/node_modules that each peer needs. */
const modules: Readonly<Record<string, { needs?: string; load: () => Promise<{ contender: Contender }> }>> = {
  [FLOOR]: { load: () => import("./contenders/floor.ts") },
  [SUBJECT]: { load: () => import("./contenders/hedgemage.ts") },
  openai: { needs: "openai", load: () => import("./contenders/openai.ts") },
  ai: { needs: "ai", load: () => import("./contenders/ai.ts") },
  "@tanstack/ai": { needs: "@tanstack/ai", load: () => import("./contenders/tanstack-ai.ts") },
  "@openai/agents": { needs: "@openai/agents", load: () => import("./contenders/openai-agents.ts") },
  "@ax-llm/ax": { needs: "@ax-llm/ax", load: () => import("./contenders/ax.ts") },
  langchain: { needs: "langchain", load: () => import("./contenders/langchain.ts") },
  unstorage: { needs: "unstorage", load: () => import("./contenders/unstorage.ts") },
  keyv: { needs: "keyv", load: () => import("./contenders/keyv.ts") },
};

/** The contenders whose packages pass `isInstalled`, the floor first. */
export function contenderNames(isInstalled: (packageName: string) => boolean): string[] {
  return Object.keys(modules).filter((name) => {
    const needs = modules[name]?.needs;
    return needs === undefined || isInstalled(needs);
  });
}

/** Loads one contender by name; its own packages are loaded when it is opened. */
export async function loadContender(name: string): Promise<Contender> {
  const module = await modules[name]?.load();
  if (!module) throw new Error(`There is no contender "${name}".`);
  return module.contender;
}
