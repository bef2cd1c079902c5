import type { RagDocument, RagLoaderResult } from "../../contracts/retrieval.ts";

/** Options that every loader has. */
export interface RagLoaderOptions {
  /** Names the source in citations. Default: the address of a page, else `"document"`. */
  readonly id?: string | undefined;
  /** Goes over what the loader found out itself, key by key. */
  readonly metadata?: Readonly<Record<string, unknown>> | undefined;
  /** What a search can be narrowed to. */
  readonly tags?: readonly string[] | undefined;
}

/**
 * One document with what the loader found out about it, or none where the text has nothing that could be seen: no letter,
 * digit, sign or symbol.
 */
export function loadedDocument(
  id: string,
  text: string,
  derived: Readonly<Record<string, unknown>>,
  { metadata, tags }: RagLoaderOptions,
): RagLoaderResult {
  if (!/[\p{L}\p{N}\p{P}\p{S}]/u.test(text)) return [];
  const known = Object.entries(derived).filter(([, value]) => value !== undefined);
  const document: RagDocument = { id, text, metadata: { ...Object.fromEntries(known), ...metadata } };
  return [tags ? { ...document, tags: [...tags] } : document];
}
