import type { MemoryTier, RecalledMemory } from "../contracts/memory.ts";

/** What of a memory is kept. */
export type KeptItem = Pick<RecalledMemory, "id" | "text"> & {
  readonly scope?: string | undefined;
  readonly metadata?: RecalledMemory["metadata"] | undefined;
};

/** What a recall gives of an item. */
export function recalled(tier: MemoryTier, item: KeptItem, score: number): RecalledMemory {
  const { id, text, scope, metadata } = item;
  return { id, text, tier, score, ...(scope !== undefined && { scope }), ...(metadata && { metadata }) };
}
