import type { PromptBlockData, PromptDiff } from "../contracts/prompts-manager.ts";
import type { SystemPromptBlockContract, SystemPromptContract } from "../contracts/system-prompt.ts";
import { estimateTokens } from "../core/text/estimate-tokens.ts";
import { formatPlaceholder, placeholdersOf } from "./grammar.ts";

/**
 * Compares two prompts block by block. As many equal blocks as possible are set beside each other in order (the longest common
 * subsequence); the blocks between them are paired so that the pairs are many and alike in words and kind.
 *
 * @example
 * diffPrompts(systemPrompt("Be brief."), systemPrompt("Be brief.").instruction("Cite {{source}}.")).added;
 * // [{ type: "instruction", text: "Cite {{source}}." }]
 */
export function diffPrompts(
  from: Pick<SystemPromptContract, "blocks">,
  to: Pick<SystemPromptContract, "blocks">,
): PromptDiff {
  const before = from.blocks.map(dataOf);
  const after = to.blocks.map(dataOf);
  // One pair of equal blocks counts for more than all pairs of others.
  const values = before.map((one) => after.map((other) => likeness(one, other) ?? 4 * before.length));
  // How much the blocks from a place on are worth where they are paired best.
  const best = [...before, undefined].map(() => after.map(() => 0));
  const at = (left: number, right: number): number => best[left]?.[right] ?? 0;
  const paired = (left: number, right: number): number =>
    (values[left]?.[right] ?? Number.NEGATIVE_INFINITY) + at(left + 1, right + 1);
  for (let left = before.length - 1; left >= 0; left--) {
    for (let right = after.length - 1; right >= 0; right--) {
      (best[left] ?? [])[right] = Math.max(paired(left, right), at(left + 1, right), at(left, right + 1));
    }
  }
  const added: PromptBlockData[] = [];
  const removed: PromptBlockData[] = [];
  const changed: { from: PromptBlockData; to: PromptBlockData }[] = [];
  for (let left = 0, right = 0; left < before.length || right < after.length; ) {
    const [gone, come] = [before[left], after[right]];
    if (gone && come && at(left, right) === paired(left, right)) {
      if (likeness(gone, come) !== undefined) changed.push({ from: gone, to: come });
      left++;
      right++;
    } else if (gone && (!come || at(left, right) === at(left + 1, right))) {
      removed.push(gone);
      left++;
    } else if (come) {
      added.push(come);
      right++;
    }
  }
  const [asked, asks] = [placeholdersIn(before), placeholdersIn(after)];
  return {
    identical: added.length + removed.length + changed.length === 0,
    added,
    removed,
    changed,
    placeholders: {
      added: asks.filter((token) => !asked.includes(token)),
      removed: asked.filter((token) => !asks.includes(token)),
    },
    tokenDelta: tokensIn(after) - tokensIn(before),
  };
}

/** From 1 to 2.5, by the share of common words and by the kinds; `undefined` where the blocks are equal. */
function likeness(left: PromptBlockData, right: PromptBlockData): number | undefined {
  const isSameKind = left.type === right.type;
  if (isSameKind && left.text === right.text) return undefined;
  const [words, others] = [wordsOf(left), wordsOf(right)];
  const common = [...words].filter((word) => others.has(word)).length;
  return 1 + Number(isSameKind) / 2 + common / Math.max(words.size, others.size);
}

function dataOf({ type, text }: SystemPromptBlockContract): PromptBlockData {
  return { type, text };
}

function wordsOf({ text }: PromptBlockData): Set<string> {
  return new Set(text.split(/\s+/));
}

/** Each once, in order of first appearance. */
function placeholdersIn(blocks: readonly PromptBlockData[]): string[] {
  return [...new Set(blocks.flatMap(({ text }) => placeholdersOf(text).map(formatPlaceholder)))];
}

function tokensIn(blocks: readonly PromptBlockData[]): number {
  return estimateTokens(blocks.map(({ text }) => text).join("\n\n"));
}
