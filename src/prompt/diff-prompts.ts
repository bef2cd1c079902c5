import type { PromptBlockData, PromptDiff } from "../contracts/prompts-manager.ts";
import type { SystemPromptBlockContract, SystemPromptContract } from "../contracts/system-prompt.ts";
import { commonSubsequence } from "../core/text/common-subsequence.ts";
import { estimateTokens } from "../core/text/estimate-tokens.ts";
import { formatPlaceholder, placeholdersOf } from "./grammar.ts";

/**
 * Compares two prompts block by block. Equal blocks are found by their content, wherever they stand, as long as their order is
 * kept; between two of them, blocks that went are paired with blocks that came in their place, those with the most words in common
 * first.
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
  const removed: PromptBlockData[] = [];
  const added: PromptBlockData[] = [];
  const changed: { from: PromptBlockData; to: PromptBlockData }[] = [];
  const shared = commonSubsequence(before.map(keyOf), after.map(keyOf));
  let [left, right] = [0, 0];
  for (const [nextLeft, nextRight] of [...shared, [before.length, after.length] as const]) {
    for (const [gone, come] of paired(before.slice(left, nextLeft), after.slice(right, nextRight))) {
      if (gone && come) changed.push({ from: gone, to: come });
      else if (gone) removed.push(gone);
      else if (come) added.push(come);
    }
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  const [asked, asks] = [placeholdersIn(before), placeholdersIn(after)];
  return {
    identical: removed.length + added.length + changed.length === 0,
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

/** A block that went, and the one in its place; one of the two is missing where there is none. */
type Pair = readonly [gone?: PromptBlockData | undefined, come?: PromptBlockData | undefined];

/** Sets blocks that went beside blocks that came, in order, so that the pairs are many and alike. */
function paired(gone: readonly PromptBlockData[], come: readonly PromptBlockData[]): Pair[] {
  const [was, is] = [gone.map(wordsOf), come.map(wordsOf)];
  // How well the blocks from here on can be paired at best.
  const best = Array.from({ length: gone.length + 1 }, () => new Float64Array(come.length + 1));
  const at = (left: number, right: number): number => best[left]?.[right] ?? 0;
  const withPair = (left: number, right: number): number => {
    const [first = new Set(), second = new Set()] = [was[left], is[right]];
    const common = [...first].filter((word) => second.has(word)).length;
    const isSameKind = gone[left]?.type === come[right]?.type ? 1 : 0;
    return 1 + isSameKind + common / Math.max(first.size, second.size) + at(left + 1, right + 1);
  };
  for (let left = gone.length - 1; left >= 0; left--) {
    for (let right = come.length - 1; right >= 0; right--) {
      best[left]?.fill(
        Math.max(withPair(left, right), at(left + 1, right), at(left, right + 1)),
        right,
        right + 1,
      );
    }
  }
  const pairs: Pair[] = [];
  let [left, right] = [0, 0];
  while (left < gone.length || right < come.length) {
    const isPair = left < gone.length && right < come.length && at(left, right) === withPair(left, right);
    const isGone = isPair || right === come.length || at(left, right) === at(left + 1, right);
    const hasLeft = isPair || (isGone && left < gone.length);
    const hasRight = isPair || !hasLeft;
    pairs.push([hasLeft ? gone[left++] : undefined, hasRight ? come[right++] : undefined]);
  }
  return pairs;
}

function dataOf({ type, text }: SystemPromptBlockContract): PromptBlockData {
  return { type, text };
}

function keyOf({ type, text }: PromptBlockData): string {
  return JSON.stringify([type, text]);
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
