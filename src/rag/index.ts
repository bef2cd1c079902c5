export { type ChunkOptions, type ChunkType, chunk } from "./chunk/chunk.ts";
export {
  type KeywordIndex,
  type KeywordIndexOptions,
  type KeywordSearchOptions,
  keywordIndex,
} from "./keyword-index.ts";
export {
  type DocumentText,
  type DocumentType,
  type ReadDocumentOptions,
  readDocument,
} from "./read-document.ts";
