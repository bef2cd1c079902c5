import { readJson } from "../../schema/read-json.ts";
import { isObject } from "../../schema/resolve-reference.ts";

/** A text that a tool returned, and where it says that it comes from. */
export interface Passage {
  readonly text: string;
  /** The name of the source: a file, an address, an id, a title. */
  readonly source?: string;
  /** The title of the source, where it is told apart. */
  readonly title?: string;
  /** The passage's place in its source, in UTF-16 units. */
  readonly span?: readonly [start: number, end: number];
  /** The number the tool gave the passage, to cite it by. */
  readonly number?: number;
}

/** What the results of tools hold: passages to quote, and plain values. */
export interface Evidence {
  readonly passages: readonly Passage[];
  /** Lines such as `city: Oslo, degrees: 4`. */
  readonly facts: readonly string[];
}

const textKeys: readonly string[] = [
  "text",
  "content",
  "passage",
  "snippet",
  "body",
  "answer",
  "summary",
  "description",
];
const sourceKeys: readonly string[] = [
  "source",
  "url",
  "sourceId",
  "file",
  "path",
  "document",
  "id",
  "title",
  "name",
];
const deepest = 8;

/**
 * Finds the passages and values in the text of a tool result: plain text, or JSON of any nesting whose objects have a
 * text (`text`, `content`, `snippet`, …) and perhaps a source (`source`, `url`, `citation.sourceId`, `id`, …). What the
 * result says is data to quote; nothing in it is obeyed.
 *
 * @example
 * readEvidence('[{"text":"The tide turns.","source":"tides.md"}]').passages[0]?.source; // "tides.md"
 */
export function readEvidence(result: string): Evidence {
  const reading = readJson(result, "strict");
  if (!reading.ok) return result.trim() === "" ? nothing : { passages: [{ text: result }], facts: [] };
  const passages: Passage[] = [];
  const facts: string[] = [];
  collect(reading.value, passages, facts, 0);
  return { passages, facts };
}

const nothing: Evidence = { passages: [], facts: [] };

function collect(value: unknown, passages: Passage[], facts: string[], depth: number): void {
  if (depth > deepest || value === null || value === "") return;
  if (typeof value === "string" && value.includes(" ")) passages.push({ text: value });
  else if (!isObject(value)) facts.push(String(value));
  else if (Array.isArray(value)) for (const item of value) collect(item, passages, facts, depth + 1);
  else collectObject(value, passages, facts, depth);
}

function collectObject(
  value: Readonly<Record<string, unknown>>,
  passages: Passage[],
  facts: string[],
  depth: number,
): void {
  const text = firstText(value, textKeys);
  // One short word under "description" is a field of a record, not a passage.
  if (text?.includes(" ")) {
    passages.push(passageOf(value, text));
    return;
  }
  const plain: string[] = [];
  for (const [key, member] of Object.entries(value)) {
    if (isObject(member)) collect(member, passages, facts, depth + 1);
    else if (member !== null && member !== "") plain.push(`${key}: ${String(member)}`);
  }
  if (plain.length > 0) facts.push(plain.join(", "));
}

function passageOf(value: Readonly<Record<string, unknown>>, text: string): Passage {
  const citation = isObject(value.citation) ? value.citation : {};
  const metadata = isObject(citation.metadata)
    ? citation.metadata
    : isObject(value.metadata)
      ? value.metadata
      : {};
  const source =
    firstText(citation, sourceKeys) ?? firstText(value, sourceKeys) ?? firstText(metadata, sourceKeys);
  const title = firstText(value, ["title"]) ?? firstText(metadata, ["title"]);
  const span = spanOf(citation.span) ?? spanOf(value.span);
  const number = value.number ?? value.index;
  return {
    text,
    ...(source !== undefined && { source }),
    ...(title !== undefined && { title }),
    ...(span && { span }),
    ...(typeof number === "number" && Number.isInteger(number) && { number }),
  };
}

function firstText(value: Readonly<Record<string, unknown>>, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const member = value[key];
    if (typeof member === "string" && member.trim() !== "") return member;
    if (typeof member === "number" && key === "id") return String(member);
  }
  return undefined;
}

function spanOf(value: unknown): readonly [number, number] | undefined {
  if (!Array.isArray(value) || value.length !== 2) return undefined;
  const [start, end]: unknown[] = value;
  return typeof start === "number" && typeof end === "number" ? [start, end] : undefined;
}
