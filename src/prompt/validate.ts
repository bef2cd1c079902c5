import type {
  PromptsOptions,
  PromptsValidateOptions,
  PromptValidationResult,
} from "../contracts/prompts-manager.ts";
import type { SystemPromptContract } from "../contracts/system-prompt.ts";
import { ambientRun } from "../core/ambient.ts";

/**
 * Validates a prompt with what is loaded on first use for that.
 *
 * @example
 * await validate({}, systemPrompt("Hi {{name}}!"), { declare: ["name"] }); // { ok: true, missing: [] }
 */
export async function validate(
  registry: PromptsOptions,
  prompt: SystemPromptContract,
  options?: PromptsValidateOptions,
): Promise<PromptValidationResult> {
  // Whose callback this is can be told only now, before anything is waited for.
  const { parent = ambientRun(), judgeCache = registry.judgeCache } = options ?? {};
  const { validatePrompt } = await import("./validate-prompt.ts");
  return validatePrompt(prompt, { ...options, judgeCache, parent });
}
