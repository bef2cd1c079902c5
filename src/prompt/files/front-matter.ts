import type { FrontMatter } from "../../contracts/prompt-file.ts";
import { InvalidRequestError } from "../../core/errors/provider-errors.ts";

/** A file taken apart. */
export interface SplitFile {
  readonly data: FrontMatter;
  /** What stands below the front matter. */
  readonly body: string;
}

const KEY: RegExp = /^([A-Za-z_][\w-]*)[ \t]*:(?:[ \t]|$)/;

/**
 * Takes front matter off a text with line feeds. It begins with `---` on the first line, where a line `key: value` follows, and
 * ends with the next `---`. The values are the part of YAML that files of prompts need: texts, bare or in quotes, and lists of
 * them, as `[a, b]` or as lines `- a`; numbers and words such as `true` stay texts.
 *
 * Throws `InvalidRequestError` that names the file and the line, where front matter is not closed or holds anything else.
 */
export function splitFrontMatter(text: string, file: string): SplitFile {
  const lines = text.split("\n");
  const first = lines.findIndex((line, index) => index > 0 && line.trim() !== "" && !line.startsWith("#"));
  if (lines[0]?.trimEnd() !== "---" || !KEY.test(lines[first] ?? "")) return { data: {}, body: text };
  const end = lines.findIndex((line, index) => index > 0 && line.trimEnd() === "---");
  if (end < 0) throw unreadable(file, 1, "the front matter is not closed by a line ---");
  return { data: readFields(lines.slice(1, end), file), body: lines.slice(end + 1).join("\n") };
}

function readFields(lines: readonly string[], file: string): FrontMatter {
  const fields = new Map<string, string | string[]>();
  let list: string[] | undefined;
  for (const [index, line] of lines.entries()) {
    const number = index + 2;
    if (line.trim() === "" || line.trimStart().startsWith("#")) continue;
    const item = /^[ \t]*-[ \t]+(?=\S)/.exec(line);
    if (item && list) {
      list.push(scalar(line.slice(item[0].length), file, number));
      continue;
    }
    const [opening = "", key] = KEY.exec(line) ?? [];
    if (key === undefined) throw unreadable(file, number, "that is no line of the form key: value");
    if (fields.has(key)) throw unreadable(file, number, `the key ${key} stands there twice`);
    const value = line.slice(opening.length).trim();
    list = value === "" || value.startsWith("#") ? [] : undefined;
    fields.set(
      key,
      list ?? (value.startsWith("[") ? inlineList(value, file, number) : scalar(value, file, number)),
    );
  }
  // A key with nothing behind it and no list below is an empty text.
  return Object.fromEntries([...fields].map(([key, value]) => [key, value.length === 0 ? "" : value]));
}

/** One value, without a comment behind it. */
function scalar(written: string, file: string, line: number): string {
  const text = written.trim();
  const quote = text.charAt(0);
  if (quote === '"' || quote === "'") return quoted(text, quote, file, line);
  if (/^[{[&*!|>%@`]/.test(text))
    throw unreadable(file, line, `"${quote}" begins what is not read here; use quotes`);
  const comment = text.search(/[ \t]#/);
  const bare = comment < 0 ? text : text.slice(0, comment).trim();
  if (/:(?: |$)/.test(bare)) throw unreadable(file, line, 'a text with ": " needs quotes');
  return bare;
}

function quoted(text: string, quote: string, file: string, line: number): string {
  const end = closingQuote(text, quote);
  const rest = text.slice(end + 1).trim();
  if (end < 0 || (rest !== "" && !rest.startsWith("#")))
    throw unreadable(file, line, "the quotes are not closed");
  const inside = text.slice(1, end);
  if (quote === "'") return inside.replaceAll("''", "'");
  try {
    return String(JSON.parse(`"${inside}"`));
  } catch {
    throw unreadable(file, line, "the text in quotes has an escape that is not read here");
  }
}

function closingQuote(text: string, quote: string): number {
  for (let index = 1; index < text.length; index++) {
    if (quote === '"' && text[index] === "\\") index++;
    else if (text[index] === quote && quote === "'" && text[index + 1] === "'") index++;
    else if (text[index] === quote) return index;
  }
  return -1;
}

function inlineList(text: string, file: string, line: number): string[] {
  const items: string[] = [];
  let rest = text.slice(1).trimStart();
  while (!rest.startsWith("]")) {
    const quote = rest.charAt(0);
    const isQuoted = quote === '"' || quote === "'";
    const after = isQuoted ? closingQuote(rest, quote) + 1 : 0;
    const stop = rest.slice(after).search(/[,\]]/);
    if (stop < 0 || (isQuoted && after === 0)) throw unreadable(file, line, "the list is not closed");
    items.push(scalar(rest.slice(0, after + stop), file, line));
    rest = rest.slice(after + stop);
    if (rest.startsWith(",")) rest = rest.slice(1).trimStart();
  }
  const behind = rest.slice(1).trim();
  if (behind !== "" && !behind.startsWith("#"))
    throw unreadable(file, line, "something stands behind the list");
  return items;
}

function unreadable(file: string, line: number, why: string): InvalidRequestError {
  return new InvalidRequestError(`The front matter of ${file} cannot be read at line ${line}: ${why}.`, {
    context: { file, line },
  });
}
