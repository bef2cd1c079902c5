import type { PromptsValidateOptions, PromptValidationResult } from "../contracts/prompts-manager.ts";
import type { PlaceholderValues, SystemPromptContract } from "../contracts/system-prompt.ts";
import { formatPlaceholder, missingPlaceholders, placeholdersOf, renderPlaceholders } from "./grammar.ts";
import { judgePrompt } from "./judge-prompt.ts";
import { placeholderPaths } from "./placeholder-paths.ts";

/**
 * Checks that a prompt gets all that it asks for, and has a judge grade it where one is given. The check reads the template
 * itself, with the grammar that fills it.
 *
 * @example
 * await validatePrompt(systemPrompt("Hi {{user.name}}!"), { placeholders: { user: { name: "Ada" } } });
 * // { ok: true, missing: [] }
 */
export async function validatePrompt(
  prompt: SystemPromptContract,
  options: PromptsValidateOptions = {},
): Promise<PromptValidationResult> {
  const { placeholders: values = {}, declare = [], judge } = options;
  const { required = [] } = prompt.meta() ?? {};
  const known = placeholderPaths([...required, ...declare]);
  const missing = new Set<string>();
  const asked = new Set<string>();
  for (const placeholder of prompt.blocks.flatMap((block) => placeholdersOf(block.resolve()))) {
    const { path } = placeholder;
    const token = formatPlaceholder(placeholder);
    asked.add(path);
    const isMissing = missingPlaceholders(token, values).length > 0 && !known.cover(path);
    if (isMissing || !hasText(token, values)) missing.add(path);
  }
  const asks = placeholderPaths(asked);
  const unreferenced = required.filter((path) => !asks.meet(path));
  return {
    ok: missing.size === 0,
    missing: [...missing],
    ...(unreferenced.length > 0 && { unreferenced }),
    ...(judge && (await judgePrompt(prompt, judge, options))),
  };
}

function hasText(token: string, values: PlaceholderValues): boolean {
  try {
    renderPlaceholders(token, values);
    return true;
  } catch {
    return false;
  }
}
