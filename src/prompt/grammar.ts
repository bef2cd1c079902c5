import type { PlaceholderValues } from "../contracts/system-prompt.ts";
import { InvalidRequestError } from "../core/errors/provider-errors.ts";

/** A placeholder as it stands in a template. `start` and `end` are offsets in UTF-16 units, `end` exclusive. */
export interface Placeholder {
  /** The name, or names joined by dots, in Unicode form NFC. */
  readonly path: string;
  /** The text after the first `|`, trimmed; `""` where nothing follows it, absent where there is no `|`. */
  readonly default?: string;
  readonly start: number;
  readonly end: number;
}

/** A text taken apart: literal pieces, in which `\{{` has become `{{`, and the placeholders between them. */
export type Template = readonly (string | Placeholder)[];

/**
 * `\{{`, or `{{` with names joined by dots up to `|` or `}}`. A name is made of letters, marks and digits of any script,
 * the joiners that some scripts write inside words, `_`, `$` and `-`.
 */
let opening: RegExp | undefined;

/**
 * Takes a template apart in one pass, in time linear in its length.
 *
 * A placeholder is `{{ path }}` or `{{ path | default }}`. The default may hold `|` and balanced braces; it ends at the
 * first `}}` outside of them. `\{{` is a literal `{{`, and whatever else stands in braces is literal text as well.
 *
 * @example
 * parseTemplate("Hi {{ name | friend }}!"); // ["Hi ", { path: "name", default: "friend", start: 3, end: 22 }, "!"]
 */
export function parseTemplate(text: string): Template {
  // Made on first use: an engine reads the Unicode classes of a literal when it loads the file, which takes its time.
  opening ??=
    /\\\{\{|\{\{\s*([\u200c-\u200d\p{L}\p{M}\p{N}_$-]+(?:\.[\u200c-\u200d\p{L}\p{M}\p{N}_$-]+)*)\s*(\||\}\})/gu;
  const parts: (string | Placeholder)[] = [];
  let ends: Int32Array | undefined;
  let done = 0;
  const literalUpTo = (end: number): void => {
    if (end > done) parts.push(text.slice(done, end));
  };
  for (const { 0: opened, 1: name, 2: mark, index } of text.matchAll(opening)) {
    if (index < done) continue; // inside a default
    if (name === undefined) {
      literalUpTo(index);
      done = index + 1;
      continue;
    }
    const path = name.normalize();
    const from = index + opened.length;
    let placeholder: Placeholder = { path, start: index, end: from };
    if (mark === "|") {
      ends ??= defaultEnds(text);
      const close = ends[from] ?? -1;
      if (close < 0) continue;
      placeholder = { path, default: text.slice(from, close).trim(), start: index, end: close + 2 };
    }
    literalUpTo(index);
    parts.push(placeholder);
    done = placeholder.end;
  }
  literalUpTo(text.length);
  return parts;
}

/**
 * Fills the placeholders of a text. Values are inserted as they are and never searched for placeholders themselves.
 *
 * `undefined`, `null` and a path that leads nowhere take the default, and so does `""` where there is one; without a
 * default the placeholder stays in the text. Plain data becomes JSON, a value with `toJSON` what that gives. Only own
 * properties count.
 *
 * Throws `InvalidRequestError` for a value that has no text: a function, a symbol, a cycle, a `Map`, a promise.
 *
 * @example
 * renderPlaceholders("Answer {{user.name}} in {{language|English}}.", { user: { name: "Ada" } });
 * // "Answer Ada in English."
 */
export function renderPlaceholders(text: string, values: PlaceholderValues = {}): string {
  if (!text.includes("{{")) return text;
  let result = "";
  for (const part of parseTemplate(text)) {
    if (typeof part === "string") {
      result += part;
      continue;
    }
    const value = valueAt(values, part.path);
    const fallback = part.default ?? (value === "" ? "" : text.slice(part.start, part.end));
    result += isGiven(value) && value !== "" ? textOf(value, part.path) : fallback;
  }
  return result;
}

/**
 * The paths that would stay in the text as placeholders: no default at some place, and no value. In order, each once.
 *
 * @example
 * missingPlaceholders("{{name}} {{language|English}}", {}); // ["name"]
 */
export function missingPlaceholders(text: string, values: PlaceholderValues = {}): string[] {
  const missing = new Set<string>();
  for (const part of parseTemplate(text)) {
    if (typeof part === "string" || part.default !== undefined) continue;
    if (!isGiven(valueAt(values, part.path))) missing.add(part.path);
  }
  return [...missing];
}

/**
 * The placeholders of a text in order of their first place, each pair of path and default once.
 *
 * @example
 * placeholdersOf("{{a}} {{a|x}} {{ a }}").map(formatPlaceholder); // ["{{a}}", "{{a|x}}"]
 */
export function placeholdersOf(text: string): Placeholder[] {
  const distinct = new Map<string, Placeholder>();
  for (const part of parseTemplate(text)) {
    if (typeof part === "string") continue;
    const token = formatPlaceholder(part);
    if (!distinct.has(token)) distinct.set(token, part);
  }
  return [...distinct.values()];
}

/**
 * The one way to write a placeholder: equal texts mean equal placeholders.
 *
 * @example
 * formatPlaceholder({ path: "name", default: "friend" }); // "{{name|friend}}"
 */
export function formatPlaceholder(placeholder: Pick<Placeholder, "path" | "default">): string {
  const { path, default: fallback } = placeholder;
  if (fallback === undefined) return `{{${path}}}`;
  const token = `{{${path}|${fallback}}}`;
  const [read] = parseTemplate(token);
  // A default that ends in a lone brace needs a space, or the end would be found one brace too early.
  return typeof read === "object" && read.default === fallback ? token : `{{${path}|${fallback} }}`;
}

/**
 * For each offset, where a default that starts there ends: at the first `}}` with no brace open, or -1. Worked out from
 * the right and for the whole text at once, because a search from each unclosed `{{x|` would take quadratic time.
 */
function defaultEnds(text: string): Int32Array {
  const ends = new Int32Array(text.length + 1).fill(-1);
  const closing: number[] = [];
  for (let index = text.length - 1; index >= 0; index--) {
    let from = index;
    if (text[index] === "{") from = closing.pop() ?? text.length;
    else if (text[index] === "}") closing.push(index);
    ends[index] = text.startsWith("}}", index) ? index : (ends[from + 1] ?? -1);
  }
  return ends;
}

/** The value at a path, through own properties of objects only, so that no prototype shows. */
function valueAt(values: PlaceholderValues, path: string): unknown {
  let value: unknown = values;
  for (const name of path.split(".")) {
    if (typeof value !== "object" || value === null) return undefined;
    let key: string | undefined = name;
    // A name in ASCII has one form only.
    if (!Object.hasOwn(value, name))
      key = /[^ -~]/.test(name) ? Object.keys(value).find((key) => key.normalize() === name) : undefined;
    value = key === undefined ? undefined : Reflect.get(value, key);
  }
  return value;
}

function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function textOf(value: unknown, path: string): string {
  if (typeof value !== "object" && typeof value !== "function" && typeof value !== "symbol")
    return String(value);
  let json: string | undefined;
  try {
    json = JSON.stringify(value);
  } catch {} // a cycle, or a BigInt inside
  if (json?.startsWith('"')) return String(JSON.parse(json));
  // JSON sees nothing in a Map, an Error or a promise that nobody awaited; "{}" would hide the mistake.
  if (json && (json !== "{}" || Object.prototype.toString.call(value) === "[object Object]")) return json;
  throw new InvalidRequestError(
    `The placeholder {{${path}}} got a value without a text. Pass a string, number, boolean or plain data.`,
    { context: { placeholder: path } },
  );
}
