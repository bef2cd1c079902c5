import type { SystemPromptContract } from "../contracts/system-prompt.ts";
import { findBraces } from "./braces.ts";

/** Something that looks like a mistake in a prompt. `offset` is in UTF-16 units of the text of block number `block`. */
export interface PromptLintIssue {
  readonly severity: "error" | "warning";
  readonly block: number;
  readonly offset: number;
  readonly message: string;
}

/**
 * Finds the braces of a prompt that were meant to be placeholders and are none: `{{` that is not closed in its block,
 * `}}` that is not opened there, and a placeholder in three braces. Blocks count from 0.
 *
 * @example
 * lintPrompt(systemPrompt([instruction("Hello {{na"), instruction("me}}")])).map((issue) => issue.block); // [0, 1]
 */
export function lintPrompt(prompt: Pick<SystemPromptContract, "blocks">): PromptLintIssue[] {
  return prompt.blocks.flatMap((block, index) => lintBlock(block.resolve(), index));
}

function lintBlock(text: string, block: number): PromptLintIssue[] {
  const issues: PromptLintIssue[] = [];
  let last = -2;
  for (const { kind, start: offset, text: token } of findBraces(text)) {
    if (kind === "triple") {
      const message = `The placeholder in ${token} keeps one pair of braces around its value. Use two braces to drop them.`;
      issues.push({ severity: "warning", block, offset, message });
    }
    // A single brace may be prose or code, and the second one of a pair says nothing new.
    const isDouble = text[offset - 1] === token || text[offset + 1] === token;
    if (kind !== "unbalanced" || !isDouble || offset === last + 1) continue;
    last = offset;
    const what = token === "{" ? "{{ is not closed" : "}} is not opened";
    const message = `A ${what} in this block. A placeholder cannot span two blocks; write \\{{ for literal braces.`;
    issues.push({ severity: "error", block, offset, message });
  }
  return issues;
}
