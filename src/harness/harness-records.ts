import type { HarnessEntry, HarnessRefinement } from "../contracts/harness.ts";
import type { Json } from "../contracts/message.ts";
import { isNamed } from "../store/is-named.ts";

/**
 * The one record that decides. It holds the state and the newest line of the history, so that one compare-and-set writes
 * both, on every store that has compare-and-set and whether it has batches or not. Before the next write takes its place, that
 * line is put under a key of its own, where it stays; to put it there twice changes nothing. So a crash after any step leaves
 * the state and its whole history, and a write is as large as the state and one line, however long the history is.
 */
export interface Head {
  readonly v: 1;
  readonly version: number;
  /** How many lines the history has, the last one among them. */
  readonly lines: number;
  readonly entries: readonly HarnessEntry[];
  readonly retired: readonly (readonly [id: string, version: number])[];
  readonly last?: HarnessRefinement;
}

/** Whether a value is the state of a scope as `HarnessPlace` writes it: a store may hold anything. */
export function isHead(value: unknown): value is Head & Json {
  return (
    isNamed(value) &&
    value.v === 1 &&
    [value.version, value.lines].every(Number.isSafeInteger) &&
    isListOf(value.entries, isEntry) &&
    isListOf(value.retired, (pair) => Array.isArray(pair) && Number.isSafeInteger(pair[1])) &&
    (value.last === undefined || isLine(value.last))
  );
}

/** Whether a value is a line of a history. */
export function isLine(value: unknown): value is HarnessRefinement & Json {
  return (
    isNamed(value) &&
    areTexts(value, "id", "at", "status", "summary", "expectedOutcome", "hash", "previousHash") &&
    isListOf(value.edits, isEditResult)
  );
}

function isEditResult(value: unknown): boolean {
  return (
    isNamed(value) &&
    isNamed(value.edit) &&
    [value.before, value.after].every((entry) => entry === undefined || isEntry(entry))
  );
}

function isEntry(value: unknown): boolean {
  return (
    isNamed(value) &&
    areTexts(value, "id", "kind", "scope", "title", "content", "source", "createdAt", "updatedAt") &&
    [value.path, value.reference].every((text) => typeof (text ?? "") === "string") &&
    Number.isSafeInteger(value.version)
  );
}

function areTexts(value: { readonly [name: string]: unknown }, ...names: readonly string[]): boolean {
  return names.every((name) => typeof value[name] === "string");
}

function isListOf(value: unknown, accepts: (item: unknown) => boolean): boolean {
  return Array.isArray(value) && value.every(accepts);
}
