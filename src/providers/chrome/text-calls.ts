import type { ModelChunk } from "../../contracts/model.ts";
import { randomId } from "../../core/ids.ts";
import { readJson } from "../../schema/read-json.ts";
import { readTextCalls } from "../../schema/read-text-calls.ts";

type ToolCallChunk = Extract<ModelChunk, { type: "tool-call" }>;

/** Finds the tool calls in the text of one answer. */
export interface TextCalls {
  /** Takes more text, and passes on what cannot be a call. */
  push(text: string, chunks: ModelChunk[]): void;
  /** Passes on what was held back, and gives the calls. */
  end(chunks: ModelChunk[]): ToolCallChunk[];
}

/** What opens a call, and what closes it; without a closer it goes on to the end of the answer. */
type Delimiter = readonly [open: string, close?: string];

const DELIMITERS: readonly Delimiter[] = [
  ["<tool_call>", "</tool_call>"],
  ["<tool_calls>", "</tool_calls>"],
  ["<|tool_call|>", "<|/tool_call|>"],
  ["<|tool_call>", "<tool_call|>"],
  ["<|python_tag|>"],
  ["[TOOL_CALLS]"],
  ["```tool_call\n", "```"],
  ["```tool_code\n", "```"],
  ["```json\n", "```"],
  ["```python\n", "```"],
  ["```\n", "```"],
];
const LONGEST_OPENER = 13;
const WHOLE: Delimiter = [""];
/** The first keys of calls that stand without delimiters. */
const CALL_KEYS: readonly string[] = [
  "name",
  "tool",
  "tool_name",
  "tool_calls",
  "tool_uses",
  "recipient_name",
  "function",
  "type",
  "id",
  "arguments",
  "parameters",
];
const CALL_NAME: RegExp = /"(?:name|tool)"\s*:\s*"([^"\\]{1,128})"/;

/**
 * Makes what finds the tool calls in an answer whose prompt asked to write them as text: between `<tool_call>` and
 * `</tool_call>`, in the delimiters that models know from their training, or as the whole answer. All else is text and
 * passed on as soon as it cannot become a call. A call that cannot be read is told as such where it names a tool.
 *
 * @example
 * const calls = textCalls(["now"]);
 * const chunks: ModelChunk[] = [];
 * calls.push('Let me see. <tool_call>{"name":"now","arguments":{}}</tool_call>', chunks);
 * chunks; // [{ type: "delta", content: "Let me see. " }]
 * calls.end(chunks).length; // 1
 */
export function textCalls(toolNames: readonly string[]): TextCalls {
  const isTool = (name: string): boolean => toolNames.includes(name);
  const calls: ToolCallChunk[] = [];
  let held = "";
  /** Nothing but blanks has come so far. */
  let isStart = true;
  let open: Delimiter | undefined;
  /** Up to where the closer was looked for. */
  let scanned = 0;

  function show(length: number, chunks: ModelChunk[]): void {
    const content = held.slice(0, length);
    held = held.slice(length);
    // Blanks around calls are no answer.
    if (content && !(calls.length > 0 && content.trim() === "")) chunks.push({ type: "delta", content });
  }

  function take(inner: string): boolean {
    const found = readTextCalls(inner, isTool);
    for (const call of found) calls.push({ type: "tool-call", id: `call_${randomId()}`, ...call });
    if (found.length > 0) return true;
    const name = CALL_NAME.exec(inner)?.[1];
    if (!name || !isTool(name)) return false;
    const reading = readJson(inner, "strict");
    const reason = !reading.ok && reading.reason === "truncated" ? "truncated" : "malformed";
    const unreadable = { text: inner.trim(), reason } as const;
    calls.push({ type: "tool-call", id: `call_${randomId()}`, name, input: {}, unreadable });
    return true;
  }

  /** Whether the whole answer is a call without delimiters; `undefined` where that cannot be told yet. */
  function isBare(): boolean | undefined {
    const text = held.trimStart();
    if (DELIMITERS.some(([opener]) => text.startsWith(opener))) return false;
    if (DELIMITERS.some(([opener]) => opener.startsWith(text))) return undefined;
    const key = /^\[?\s*\{\s*"(\w{0,20})("?)/.exec(text);
    if (key?.[2]) return CALL_KEYS.includes(key[1] ?? "");
    if (key) return CALL_KEYS.some((known) => known.startsWith(key[1] ?? "")) ? undefined : false;
    if (/^\[?\s*(?:\{\s*)?$/.test(text)) return undefined;
    const [, name = "", end] = /^\[?\s*(?:print\s*\(\s*)?([\w.-]{1,128})(\(?)/.exec(text) ?? [];
    if (end) return isTool(name.slice(name.lastIndexOf(".") + 1));
    const isUnfinished = name !== "" && text.endsWith(name);
    const known = [...toolNames, "print", "default_api.", "functions."];
    return isUnfinished && known.some((word) => word.startsWith(name) || name.startsWith(word))
      ? undefined
      : false;
  }

  /** Looks for what opens a call; `false` where that must wait for more text. */
  function findOpen(chunks: ModelChunk[]): boolean {
    if (isStart) {
      const bare = isBare();
      if (bare === undefined) return false;
      isStart = false;
      if (bare) open = WHOLE;
      if (bare) return true;
    }
    let first = held.length;
    for (const delimiter of DELIMITERS) {
      const at = held.indexOf(delimiter[0]);
      if (at < 0 || at >= first) continue;
      first = at;
      open = delimiter;
    }
    show(open ? first : held.length - unfinished(held), chunks);
    scanned = open?.[0].length ?? 0;
    return open !== undefined;
  }

  /** Looks for what closes the call; `false` where that must wait for more text. */
  function findClose([opener, closer]: Delimiter, chunks: ModelChunk[]): boolean {
    const at = closer === undefined ? -1 : held.indexOf(closer, scanned);
    if (closer === undefined || at < 0) {
      scanned = Math.max(opener.length, held.length - (closer?.length ?? 0));
      return false;
    }
    open = undefined;
    const end = at + closer.length;
    if (take(held.slice(opener.length, at))) held = held.slice(end);
    else show(end, chunks);
    return held !== "";
  }

  return {
    push(text, chunks) {
      held += text;
      while (open ? findClose(open, chunks) : findOpen(chunks));
    },
    end(chunks) {
      if (isStart && take(held)) held = "";
      if (open && take(held.slice(open[0].length))) held = "";
      show(held.length, chunks);
      return calls;
    },
  };
}

/** The length of the longest end of a text that a delimiter begins with. */
function unfinished(text: string): number {
  for (let at = Math.max(0, text.length - LONGEST_OPENER); at < text.length; at++) {
    if (DELIMITERS.some(([opener]) => opener.startsWith(text.slice(at)))) return text.length - at;
  }
  return 0;
}
