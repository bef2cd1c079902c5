import { generationOf } from "../anthropic/capabilities.ts";
import { type Traits as ClaudeTraits, traitsOf } from "../anthropic/traits.ts";

/**
 * How a family of models differs from what most models on Bedrock take. Everything model-specific in this adapter is a
 * field here; a field that is missing means what most do.
 */
export interface Traits {
  /** What this Claude takes, where it is one. */
  readonly claude?: ClaudeTraits | undefined;
  /** The field in which another model is asked to reason. Default: it cannot be asked. */
  readonly reasoning?: "reasoningConfig" | "reasoning_effort" | "reasoning_config" | undefined;
  /** Takes no tool choice but its own. */
  readonly noForcedTool?: boolean | undefined;
  /** Has no stream where it has tools. */
  readonly noToolStream?: boolean | undefined;
  /** Can be kept to one tool call a turn. */
  readonly oneCall?: boolean | undefined;
  /** What a tool result may hold beside text. Default: nothing, it follows in the same turn. */
  readonly resultMedia?: readonly string[] | undefined;
  /** Takes the status of a tool result. */
  readonly resultStatus?: boolean | undefined;
  /** Takes tool results as JSON only. */
  readonly jsonResults?: boolean | undefined;
  /** Caches tools without a system prompt. */
  readonly cachedTools?: boolean | undefined;
  /** The form of tool call identifiers. Default: up to 64 letters, digits, `_` and `-`. */
  readonly callId?: RegExp | undefined;
}

/** Parts of model names, and what is special there; of several that fit, the later ones win. */
const FAMILIES: readonly (readonly [RegExp, Traits])[] = [
  [/nova/, { resultMedia: ["image"], resultStatus: true }],
  [/nova-2/, { reasoning: "reasoningConfig" }],
  [/gpt-oss/, { reasoning: "reasoning_effort" }],
  [/qwen3/, { reasoning: "reasoning_config" }],
  [/llama|cohere|palmyra|jamba|pixtral|deepseek\.r1/, { noForcedTool: true }],
  [/llama|palmyra|pixtral|deepseek\.r1|mistral-(?:large-24|small)/, { noToolStream: true }],
  [/mistral|pixtral|ministral|magistral/, { jsonResults: true }],
  // It counts on the form that it gives them itself.
  [/kimi/, { callId: /^[\w.:-]{1,64}$/ }],
];

/**
 * What is special about a model, by its identifier.
 *
 * @example
 * converseTraits("openai.gpt-oss-120b-1:0").reasoning; // "reasoning_effort"
 */
export function converseTraits(model: string): Traits {
  const { version } = generationOf(model);
  if (version === 0) {
    return Object.assign({}, ...FAMILIES.map(([names, traits]) => names.test(model) && traits));
  }
  const claude = traitsOf(model);
  return {
    claude,
    noForcedTool: !claude.forcedTools,
    oneCall: version >= 405,
    resultMedia: ["image", "document"],
    resultStatus: true,
    cachedTools: true,
  };
}

/**
 * The identifier of a model without the prefix of the regions in which it may run.
 *
 * @example
 * withoutRegion("eu.anthropic.claude-haiku-4-5-20251001-v1:0"); // "anthropic.claude-haiku-4-5-20251001-v1:0"
 */
export function withoutRegion(model: string): string {
  return model.replace(/^(?:us|us-gov|eu|apac|jp|au|ca|sa|amer|global)\./, "");
}
