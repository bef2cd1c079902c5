import type { PromptRegistryContract, PromptRegistryOptions } from "../contracts/prompt-registry.ts";
import type { SystemPromptContract } from "../contracts/system-prompt.ts";
import { defaultPromptStore } from "./default-prompt-store.ts";
import { promptRegistry } from "./prompt-registry.ts";

/**
 * Two shortcuts: `prompt(name)` is the registered prompt of that name, in its latest version or the one that is asked for.
 * `prompt({ prompts })` is a registry of its own, which can also take over the prompts of a Langfuse project.
 *
 * Throws `InvalidRequestError` for an unknown name, version or tag, and for versions that contradict each other, `ConfigError`
 * (`INVALID_CONFIG`) for a Langfuse project without keys.
 *
 * @example
 * systemPrompt("You are support.", { name: "support" });
 * prompt("support").resolve(); // "You are support."
 * const registry = prompt({ prompts: [{ name: "summary", versions: [{ template: "Summarize: {{text}}" }] }] });
 * registry.resolve("summary", { placeholders: { text: "…" } }).text; // "Summarize: …"
 */
export function prompt(name: string, versionOrTag?: string): SystemPromptContract;
export function prompt(options: PromptRegistryOptions): PromptRegistryContract;
export function prompt(
  given: string | PromptRegistryOptions,
  versionOrTag?: string,
): SystemPromptContract | PromptRegistryContract {
  if (typeof given !== "string") return promptRegistry(given);
  return defaultPromptStore.find(given, versionOrTag).prompt;
}
