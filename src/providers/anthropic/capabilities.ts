import type { ModelCapabilities } from "../../contracts/model.ts";
import { generationOf } from "./generation.ts";

/** Since when Claude can do what; `model({ name, vision: true, … })` overrides it. */
const SINCE: readonly (readonly [keyof ModelCapabilities, number])[] = [
  ["vision", 300],
  ["promptCaching", 300],
  ["pdf", 305],
  ["reasoning", 307],
  ["structuredOutput", 405],
];

/**
 * What a model can do, by its name. Of models that are no Claude, behind servers that speak the same protocol, nothing is
 * known.
 *
 * @example
 * capabilitiesOf("claude-3-5-haiku-latest"); // { vision: true, promptCaching: true, pdf: true }
 */
export function capabilitiesOf(name: string): ModelCapabilities {
  const { family, version } = generationOf(name);
  const isCapable = ([capability, since]: (typeof SINCE)[number]): boolean =>
    // The first Opus that could.
    version >= (capability === "structuredOutput" && family === "opus" ? 401 : since);
  return Object.fromEntries(SINCE.filter(isCapable).map(([capability]) => [capability, true]));
}
