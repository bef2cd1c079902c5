/** How far one JSON value reaches in a text. All places are indexes of UTF-16 units. */
export interface JsonScan {
  readonly state: "complete" | "truncated" | "malformed";
  /** Where the value begins: behind leading white space. */
  readonly start: number;
  /** The end of the value; of a cut or broken one, the end of its last whole member. */
  readonly end: number;
  /** The first place not walked: behind the value and its white space, or where a malformed text goes wrong. */
  readonly next: number;
  /** What could have stood at `next`, in words. */
  readonly expected: string;
  /** What closes a cut value at `end`: a quote and brackets. */
  readonly closers: string;
  /** Of a malformed text: it goes wrong right behind its first bracket. */
  readonly isBare: boolean;
}

interface Cursor {
  readonly text: string;
  /** The closers of what is open, the innermost last. */
  readonly open: string[];
  next: number;
  end: number;
  expected: string;
  mayClose: boolean;
  quote: string;
}

/** A final state, or nothing where the walk goes on. */
type Step = JsonScan["state"] | undefined;

const VALUE = "a value";
const NAME = "a quoted name";
const COLON = '":"';
const COMMA = '"," or the closing bracket';
const END = "the end of the text";

const SPACE = /[ \t\n\r]*/y;
const WORD = /[-+.\w]*/y;
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
const LITERAL_START = /^(?:t(?:ru?)?|f(?:a(?:ls?)?)?|n(?:ul?)?)$/;
const PLAIN = /[ !#-[\]-\uffff]*/y;
const ESCAPE = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})|/y;
/** An escape cut by the end of the text, also one half of a surrogate pair that waits for the other. */
const CUT_ESCAPE = /\\(?:u(?:[\da-fA-F]{0,3}|[dD][89abAB][\da-fA-F]{2}(?:\\(?:u[\da-fA-F]{0,3})?)?))?$/y;

/**
 * Walks the JSON value (RFC 8259) that starts at `from` and tells whether it is whole, stops with the text, or is wrong.
 * Builds no value, uses no recursion and takes time linear in what it walks, so depth and size are no danger.
 *
 * @example
 * scanJson('{"a": [1] } and so on', 0).end; // 11
 * scanJson('{"a": "b', 0).closers; // '"}'
 */
export function scanJson(text: string, from: number): JsonScan {
  const start = skip(SPACE, text, from);
  const open: string[] = [];
  const cursor: Cursor = { text, open, next: start, end: start, expected: VALUE, mayClose: false, quote: "" };
  let state: Step;
  while (!state) {
    cursor.next = skip(SPACE, text, cursor.next);
    state = step(cursor);
  }
  const { next, end, expected, mayClose, quote } = cursor;
  const closers = quote + open.reverse().join("");
  return { state, start, end, next, expected, closers, isBare: mayClose && end === start + 1 };
}

function step(cursor: Cursor): Step {
  const { open, expected } = cursor;
  const character = cursor.text[cursor.next];
  if (expected === END) return "complete";
  if (!character) return "truncated";
  if (cursor.mayClose && character === open.at(-1)) {
    open.pop();
    return finishValue(cursor, cursor.next + 1);
  }
  if (expected === COMMA || expected === COLON) return walkSeparator(cursor, character);
  if (character === '"') return walkString(cursor);
  if (expected === NAME) return "malformed";
  if (character !== "{" && character !== "[") return walkWord(cursor);
  open.push(character === "{" ? "}" : "]");
  cursor.expected = character === "{" ? NAME : VALUE;
  cursor.mayClose = true;
  cursor.end = ++cursor.next;
  return undefined;
}

function walkSeparator(cursor: Cursor, character: string): Step {
  const isComma = cursor.expected === COMMA;
  if (character !== (isComma ? "," : ":")) return "malformed";
  cursor.expected = isComma && cursor.open.at(-1) === "}" ? NAME : VALUE;
  cursor.mayClose = false;
  cursor.next++;
  return undefined;
}

function walkString(cursor: Cursor): Step {
  const { text, expected } = cursor;
  cursor.mayClose = false;
  for (let next = cursor.next + 1; ; ) {
    next = skip(PLAIN, text, next);
    if (text[next] === '"') {
      if (expected === VALUE) return finishValue(cursor, next + 1);
      cursor.expected = COLON;
      cursor.next = next + 1;
      return undefined;
    }
    CUT_ESCAPE.lastIndex = next;
    if (next === text.length || CUT_ESCAPE.test(text)) {
      if (expected !== VALUE) return "truncated";
      const isHalf = next === text.length && (text.charCodeAt(next - 1) & 0xfc00) === 0xd800;
      cursor.end = isHalf ? next - 1 : next;
      cursor.quote = '"';
      return "truncated";
    }
    const after = skip(ESCAPE, text, next);
    if (after === next) {
      cursor.next = next;
      cursor.expected = "a character that JSON allows in a string";
      return "malformed";
    }
    next = after;
  }
}

function walkWord(cursor: Cursor): Step {
  const { text, open } = cursor;
  const after = skip(WORD, text, cursor.next);
  const word = text.slice(cursor.next, after);
  const isWhole = LITERAL.test(word);
  // A number that ends with the text may go on; only at the root does the text itself end it.
  const mayGoOn = isWhole ? open.length > 0 : LITERAL_START.test(word) || LITERAL.test(`${word}0`);
  if (mayGoOn && after === text.length) return "truncated";
  return isWhole ? finishValue(cursor, after) : "malformed";
}

function finishValue(cursor: Cursor, end: number): undefined {
  cursor.next = cursor.end = end;
  cursor.mayClose = true;
  cursor.expected = cursor.open.length > 0 ? COMMA : END;
}

/** The place behind what a sticky pattern, one that also matches nothing, matches at a place. */
function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
}
