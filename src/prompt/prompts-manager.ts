import type { PromptsManagerContract } from "../contracts/prompts-manager.ts";
import { buildSystemPrompt } from "./build-system-prompt.ts";
import { diffPrompts } from "./diff-prompts.ts";
import { exportRegistry, importRegistry } from "./export-registry.ts";
import type { PromptStore } from "./prompt-store.ts";
import { targetPrompt } from "./target-prompt.ts";
import { validate } from "./validate.ts";

/**
 * Makes the view of a prompt store that applications work with, out of an object that may have members of its own.
 *
 * @example
 * const manager = promptsManager(promptStore(), {});
 * manager.create("You are support for {{product}}.", { name: "support" });
 * manager.resolve("support", undefined, { product: "Hedge" }); // "You are support for Hedge."
 */
export function promptsManager<Base extends object>(
  store: PromptStore,
  base: Base,
): Base & PromptsManagerContract {
  const get: PromptsManagerContract["get"] = (selector, label) => store.find(selector, label).prompt;
  const manager: Base & PromptsManagerContract = Object.assign<Base, PromptsManagerContract>(base, {
    register: store.add,
    create: (input, meta) => buildSystemPrompt(store, input, meta),
    define: (name, versions) => {
      store.atomically(() => {
        for (const { template, ...meta } of versions) buildSystemPrompt(store, template, { ...meta, name });
      });
      return manager;
    },
    tag: (name, tag, version) => {
      store.tag(name, tag, version);
      return manager;
    },
    get,
    resolve: (selector, label, placeholders) => get(selector, label).resolve(placeholders),
    has: store.has,
    list: store.names,
    versions: store.versions,
    tags: (name) => Object.fromEntries(store.tags(name)),
    diff: (name, from, to) => diffPrompts(get(name, from), get(name, to)),
    validate: async (target, options) => validate(store, targetPrompt(store, target), options),
    export: () => exportRegistry(store),
    import: (snapshot) => importRegistry(store, snapshot),
  });
  return manager;
}
