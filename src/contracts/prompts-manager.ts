import type { ExecuteOptions } from "../core/run.ts";
import type { Model } from "./model.ts";
import type { Store } from "./store.ts";
import type {
  PlaceholderValues,
  SystemPromptBlockContract,
  SystemPromptContract,
  SystemPromptMeta,
} from "./system-prompt.ts";

/** A prompt under the key that it was registered with. */
export interface PromptsManagerEntry {
  readonly name: string;
  readonly version: string;
  readonly prompt: SystemPromptContract;
}

/** What a registration did. */
export interface PromptRegistration {
  readonly name: string;
  /** The version that the prompt is found under: its own, or the one that was derived. */
  readonly version: string;
  /**
   * `"added"`, or `"unchanged"` where the same blocks stood there already. `"meta-ignored"` where they did, but with
   * another description, `required` or `composedFrom`: what was registered first stays.
   */
  readonly status: "added" | "unchanged" | "meta-ignored";
}

/** One version of a prompt, as `define` takes it. */
export interface PromptTemplateVersion {
  /** The next integer where there is none. */
  readonly version?: string | undefined;
  /** A text becomes one instruction, blocks are taken as they are. */
  readonly template: string | readonly SystemPromptBlockContract[];
  readonly description?: string | undefined;
  readonly required?: readonly string[] | undefined;
}

/** A block as plain data. */
export interface PromptBlockData {
  readonly type: string;
  readonly text: string;
}

/** What became of one version in another one. A block that moved counts as removed and as added. */
export interface PromptDiff {
  /** Both have the same blocks in the same order. */
  readonly identical: boolean;
  readonly added: readonly PromptBlockData[];
  readonly removed: readonly PromptBlockData[];
  /** Blocks that took the place of others. */
  readonly changed: readonly { readonly from: PromptBlockData; readonly to: PromptBlockData }[];
  /** Placeholders with their defaults, such as `"{{language|English}}"`, that only one of the two has. */
  readonly placeholders: { readonly added: readonly string[]; readonly removed: readonly string[] };
  /** An estimate of how many tokens longer (or shorter: below 0) the template became. */
  readonly tokenDelta: number;
}

/** A version in an export: what its `meta()` tells, and its blocks. */
export interface ExportedPromptVersion extends Omit<SystemPromptMeta, "name"> {
  readonly version: string;
  readonly blocks: readonly PromptBlockData[];
}

/** All of one name in an export; the versions oldest first. */
export interface ExportedPrompt {
  readonly name: string;
  readonly versions: readonly ExportedPromptVersion[];
  readonly tags: readonly { readonly tag: string; readonly version: string }[];
}

/** A whole registry as plain JSON. */
export interface ExportedRegistry {
  readonly v: 1;
  readonly prompts: readonly ExportedPrompt[];
}

/** Where verdicts of judges are kept: a `Store`, or any object with `get` and `set`, such as a cache client or a `Map`. */
export type PromptJudgeCache =
  | Store
  | {
      get(key: string): unknown;
      set(key: string, value: string): unknown;
      readonly traits?: undefined;
    };

/** What to validate: a prompt, the name or selector of a registered one, or else a text. */
export type PromptValidateTarget = string | SystemPromptContract;

/** How a prompt is validated. `signal`, `sessionId` and `parent` go to the run of the judge. */
export interface PromptsValidateOptions extends ExecuteOptions {
  /** Values that will be supplied; what has no text, such as a function, counts as missing. */
  readonly placeholders?: PlaceholderValues | undefined;
  /** Further paths that will be supplied; what is under a path is with it. */
  readonly declare?: readonly string[] | undefined;
  /** Grades the prompt as well. */
  readonly judge?: Model | undefined;
  /** Rules of your own that the judge grades by, in place of the built-in ones. */
  readonly criteria?: string | readonly string[] | undefined;
  /** Keeps the verdict of the judge for the next time that the same is asked. Default: that of the registry. */
  readonly judgeCache?: PromptJudgeCache | undefined;
}

/** What a validation found. */
export interface PromptValidationResult {
  /** Nothing is missing. No judge changes that. */
  readonly ok: boolean;
  /** Paths that stand somewhere without a default and are neither supplied, nor declared, nor among `required`. */
  readonly missing: readonly string[];
  /** Paths among `required` that the prompt never asks for; there only where there are some. */
  readonly unreferenced?: readonly string[];
  /** From 0 to 1; there only where a judge gave a verdict that can be read. */
  readonly score?: number;
  /** What the judge holds against the prompt, or why there is no verdict; there only where a judge was given. */
  readonly issues?: readonly string[];
}

/** How a registry of its own is made. */
export interface PromptsOptions {
  /** Keeps the verdicts of judges; see `PromptsValidateOptions`. */
  readonly judgeCache?: PromptJudgeCache | undefined;
}

/**
 * A registry of named and versioned prompts. A selector is a name, or a name with a version or tag: `"support@2"`. Where a
 * version and a tag are called the same, the version is meant.
 */
export interface PromptsManagerContract {
  /** Adds a prompt under its name and version; the version is the next integer where the prompt has none. */
  register(prompt: SystemPromptContract): PromptRegistration;
  /** Builds a prompt, registered here where it gets a name. */
  create(
    input?: string | readonly SystemPromptBlockContract[],
    meta?: SystemPromptMeta,
  ): SystemPromptContract;
  /** Registers versions of a name, oldest first: all, or none where one cannot be. */
  define(name: string, versions: readonly PromptTemplateVersion[]): PromptsManagerContract;
  /** Lets a tag stand for a version, also where it stood for another. Warns where a version is called the same. */
  tag(name: string, tag: string, version: string): PromptsManagerContract;
  /** The latest version, or the one that the selector or the second argument names. */
  get(selector: string, versionOrTag?: string): SystemPromptContract;
  /** Gets a prompt and fills its placeholders. */
  resolve(selector: string, versionOrTag?: string, placeholders?: PlaceholderValues): string;
  has(selector: string, versionOrTag?: string): boolean;
  /** Every name, in the order of first registration. */
  list(): string[];
  /** The versions of a name, oldest first. */
  versions(name: string): string[];
  /** What the tags of a name stand for, in the order in which they were first given. */
  tags(name: string): Record<string, string>;
  /** Compares two versions, or what two tags stand for, block by block. */
  diff(name: string, from: string, to: string): PromptDiff;
  /**
   * Checks that all placeholders are supplied; has a judge grade the prompt where one is given. Rejects with
   * `InvalidRequestError` for a version or tag that a registered name does not have, with `ConfigError` (`INVALID_CONFIG`) for
   * what is no prompt.
   */
  validate(target: PromptValidateTarget, options?: PromptsValidateOptions): Promise<PromptValidationResult>;
  /** The whole registry as plain JSON. */
  export(): ExportedRegistry;
  /** Adds all that an export holds, or nothing where something in it cannot be added. */
  import(snapshot: ExportedRegistry): PromptRegistration[];
}
