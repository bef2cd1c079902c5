export type * from "../contracts/budgeted-prompt.ts";
export type * from "../contracts/prompt-file.ts";
export type * from "../contracts/prompt-lock.ts";
export type * from "../contracts/prompt-optimization.ts";
export type * from "../contracts/prompt-registry.ts";
export type * from "../contracts/prompt-review.ts";
export type * from "../contracts/prompts-manager.ts";
export type * from "../contracts/refined-prompt.ts";
export type * from "../contracts/super-prompt.ts";
export type * from "../contracts/system-prompt.ts";
export { instruction, persona } from "./blocks.ts";
export { budgetedPrompt } from "./budget/budgeted-prompt.ts";
export type { SystemPromptInput } from "./build-system-prompt.ts";
export { promptFile } from "./files/prompt-file.ts";
export { promptParts } from "./files/prompt-parts.ts";
export { lint } from "./lint.ts";
export type { PromptLintFinding, PromptLintOptions, PromptLintRule } from "./lint-finding.ts";
export { lintPrompt, type PromptLintIssue } from "./lint-prompt.ts";
export { optimizePrompt } from "./optimize/optimize-prompt.ts";
export { checkParity, type ParityIssue, type ParityReport } from "./parity.ts";
export { prompt } from "./prompt-facade.ts";
export type { PromptFromFileOptions } from "./prompt-from-file.ts";
export { promptKey } from "./prompt-key.ts";
export { defaultPromptsManager, type Prompts, prompts } from "./prompts.ts";
export { approvePrompt } from "./review/approve-prompt.ts";
export { rejectPrompt } from "./review/reject-prompt.ts";
export { wordDiff } from "./review/word-diff.ts";
export { assembleCodingBrief, assembleSuperPrompt } from "./super-prompt/canonical.ts";
export { qualityRoutingGuidance } from "./super-prompt/guidance.ts";
export { parseCodingBriefJson, parseSuperPromptJson } from "./super-prompt/parse-json.ts";
export {
  type ParsePromptOptions,
  parseCodingBriefMarkdown,
  parseSuperPromptMarkdown,
} from "./super-prompt/parse-markdown.ts";
export {
  CodingBriefSchema,
  CodingBriefWireSchema,
  PromptQualitySchema,
  SuperPromptWireSchema,
} from "./super-prompt/schema.ts";
export { type SuperPromptOptions, type SuperPromptWriter, superPrompt } from "./super-prompt.ts";
export { SystemPrompt, type SystemPromptFactory, systemPrompt } from "./system-prompt.ts";
