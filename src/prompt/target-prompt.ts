import type { PromptValidateTarget } from "../contracts/prompts-manager.ts";
import type { SystemPromptContract } from "../contracts/system-prompt.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { buildSystemPrompt } from "./build-system-prompt.ts";
import type { PromptStore } from "./prompt-store.ts";

/**
 * The prompt that is meant: the one given, the registered one of a name or selector, or else one of the text. Throws
 * `InvalidRequestError` for a version or tag that a registered name does not have, and `ConfigError` (`INVALID_CONFIG`) for what is
 * no prompt at all.
 *
 * @example
 * targetPrompt(promptStore(), "Hi {{name}}!").resolve({ name: "Ada" }); // "Hi Ada!"
 */
export function targetPrompt(store: PromptStore, target: PromptValidateTarget): SystemPromptContract {
  if (typeof target !== "string") {
    if (Array.isArray(target?.blocks)) return target;
    throw new ConfigError(
      `A value of type ${typeof target} is no prompt. Pass a system prompt, its name or its text.`,
    );
  }
  const at = target.lastIndexOf("@");
  const isSelector = store.has(target) || (at > 0 && store.has(target.slice(0, at)));
  return isSelector ? store.find(target).prompt : buildSystemPrompt(store, target);
}
