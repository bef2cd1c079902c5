import type { EmbeddingUsage } from "../../contracts/embedder.ts";

/** Adds up what calls have taken. What one call does not tell nobody knows of the sum. */
export class UsageSum {
  #promptTokens: number | undefined = 0;
  #totalTokens: number | undefined = 0;
  #cost: { input: number; output: number } | undefined = { input: 0, output: 0 };
  #calls = 0;

  add(usage: EmbeddingUsage | undefined): void {
    const { promptTokens, totalTokens, cost } = usage ?? {};
    this.#calls += 1;
    this.#promptTokens = sum(this.#promptTokens, promptTokens);
    this.#totalTokens = sum(this.#totalTokens, totalTokens);
    this.#cost = this.#cost &&
      cost && { input: this.#cost.input + cost.input, output: this.#cost.output + cost.output };
  }

  get usage(): EmbeddingUsage {
    return {
      ...(this.#promptTokens !== undefined && { promptTokens: this.#promptTokens }),
      ...(this.#totalTokens !== undefined && { totalTokens: this.#totalTokens }),
      ...(this.#cost && this.#calls > 0 && { cost: this.#cost }),
    };
  }
}

function sum(total: number | undefined, part: number | undefined): number | undefined {
  return total === undefined || part === undefined ? undefined : total + part;
}
