import type {
  PromptsValidateOptions,
  PromptValidateTarget,
  PromptValidationResult,
} from "../contracts/prompts-manager.ts";
import type { SystemPromptContract, SystemPromptMeta } from "../contracts/system-prompt.ts";
import { instruction } from "./blocks.ts";
import { formatPlaceholder, missingPlaceholders, placeholdersOf, renderPlaceholders } from "./grammar.ts";
import { judgePrompt } from "./judge-prompt.ts";
import type { PromptStore } from "./prompt-store.ts";

/**
 * Checks that a prompt gets all that it asks for, and has a judge grade it where one is given. The check reads the template
 * itself, with the grammar that fills it. Rejects with `InvalidRequestError` for a version or tag that the store does not have.
 *
 * @example
 * await validatePrompt(promptStore(), "Hi {{user.name}}!", { placeholders: { user: { name: "Ada" } } });
 * // { ok: true, missing: [] }
 */
export async function validatePrompt(
  store: PromptStore,
  target: PromptValidateTarget,
  options: PromptsValidateOptions = {},
): Promise<PromptValidationResult> {
  const { placeholders: values = {}, declare = [], judge } = options;
  const prompt = typeof target === "string" ? named(store, target) : target;
  const { required = [] } = prompt.meta?.() ?? {};
  const known = [...required, ...declare].map((path) => path.normalize());
  const missing = new Set<string>();
  const asked = new Set<string>();
  for (const { path, ...rest } of prompt.blocks.flatMap((block) => placeholdersOf(block.resolve()))) {
    const token = formatPlaceholder({ path, ...rest });
    asked.add(path);
    const isMissing =
      missingPlaceholders(token, values).length > 0 && !known.some((top) => isWithin(path, top));
    if (isMissing || !hasText(token, values)) missing.add(path);
  }
  const unreferenced = required.filter((path) => {
    const wanted = path.normalize();
    return ![...asked].some((other) => isWithin(other, wanted) || isWithin(wanted, other));
  });
  return {
    ok: missing.size === 0,
    missing: [...missing],
    ...(unreferenced.length > 0 && { unreferenced }),
    ...(judge && (await judgePrompt(prompt, judge, { judgeCache: store.judgeCache, ...options }))),
  };
}

/** A registered prompt; else the string is the text of one. */
function named(
  store: PromptStore,
  target: string,
): Pick<SystemPromptContract, "blocks"> & { meta?: () => SystemPromptMeta | undefined } {
  const at = target.lastIndexOf("@");
  const isSelector = store.has(target) || (at > 0 && store.has(target.slice(0, at)));
  return isSelector ? store.find(target).prompt : { blocks: [instruction(target)] };
}

/** Whether a path is another one, or leads to a part of it. */
function isWithin(path: string, top: string): boolean {
  return path === top || path.startsWith(`${top}.`);
}

function hasText(token: string, values: Readonly<Record<string, unknown>>): boolean {
  try {
    renderPlaceholders(token, values);
    return true;
  } catch {
    return false;
  }
}
