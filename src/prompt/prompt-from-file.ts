import type { FileReader } from "../contracts/platform.ts";
import type { SystemPromptContract } from "../contracts/system-prompt.ts";
import { getAIConfig } from "../core/config.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";
import { buildSystemPrompt } from "./build-system-prompt.ts";
import { defaultPromptStore } from "./default-prompt-store.ts";

/** How a prompt is read from a file. */
export interface PromptFromFileOptions {
  /** Reads the file; must have `readTextSync`. The reader of `config({ files })` where there is none. */
  readonly files?: FileReader | undefined;
}

/**
 * Makes a prompt of one instruction from a file, read once and at once. A byte order mark is dropped.
 *
 * Throws `InvalidRequestError` where there is no reader, where it cannot read at once, or where it cannot read the file.
 *
 * @example
 * const text = "Answer in {{language|English}}.";
 * const files = {
 *   readText: async () => text,
 *   readTextSync: () => text,
 *   readBytes: async () => new TextEncoder().encode(text),
 *   list: async () => ["./prompts/support.md"],
 * };
 * promptFromFile("./prompts/support.md", { files }).resolve({ language: "Arabic" }); // "Answer in Arabic."
 */
export function promptFromFile(path: string, options: PromptFromFileOptions = {}): SystemPromptContract {
  const text = readAtOnce(path, options.files ?? getAIConfig().files);
  return buildSystemPrompt(defaultPromptStore, text.startsWith("\uFEFF") ? text.slice(1) : text);
}

function readAtOnce(path: string, files: FileReader | undefined): string {
  const context = { path };
  if (!files) {
    throw new InvalidRequestError(
      `There is no reader for the prompt file "${path}". Pass one, systemPrompt.fromFile(path, { files }), ` +
        "or set it once with config({ files }).",
      { context },
    );
  }
  if (!files.readTextSync) {
    throw new InvalidRequestError(
      `The reader for the prompt file "${path}" cannot read at once. Pass the text instead: ` +
        "systemPrompt(await files.readText(path)).",
      { context },
    );
  }
  try {
    return files.readTextSync(path);
  } catch (cause) {
    throw new InvalidRequestError(
      `The prompt file "${path}" cannot be read. Check the path, and that the program may read it.`,
      { context, cause },
    );
  }
}
