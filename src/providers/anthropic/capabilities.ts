import type { ModelCapabilities } from "../../contracts/model.ts";

/** Which Claude a model is. */
export interface Generation {
  /** `opus`, `sonnet`, `haiku`, `fable`, `mythos`; empty where the name tells none. */
  readonly family: string;
  /** A hundred times the version: 405 is 4.5. `Infinity` for a Claude without a number, 0 for what is no Claude. */
  readonly version: number;
}

/**
 * Reads the generation of a model from its name, in any of the forms that Claude's names have had.
 *
 * @example
 * generationOf("claude-sonnet-4-5-20250929"); // { family: "sonnet", version: 405 }
 */
export function generationOf(name: string): Generation {
  const model = name.toLowerCase();
  const family = /opus|sonnet|haiku|fable|mythos/.exec(model)?.[0] ?? "";
  if (!model.includes("claude")) return { family, version: 0 };
  // A date has more digits than a version.
  const [, major, minor = 0] = /claude[^\d]{0,20}(\d{1,2})(?!\d)(?:[.-](\d{1,2})(?!\d))?/.exec(model) ?? [];
  return { family, version: major ? Number(major) * 100 + Number(minor) : Number.POSITIVE_INFINITY };
}

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
