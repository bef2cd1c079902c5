import type { AgentFeature, AgentParts } from "../contracts/agent-feature.ts";
import { type AgentDefinition, defineAgent } from "./agent-config.ts";

/** The definitions with what their features add. */
const known: WeakMap<AgentDefinition, Promise<AgentDefinition>> = /* @__PURE__ */ new WeakMap();

/**
 * A definition with the tools and middleware that the features of the agent add, made once: runs, saved runs and their
 * signatures know of nothing else. What could not be made is tried again by the next run.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where a tool or middleware of a feature has a name that is taken.
 */
export function withFeatures(definition: AgentDefinition): Promise<AgentDefinition> {
  let whole = known.get(definition);
  if (!whole) {
    whole = derive(definition);
    known.set(definition, whole);
    whole.catch(() => known.delete(definition));
  }
  return whole;
}

async function derive({ config, name, tools, middleware }: AgentDefinition): Promise<AgentDefinition> {
  const features = await featuresOf(config);
  const parts = await Promise.all(features.map(async (feature) => feature.forAgent()));
  const all = <Part>(of: (parts: AgentParts) => readonly Part[] | undefined): Part[] =>
    parts.flatMap((part) => of(part) ?? []);
  return defineAgent({
    ...config,
    name,
    tools: [...tools, ...all((part) => part.tools)],
    middleware: [...all((part) => part.middleware), ...middleware, ...all((part) => part.inner)],
  });
}

async function featuresOf({ memory, skills }: AgentDefinition["config"]): Promise<AgentFeature[]> {
  const features: AgentFeature[] = [];
  if (memory) {
    const { memoryFeature } = await import("./memory-feature.ts");
    features.push(memoryFeature("store" in memory ? memory : { store: memory }));
  }
  // The options of a library are taken as they are.
  if (skills) {
    features.push("forAgent" in skills ? skills : (await import("../skills/skills.ts")).skills(skills));
  }
  return features;
}
