import type { PromptsManagerContract } from "../contracts/prompts-manager.ts";
import { buildSystemPrompt } from "./build-system-prompt.ts";
import type { PromptStore } from "./prompt-store.ts";

/**
 * Makes the view of a prompt store that applications work with.
 *
 * @example
 * const manager = promptsManager(promptStore());
 * manager.create("You are support for {{product}}.", { name: "support" });
 * manager.resolve("support", undefined, { product: "Hedge" }); // "You are support for Hedge."
 */
export function promptsManager(store: PromptStore): PromptsManagerContract {
  const get: PromptsManagerContract["get"] = (selector, version) => store.find(selector, version).prompt;
  return {
    register: store.add,
    create: (input, meta) => buildSystemPrompt(store, input, meta),
    get,
    resolve: (selector, version, placeholders) => get(selector, version).resolve(placeholders),
    has: store.has,
    list: store.names,
    versions: store.versions,
  };
}
