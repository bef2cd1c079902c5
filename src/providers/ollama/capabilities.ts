import type { ModelCapabilities } from "../../contracts/model.ts";

/** Which models can do what, by names. They change often: `model({ name, vision: true, … })` overrides the table. */
const CAPABLE: readonly (readonly [keyof ModelCapabilities, RegExp])[] = [
  [
    "vision",
    /llava|vision|-?vl\b|-ocr|moondream|minicpm-v|gemma3(?!n)(?!:(?:1b|270m))|gemma4|llama4|mistral-small3\.[12]|ministral-3|mistral-large-3|devstral-small-2|medgemma|translategemma|kimi-k2\.[5-9]|qwen3\.[5-9]|gemini/,
  ],
  [
    "reasoning",
    /thinking|gpt-oss|deepseek-(?:r1|v3\.[12]|v4)|qwen3(?!-coder|-embedding|.*instruct|-vl.*instruct)|magistral|cogito|gemma4|glm-(?:4\.[5-9]|5)|kimi-k2\.[5-9]|minimax-m2|nemotron-3|granite4\.1|gemini-3/,
  ],
];

/**
 * What a model can do, by its name without namespace (`acme/qwen3:8b` is `qwen3:8b`). A table of known families; what it
 * does not know it denies. Every model that runs on one's own machine is held to a schema by its grammar; those of the
 * cloud are not.
 *
 * @param isCloud whether the cloud itself is asked. Default: what the name tells.
 *
 * @example
 * capabilitiesOf("llama3.2-vision"); // { structuredOutput: true, vision: true }
 */
export function capabilitiesOf(name: string, isCloud: boolean = /[:-]cloud$/i.test(name)): ModelCapabilities {
  const model = name.toLowerCase().slice(name.lastIndexOf("/") + 1);
  return {
    ...(!isCloud && { structuredOutput: true }),
    ...Object.fromEntries(
      CAPABLE.filter(([, names]) => names.test(model)).map(([capability]) => [capability, true]),
    ),
  };
}
