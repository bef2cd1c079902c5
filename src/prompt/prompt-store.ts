import type {
  PromptRegistration,
  PromptsManagerEntry,
  PromptsOptions,
} from "../contracts/prompts-manager.ts";
import type { SystemPromptBlockContract, SystemPromptContract } from "../contracts/system-prompt.ts";
import { getAIConfig } from "../core/config.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";

/** The one storage under every view of registered prompts: prompts by name and version, in order of registration. */
export interface PromptStore extends PromptsOptions {
  /** Tells the log where it keeps the blocks that stood there, but not another meta. */
  add(prompt: SystemPromptContract): PromptRegistration;
  /** The version that blocks without one are given: that of equal blocks, else the highest integer label plus one. */
  versionFor(name: string, blocks: readonly SystemPromptBlockContract[]): string;
  /** Throws `InvalidRequestError` where nothing has that name, version or tag. */
  find(selector: string, versionOrTag?: string): PromptsManagerEntry;
  has(selector: string, versionOrTag?: string): boolean;
  names(): string[];
  versions(name: string): string[];
  tag(name: string, tag: string, version: string): void;
  tags(name: string): [tag: string, version: string][];
  /** Does all of a piece of work, or nothing: what it throws undoes what it did. */
  atomically<Result>(work: () => Result): Result;
}

/** All of one name, in order of registration. */
interface Named {
  readonly versions: Map<string, SystemPromptContract>;
  readonly tags: Map<string, string>;
}

/**
 * Makes an empty store of prompts. `add` throws `InvalidRequestError` for a prompt without a name, for a name or version
 * that a selector `name@version` could not tell apart, for other blocks under a key that is taken, and for a prompt whose blocks
 * change when it is compiled.
 *
 * @example
 * const store = promptStore();
 * store.names(); // []
 */
export function promptStore(options: PromptsOptions = {}): PromptStore {
  const byName = new Map<string, Named>();
  /** What takes back, from the last to the first, what the work that is going on has done. */
  const undo: (() => void)[] = [];
  let atWork = 0;

  const named = (name: string): Named => {
    const entry = byName.get(name);
    if (entry) return entry;
    const known =
      byName.size > 0 ? `Registered are: ${[...byName.keys()].join(", ")}.` : "None is registered.";
    throw invalid(`No prompt is registered under the name "${name}". ${known}`, { name });
  };

  const versionFor = (name: string, blocks: readonly SystemPromptBlockContract[]): string => {
    let equal: string | undefined;
    let highest = 0;
    for (const [version, prompt] of byName.get(name)?.versions ?? []) {
      if (sameBlocks(prompt.blocks, blocks)) equal = version;
      else if (/^\d{1,15}$/.test(version)) highest = Math.max(highest, Number(version));
    }
    return equal ?? String(highest + 1);
  };

  const find = (selector: string, versionOrTag?: string): PromptsManagerEntry => {
    const [name, label] = partsOf(selector, versionOrTag);
    const { versions, tags } = named(name);
    const wanted = label ?? [...versions.keys()].at(-1) ?? "";
    const version = versions.has(wanted) ? wanted : (tags.get(wanted) ?? wanted);
    const prompt = versions.get(version);
    if (prompt) return { name, version, prompt };
    throw unknown(name, wanted, [...versions.keys(), ...tags.keys()]);
  };

  const add = (prompt: SystemPromptContract): PromptRegistration => {
    if ("refine" in prompt && "source" in prompt) {
      throw invalid(
        "The blocks of a refined prompt change. Register its .source, or what its refinePrompt() resolves to.",
      );
    }
    const meta = prompt.meta();
    if (meta?.name === undefined) {
      throw invalid('A prompt needs a name to be registered: prompt.meta({ name: "support" }).');
    }
    const { name, version = versionFor(name, prompt.blocks) } = meta;
    checkLabel("name", name);
    checkLabel("version", version);
    const entry = byName.get(name) ?? { versions: new Map(), tags: new Map() };
    const standing = entry.versions.get(version);
    if (!standing) {
      byName.set(name, entry);
      entry.versions.set(version, prompt);
      if (atWork)
        undo.push(() => {
          entry.versions.delete(version);
          if (entry.versions.size === 0) byName.delete(name);
        });
      warnOfTwins("register", entry, name, version);
      return { name, version, status: "added" };
    }
    if (!sameBlocks(standing.blocks, prompt.blocks)) {
      throw invalid(
        `The prompt "${name}@${version}" is registered with other content. Give this one another version.`,
        { name, version },
      );
    }
    if (sameMeta(standing, prompt)) return { name, version, status: "unchanged" };
    warn(
      "register",
      `The prompt "${name}@${version}" is registered with another meta, which stays. Give this one another version.`,
      { name, version },
    );
    return { name, version, status: "meta-ignored" };
  };

  return {
    ...options,
    add,
    versionFor,
    find,
    has: (selector, versionOrTag) => {
      const [name, label] = partsOf(selector, versionOrTag);
      const entry = byName.get(name);
      return !!entry && (label === undefined || entry.versions.has(label) || entry.tags.has(label));
    },
    names: () => [...byName.keys()],
    versions: (name) => [...named(name).versions.keys()],
    tag: (name, tag, version) => {
      const entry = named(name);
      checkLabel("tag", tag);
      if (!entry.versions.has(version)) throw unknown(name, version, [...entry.versions.keys()]);
      const before = entry.tags.get(tag);
      entry.tags.set(tag, version);
      if (atWork)
        undo.push(() => {
          if (before === undefined) entry.tags.delete(tag);
          else entry.tags.set(tag, before);
        });
      warnOfTwins("tag", entry, name, tag);
    },
    tags: (name) => [...named(name).tags],
    atomically: (work) => {
      const from = undo.length;
      atWork++;
      try {
        return work();
      } catch (error) {
        for (const step of undo.splice(from).reverse()) step();
        throw error;
      } finally {
        if (--atWork === 0) undo.length = 0;
      }
    },
  };
}

/** Tells of a tag that no selector reaches, because a version is called the same. */
function warnOfTwins(action: string, { versions, tags }: Named, name: string, label: string): void {
  if (!versions.has(label) || !tags.has(label)) return;
  const message = `The prompt "${name}" has a version and a tag "${label}": the version wins. Rename the tag.`;
  warn(action, message, { name, version: label });
}

/** Without a version the selector may name one: behind its last `@`, unless that leads, as in the scope of `@acme/support`. */
function partsOf(selector: string, version: string | undefined): [name: string, version: string | undefined] {
  const at = version === undefined ? selector.lastIndexOf("@") : 0;
  return at > 0 ? [selector.slice(0, at), selector.slice(at + 1)] : [selector, version];
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

function checkLabel(kind: "name" | "version" | "tag", label: string): void {
  if (typeof label !== "string" || label.trim() === "") {
    throw invalid(`The ${kind} of a prompt has to be a text that is not empty.`);
  }
  // The scope of a name may begin with one.
  if (label.includes("@", kind === "name" ? 1 : 0)) {
    throw invalid(`The ${kind} "${label}" of a prompt holds "@", which parts name and version.`, {
      [kind]: label,
    });
  }
}

function unknown(name: string, version: string, known: readonly string[]): InvalidRequestError {
  const message = `The prompt "${name}" has no version "${version}". It has: ${known.join(", ")}.`;
  return invalid(message, { name, version });
}

function warn(action: string, message: string, context: Record<string, unknown>): void {
  getAIConfig().logger?.warn?.("ai.prompts", action, message, context);
}

function invalid(message: string, context?: Readonly<Record<string, unknown>>): InvalidRequestError {
  return new InvalidRequestError(message, { context });
}
