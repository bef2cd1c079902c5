import type { SystemPromptContract, SystemPromptMeta } from "../contracts/system-prompt.ts";
import { buildSystemPrompt, type SystemPromptInput } from "./build-system-prompt.ts";
import { defaultPromptStore } from "./default-prompt-store.ts";
import { promptFromFile } from "./prompt-from-file.ts";

/** Makes system prompts. */
export interface SystemPromptFactory {
  (input?: SystemPromptInput, meta?: SystemPromptMeta): SystemPromptContract;
  /** Reads the text of a prompt from a file, once and at once. */
  readonly fromFile: typeof promptFromFile;
}

/**
 * Makes an immutable system prompt: empty, from a text, or from blocks in the order given. Each `.persona()`,
 * `.instruction()`, `.merge()` and `.meta(changes)` gives a new prompt; `.resolve(values)` gives the text for the model.
 * A prompt that gets a name is registered in `prompts`.
 *
 * Throws `InvalidRequestError` for a value among the blocks that is none, for a name or version with an `@` where a
 * selector would be ambiguous, and for other content under a name and version that are taken.
 *
 * @example
 * const prompt = systemPrompt()
 *   .persona("You are Alex, a senior TypeScript engineer.")
 *   .instruction("Respond in {{language|English}}.");
 * prompt.resolve({ language: "Arabic" });
 * // "You are Alex, a senior TypeScript engineer.\n\nRespond in Arabic."
 */
export const systemPrompt: SystemPromptFactory = /* @__PURE__ */ Object.assign(
  (input?: SystemPromptInput, meta?: SystemPromptMeta): SystemPromptContract =>
    buildSystemPrompt(defaultPromptStore, input, meta),
  { fromFile: promptFromFile },
);

/**
 * Another way to `systemPrompt.fromFile`, for those who look for it on a class.
 *
 * @example
 * SystemPrompt.fromFile === systemPrompt.fromFile; // true
 */
export const SystemPrompt: { readonly fromFile: typeof promptFromFile } = { fromFile: promptFromFile };
