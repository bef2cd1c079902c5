export type * from "../contracts/embedder.ts";
export type * from "../contracts/retrieval.ts";
export type * from "../contracts/vector-store.ts";
export {
  type PgVectorStoreInstance,
  type PgVectorStoreOptions,
  pgVectorStore,
} from "../store/vectors/pg-vector-store.ts";
export {
  cacheVectorStore,
  type SimilarityCache,
  type StoreVectorStoreOptions,
  storeVectorStore,
} from "../store/vectors/store-vector-store.ts";
export type { ExportedPieces } from "./base/import-base.ts";
export { type ChunkOptions, type ChunkType, chunk } from "./chunk/chunk.ts";
export type { QueryExpansion } from "./keyword/expand-query.ts";
export {
  type KeywordIndex,
  type KeywordIndexOptions,
  type KeywordSearchOptions,
  keywordIndex,
} from "./keyword/keyword-index.ts";
export {
  type IndexedDocument,
  type IndexOptions,
  knowledgeBase,
  type Rag,
  type RagAsToolOptions,
  type RagConfig,
  type RagSource,
} from "./knowledge-base.ts";
export { type LoadHtmlOptions, loadHtml } from "./load/load-html.ts";
export { type LoadPdfOptions, loadPdf, type PdfInput } from "./load/load-pdf.ts";
export {
  type LoadSiteOptions,
  loadSite,
  type SiteCursor,
  type SiteLoad,
  type SiteProgress,
  type SkippedPage,
  type SkipReason,
} from "./load/load-site.ts";
export { loadText, type TextInput, type TextRecord } from "./load/load-text.ts";
export { type LoadWebOptions, loadWeb } from "./load/load-web.ts";
export type { RagLoaderOptions } from "./load/loaded-document.ts";
export {
  type DocumentText,
  type DocumentType,
  type ReadDocumentOptions,
  readDocument,
} from "./load/read-document.ts";
export { UNPDF_INSTALL_INSTRUCTIONS } from "./load/unpdf-install-instructions.ts";
export { rag } from "./rag.ts";
export { type KeywordRerankerOptions, keywordReranker } from "./rerank/keyword-reranker.ts";
export { type LLMRerankerOptions, llmReranker } from "./rerank/llm-reranker.ts";
export { type HybridSearch, hybridSearch } from "./search/hybrid-search.ts";
export { type KeywordSearch, keywordSearch } from "./search/keyword-search.ts";
export { rm3 } from "./search/rm3.ts";
