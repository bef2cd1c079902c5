import type { ExportedPrompt, ExportedRegistry, PromptRegistration } from "../contracts/prompts-manager.ts";
import type { SystemPromptMeta } from "../contracts/system-prompt.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { promptBlock } from "./blocks.ts";
import { promptOf } from "./build-system-prompt.ts";
import type { PromptStore } from "./prompt-store.ts";

type Meta = Omit<SystemPromptMeta, "name" | "version">;
type Unknown<Fields> = { readonly [Key in keyof Fields]?: unknown };

/** In the order in which they are exported. */
const META: readonly (keyof Meta)[] = [
  "description",
  "required",
  "composedFrom",
  "refinedFrom",
  "refinerModel",
];

/**
 * All that a store of prompts holds, as plain JSON in the order of registration.
 *
 * @example
 * exportRegistry(promptStore()); // { v: 1, prompts: [] }
 */
export function exportRegistry(store: PromptStore): ExportedRegistry {
  return {
    v: 1,
    prompts: store.names().map((name) => ({
      name,
      versions: store.versions(name).map((version) => {
        const { prompt } = store.find(name, version);
        const blocks = prompt.blocks.map(({ type, text }) => ({ type, text }));
        return { version, ...metaOf(prompt.meta()), blocks };
      }),
      tags: store.tags(name).map(([tag, version]) => ({ tag, version })),
    })),
  };
}

/**
 * Adds to a store what an export holds, by the rules of `register`: all of it, or nothing. The snapshot may come from anywhere:
 * throws `InvalidRequestError` where it is none, and for a prompt or tag that the store refuses.
 *
 * @example
 * const store = promptStore();
 * buildSystemPrompt(store, "You are support.", { name: "support" });
 * importRegistry(promptStore(), exportRegistry(store)); // [{ name: "support", version: "1", status: "added" }]
 */
export function importRegistry(store: PromptStore, snapshot: ExportedRegistry): PromptRegistration[] {
  const { v, prompts }: Unknown<ExportedRegistry> = Object(snapshot);
  const bad = v === 1 && Array.isArray(prompts) ? prompts.findIndex((prompt) => !isExported(prompt)) : "";
  if (bad !== -1) {
    throw new InvalidRequestError(
      `This is no export of a registry of prompts: prompts[${bad}] is not as it should be. Nothing was imported.`,
    );
  }
  return store.atomically(() =>
    snapshot.prompts.flatMap(({ name, versions, tags }) => {
      const done = versions.map((version) => {
        const blocks = version.blocks.map(({ type, text }) => promptBlock(type, text));
        // As a version that a store derived: what is made from the prompt has other blocks, and gets a version of its own.
        return store.add(promptOf(store, { blocks, meta: { name, ...metaOf(version) } }, version.version));
      });
      for (const { tag, version } of tags) store.tag(name, tag, version);
      return done;
    }),
  );
}

function metaOf(given: Meta = {}): Meta {
  return Object.fromEntries(META.flatMap((key) => (given[key] === undefined ? [] : [[key, given[key]]])));
}

function isExported(value: unknown): value is ExportedPrompt {
  const { name, versions, tags }: Unknown<ExportedPrompt> = Object(value);
  return (
    isText(name) &&
    isListOf(
      versions,
      ({ version, blocks, required = [], composedFrom = [], ...rest }) =>
        isText(version) &&
        isListOf(blocks, ({ type, text }) => isText(type) && isText(text)) &&
        isListOf(required, isText) &&
        isListOf(composedFrom, isText) &&
        META.every((key) => rest[key] === undefined || isText(rest[key])),
    ) &&
    isListOf(tags, ({ tag, version }) => isText(tag) && isText(version))
  );
}

function isListOf(
  value: unknown,
  accepts: (part: Readonly<Record<string, unknown>>) => boolean,
): value is readonly unknown[] {
  return Array.isArray(value) && value.every((part) => accepts(part ?? {}));
}

function isText(value: unknown): value is string {
  return typeof value === "string";
}
