import { formatPlaceholder, parseTemplate } from "../grammar.ts";
import { classOf, fold, stemOf } from "./word-classes.ts";

/** A word, a number or a mark of a text. */
export interface Token {
  /** Lower case, without accents; of a number, its value. */
  readonly word: string;
  readonly stem: string;
  /** The class of the word, `"#"` for a number, `"."` and `","` for marks; `""` for a word that carries a meaning. */
  readonly kind: string;
}

let digit: RegExp | undefined;
let tokenPattern: RegExp | undefined;

/**
 * A text in the form in which two texts are compared: each placeholder as one character of the private use area, which
 * `names` gives out, compatible characters and digits of every script in their plain form.
 */
export function plainText(text: string, names: Map<string, string>): string {
  let plain = "";
  for (const part of parseTemplate(text)) {
    if (typeof part === "string") {
      plain += part.normalize("NFKC");
      continue;
    }
    const token = formatPlaceholder(part);
    const name = names.get(token) ?? String.fromCharCode(0xe000 + (names.size % 6400));
    names.set(token, name);
    plain += name;
  }
  digit ??= /(?![0-9])\p{Nd}/gu;
  return plain.replace(/[‘’]/g, "'").replace(digit, decimalOf);
}

/** Digits stand in tens, so that one is worth as much as digits stand before it. */
function decimalOf(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value++;
  return String(value);
}

/** The tokens of a line of plain text. Scripts without spaces give overlapping pairs of characters. */
export function tokensOf(line: string): Token[] {
  tokenPattern ??=
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}ー]+|`?[\p{L}_][\p{L}\p{M}\p{N}_']*(?:-[\p{L}\p{M}]+)*|(?<![\d)])[-−](?=\d)|\d{4}-\d\d-\d\d|\d+(?:[.:]\d+|[,' \u00a0\u2009\u202f]\d{3}(?!\d)|,\d+)*|[\ue000-\uf8ff$€£%≤≥—,;:()。!?、|]|[<>](?= ?\d)|\.(?=["'”»)\]]?(?!\S))/gu;
  const tokens: Token[] = [];
  let sign = "";
  for (const [match] of line.matchAll(tokenPattern)) {
    if (/^[-−]$/.test(match)) {
      sign = "-";
    } else if (/^\d/.test(match)) {
      tokens.push({ word: sign + numberOf(match), stem: match, kind: "#" });
      sign = "";
    } else if (/^[\p{L}_`]/u.test(match)) addWord(tokens, match);
    else if (/^[.;!?。—|]/.test(match)) tokens.push({ word: match, stem: "", kind: "." });
    else if (/^[,:()、]/.test(match)) tokens.push({ word: match, stem: "", kind: "," });
    else tokens.push({ word: match, stem: stemOf(match), kind: classOf(match) });
  }
  return tokens;
}

function addWord(tokens: Token[], match: string): void {
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(match)) {
    const characters = [...match];
    for (const [index, one] of characters.entries()) {
      const pair = one + (characters[index + 1] ?? "");
      const own = classOf(one);
      if (own !== "") tokens.push({ word: one, stem: one, kind: own });
      const meaningful = /[^\p{Script=Hiragana}]/u.test(pair) && (pair !== one || characters.length === 1);
      const kind = classOf(fold(pair));
      if (meaningful || kind !== "") tokens.push({ word: pair, stem: pair, kind: pair === one ? own : kind });
    }
    return;
  }
  const isCode = match.startsWith("`");
  // "l'équipe" and "customer's" are the words "équipe" and "customer".
  const whole = fold(match.replace("`", "")).replace(/^(?:.|qu)'(?=..)|'s?$/g, "");
  const kind = isCode ? "" : classOf(whole) || classOf(stemOf(whole));
  if (kind !== "") {
    tokens.push({ word: whole, stem: stemOf(whole), kind });
    return;
  }
  for (const word of whole.split("-")) {
    const short =
      word.length < 3 && !isCode && !/[^a-z]/.test(word) && match.length === word.length && match === word;
    tokens.push({ word, stem: stemOf(word), kind: short ? "S" : "" });
  }
}

/** A number without separators of thousands, with a point before its decimals. */
function numberOf(text: string): string {
  const groups = text.replace(/[' \u00a0\u2009\u202f]/g, "");
  const comma = groups.lastIndexOf(",");
  const point = groups.lastIndexOf(".");
  const decimal =
    comma >= 0 && point >= 0 ? Math.max(comma, point) : /,(?!\d{3}(?!\d))/.test(groups) ? comma : -1;
  if (comma < 0) return groups.replace(/^(\d+)\.0+$/, "$1");
  if (decimal < 0) return groups.replaceAll(",", "");
  return `${groups.slice(0, decimal).replace(/[.,]/g, "")}.${groups.slice(decimal + 1)}`.replace(
    /^(\d+)\.0+$/,
    "$1",
  );
}
