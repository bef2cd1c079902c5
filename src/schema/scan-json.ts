/** How far one JSON value reaches in a text. All places are indexes of UTF-16 units. */
export interface JsonScan {
  readonly state: "complete" | "truncated" | "malformed";
  /** Where the value begins: behind leading white space. */
  readonly start: number;
  /** The end of the value; of a cut or broken one, the end of its last whole member. */
  readonly end: number;
  /** The first place that was not walked: behind the value and its white space, or where a malformed text goes wrong. */
  readonly next: number;
  /** What could have stood at `next`, in words. */
  readonly expected: string;
  /** What closes a cut value at `end`: a quote and brackets. */
  readonly closers: string;
  /** Malformed right behind a first bracket. */
  readonly isBare: boolean;
}

const SPACE = /[ \t\n\r]*/y;
const WORD = /[-+.\w]*/y;
const LITERAL = /^(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?)$/;
const ESCAPE = /^\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/;
const CUT_ESCAPE = /^\\(?:u[\da-fA-F]{0,3})?$/;

const VALUE = "a value";
const NAME = "a quoted name";
const COLON = '":"';
const COMMA = '"," or the closing bracket';
const END = "the end of the text";
const CHARACTER = "a character that JSON allows in a string";

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
  let expected = VALUE;
  let mayClose = false;
  let next = start;
  let end = start;

  const stop = (state: JsonScan["state"], quote = ""): JsonScan => {
    const isBare = state === "malformed" && mayClose && end === start + 1;
    const closers = state === "truncated" ? quote + open.reverse().join("") : "";
    return { state, start, end, next, expected, closers, isBare };
  };

  const finishValue = (): void => {
    end = next;
    mayClose = true;
    expected = open.length > 0 ? COMMA : END;
  };

  for (;;) {
    next = skip(SPACE, text, next);
    if (expected === END) return stop("complete");
    const character = text[next];
    if (character === undefined) return stop("truncated");

    if (mayClose && character === open.at(-1)) {
      open.pop();
      next++;
      finishValue();
    } else if (expected === COMMA || expected === COLON) {
      if (character !== (expected === COMMA ? "," : ":")) return stop("malformed");
      expected = expected === COMMA && open.at(-1) === "}" ? NAME : VALUE;
      mayClose = false;
      next++;
    } else if (character === '"') {
      const string = scanString(text, next + 1);
      next = string.next;
      mayClose = false;
      if (string.state === "malformed") expected = CHARACTER;
      if (string.state === "truncated" && expected === VALUE) {
        end = string.end;
        return stop("truncated", '"');
      }
      if (string.state !== "complete") return stop(string.state);
      if (expected === NAME) expected = COLON;
      else finishValue();
    } else if (expected === NAME) {
      return stop("malformed");
    } else if (character === "{" || character === "[") {
      open.push(character === "{" ? "}" : "]");
      expected = character === "{" ? NAME : VALUE;
      mayClose = true;
      end = ++next;
    } else {
      const after = skip(WORD, text, next);
      const word = text.slice(next, after);
      const isWhole = LITERAL.test(word);
      // A number that ends with the text may go on; only at the root does the text itself end it.
      if (after === text.length && (isWhole ? open.length > 0 : isLiteralStart(word)))
        return stop("truncated");
      if (!isWhole) return stop("malformed");
      next = after;
      finishValue();
    }
  }
}

/** Walks a string from behind its opening quote. Of a cut one, `end` is behind its last whole character. */
function scanString(text: string, from: number): Pick<JsonScan, "state" | "end" | "next"> {
  let end = from;
  let next = from;
  while (next < text.length) {
    let unit = text.charCodeAt(next);
    let length = 1;
    if (unit === 0x22) return { state: "complete", end, next: next + 1 };
    if (unit < 0x20) return { state: "malformed", end, next };
    if (unit === 0x5c) {
      const sequence = text.slice(next, next + 6);
      const known = ESCAPE.exec(sequence)?.[0];
      if (known === undefined) {
        const isCut = next + sequence.length === text.length && CUT_ESCAPE.test(sequence);
        return { state: isCut ? "truncated" : "malformed", end, next };
      }
      length = known.length;
      unit = length > 2 ? Number.parseInt(known.slice(2), 16) : 0;
    }
    next += length;
    // One half of a surrogate pair waits for the other.
    if (unit < 0xd800 || unit > 0xdbff) end = next;
  }
  return { state: "truncated", end, next };
}

function isLiteralStart(word: string): boolean {
  return LITERAL.test(`${word}0`) || ["true", "false", "null"].some((literal) => literal.startsWith(word));
}

function skip(pattern: RegExp, text: string, from: number): number {
  pattern.lastIndex = from;
  pattern.test(text);
  return pattern.lastIndex;
}
