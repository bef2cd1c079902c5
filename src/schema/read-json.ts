import { type JsonScan, scanJson } from "./scan-json.ts";
import { isWeak, searchJson } from "./search-json.ts";

/**
 * What was read. `complete` is `false` where a partial reading had to close what the text left open; `ambiguous` is set
 * where a lenient reading took the first of several values. A failure tells nothing to read (`empty`), a text that stops
 * too early (`truncated`) and a text that is wrong (`malformed`) apart.
 */
export type JsonReading =
  | { readonly ok: true; readonly value: unknown; readonly complete: boolean; readonly ambiguous?: true }
  | { readonly ok: false; readonly reason: "empty" | "truncated" | "malformed"; readonly message: string };

/**
 * Reads JSON that a model wrote. Takes time linear in the text, never throws, never evaluates.
 *
 * - `strict`: the whole text, white space around it aside, is one JSON value (RFC 8259).
 * - `lenient`: also finds the value inside a fenced block, prose or trailing junk: the object or array that opens the
 *   text, else the first fenced value, else the first balanced object or array. Lists of numbers such as `[1]` in prose
 *   are taken for citations as long as something better follows. A broken object is never replaced by a piece of its
 *   inside.
 * - `partial`: the best value of a text that is still growing. Open strings, arrays and objects are closed; a key
 *   without a value, half a literal, half an escape and a number that may go on are left out.
 *
 * The messages carry positions and single characters, never the text, so they may go into logs and repair prompts.
 *
 * @example
 * readJson('Sure: {"score": 4}!', "lenient"); // { ok: true, value: { score: 4 }, complete: true }
 * readJson('{"title": "Hedge', "partial"); // { ok: true, value: { title: "Hedge" }, complete: false }
 * readJson('{"size": "5" tall"}', "strict"); // { ok: false, reason: "malformed", message: "…" }
 */
export function readJson(text: string, mode: "strict" | "lenient" | "partial"): JsonReading {
  const source = text.trim();
  if (!source) return { ok: false, reason: "empty", message: "The text is empty where JSON was expected." };
  // The engine's parser is the faster judge of the usual case; a growing text fails it nearly always.
  if (mode !== "partial") {
    const value = parse(source);
    if (value) return value;
  }
  const opening = scanJson(source, 0);
  if (opening.state === "complete" && opening.end === source.length)
    return parse(source) ?? unreadable(source, opening);
  if (opening.state === "truncated" || mode === "strict") return close(source, opening, mode);

  const found = searchJson(source, opening);
  if (found?.state !== "complete") return close(source, found ?? opening, mode);
  const value = parse(source.slice(found.start, found.end));
  const second = searchJson(source, undefined, found.next);
  const isAmbiguous = second?.state === "complete" && !isWeak(source, second);
  return value ? { ...value, ...(isAmbiguous && { ambiguous: true }) } : unreadable(source, found);
}

function close(source: string, scan: JsonScan, mode: string): JsonReading {
  if (scan.state !== "truncated") return unreadable(source, scan);
  const value = mode === "partial" && parse(source.slice(scan.start, scan.end) + scan.closers);
  if (value) return { ...value, complete: false };
  const message = `The JSON stops before its end, after ${source.length - scan.start} characters.`;
  return { ok: false, reason: "truncated", message };
}

function unreadable(source: string, scan: JsonScan): JsonReading {
  const character = JSON.stringify(String.fromCodePoint(source.codePointAt(scan.next) ?? 0x20));
  const message = `The text is not JSON: ${character} at position ${scan.next}, where ${scan.expected} was expected.`;
  return { ok: false, reason: "malformed", message };
}

function parse(
  text: string,
): { readonly ok: true; readonly value: unknown; readonly complete: true } | undefined {
  try {
    return { ok: true, value: JSON.parse(text), complete: true };
  } catch {
    return undefined;
  }
}
