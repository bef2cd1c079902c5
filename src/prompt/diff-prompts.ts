import type { PromptBlockData, PromptDiff } from "../contracts/prompts-manager.ts";
import type { SystemPromptBlockContract, SystemPromptContract } from "../contracts/system-prompt.ts";
import { commonSubsequence } from "../core/text/common-subsequence.ts";
import { estimateTokens } from "../core/text/estimate-tokens.ts";
import { formatPlaceholder, placeholdersOf } from "./grammar.ts";

/** So many pairs of blocks are compared in words at most, between two that are equal. */
const MOST_PAIRS = 10_000;

/**
 * Compares two prompts block by block. As many equal blocks as possible are set beside each other in order (the longest common
 * subsequence); of the blocks between them as many as can be are paired, each with one that is like it in words and kind.
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
  const added: PromptBlockData[] = [];
  const removed: PromptBlockData[] = [];
  const changed: { from: PromptBlockData; to: PromptBlockData }[] = [];
  let [left, right] = [0, 0];
  const equal = commonSubsequence(before.map(textOf), after.map(textOf));
  for (const [nextLeft, nextRight] of [...equal, [before.length, after.length] as const]) {
    const gone = before.slice(left, nextLeft);
    const come = after.slice(right, nextRight);
    const isGrown = gone.length <= come.length;
    const [shorter, longer] = isGrown ? [gone, come] : [come, gone];
    const pairs = new Map(placesIn(shorter, longer).map((place, index) => [place, shorter[index]]));
    for (const [place, block] of longer.entries()) {
      const other = pairs.get(place);
      if (!other) (isGrown ? added : removed).push(block);
      else changed.push(isGrown ? { from: other, to: block } : { from: block, to: other });
    }
    [left, right] = [nextLeft + 1, nextRight + 1];
  }
  const [asked, asks] = [placeholdersIn(before), placeholdersIn(after)];
  return {
    identical: added.length + removed.length + changed.length === 0,
    added,
    removed,
    changed,
    placeholders: {
      added: [...asks].filter((token) => !asked.has(token)),
      removed: [...asked].filter((token) => !asks.has(token)),
    },
    tokenDelta: tokensIn(after) - tokensIn(before),
  };
}

/** For each block of the shorter list a place in the longer one, in order: that of what is most like it and leaves room for all. */
function placesIn(shorter: readonly PromptBlockData[], longer: readonly PromptBlockData[]): number[] {
  const slack = longer.length - shorter.length;
  // Where there is no choice, or too much of it, the first is paired with the first.
  if (slack === 0 || shorter.length * slack > MOST_PAIRS) return [...shorter.keys()];
  const words = longer.map(wordsOf);
  let next = 0;
  return shorter.map((block, index) => {
    const own = wordsOf(block);
    let most = -1;
    let place = next;
    for (; next <= index + slack; next++) {
      const other = words[next] ?? own;
      let common = 0;
      for (const word of own) if (other.has(word)) common++;
      const isSameKind = block.type === longer[next]?.type;
      const likeness = Number(isSameKind) / 2 + common / Math.max(own.size, other.size);
      if (likeness > most) [most, place] = [likeness, next];
    }
    next = place + 1;
    return place;
  });
}

function dataOf({ type, text }: SystemPromptBlockContract): PromptBlockData {
  return { type, text };
}

function textOf({ type, text }: PromptBlockData): string {
  return JSON.stringify([type, text]);
}

function wordsOf({ text }: PromptBlockData): Set<string> {
  return new Set(text.split(/\s+/));
}

function placeholdersIn(blocks: readonly PromptBlockData[]): Set<string> {
  return new Set(blocks.flatMap(({ text }) => placeholdersOf(text).map(formatPlaceholder)));
}

function tokensIn(blocks: readonly PromptBlockData[]): number {
  return estimateTokens(blocks.map(({ text }) => text).join("\n\n"));
}
