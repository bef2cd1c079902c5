import type { PromptsManagerContract, PromptsOptions } from "../contracts/prompts-manager.ts";
import { defaultPromptStore } from "./default-prompt-store.ts";
import { promptStore } from "./prompt-store.ts";
import { promptsManager } from "./prompts-manager.ts";

/** The registry of the whole program; called, it makes one that shares nothing with it. */
export interface Prompts extends PromptsManagerContract {
  (options?: PromptsOptions): PromptsManagerContract;
}

/**
 * The registry of named prompts. Every `systemPrompt(input, { name })` of the program is found here; `prompts()` makes an
 * isolated registry, for a tenant or a test.
 *
 * `get`, `resolve`, `versions`, `tags`, `tag` and `diff` throw `InvalidRequestError` for an unknown name, version or tag,
 * `register`, `create`, `define` and `import` for other content under a key that is taken.
 *
 * @example
 * systemPrompt("You are support for {{product}}.", { name: "support" });
 * prompts.resolve("support", undefined, { product: "Hedge" }); // "You are support for Hedge."
 */
export const prompts: Prompts = /* @__PURE__ */ Object.assign(
  (options?: PromptsOptions): PromptsManagerContract => promptsManager(promptStore(options)),
  /* @__PURE__ */ promptsManager(defaultPromptStore),
);

/**
 * The registry of the whole program, as `prompts` is.
 *
 * @example
 * defaultPromptsManager().list();
 */
export function defaultPromptsManager(): PromptsManagerContract {
  return prompts;
}
