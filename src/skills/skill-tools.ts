import type { ToolContext, ToolContract } from "../contracts/tool.ts";
import type { Lazy } from "../core/lazy.ts";
import { tool } from "../tool/tool.ts";
import type { SavedSkill, SkillLibrary } from "./library.ts";

/** What `loadSkill` gives the model: the skill, or why it cannot have it, which it can do something about. */
export type LoadedSkill =
  | { readonly name: string; readonly version: number; readonly body: string }
  | { readonly error: string };

const text = { type: "string" };

/** The tool by which a model loads a skill. `load` does it. */
export function loadSkillTool(
  load: (input: Readonly<Record<string, unknown>>, context: ToolContext) => Promise<LoadedSkill>,
): ToolContract {
  return tool({
    name: "loadSkill",
    description: "Loads the instructions of a skill of the catalog, by its name.",
    action: "Loading a skill",
    input: { type: "object", properties: { name: text }, required: ["name"], additionalProperties: false },
    execute: (input, context) => load(fieldsOf(input), context),
  });
}

/**
 * Loads a skill for a run, where it may load one more: for `given`, else for the run at the top of the tree. A call by hand is a run
 * of its own; those of one list of tools count together, as `byHand`.
 */
export async function loadCounted(
  library: SkillLibrary,
  input: Readonly<Record<string, unknown>>,
  { runId: own, rootRunId, signal }: ToolContext,
  byHand: object,
  given?: string,
): Promise<LoadedSkill> {
  const runId = given ?? rootRunId;
  const refused = library.refusedLoad(given ?? (own === rootRunId ? byHand : rootRunId));
  if (refused) return { error: refused };
  const loaded = await library.load(input, signal);
  if ("body" in loaded) {
    library.emit({ type: "loaded", skill: loaded.name, version: loaded.version, runId });
  }
  return loaded;
}

/**
 * The tool by which a model proposes a skill. It stays a candidate, which nobody sees, until the review gate lets it pass.
 *
 * @param runId stands in analytics; the run at the top of the tree where it is left out
 */
export function saveSkillTool(library: Lazy<SkillLibrary>, runId?: string): ToolContract {
  return tool({
    name: "saveSkill",
    description:
      "Proposes a new skill, or a new version of one: a text with instructions that can be used again. It is reviewed before anybody can load it.",
    action: "Proposing a skill",
    input: {
      type: "object",
      properties: {
        name: { ...text, description: "Letters, digits, - and _." },
        description: { ...text, description: "When to use it, in one sentence." },
        body: { ...text, description: "The instructions." },
        tags: { type: "array", items: text },
      },
      required: ["name", "description", "body"],
      additionalProperties: false,
    },
    execute: async (input, { rootRunId }): Promise<SavedSkill> =>
      (await library()).save(fieldsOf(input), runId ?? rootRunId),
  });
}

/** The arguments, whose schema is a plain JSON Schema and says nothing to the compiler. */
function fieldsOf(input: unknown): Readonly<Record<string, unknown>> {
  return { ...Object(input) };
}
