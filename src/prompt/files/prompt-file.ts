import type { PromptFile, PromptFileOptions, PromptFileSource } from "../../contracts/prompt-file.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { renderPlaceholders } from "../grammar.ts";
import { systemPrompt } from "../system-prompt.ts";
import { fetchPromptText, readPromptText } from "./read-prompt-file.ts";

/**
 * Reads a Markdown file that is one prompt: front matter with `name`, `version`, `description` and `required` where it has
 * any, then the template. Takes the text at once, such as `import text from "./support.md?raw"`; a path or a URL takes a
 * promise. A prompt with a name is registered in `prompts`.
 *
 * Throws or rejects with `InvalidRequestError` where the file cannot be read, has front matter that cannot, or no text; a URL
 * that the policy refuses rejects with `OutboundPolicyError`.
 *
 * @example
 * const file = promptFile("---\nversion: 2\nrequired: [product]\n---\nYou are support for {{product}}.\n");
 * file.render({ product: "Hedge" }); // "You are support for Hedge."
 * file.meta.version; // "2"
 */
export function promptFile(text: string, options?: PromptFileOptions): PromptFile;
export function promptFile(source: PromptFileSource, options?: PromptFileOptions): Promise<PromptFile>;
export function promptFile(
  source: string | PromptFileSource,
  options: PromptFileOptions = {},
): PromptFile | Promise<PromptFile> {
  if (typeof source !== "object" || source === null) return fileOf(source, options);
  return fetchPromptText(source, options).then(({ text, path }) => fileOf(text, { ...options, path }));
}

function fileOf(given: string, options: PromptFileOptions): PromptFile {
  const { body, label, ...file } = readPromptText(given, options);
  const text = body.trim();
  if (text === "") throw new InvalidRequestError(`There is no prompt in ${label}.`);
  return {
    ...file,
    text,
    warnings: [],
    prompt: systemPrompt(text, file.meta),
    render: (values) => renderPlaceholders(text, values),
  };
}
