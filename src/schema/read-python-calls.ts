/** A tool call that a model wrote as text. */
export interface TextCall {
  readonly name: string;
  readonly input: unknown;
}

interface Cursor {
  readonly text: string;
  at: number;
  depth: number;
}

const MAX_DEPTH = 50;
const WORD = /[A-Za-z_][\w.-]*/y;
const NUMBER = /-?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][-+]?\d+)?/y;
const SPACE = /\s*/y;
const WORDS: Readonly<Record<string, unknown>> = {
  True: true,
  true: true,
  False: false,
  false: false,
  None: null,
  null: null,
};
const ESCAPES: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  "\n": "",
};
/** A character by its number. */
const CODE = /x[\da-fA-F]{2}|u[\da-fA-F]{4}|U00(?:0[\da-fA-F]|10)[\da-fA-F]{4}/y;

/**
 * Reads calls in the syntax of Python: a list of them, or one after another, each with arguments by name whose values are
 * literals. `undefined` where the text has anything else, or a tool that is not known. Takes linear time, runs nothing.
 *
 * @param toolNamed the tool that a name stands for.
 *
 * @example
 * readPythonCalls("print(add(a=1, b=[2, None]))", (name) => name);
 * // [{ name: "add", input: { a: 1, b: [2, null] } }]
 */
export function readPythonCalls(
  text: string,
  toolNamed: (given: string) => string | undefined,
): TextCall[] | undefined {
  const cursor: Cursor = { text, at: 0, depth: 0 };
  const calls: TextCall[] = [];
  try {
    const isList = accept(cursor, "[");
    for (;;) {
      skip(cursor);
      if (cursor.at === text.length || (isList && text[cursor.at] === "]")) break;
      calls.push(readCall(cursor, toolNamed));
      const isApart = accept(cursor, isList ? "," : ";");
      if (isList && !isApart) break;
    }
    if (isList) expect(cursor, "]");
    skip(cursor);
    return cursor.at === text.length ? calls : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

function readCall(cursor: Cursor, toolNamed: (given: string) => string | undefined): TextCall {
  const given = take(cursor, WORD) ?? fail();
  expect(cursor, "(");
  if (given === "print") {
    if (++cursor.depth > MAX_DEPTH) fail();
    const call = readCall(cursor, toolNamed);
    cursor.depth--;
    expect(cursor, ")");
    return call;
  }
  const name = toolNamed(given) ?? fail();
  const input = readMembers(cursor, ")", () => {
    const key = take(cursor, WORD) ?? fail();
    expect(cursor, "=");
    return key;
  });
  return { name, input };
}

/** Members up to the closing bracket; `readKey` reads what stands before each value. */
function readMembers(cursor: Cursor, close: string, readKey: () => string): Record<string, unknown> {
  const members: [string, unknown][] = [];
  while (!accept(cursor, close)) {
    const key = readKey();
    members.push([key, readValue(cursor)]);
    if (!accept(cursor, ",")) {
      expect(cursor, close);
      break;
    }
  }
  return Object.fromEntries(members);
}

function readValue(cursor: Cursor): unknown {
  if (++cursor.depth > MAX_DEPTH) fail();
  const value = readLiteral(cursor);
  cursor.depth--;
  return value;
}

function readLiteral(cursor: Cursor): unknown {
  skip(cursor);
  const character = cursor.text[cursor.at];
  if (character === '"' || character === "'") return readString(cursor, character);
  if (accept(cursor, "[")) return readItems(cursor, "]");
  if (accept(cursor, "(")) return readItems(cursor, ")");
  if (accept(cursor, "{")) {
    return readMembers(cursor, "}", () => {
      const key = readLiteral(cursor);
      expect(cursor, ":");
      return String(key);
    });
  }
  const number = take(cursor, NUMBER);
  if (number !== undefined) return Number(number);
  const word = take(cursor, WORD) ?? fail();
  return Object.hasOwn(WORDS, word) ? WORDS[word] : fail();
}

function readItems(cursor: Cursor, close: string): unknown[] {
  const items: unknown[] = [];
  while (!accept(cursor, close)) {
    items.push(readValue(cursor));
    if (accept(cursor, ",")) continue;
    expect(cursor, close);
    break;
  }
  return items;
}

function readString(cursor: Cursor, quote: string): string {
  const { text } = cursor;
  const close = text.startsWith(quote.repeat(3), cursor.at) ? quote.repeat(3) : quote;
  cursor.at += close.length;
  let value = "";
  while (!text.startsWith(close, cursor.at)) {
    const character = text[cursor.at++] ?? fail();
    if (character !== "\\") {
      value += character;
      continue;
    }
    CODE.lastIndex = cursor.at;
    const code = CODE.exec(text);
    const escaped = code?.[0] ?? text[cursor.at] ?? fail();
    cursor.at += escaped.length;
    value += code
      ? String.fromCodePoint(Number.parseInt(escaped.slice(1), 16))
      : (ESCAPES[escaped] ?? escaped);
  }
  cursor.at += close.length;
  return value;
}

function take(cursor: Cursor, pattern: RegExp): string | undefined {
  skip(cursor);
  pattern.lastIndex = cursor.at;
  const found = pattern.exec(cursor.text)?.[0];
  cursor.at += found?.length ?? 0;
  return found;
}

function accept(cursor: Cursor, token: string): boolean {
  skip(cursor);
  if (!cursor.text.startsWith(token, cursor.at)) return false;
  cursor.at += token.length;
  return true;
}

function expect(cursor: Cursor, token: string): void {
  if (!accept(cursor, token)) fail();
}

function skip(cursor: Cursor): void {
  SPACE.lastIndex = cursor.at;
  SPACE.test(cursor.text);
  cursor.at = SPACE.lastIndex;
}

/** Caught where the reading began. */
function fail(): never {
  throw new SyntaxError("This is no call.");
}
