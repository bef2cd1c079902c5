import type { OutboundPolicy } from "./outbound-policy.ts";
import type { FileReader } from "./platform.ts";
import type { PlaceholderValues, SystemPromptContract, SystemPromptMeta } from "./system-prompt.ts";

/** Where a prompt file comes from when its text is not at hand: a URL, or a path for the reader of files. */
export type PromptFileSource = { readonly url: string | URL } | { readonly path: string };

/** How a prompt file is read. */
export interface PromptFileOptions {
  /** Names the file in errors, where its text is given. */
  readonly path?: string | undefined;
  /** Reads a path. The reader of `config({ files })` where there is none. */
  readonly files?: FileReader | undefined;
  /** Rules for a URL, which is requested under the outbound guard. */
  readonly policy?: OutboundPolicy | undefined;
  /** Stops the request or the reading; what rejects then is its reason. */
  readonly signal?: AbortSignal | undefined;
}

/** What stands in front matter: texts, and lists of texts. */
export type FrontMatter = Readonly<Record<string, string | readonly string[]>>;

/** What every prompt file has. */
interface ReadPromptFile {
  /** Who the prompt is: `name`, `version`, `description` and `required` of the front matter. */
  readonly meta: SystemPromptMeta;
  /** All of the front matter. */
  readonly data: FrontMatter;
  /** The file's name, where it was given or read; a URL without its credentials and query. */
  readonly path?: string;
  readonly warnings: readonly string[];
  /** The SHA-256 of the file's text with line feeds and without a byte order mark, as 64 hexadecimal digits. */
  hash(): Promise<string>;
}

/** A prompt file that is one prompt. */
export interface PromptFile extends ReadPromptFile {
  /** The template: all but the front matter. */
  readonly text: string;
  /** The template as a system prompt; registered where the front matter names it. */
  readonly prompt: SystemPromptContract;
  /** The template with its placeholders filled. */
  render(values?: PlaceholderValues): string;
}

/** A prompt file in two parts, for `budgetedPrompt`. */
export interface PromptParts extends ReadPromptFile {
  /** What stands before the line `---`. */
  readonly intro: string;
  /** What stands behind it. */
  readonly instructions: string;
  /** Both parts with their placeholders filled. */
  render(values?: PlaceholderValues): { readonly intro: string; readonly instructions: string };
}
