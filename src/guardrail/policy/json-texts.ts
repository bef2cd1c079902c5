// JSON as detectors read it: strings without their escapes, so that nothing hides in one, and numbers as strings, so that
// something else can stand in their place. What comes out of the detectors is written as JSON again. Both go character by
// character: it does not matter how the JSON is cut into pieces.

/** The numbers of a JSON text, by the places of the strings that they are read as. */
export type NumberTokens = Map<number, string>;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const NUMBER_START: RegExp = /[-\d]/;
const NUMBER: RegExp = /[-+.\deE]/;
const WORD: RegExp = /[\w.]/;
const HEX: RegExp = /[\da-fA-F]/;
const PLAIN: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t", "/": "/" };

/** Reads JSON, or text with JSON in it, the way detectors shall see it. */
export class JsonReader {
  readonly #numbers: NumberTokens;
  /** How many strings have begun, numbers among them. */
  #strings = 0;
  #state: "out" | "string" | "number" = "out";
  #last = "";
  #number = "";
  /** An escape that is not complete. */
  #escape = "";

  constructor(numbers: NumberTokens) {
    this.#numbers = numbers;
  }

  push(json: string): string {
    let text = "";
    for (let at = 0; at < json.length; ) {
      const end = this.#plainEnd(json, at);
      if (end > at && this.#state === "out") this.#last = json.charAt(end - 1);
      text += end > at ? json.slice(at, end) : this.#read(json.charAt(at));
      at = Math.max(end, at + 1);
    }
    return text;
  }

  end(): string {
    return this.#escape + this.#endNumber();
  }

  /** Where the characters end that are read as they are. */
  #plainEnd(json: string, at: number): number {
    if (this.#escape !== "" || this.#state === "number") return at;
    const isString = this.#state === "string";
    for (let end = at; end < json.length; end++) {
      const code = json.charCodeAt(end);
      if (code === QUOTE || (isString ? code === BACKSLASH : code === 0x2d || (code >= 0x30 && code <= 0x39)))
        return end;
    }
    return json.length;
  }

  #read(unit: string): string {
    if (this.#escape !== "") return this.#readEscape(unit);
    if (this.#state === "string") {
      if (unit === "\\") this.#escape = unit;
      else if (unit === '"') this.#state = "out";
      return this.#escape === "" ? unit : "";
    }
    if (this.#state === "number") {
      if (!NUMBER.test(unit)) return this.#endNumber() + this.#read(unit);
      this.#number += unit;
      return unit;
    }
    const isInWord = WORD.test(this.#last);
    this.#last = unit;
    if (unit === '"') {
      this.#state = "string";
      this.#strings += 1;
    } else if (!isInWord && NUMBER_START.test(unit)) {
      this.#state = "number";
      this.#number = unit;
      this.#numbers.set(this.#strings, "");
      this.#strings += 1;
      return `"${unit}`;
    }
    return unit;
  }

  #endNumber(): string {
    if (this.#state !== "number") return "";
    this.#numbers.set(this.#strings - 1, this.#number);
    this.#last = this.#number;
    this.#state = "out";
    return '"';
  }

  #readEscape(unit: string): string {
    const whole = this.#escape + unit;
    const isUnicode = whole[1] === "u";
    if (isUnicode && whole.length > 2 && !HEX.test(unit)) {
      this.#escape = "";
      return whole.slice(0, -1) + this.#read(unit);
    }
    if (isUnicode && whole.length < 6) {
      this.#escape = whole;
      return "";
    }
    this.#escape = "";
    const plain = isUnicode ? String.fromCharCode(Number.parseInt(whole.slice(2), 16)) : PLAIN[unit];
    if (plain === '"' || plain === "\\") return `\\${plain}`;
    return plain === undefined || (plain < " " && !"\n\r\t".includes(plain)) ? whole : plain;
  }
}

/** Writes what detectors made of such a text as JSON again. */
export class JsonWriter {
  readonly #numbers: NumberTokens;
  #strings = 0;
  #state: "out" | "string" | "escape" | "number" = "out";
  #number = "";

  constructor(numbers: NumberTokens) {
    this.#numbers = numbers;
  }

  push(text: string): string {
    let json = "";
    for (let at = 0; at < text.length; ) {
      const end = this.#plainEnd(text, at);
      json += end > at ? text.slice(at, end) : this.#write(text.charAt(at));
      at = Math.max(end, at + 1);
    }
    return json;
  }

  end(): string {
    return this.#state === "number" ? this.#number : "";
  }

  #plainEnd(text: string, at: number): number {
    if (this.#state === "escape" || this.#state === "number") return at;
    const isString = this.#state === "string";
    for (let end = at; end < text.length; end++) {
      const code = text.charCodeAt(end);
      if (code === QUOTE || (isString && (code === BACKSLASH || code < 0x20))) return end;
    }
    return text.length;
  }

  #write(unit: string): string {
    if (unit === '"' && this.#state !== "escape") return this.#quote();
    if (this.#state === "number") {
      this.#number += unit;
      return "";
    }
    if (this.#state === "escape") this.#state = "string";
    else if (this.#state === "string") {
      if (unit === "\\") this.#state = "escape";
      else if (unit < " ") return JSON.stringify(unit).slice(1, -1);
    }
    return unit;
  }

  #quote(): string {
    if (this.#state !== "out") {
      const number = this.#state === "number" ? this.#number : undefined;
      this.#state = "out";
      if (number === undefined) return '"';
      return this.#numbers.get(this.#strings - 1) === number ? number : JSON.stringify(number);
    }
    this.#state = this.#numbers.has(this.#strings) ? "number" : "string";
    this.#strings += 1;
    this.#number = "";
    return this.#state === "number" ? "" : '"';
  }
}
