import type { RagLoaderResult } from "../../contracts/retrieval.ts";
import { DocumentError } from "../../core/errors/retrieval-errors.ts";
import { loadedDocument, type RagLoaderOptions } from "./loaded-document.ts";

/** A text with its own id; its metadata go over those of the call, its tags are added to them. */
export interface TextRecord extends RagLoaderOptions {
  readonly text: string;
}

/** What `loadText` reads. */
export type TextInput = string | TextRecord;

/**
 * Makes documents of texts, one each; texts without anything to see give none. A text without an id of its own is named by
 * `options.id`, else `"document"`; in a list, its place is added: `document#2`. Metadata: `source` (the id), `loader`.
 *
 * Throws `DocumentError` (`DOCUMENT_UNREADABLE`) for what is no text.
 *
 * @example
 * loadText([{ id: "tides", text: "The moon pulls.", metadata: { section: "sea" } }], { tags: ["nature"] });
 * // [{ id: "tides", text: "The moon pulls.", metadata: { source: "tides", loader: "text", section: "sea" }, tags: ["nature"] }]
 */
export function loadText(
  input: TextInput | readonly TextInput[],
  options: RagLoaderOptions = {},
): RagLoaderResult {
  const { id = "document", tags } = options;
  return isList(input)
    ? input.flatMap((item, index) => fromItem(item, `${id}#${index + 1}`))
    : fromItem(input, id);

  function fromItem(item: TextInput, otherwise: string): RagLoaderResult {
    const record = typeof item === "string" ? { text: item } : item;
    const name = record?.id ?? otherwise;
    if (typeof record?.text !== "string") {
      const advice = "Give a string, or { id, text } with a string as text.";
      throw new DocumentError("DOCUMENT_UNREADABLE", `${name} has no text. ${advice}`, { source: name });
    }
    const text = record.text.startsWith("\ufeff") ? record.text.slice(1) : record.text;
    const allTags = record.tags ? [...new Set([...(tags ?? []), ...record.tags])] : tags;
    const metadata = { ...options.metadata, ...record.metadata };
    return loadedDocument(name, text, { source: name, loader: "text" }, { metadata, tags: allTags });
  }
}

/** `Array.isArray` does not narrow to lists that are read only. */
function isList(input: TextInput | readonly TextInput[]): input is readonly TextInput[] {
  return Array.isArray(input);
}
