// How placeholders are written, and how models write them back: in another case, with markdown around them, in other brackets
// or without any.

/** The keys of placeholders, such as `EMAIL_1`, that a text is read for. */
export interface PlaceholderKeys {
  /** Whether a key begins like this. */
  could(front: string): boolean;
  has(key: string): boolean;
}

/** Where a placeholder stands in a text. */
export interface Placeholder {
  readonly start: number;
  readonly end: number;
  readonly key: string;
  /** `url` where its brackets are percent-encoded, `link` where they are those of a link as well and stay. */
  readonly form: "plain" | "url" | "link";
}

/** What was read of a text, and where the rest begins that more text could change. */
export interface ReadPlaceholders {
  readonly found: readonly Placeholder[];
  readonly settled: number;
}

/** More characters between the parts of a placeholder make it none. */
const MOST_BETWEEN = 4;
const MOST_ESCAPES = 2;
const OPENING = "[［【";
const CLOSING = "]］】";
const BETWEEN = "_- \t\u00a0\\";
const LINKS: readonly string[] = ["(mailto:", "(tel:", "(sms:", "(http"];

/** Keys of whatever looks like a placeholder, in nobody's session. */
export const ANY_KEY: PlaceholderKeys = {
  could: (front) => front.length <= 48,
  has: (key) => /^[A-Z][A-Z0-9_]{0,39}_[0-9]{1,7}$/.test(key),
};

/**
 * Finds the placeholders in a text.
 *
 * @param before the character before the text; `""` at its beginning.
 * @param isEnd whether no more text comes.
 */
export function readPlaceholders(
  text: string,
  before: string,
  isEnd: boolean,
  keys: PlaceholderKeys,
): ReadPlaceholders {
  const found: Placeholder[] = [];
  const front = /[[\\%［【A-Z]/g;
  for (;;) {
    const start = front.exec(text)?.index;
    if (start === undefined) return { found, settled: text.length };
    const isInWord = isWord(start === 0 ? before.charCodeAt(0) : text.charCodeAt(start - 1));
    const one = new Reading(text, start, isEnd, keys).read(isInWord);
    if (one === "unfinished") return { found, settled: start };
    if (one === undefined) continue;
    found.push(one);
    front.lastIndex = one.end;
  }
}

type Read = Placeholder | "unfinished" | undefined;

/** Reads one placeholder from its first character on. */
class Reading {
  readonly #text: string;
  readonly #start: number;
  readonly #isEnd: boolean;
  readonly #keys: PlaceholderKeys;
  #at: number;
  #key = "";

  constructor(text: string, start: number, isEnd: boolean, keys: PlaceholderKeys) {
    this.#text = text;
    this.#start = this.#at = start;
    this.#isEnd = isEnd;
    this.#keys = keys;
  }

  read(isInWord: boolean): Read {
    if (isUpper(this.#text.charCodeAt(this.#start))) return isInWord ? undefined : this.#readBare();
    this.#skip("\\", MOST_ESCAPES);
    const char = this.#text.charAt(this.#at);
    if (char === "") return this.#unfinished(this.#keys.could(""));
    if (char === "%") {
      const passed = this.#passPercent("%5b");
      return passed === "passed" ? this.#readInside("%5d") : passed;
    }
    if (!OPENING.includes(char)) return undefined;
    this.#at += 1;
    return this.#readInside("");
  }

  /** Without brackets, it must be a word of its own and written as we write it: code has names such as `email_1`. */
  #readBare(): Read {
    for (;;) {
      const code = this.#code;
      if (isUpper(code) || isDigit(code)) {
        if (!this.#take(code)) return undefined;
        continue;
      }
      const end = this.#at;
      const isWhole = this.#keys.has(this.#key);
      this.#skip("\\", MOST_ESCAPES);
      if (this.#code === UNDERSCORE) {
        if (!this.#take(UNDERSCORE)) return undefined;
        continue;
      }
      const isCut = this.#at === this.#text.length && (this.#at === end || isWhole || this.#goesOn);
      if (isCut && !this.#isEnd) return "unfinished";
      this.#at = end;
      return isWhole && !isWord(code) ? this.#done("plain") : undefined;
    }
  }

  /** @param closing what ends it where its brackets are percent-encoded. */
  #readInside(closing: string): Read {
    for (;;) {
      const from = this.#at;
      this.#skip(BETWEEN, MOST_BETWEEN);
      const code = this.#code;
      const isBetween = this.#at > from && this.#key !== "";
      if (Number.isNaN(code)) {
        return this.#unfinished(!isBetween || this.#goesOn || this.#keys.has(this.#key));
      }
      if (!isUpper(code) && !isDigit(code) && !isLower(code)) return this.#readClosing(closing);
      if (isBetween && !this.#add("_")) return undefined;
      if (!this.#take(isLower(code) ? code - 32 : code)) return undefined;
    }
  }

  #readClosing(closing: string): Read {
    if (!this.#keys.has(this.#key)) return undefined;
    if (closing !== "") {
      const passed = this.#passPercent(closing);
      return passed === "passed" ? this.#done("url") : passed;
    }
    if (!CLOSING.includes(this.#text.charAt(this.#at))) return undefined;
    this.#at += 1;
    return this.#readLink();
  }

  /** The text of a link has brackets of its own, which are left where the model made them serve for both. */
  #readLink(): Read {
    if (this.#text.charAt(this.#start) !== "[") return this.#done("plain");
    const next = this.#text.slice(this.#at, this.#at + 8).toLowerCase();
    if (LINKS.some((link) => next.startsWith(link))) return this.#done("link");
    const isCut = this.#at + next.length === this.#text.length && LINKS.some((link) => link.startsWith(next));
    return this.#unfinished(isCut) ?? this.#done("plain");
  }

  #passPercent(bracket: string): "passed" | "unfinished" | undefined {
    const next = this.#text.slice(this.#at, this.#at + 3).toLowerCase();
    this.#at += next.length;
    return next === bracket ? "passed" : this.#unfinished(bracket.startsWith(next));
  }

  #skip(characters: string, most: number): void {
    const from = this.#at;
    while (this.#at < this.#text.length && this.#at - from < most) {
      if (!characters.includes(this.#text.charAt(this.#at))) break;
      this.#at += 1;
    }
  }

  get #code(): number {
    return this.#text.charCodeAt(this.#at);
  }

  /** Whether a key goes on behind what was read as its first part. */
  get #goesOn(): boolean {
    return this.#keys.could(`${this.#key}_`);
  }

  #take(code: number): boolean {
    this.#at += 1;
    return this.#add(String.fromCharCode(code));
  }

  #add(character: string): boolean {
    this.#key += character;
    return this.#keys.could(this.#key);
  }

  #unfinished(could: boolean): "unfinished" | undefined {
    return could && !this.#isEnd ? "unfinished" : undefined;
  }

  #done(form: Placeholder["form"]): Placeholder {
    return { start: this.#start, end: this.#at, key: this.#key, form };
  }
}

const UNDERSCORE = 95;

function isUpper(code: number): boolean {
  return code >= 65 && code <= 90;
}

function isLower(code: number): boolean {
  return code >= 97 && code <= 122;
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether a character goes on with a Latin word or a name. */
export function isWord(code: number): boolean {
  return (
    isUpper(code) || isLower(code) || isDigit(code) || code === UNDERSCORE || (code >= 0xc0 && code < 0x250)
  );
}
