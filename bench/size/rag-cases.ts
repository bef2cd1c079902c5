import type { Bundler } from "./bundle.ts";
import { type LoadedCase, measureLoaded } from "./loaded-cases.ts";
import type { AddedSize } from "./store-cases.ts";

/** What retrieval adds: every module that runs load in fact. Loaders are not part of it. */
export const ragCases: readonly LoadedCase[] = [
  {
    name: "a knowledge base with its index",
    code: `export { knowledgeBase } from "hedgemage";`,
    use: "rag",
    beside: { code: `export { memoryStore } from "hedgemage";`, use: "" },
    target: 10_000,
    budget: 21_500,
  },
  {
    name: "hybrid search beside it",
    code: `export { hybridSearch } from "hedgemage";`,
    use: "hybrid",
    beside: { code: `export { memoryStore, knowledgeBase } from "hedgemage";`, use: "rag" },
    budget: 6_500,
  },
];

/** Weighs a program with an agent, with and without retrieval. */
export function measureRag(one: LoadedCase, bundler: Bundler): Promise<AddedSize> {
  return measureLoaded("rag/loaded.ts", one, bundler);
}
