import { pgVectorStore } from "../store/vectors/pg-vector-store.ts";
import { cacheVectorStore, storeVectorStore } from "../store/vectors/store-vector-store.ts";
import { chunk } from "./chunk/chunk.ts";
import { knowledgeBase } from "./knowledge-base.ts";
import { loadHtml } from "./load/load-html.ts";
import { loadPdf } from "./load/load-pdf.ts";
import { loadSite } from "./load/load-site.ts";
import { loadText } from "./load/load-text.ts";
import { loadWeb } from "./load/load-web.ts";
import { keywordReranker } from "./rerank/keyword-reranker.ts";
import { llmReranker } from "./rerank/llm-reranker.ts";
import { hybridSearch } from "./search/hybrid-search.ts";
import { keywordSearch } from "./search/keyword-search.ts";
import { rm3 } from "./search/rm3.ts";

/** What goes with knowledge bases, as members of `rag`. */
interface Members {
  readonly cacheVectorStore: typeof cacheVectorStore;
  readonly chunk: typeof chunk;
  readonly hybrid: typeof hybridSearch;
  readonly keywordReranker: typeof keywordReranker;
  readonly keywords: typeof keywordSearch;
  readonly llmReranker: typeof llmReranker;
  readonly loadHtml: typeof loadHtml;
  readonly loadPdf: typeof loadPdf;
  readonly loadSite: typeof loadSite;
  readonly loadText: typeof loadText;
  readonly loadWeb: typeof loadWeb;
  readonly pgVectorStore: typeof pgVectorStore;
  readonly rm3: typeof rm3;
  readonly storeVectorStore: typeof storeVectorStore;
}

/**
 * Makes a knowledge base: see `knowledgeBase`. Its members load documents, cut them, keep their vectors, and search and order in
 * other ways than by vectors alone.
 *
 * @example
 * const kb = ai.rag({ name: "docs", embedder: localEmbedder(), store: ai.memoryStore(), reranker: ai.rag.keywordReranker() });
 * await kb.index(ai.rag.loadText([{ id: "faq", text: "We ship on Mondays." }]));
 * const model = new LocalSDK().model({ name: "local" });
 * const helper = ai.agent({ model, tools: [kb.asTool({ name: "search_docs", retrieve: { topK: 3 } })] });
 */
export const rag: typeof knowledgeBase & Members = /* @__PURE__ */ Object.assign(
  (config: Parameters<typeof knowledgeBase>[0]) => knowledgeBase(config),
  {
    cacheVectorStore,
    chunk,
    hybrid: hybridSearch,
    keywordReranker,
    keywords: keywordSearch,
    llmReranker,
    loadHtml,
    loadPdf,
    loadSite,
    loadText,
    loadWeb,
    pgVectorStore,
    rm3,
    storeVectorStore,
  },
);
