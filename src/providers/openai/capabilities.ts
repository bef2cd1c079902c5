import type { ModelCapabilities } from "../../contracts/model.ts";

/** Which models can do what, by names. They change often: `model({ name, vision: true, … })` overrides the table. */
const CAPABLE: readonly (readonly [keyof ModelCapabilities, RegExp])[] = [
  [
    "vision",
    /gpt-(?:4o(?!-(?:mini-)?(?:audio|search))|4\.|4-turbo|5)|^o(?:1(?!-mini|-preview)|3(?!-m)|4)|claude|gemini|gemma-[34]|llama-4|pixtral|magistral|mistral-(?:small|medium|large-(?:latest|25|3))|-vl|llava|vision|grok-4|qwen3\.[5-9]|kimi-k2\.[5-9]|glm-\d(?:\.\d)?v/,
  ],
  [
    "structuredOutput",
    /gpt-(?:4o(?!-(?:mini-)?audio)|4\.|5|oss)|^o(?:1(?!-mini|-preview)|[34])|gemini|mistral|ministral|pixtral|codestral|grok-[34]|llama-4|kimi/,
  ],
  [
    "reasoning",
    /gpt-(?:5(?!-chat)|oss)|^o[134]|claude-(?:3.7|sonnet|opus|haiku)|gemini-[23]|deepseek|glm-[45]|grok-3-mini|kimi-k2(?:\.[5-9]|-thinking)/,
  ],
  ["audio", /-audio|gemini|voxtral/],
  [
    "pdf",
    /gpt-(?:4o(?!-(?:mini-)?(?:audio|search))|4\.|5)|^o(?:1(?!-mini|-preview)|3(?!-m)|4)|claude|gemini|mistral-(?:small|medium|large)|pixtral/,
  ],
];

/**
 * What a model can do, by its name without the maker's prefix (`openai/gpt-4o` is `gpt-4o`). A table of known families;
 * what it does not know it denies.
 *
 * @example
 * capabilitiesOf("gpt-4o-mini").vision; // true
 */
export function capabilitiesOf(name: string): ModelCapabilities {
  const model = name.toLowerCase().slice(name.lastIndexOf("/") + 1);
  return Object.fromEntries(
    CAPABLE.filter(([, names]) => names.test(model)).map(([capability]) => [capability, true]),
  );
}
