// JSON as detectors read it: strings without their escapes, so that nothing hides in one, and numbers as strings, so that
// something else can stand in their place. What comes out of the detectors is written as JSON again. Neither depends on how the
// JSON is cut into pieces.

import type { ShownText } from "../../contracts/middleware.ts";

/** The numbers of a JSON text, by the places of the strings that they are read as. */
export type NumberTokens = Map<number, string>;

/** So many characters of a number are one: nobody waits for the end of more. */
const MOST_DIGITS = 400;

/** Reads JSON, or text with JSON in it, the way detectors shall see it. */
export function jsonReader(numbers: NumberTokens): ShownText {
  let isString = false;
  /** How many strings have begun, numbers among them. */
  let strings = 0;
  const pattern = /\\(?:u[\da-fA-F]{0,4}|[^u])?|"|-?\d[-+.\deE]*|-|[^\\"\d-]+/g;
  const isOpen = (token: string): boolean =>
    token[0] === "\\"
      ? token.length === 1 || (token[1] === "u" && token.length < 6)
      : !isString && /^[-\d]/.test(token) && token.length < MOST_DIGITS;
  return tokenStage(pattern, isOpen, (token, before) => {
    if (token === '"') {
      isString = !isString;
      if (isString) strings += 1;
      return token;
    }
    if (isString) return token[0] === "\\" ? unescaped(token) : token;
    if (!/^-?\d/.test(token) || /[-+\w.]/.test(before)) return token;
    const number = token.slice(0, MOST_DIGITS);
    numbers.set(strings, number);
    strings += 1;
    return `"${number}"${token.slice(MOST_DIGITS)}`;
  });
}

function unescaped(token: string): string {
  const code = token.length === 6 ? String.fromCharCode(Number.parseInt(token.slice(2), 16)) : undefined;
  const plain = PLAIN[token] ?? code ?? token;
  if (plain === '"' || plain === "\\") return `\\${plain}`;
  return plain < " " && !"\n\r\t".includes(plain) ? token : plain;
}

const PLAIN: Readonly<Record<string, string>> = { "\\n": "\n", "\\r": "\r", "\\t": "\t", "\\/": "/" };

/** Writes what detectors made of such a text as JSON again. */
export function jsonWriter(numbers: NumberTokens): ShownText {
  let isString = false;
  let strings = 0;
  /** What stands in the place of a number. */
  let number: string | undefined;
  const pattern = /\\.?|"|[^ -\uffff]|[ !#-[\]-\uffff]+/gs;
  const { push, end } = tokenStage(
    pattern,
    (token) => token === "\\",
    (token) => {
      if (token !== '"') {
        if (number === undefined) return isString && token < " " ? JSON.stringify(token).slice(1, -1) : token;
        number += token;
        return "";
      }
      isString = !isString;
      if (isString) {
        if (numbers.has(strings)) number = "";
        strings += 1;
        return number ?? token;
      }
      const written = numbers.get(strings - 1) === number ? number : JSON.stringify(number);
      number = undefined;
      return written ?? token;
    },
  );
  return { push, end: () => end() + (number ?? "") };
}

/** Goes through a text token by token. One at the end that more text could make longer waits for it. */
function tokenStage(
  pattern: RegExp,
  isOpen: (token: string) => boolean,
  pass: (token: string, before: string) => string,
): ShownText {
  let rest = "";
  let before = "";
  const push = (text: string, isEnd: boolean): string => {
    const given = rest + text;
    rest = "";
    let result = "";
    for (const { 0: token, index } of given.matchAll(pattern)) {
      if (!isEnd && index + token.length === given.length && isOpen(token)) rest = token;
      else {
        result += pass(token, before);
        before = token.charAt(token.length - 1);
      }
    }
    return result;
  };
  return { push: (text) => push(text, false), end: () => push("", true) };
}

/** What is made of a whole text. */
export function allOf(stage: ShownText, text: string): string {
  return stage.push(text) + stage.end();
}

/** JSON as the guard writes it: escapes that need not be are written out. */
export function rewrittenJson(json: string): string {
  const numbers: NumberTokens = new Map();
  return allOf(jsonWriter(numbers), allOf(jsonReader(numbers), json));
}

/** A value whose JSON is rewritten; the value itself where the JSON stays the same. */
export async function rewriteAsJson(
  value: unknown,
  rewrite: (json: string) => Promise<string>,
): Promise<unknown> {
  const json = JSON.stringify(value) ?? "null";
  const next = await rewrite(json);
  return next === json ? value : JSON.parse(next);
}
