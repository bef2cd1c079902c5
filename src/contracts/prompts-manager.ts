import type {
  PlaceholderValues,
  SystemPromptBlockContract,
  SystemPromptContract,
  SystemPromptMeta,
} from "./system-prompt.ts";

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

/** A registry of named and versioned prompts. A selector is a name, or a name and a version: `"support@2"`. */
export interface PromptsManagerContract {
  /** Adds a prompt under its name and version; the version is the next integer where the prompt has none. */
  register(prompt: SystemPromptContract): PromptRegistration;
  /** Builds a prompt, registered here where it gets a name. */
  create(
    input?: string | readonly SystemPromptBlockContract[],
    meta?: SystemPromptMeta,
  ): SystemPromptContract;
  /** The latest version, or the one that the selector or the second argument names. */
  get(selector: string, version?: string): SystemPromptContract;
  /** Gets a prompt and fills its placeholders. */
  resolve(selector: string, version?: string, placeholders?: PlaceholderValues): string;
  has(selector: string, version?: string): boolean;
  /** Every name, in the order of first registration. */
  list(): string[];
  /** The versions of a name, oldest first. */
  versions(name: string): string[];
}
