import type { Embedder, Model } from "hedgemage";
import { built } from "../built.ts";
import { traceModules } from "../traced.ts";

// Prints, as JSON, the modules of dist/ that a process loads for a run of an agent: alone, with a knowledge base that is indexed
// and asked (`rag`), or with one that is searched by words, too (`hybrid`).

const loaded = traceModules();

const [use = ""] = process.argv.slice(2);
const { agent, hybridSearch, knowledgeBase, memoryStore } =
  await built<typeof import("hedgemage")>("hedgemage");

const model: Model = {
  name: "literal",
  provider: "bench",
  complete: async () => ({ content: "Yes.", finishReason: "stop", usage: { input: 1, output: 1, total: 2 } }),
  async *stream() {
    yield { type: "delta", content: "Yes." };
    yield { type: "done", finishReason: "stop" };
  },
};
const vectorOf = (text: string): number[] => [text.length, 1, 2];
const embedder: Embedder = {
  name: "lengths",
  provider: "bench",
  dimensions: 3,
  embed: async (text) => ({ vector: vectorOf(text), dimensions: 3, usage: {} }),
  embedMany: async (texts) => ({ vectors: texts.map(vectorOf), dimensions: 3, usage: {} }),
};

const { error } = await agent({ model }).execute("Hello");
if (error) throw error;
if (use !== "") await retrieve();
console.log(JSON.stringify(loaded));

async function retrieve(): Promise<void> {
  const base = knowledgeBase({ embedder, store: memoryStore() });
  await base.index([{ id: "a", text: "The moon pulls at the sea." }]);
  const search = use === "hybrid" ? hybridSearch() : undefined;
  const { chunks } = await base.retrieve("moon", { search });
  if (chunks.length !== 1) throw new Error("The chunk was not found.");
}
