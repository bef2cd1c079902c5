export { instruction, persona } from "./blocks.ts";
export { missingPlaceholders, type Placeholder, placeholdersOf, renderPlaceholders } from "./grammar.ts";
export { lintPrompt, type PromptLintIssue } from "./lint-prompt.ts";
export { checkParity, type ParityIssue, type ParityReport } from "./parity.ts";
export { type Prompts, prompts } from "./prompts.ts";
export { SystemPrompt, type SystemPromptFactory, systemPrompt } from "./system-prompt.ts";
