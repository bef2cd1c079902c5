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

/** More characters than any placeholder has that a model writes. */
const LONGEST = 128;

/**
 * Finds the placeholders in a text. In brackets they may be written in any case and with blanks; without, they must be words of
 * their own and written as we write them: code has names such as `email_1`.
 *
 * @param from where the text begins: what stands before was read.
 * @param isEnd whether no more text comes.
 */
export function readPlaceholders(
  text: string,
  from: number,
  isEnd: boolean,
  keys: PlaceholderKeys,
): ReadPlaceholders {
  const whole =
    /(?:\\\\?)?(?:%5b([-\w \t\u00a0\\]+)%5d|[[［【]([-\w \t\u00a0\\]+)[\]］】](?=(\((?:mailto|tel|sms|http))?))|(?<![\wÀ-ɏ])([a-z][a-z0-9]*(?:(?:\\\\?)?_[a-z0-9]+)+)(?![\wÀ-ɏ]|\\\\?_)/gi;
  const found: Placeholder[] = [];
  const open = isEnd ? text.length : openAt(text, from, keys);
  let settled = open;
  whole.lastIndex = from;
  for (let match = whole.exec(text); match && match.index < open; match = whole.exec(text)) {
    const [written, url, boxed = "", isLink, bare = ""] = match;
    const { index } = match;
    const key = keyOf(url ?? (boxed || bare)).replace(/_$/, "");
    if (written.length <= LONGEST && keys.has(key) && bare === bare.toUpperCase()) {
      // A backslash goes with its brackets where both have one.
      const start = index + (boxed.endsWith("\\") ? 0 : written.search(/[^\\]/));
      const end = index + written.length;
      found.push({ start, end, key, form: url ? "url" : isLink ? "link" : "plain" });
      settled = Math.max(open, end);
    } else whole.lastIndex = index + 1;
  }
  return { found, settled };
}

/** Where something begins at the end of a text that could become a placeholder. */
function openAt(text: string, from: number, keys: PlaceholderKeys): number {
  const front =
    /(?:\\\\?)?(?:%(?:5(?:b([-\w \t\u00a0\\]*)(?:%5?)?)?)?|[[［【]([-\w \t\u00a0\\]*)(?:[\]］】](?:\([a-z]{0,6})?)?)?$|(?<![\wÀ-ɏ])([a-z][a-z0-9]*(?:(?:\\\\?)?_[a-z0-9]*)*(?:\\\\?)?)$/gi;
  front.lastIndex = Math.max(from, text.length - LONGEST);
  for (let match = front.exec(text); match?.[0]; match = front.exec(text)) {
    const [, url, boxed = "", bare = ""] = match;
    const key = keyOf(url ?? (boxed || bare));
    const could = keys.could(key) || keys.has(key.replace(/_$/, ""));
    if (could && bare === bare.toUpperCase()) return match.index;
    front.lastIndex = match.index + 1;
  }
  return text.length;
}

/** A key as we write it. */
function keyOf(written: string): string {
  return written
    .replace(/[-_ \t\u00a0\\]{1,4}/g, "_")
    .replace(/^_/, "")
    .toUpperCase();
}
