import type { MetadataFilter } from "../contracts/retrieval.ts";

/** Which documents a search looks at. */
export interface DocumentFilter {
  /** Only documents that have one of these tags. An empty list is no filter. */
  readonly tags?: readonly string[] | undefined;
  /** Only documents whose metadata fits: every field is equal, or one of the listed values, or the function says so. */
  readonly filter?: MetadataFilter | undefined;
}

/**
 * Whether a document is one that a search looks at.
 *
 * @example
 * fitsFilter({ metadata: { language: "en" } }, { filter: { language: ["en", "de"] } }); // true
 */
export function fitsFilter(
  {
    tags: own = [],
    metadata = {},
  }: { readonly tags?: readonly string[]; readonly metadata?: Readonly<Record<string, unknown>> },
  { tags = [], filter }: DocumentFilter,
): boolean {
  if (tags.length > 0 && !tags.some((tag) => own.includes(tag))) return false;
  if (typeof filter === "function") return filter(metadata);
  return Object.entries(filter ?? {}).every(([field, wanted]) => {
    const value = Object.hasOwn(metadata, field) ? metadata[field] : undefined;
    return (Array.isArray(wanted) ? wanted : [wanted]).includes(value);
  });
}
