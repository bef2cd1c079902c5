export { instruction, persona } from "./blocks.ts";
export type { SystemPromptInput } from "./build-system-prompt.ts";
export { lintPrompt, type PromptLintIssue } from "./lint-prompt.ts";
export { checkParity, type ParityIssue, type ParityReport } from "./parity.ts";
export type { PromptFromFileOptions } from "./prompt-from-file.ts";
export { defaultPromptsManager, type Prompts, prompts } from "./prompts.ts";
export { SystemPrompt, type SystemPromptFactory, systemPrompt } from "./system-prompt.ts";
