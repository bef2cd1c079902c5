import type { PromptRegistryContract, PromptRegistryOptions } from "../contracts/prompt-registry.ts";
import type { PlaceholderValues } from "../contracts/system-prompt.ts";
import { ConfigError } from "../core/errors/config-error.ts";
import { checkPositive } from "../store/positive-options.ts";
import { promptBlock } from "./blocks.ts";
import { promptOf } from "./build-system-prompt.ts";
import { parseTemplate, renderPlaceholders } from "./grammar.ts";
import { promptStore } from "./prompt-store.ts";
import { promptsManager } from "./prompts-manager.ts";

/**
 * Makes a registry of prompts that shares nothing with any other. Throws `ConfigError` (`INVALID_CONFIG`) where `langfuse` lacks a
 * key or has no `timeoutMs` above 0.
 *
 * @example
 * const registry = promptRegistry({ prompts: [{ name: "greeting", versions: [{ template: "Greet {{name}}." }] }] });
 * registry.add("greeting", { template: "Greet {{name}} warmly." }).versions("greeting"); // ["1", "2"]
 */
export function promptRegistry(options: PromptRegistryOptions = {}): PromptRegistryContract {
  const { prompts = [], langfuse, judgeCache } = options;
  if (langfuse && !(langfuse.publicKey && langfuse.secretKey)) {
    throw new ConfigError('"langfuse" needs a "publicKey" and a "secretKey".');
  }
  checkPositive("langfuse", { timeoutMs: langfuse?.timeoutMs });
  const store = promptStore({ judgeCache });
  const manager = promptsManager(store, {});
  const registry: PromptRegistryContract = {
    register: ({ name, versions }) => {
      manager.define(name, versions);
      return registry;
    },
    add: (name, version) => registry.register({ name, versions: [version] }),
    versions: manager.versions,
    resolve: (selector, { version: wanted, placeholders } = {}) => {
      const { name, version, prompt } = store.find(selector, wanted);
      const text = prompt.resolve(placeholders);
      return {
        name,
        version,
        text,
        toString: () => text,
        toSystemPrompt: () => {
          const blocks = prompt.blocks.map((block) =>
            promptBlock(block.type, filled(block.resolve(), placeholders)),
          );
          return promptOf(store, { blocks, meta: { name } }, version);
        },
      };
    },
    validate: async (selector, { version, ...how } = {}) => {
      const {
        ok,
        missing,
        score = 1,
        issues = [],
      } = await manager.validate(manager.get(selector, version), how);
      return {
        score: ok ? score : 0,
        notes: [...missing.map((path) => `Nobody supplies {{${path}}}.`), ...issues],
      };
    },
    sync: async ({ signal } = {}) =>
      (await import("./sync-langfuse.ts")).syncLangfuse(store, langfuse, signal),
  };
  store.atomically(() => prompts.forEach(registry.register));
  return registry;
}

/** A template in which the values are literal text, and the placeholders that got none are left. */
function filled(template: string, values: PlaceholderValues | undefined): string {
  let result = "";
  let literal = "";
  for (const part of parseTemplate(template)) {
    const token = typeof part === "string" ? "" : template.slice(part.start, part.end);
    const text = typeof part === "string" ? part : renderPlaceholders(token, values);
    // Behind a backslash a placeholder would be literal text, so there it is.
    if (typeof part === "string" || text !== token || literal.endsWith("\\")) {
      literal += text;
      continue;
    }
    result += escaped(literal) + token;
    literal = "";
  }
  return result + escaped(literal);
}

function escaped(text: string): string {
  return text.replaceAll("{{", "\\{{");
}
