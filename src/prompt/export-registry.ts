import type {
  ExportedPromptVersion,
  ExportedRegistry,
  PromptBlockData,
  PromptRegistration,
} from "../contracts/prompts-manager.ts";
import type { SystemPromptMeta } from "../contracts/system-prompt.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { promptBlock } from "./blocks.ts";
import { promptOf } from "./build-system-prompt.ts";
import type { PromptStore } from "./prompt-store.ts";

type Fields = Readonly<Record<string, unknown>>;

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
      versions: store.versions(name).map((version): ExportedPromptVersion => {
        const { prompt } = store.find(name, version);
        const { description, required, composedFrom, refinedFrom, refinerModel } = prompt.meta() ?? {};
        return {
          version,
          ...(description !== undefined && { description }),
          ...(required && { required: [...required] }),
          ...(composedFrom && { composedFrom: [...composedFrom] }),
          ...(refinedFrom !== undefined && { refinedFrom }),
          ...(refinerModel !== undefined && { refinerModel }),
          blocks: prompt.blocks.map(({ type, text }) => ({ type, text })),
        };
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
  const { v, prompts } = fieldsOf(snapshot, "It");
  if (v !== 1) throw unreadable('Its "v" is not 1: another version of the package may have made it');
  return store.atomically(() =>
    listOf(prompts, "prompts").flatMap((prompt, index) => {
      const where = `prompts[${index}]`;
      const { name, versions, tags } = fieldsOf(prompt, where);
      const named = textOf(name, `${where}.name`);
      const done = listOf(versions, `${where}.versions`).map((version, at) =>
        importVersion(
          store,
          named,
          fieldsOf(version, `${where}.versions[${at}]`),
          `${where}.versions[${at}]`,
        ),
      );
      for (const [at, given] of listOf(tags, `${where}.tags`).entries()) {
        const { tag, version } = fieldsOf(given, `${where}.tags[${at}]`);
        store.tag(
          named,
          textOf(tag, `${where}.tags[${at}].tag`),
          textOf(version, `${where}.tags[${at}].version`),
        );
      }
      return done;
    }),
  );
}

function importVersion(store: PromptStore, name: string, fields: Fields, where: string): PromptRegistration {
  const text = (key: string): string | undefined =>
    fields[key] === undefined ? undefined : textOf(fields[key], `${where}.${key}`);
  const texts = (key: string): string[] | undefined =>
    fields[key] === undefined
      ? undefined
      : listOf(fields[key], `${where}.${key}`).map((part) => textOf(part, `${where}.${key}`));
  const meta: SystemPromptMeta = {
    name,
    description: text("description"),
    required: texts("required"),
    composedFrom: texts("composedFrom"),
    refinedFrom: text("refinedFrom"),
    refinerModel: text("refinerModel"),
  };
  const blocks = listOf(fields.blocks, `${where}.blocks`).map((block, at) => {
    const data: { [Key in keyof PromptBlockData]?: unknown } = fieldsOf(block, `${where}.blocks[${at}]`);
    return promptBlock(
      textOf(data.type, `${where}.blocks[${at}].type`),
      textOf(data.text, `${where}.blocks[${at}].text`),
    );
  });
  // As a version that a store derived: what is made from the prompt has other blocks, and gets a version of its own.
  return store.add(promptOf(store, { blocks, meta }, textOf(fields.version, `${where}.version`)));
}

function fieldsOf(value: unknown, where: string): Fields {
  if (typeof value !== "object" || value === null || Array.isArray(value))
    throw unreadable(`${where} is no object`);
  return value as Fields;
}

function listOf(value: unknown, where: string): readonly unknown[] {
  if (!Array.isArray(value)) throw unreadable(`${where} is no list`);
  return value;
}

function textOf(value: unknown, where: string): string {
  if (typeof value !== "string") throw unreadable(`${where} is no text`);
  return value;
}

function unreadable(what: string): InvalidRequestError {
  return new InvalidRequestError(
    `The snapshot is no export of a registry of prompts. ${what}. Nothing was imported.`,
  );
}
