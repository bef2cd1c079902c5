import type { ModelCapabilities } from "../../contracts/model.ts";

/** The models that speak OpenAI's chat completions in full; the others have Workers AI's own, older form. */
const CHAT: RegExp =
  /gpt-oss|glm-|kimi-|nemotron-3|gemma-4|deepseek-v[4-9]|qwen3\.[5-9]|qwen[4-9]|minimax|mistral-(?:large|medium)-3|granite-4\.1/;

/** Which models can do what, by names. They change often: `model({ name, vision: true, … })` overrides the table. */
const CAPABLE: readonly (readonly [keyof ModelCapabilities, RegExp])[] = [
  ["vision", /vision|gemma-3|gemma-4|llama-4|mistral-small-3\.[12]|kimi-k2\.[5-9]|moondream|qwen3\.[5-9]/],
  ["reasoning", /gpt-oss|glm-|kimi-k2\.[5-9]|nemotron-3|gemma-4|deepseek-v[4-9]|qwen3\.[5-9]/],
  // Those of Cloudflare's page "JSON Mode", and the ones that speak chat completions.
  [
    "structuredOutput",
    /llama-3(?:\.1-(?:8b|70b)-instruct|\.1-8b-instruct-fast|-8b-instruct|\.2-11b-vision|\.3-70b)|hermes-2-pro|deepseek-coder-6\.7b-instruct|deepseek-r1-distill-qwen-32b|llama-4-scout|mistral-small-3\.1|gemma-3-12b|qwen3-30b|qwen2\.5-coder-32b/,
  ],
];

/**
 * What a model can do, by its name. A table of known families; what it does not know it denies.
 *
 * @example
 * capabilitiesOf("@cf/moonshotai/kimi-k2.6"); // { vision: true, reasoning: true, structuredOutput: true }
 */
export function capabilitiesOf(name: string): ModelCapabilities {
  const model = name.toLowerCase();
  return {
    ...Object.fromEntries(
      CAPABLE.filter(([, names]) => names.test(model)).map(([capability]) => [capability, true]),
    ),
    ...(speaksChat(model) && { structuredOutput: true }),
  };
}

/**
 * Whether a model speaks OpenAI's chat completions in full: schemas in OpenAI's envelope, also in streams, and media by
 * their URLs.
 *
 * @example
 * speaksChat("@cf/zai-org/glm-5.3"); // true
 * speaksChat("@cf/meta/llama-3.3-70b-instruct-fp8-fast"); // false
 */
export function speaksChat(name: string): boolean {
  return CHAT.test(name.toLowerCase());
}
