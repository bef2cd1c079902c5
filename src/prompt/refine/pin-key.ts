import type { RefinerParams } from "../../contracts/refined-prompt.ts";
import type { SystemPromptBlockContract } from "../../contracts/system-prompt.ts";
import { canonicalJson } from "../../core/canonical-json.ts";
import { sha256 } from "../../core/hash.ts";

/** The version of what a placeholder is. */
export const GRAMMAR: string = "1";
/** The version of the built-in recipe: of the texts that the refiner is given, and of what is made of its answer. */
export const RECIPE: string = "1";

/** All that a compilation depends on, beside this package. */
export interface PinInputs {
  readonly model: { readonly provider: string; readonly name: string };
  readonly params?: RefinerParams | undefined;
  readonly criteria?: string | readonly string[] | undefined;
  readonly blocks: readonly SystemPromptBlockContract[];
}

/**
 * The key of a pin: the SHA-256 of all that its text depends on as canonical JSON, so that nothing runs into its neighbour and
 * every runtime finds the same key. Rejects with `ConfigError` (`INVALID_CONFIG`) in a page that was loaded over plain HTTP.
 *
 * @example
 * const model = { provider: "mock", name: "refiner" };
 * (await pinKey({ model, blocks: [instruction("Help {{name}}.")] })).length; // 64
 */
export async function pinKey({ model, params = {}, criteria, blocks }: PinInputs): Promise<string> {
  return sha256(
    canonicalJson({
      grammar: GRAMMAR,
      recipe: RECIPE,
      provider: model.provider,
      model: model.name,
      params,
      criteria: criteriaOf(criteria),
      blocks: blocks.map((block) => ({ type: block.type, text: block.resolve() })),
    }),
  );
}

/**
 * The rules of a refiner one by one, without the space around them and without blank ones.
 *
 * @example
 * criteriaOf([" Be formal. ", ""]); // ["Be formal."]
 */
export function criteriaOf(criteria: string | readonly string[] = []): string[] {
  return [criteria]
    .flat()
    .map((rule) => rule.trim())
    .filter((rule) => rule !== "");
}
