import type { PromptFileOptions, PromptFileSource, PromptParts } from "../../contracts/prompt-file.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";
import { FenceState } from "../fences.ts";
import { renderPlaceholders } from "../grammar.ts";
import { fetchPromptText, readPromptText } from "./read-prompt-file.ts";

/**
 * Reads a Markdown file in two parts, the intro and the instructions, with a line `---` between them: what `budgetedPrompt`
 * puts sections between. Front matter and lines in code blocks divide nothing; of several such lines the first one does, with
 * a warning. Takes the text at once, a path or a URL as a promise.
 *
 * Throws or rejects with `InvalidRequestError` that names the file where it has no such line or nothing on one side of it.
 *
 * @example
 * const { intro, instructions } = promptParts("You inspect widgets.\n\n---\n\n1. List every defect.");
 * instructions; // "1. List every defect."
 */
export function promptParts(text: string, options?: PromptFileOptions): PromptParts;
export function promptParts(source: PromptFileSource, options?: PromptFileOptions): Promise<PromptParts>;
export function promptParts(
  source: string | PromptFileSource,
  options: PromptFileOptions = {},
): PromptParts | Promise<PromptParts> {
  if (typeof source !== "object" || source === null) return partsOf(source, options);
  return fetchPromptText(source, options).then(({ text, path }) => partsOf(text, { ...options, path }));
}

function partsOf(given: string, options: PromptFileOptions): PromptParts {
  const { body, label, ...file } = readPromptText(given, options);
  const lines = body.split("\n");
  const [divider, second] = dividers(lines);
  if (divider === undefined) {
    throw new InvalidRequestError(`There is no line --- between the intro and the instructions in ${label}.`);
  }
  const intro = lines.slice(0, divider).join("\n").trim();
  const instructions = lines
    .slice(divider + 1)
    .join("\n")
    .trim();
  if (intro === "" || instructions === "") {
    const empty = intro === "" ? "before" : "behind";
    throw new InvalidRequestError(`There is nothing ${empty} the line --- in ${label}.`);
  }
  const warning = `There are several lines --- in ${label}; the first one divides it.`;
  return {
    ...file,
    intro,
    instructions,
    warnings: second === undefined ? [] : [warning],
    render: (values) => ({
      intro: renderPlaceholders(intro, values),
      instructions: renderPlaceholders(instructions, values),
    }),
  };
}

/** The lines `---` outside of code blocks. */
function dividers(lines: readonly string[]): number[] {
  const state = new FenceState();
  return [...lines.entries()].flatMap(([index, line]) =>
    !state.take(line) && line.trimEnd() === "---" ? [index] : [],
  );
}
