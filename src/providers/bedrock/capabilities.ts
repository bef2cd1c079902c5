import type { ModelCapabilities } from "../../contracts/model.ts";

/** Which models can do what, by names. They change often: `model({ name, vision: true, … })` overrides the table. */
const CAPABLE: readonly (readonly [keyof ModelCapabilities, RegExp])[] = [
  [
    "vision",
    /claude-(?!v|instant|3-5-haiku)|nova-(?!micro|canvas|reel|sonic)|llama3-2-(?:11|90)b|llama4|pixtral|mistral-large-3|ministral-3|magistral|gemma-3|-vl|kimi-k2\.5/,
  ],
  [
    "structuredOutput",
    /claude-(?:haiku|sonnet)-4-[5-9](?!\d)|claude-opus-4-[56](?!\d)|claude-[a-z]+-[5-9](?!\d)|qwen3|gpt-oss|deepseek\.v3|gemma-3|minimax-m2|nemotron-nano|kimi-k2|mistral-large-3|ministral|magistral|voxtral/,
  ],
  ["reasoning", /claude-3-7|claude-[a-z]+-[4-9]|nova-2|gpt-oss|qwen3-(?!coder|vl)/],
  [
    "promptCaching",
    /claude-3-5-(?:haiku|sonnet)-20241022|claude-3-7|claude-[a-z]+-[4-9]|nova-(?!canvas|reel|sonic)/,
  ],
  ["audio", /voxtral/],
  [
    "pdf",
    /claude-(?!instant)|nova-(?!micro|canvas|reel|sonic)|llama(?:3-[1-9]|4)|mistral-large|pixtral|ministral-3|command-r|jamba/,
  ],
];

/**
 * What a model can do, by its identifier; region prefixes (`us.`, `eu.`, `global.`) and what stands before the model in an
 * ARN do not matter. A table of known families; what it does not know it denies.
 *
 * @example
 * capabilitiesOf("us.anthropic.claude-sonnet-4-5-20250929-v1:0").promptCaching; // true
 */
export function capabilitiesOf(name: string): ModelCapabilities {
  return Object.fromEntries(
    CAPABLE.filter(([, names]) => names.test(name)).map(([capability]) => [capability, true]),
  );
}
