import type { PromptRegistration } from "../contracts/prompts-manager.ts";
import type { SystemPromptBlockContract, SystemPromptContract } from "../contracts/system-prompt.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";

/** A prompt under the key that it was registered with. */
export interface StoredPrompt {
  readonly name: string;
  readonly version: string;
  readonly prompt: SystemPromptContract;
}

/** The one storage under every view of registered prompts: prompts by name and version, in order of registration. */
export interface PromptStore {
  add(prompt: SystemPromptContract): PromptRegistration;
  /** The version that blocks without one are given: that of equal blocks, else the highest integer label plus one. */
  versionFor(name: string, blocks: readonly SystemPromptBlockContract[]): string;
  /** Throws `InvalidRequestError` where nothing has that name or version. */
  find(selector: string, version?: string): StoredPrompt;
  has(selector: string, version?: string): boolean;
  names(): string[];
  versions(name: string): string[];
}

/**
 * Makes an empty store of prompts. `add` throws `InvalidRequestError` for a prompt without a name, for a name or version
 * that a selector `name@version` could not tell apart, and for other blocks under a key that is taken.
 *
 * @example
 * const store = promptStore();
 * store.names(); // []
 */
export function promptStore(): PromptStore {
  const byName = new Map<string, Map<string, SystemPromptContract>>();

  const versionsOf = (name: string): Map<string, SystemPromptContract> => {
    const versions = byName.get(name);
    if (versions) return versions;
    const known =
      byName.size > 0 ? `Registered are: ${[...byName.keys()].join(", ")}.` : "None is registered.";
    throw invalid(`No prompt is registered under the name "${name}". ${known}`, { name });
  };

  const versionFor = (name: string, blocks: readonly SystemPromptBlockContract[]): string => {
    const versions = byName.get(name) ?? new Map<string, SystemPromptContract>();
    const equal = [...versions].findLast(([, prompt]) => sameBlocks(prompt.blocks, blocks));
    return equal ? equal[0] : nextInteger([...versions.keys()]);
  };

  const find = (selector: string, version?: string): StoredPrompt => {
    const [name, label] = version === undefined ? splitSelector(selector) : [selector, version];
    const versions = versionsOf(name);
    const chosen = label ?? [...versions.keys()].at(-1) ?? "";
    const prompt = versions.get(chosen);
    if (prompt) return { name, version: chosen, prompt };
    const known = [...versions.keys()].join(", ");
    throw invalid(`The prompt "${name}" has no version "${chosen}". It has: ${known}.`, {
      name,
      version: chosen,
    });
  };

  const add = (prompt: SystemPromptContract): PromptRegistration => {
    const meta = prompt.meta();
    if (meta?.name === undefined) {
      throw invalid(
        'A prompt without a name cannot be registered. Give it one: prompt.meta({ name: "support" }).',
      );
    }
    const { name, version = versionFor(name, prompt.blocks) } = meta;
    checkLabel("name", name, name.lastIndexOf("@") > 0);
    checkLabel("version", version, version.includes("@"));
    const versions = byName.get(name) ?? new Map<string, SystemPromptContract>();
    const standing = versions.get(version);
    if (!standing) {
      versions.set(version, prompt);
      byName.set(name, versions);
      return { name, version, status: "added" };
    }
    if (!sameBlocks(standing.blocks, prompt.blocks)) {
      throw invalid(
        `The prompt "${name}@${version}" is registered with other content. Give the changed prompt a version of its own.`,
        { name, version },
      );
    }
    return { name, version, status: sameMeta(standing, prompt) ? "unchanged" : "meta-ignored" };
  };

  return {
    add,
    versionFor,
    find,
    has: (selector, version) => {
      const [name, label] = version === undefined ? splitSelector(selector) : [selector, version];
      const versions = byName.get(name);
      return versions !== undefined && (label === undefined || versions.has(label));
    },
    names: () => [...byName.keys()],
    versions: (name) => [...versionsOf(name).keys()],
  };
}

/** Splits at the last `@`, unless it leads, as in the scope of `@acme/support`. */
function splitSelector(selector: string): [name: string, version: string | undefined] {
  const at = selector.lastIndexOf("@");
  return at > 0 ? [selector.slice(0, at), selector.slice(at + 1)] : [selector, undefined];
}

function nextInteger(labels: readonly string[]): string {
  const integers = labels.filter((label) => /^\d{1,15}$/.test(label)).map(Number);
  return String(Math.max(0, ...integers) + 1);
}

function sameBlocks(
  left: readonly SystemPromptBlockContract[],
  right: readonly SystemPromptBlockContract[],
): boolean {
  return (
    left.length === right.length &&
    left.every((block, index) => block.type === right[index]?.type && block.text === right[index].text)
  );
}

/** Compares what a registration keeps beside the blocks; the version may be given or derived. */
function sameMeta(left: SystemPromptContract, right: SystemPromptContract): boolean {
  const [first, second] = [left, right].map((prompt) => {
    const { version: _version, ...rest } = prompt.meta() ?? {};
    return JSON.stringify(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1)));
  });
  return first === second;
}

function checkLabel(kind: "name" | "version", label: string, ambiguous: boolean): void {
  if (label.trim() === "")
    throw invalid(`The ${kind} of a prompt is empty. Leave it out, or say what it is called.`);
  if (ambiguous) {
    throw invalid(
      `The ${kind} "${label}" of a prompt holds "@", which parts name and version. Use another character.`,
      { [kind]: label },
    );
  }
}

function invalid(message: string, context?: Readonly<Record<string, unknown>>): InvalidRequestError {
  return new InvalidRequestError(message, { context });
}
