/** What only stands for a value. */
const PLACEHOLDER: RegExp =
  /example|sample|change_?me|place_?holder|dummy|insert|redact|your[-_ ]|x{5}|\*{4}|\.{4}|0{8}|<|\$[\w{(]|%[sdv(]|\{\{/i;
/** What people write where they do not want to write a password. */
const STOP_WORD: RegExp =
  /pass(?:wo?rd|wd|phrase)|secret|token|api_?key|fake|test|replace|enter|default|null|undefined|string|hidden|masked|xxx|\.\.\.|_here|demo|foo_?bar|env\b|^(?:pass|pwd|user|username|admin|root|guest|none|true|false|postgres|mysql|mongo|redis|1234\d*)$/i;
const UUID: RegExp = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;
/** So many characters that each follow the one before, such as "0123456789", are no accident. */
const DIGITS_IN_ORDER = 10;
const LETTERS_IN_ORDER = 16;

/** Whether a text only stands for a secret: an example, a mask, a variable, the alphabet. */
export function isPlaceholder(text: string): boolean {
  return PLACEHOLDER.test(text) || hasSequence(text);
}

/** Whether a text has words in it that passwords of samples have. */
export function hasStopWord(text: string): boolean {
  return STOP_WORD.test(text);
}

/** Whether a text is a UUID. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** How many bits a character of a text has, by how often each stands in it. */
export function entropy(text: string): number {
  const counts = new Map<number, number>();
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    counts.set(code, (counts.get(code) ?? 0) + 1);
  }
  let bits = 0;
  for (const count of counts.values()) bits -= (count / text.length) * Math.log2(count / text.length);
  return bits;
}

/** How many runs of letters and of digits there are. Names of things have a digit or two at the end; random texts have them anywhere. */
export function runs(text: string): number {
  return text.replace(/[^\dA-Za-z]/g, "").match(/\d+|\D+/g)?.length ?? 0;
}

function hasSequence(text: string): boolean {
  let length = 1;
  for (let at = 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    length = code === text.charCodeAt(at - 1) + 1 ? length + 1 : 1;
    if (length >= (code < 58 ? DIGITS_IN_ORDER : LETTERS_IN_ORDER)) return true;
  }
  return false;
}

/** A base64 text, also one for addresses, as the bytes that it stands for, one a character; empty where it is none. */
export function decoded(base64: string): string {
  try {
    return atob(base64.replace(/-/g, "+").replace(/_/g, "/"));
  } catch {
    return "";
  }
}
