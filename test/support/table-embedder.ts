import type { Embedder } from "../../src/contracts/embedder.ts";

/** An embedder that knows the vectors of some texts, and what it was asked. */
export interface TableEmbedder extends Embedder {
  readonly asked: string[];
}

/** Makes an embedder of a table. A text that is not in it gets a vector that is like no other. */
export function tableEmbedder(table: Readonly<Record<string, readonly number[]>>): TableEmbedder {
  const asked: string[] = [];
  const dimensions = Object.values(table)[0]?.length ?? 3;
  const vectorOf = (text: string): number[] => {
    asked.push(text);
    return [...(table[text] ?? [...new Array<number>(dimensions - 1).fill(0), 1])];
  };
  return {
    name: "table",
    provider: "test",
    dimensions,
    asked,
    embed: async (text) => ({ vector: vectorOf(text), dimensions, usage: {} }),
    embedMany: async (texts) => ({ vectors: texts.map(vectorOf), dimensions, usage: {} }),
  };
}
