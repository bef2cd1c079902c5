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
/** What has not begun as a call after so many characters is none. */
const LONGEST_START = 300;
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
/** What may stand before the name of a tool in Python. */
const PYTHON_STARTS: readonly string[] = [
  "",
  "print(",
  "default_api.",
  "functions.",
  "print(default_api.",
  "print(functions.",
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
  const starts = [
    ...CALL_KEYS.map((key) => `{"${key}"`),
    ...toolNames.flatMap((name) => PYTHON_STARTS.map((start) => `${start}${name}(`)),
  ];
  const calls: ToolCallChunk[] = [];
  /** Text that may still become a call. */
  let held = "";
  /** Nothing but blanks has come so far. */
  let isStart = true;
  let open: Delimiter | undefined;
  /** What has come since the call was opened, in pieces: they are many, and joined once. */
  let body: string[] = [];
  /** The end of it, in which the closer may have begun. */
  let tail = "";

  function show(content: string, chunks: ModelChunk[]): void {
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
    const begun = held.trimStart();
    if (DELIMITERS.some(([opener]) => begun.startsWith(opener))) return false;
    const text = begun.slice(0, LONGEST_START).replace(/\s+/g, "").replace(/^\[/, "");
    if (starts.some((start) => text.startsWith(start))) return true;
    const mayBegin =
      starts.some((start) => start.startsWith(text)) ||
      DELIMITERS.some(([opener]) => opener.startsWith(begun));
    return mayBegin && held.length < LONGEST_START ? undefined : false;
  }

  /** Looks for what opens a call, and gives what follows it; `undefined` where that must wait for more text. */
  function findOpen(text: string, chunks: ModelChunk[]): string | undefined {
    held += text;
    const bare = isStart ? isBare() : false;
    if (bare === undefined) return undefined;
    isStart = false;
    let first = bare ? 0 : held.length;
    open = bare ? WHOLE : undefined;
    for (const delimiter of bare ? [] : DELIMITERS) {
      const at = held.indexOf(delimiter[0]);
      if (at < 0 || at >= first) continue;
      first = at;
      open = delimiter;
    }
    const shown = open ? first : held.length - unfinished(held);
    show(held.slice(0, shown), chunks);
    const rest = held.slice(shown + (open?.[0].length ?? 0));
    held = open ? "" : rest;
    return open && rest;
  }

  /** Looks for what closes the call, and gives what follows it; `undefined` where that must wait for more text. */
  function findClose([opener, closer]: Delimiter, text: string, chunks: ModelChunk[]): string | undefined {
    body.push(text);
    const edge = tail + text;
    const at = closer === undefined ? -1 : edge.indexOf(closer);
    if (closer === undefined || at < 0) {
      tail = closer === undefined ? "" : edge.slice(1 - closer.length);
      return undefined;
    }
    const after = edge.slice(at + closer.length);
    const whole = body.join("");
    const inner = whole.slice(0, whole.length - after.length - closer.length);
    close();
    if (!take(inner)) show(opener + inner + closer, chunks);
    return after;
  }

  function close(): void {
    open = undefined;
    body = [];
    tail = "";
  }

  return {
    push(text, chunks) {
      let rest: string | undefined = text;
      while (rest !== undefined) rest = open ? findClose(open, rest, chunks) : findOpen(rest, chunks);
    },
    end(chunks) {
      const inner = open ? body.join("") : held;
      const isCall = (open !== undefined || isStart) && take(inner);
      if (!isCall) show((open?.[0] ?? "") + inner, chunks);
      held = "";
      close();
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
