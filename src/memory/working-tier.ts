import type { RecalledMemory } from "../contracts/memory.ts";
import type { NamedItem, TierQuery } from "./open-memory.ts";
import { recalled } from "./recalled.ts";

/** The last items of all scopes, in this process. */
export class WorkingTier {
  readonly name = "working";
  readonly #items: Map<string, NamedItem> = new Map();
  readonly #maxItems: number;

  constructor(maxItems: number) {
    this.#maxItems = maxItems;
  }

  remember(items: readonly NamedItem[]): void {
    for (const item of items) this.#items.set(`${item.scopeKey}.${item.itemKey}`, item);
    for (const key of this.#items.keys()) {
      if (this.#items.size <= this.#maxItems) break;
      this.#items.delete(key);
    }
  }

  /** The newest first. Texts are not compared: the newest has the score 1, the one before it a half, and so on. */
  recall({ k, scope }: TierQuery): RecalledMemory[] {
    return [...this.#items.values()]
      .filter((item) => item.scope === scope)
      .reverse()
      .slice(0, k)
      .map((item, index) => recalled("working", item, 1 / (index + 1)));
  }

  clear(): void {
    this.#items.clear();
  }
}
