import type { PlaceholderValues } from "../contracts/system-prompt.ts";

/** What a rule of `lint` is about. */
export type PromptLintRule =
  | "braces"
  | "undefined-placeholder"
  | "unused-placeholder"
  | "contradiction"
  | "duplicate-heading"
  | "missing-output-format"
  | "delimiter"
  | "secret";

/** Something that looks like a mistake in a prompt, and where it stands, unless what is wrong is that it does not. */
export interface PromptLintFinding {
  readonly rule: PromptLintRule;
  readonly severity: "error" | "warning";
  /** Never holds a secret. */
  readonly message: string;
  /** The number of the block, from 0. */
  readonly block?: number;
  /** In UTF-16 units of the text of that block. */
  readonly offset?: number;
}

/** What `lint` knows of the values that a prompt will get. */
export interface PromptLintOptions {
  /** Values that will be supplied. Their texts are looked through, too. */
  readonly placeholders?: PlaceholderValues | undefined;
  /** Further paths that will be supplied. */
  readonly declare?: readonly string[] | undefined;
}

/** One block of a prompt. */
export interface LintedBlock {
  readonly block: number;
  readonly text: string;
}
