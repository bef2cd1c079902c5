import type { Search } from "../scan.ts";

/** What only stands for a value. */
const PLACEHOLDER: RegExp =
  /example|sample|change_?me|place_?holder|dummy|insert|redact|your[-_ ]|x{5}|\*{4}|\.\.|0{8}|<|\$[\w{(]|%[sdv(]|\{\{|0123456789|abcdefghijklmnop|1234-1234/i;
/** What people write where they do not want to write a password. */
const STOP_WORD: RegExp =
  /pass(?:wo?rd|wd|phrase)|secret|token|api_?key|fake|test|replace|enter|default|null|undefined|string|array|buffer|hidden|masked|xxx|_here|demo|foo_?bar|env\b|^(?:pass|pwd|user(?:name)?|admin|root|guest|none|true|false|postgres|mysql|mongo|redis|1234\d*)$/i;

/** Whether a text only stands for a secret: an example, a mask, a variable, the alphabet. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text);
}

/** Whether a text can be a password that somebody means to keep. */
export function isPassword(text: string): boolean {
  return text.length >= 4 && !/^[$%[({*]/.test(text) && !PLACEHOLDER.test(text) && !STOP_WORD.test(text);
}

/** How many bits a character of a text has, by how often each stands in it. */
export function entropy(text: string): number {
  const counts = new Map<string, number>();
  for (const character of text) counts.set(character, (counts.get(character) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** How many runs of letters and of digits there are. Names of things have a digit or two at the end; random texts have them anywhere. */
export function runs(text: string): number {
  return text.replace(/[^\dA-Za-z]/g, "").match(/\d+|\D+/g)?.length ?? 0;
}

/** A base64 text, also one for addresses, as the bytes that it stands for, one a character; empty where it is none. */
export function decoded(base64: string): string {
  try {
    return atob(base64.replace(/-/g, "+").replace(/_/g, "/"));
  } catch {
    return "";
  }
}

/** What a pattern finds that begins at a place. */
export function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | null {
  pattern.lastIndex = at;
  return pattern.exec(text);
}

/** Waits where a word at the end of a text, or what stands between blanks and the end, could go on and is not too long yet. */
export function waitForMore(search: Search, start: number, from: number, most: number): void {
  const { text, isEnd } = search;
  if (!isEnd && text.length - from <= most && /^[ \t]{0,40}\S*$/.test(text.slice(from))) search.wait(start);
}
