export { type ChunkOptions, type ChunkType, chunk } from "./chunk/chunk.ts";
export type { QueryExpansion } from "./keyword/expand-query.ts";
export {
  type KeywordIndex,
  type KeywordIndexOptions,
  type KeywordSearchOptions,
  keywordIndex,
} from "./keyword/keyword-index.ts";
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
