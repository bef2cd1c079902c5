export { type ChunkOptions, type ChunkType, chunk } from "./chunk/chunk.ts";
export type { QueryExpansion } from "./keyword/expand-query.ts";
export {
  type KeywordIndex,
  type KeywordIndexOptions,
  type KeywordSearchOptions,
  keywordIndex,
} from "./keyword/keyword-index.ts";
export {
  type DocumentText,
  type DocumentType,
  type ReadDocumentOptions,
  readDocument,
} from "./read-document.ts";
