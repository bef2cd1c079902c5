import { classOf, fold, stemOf } from "./word-classes.ts";

/** A word, a number or a mark of a text. */
export interface Token {
  /** Lower case, without accents; of a number, its value. */
  readonly word: string;
  readonly stem: string;
  /**
   * The class of a word, `w` where it carries a meaning, `s` where it is too short to tell; `#` for digits and `n` for a word that is a number; `.`, `,` and `:`
   * for marks.
   */
  readonly kind: string;
  readonly isCapital?: boolean;
  /** Of a placeholder, the stem of its name. */
  readonly alias?: string;
}

let pattern: RegExp | undefined;

/** The tokens of a line. Scripts without spaces between words give overlapping pairs of characters. */
export function tokensOf(line: string): Token[] {
  // Words, where a tick before one says that it does nothing; dates and numbers with their separators; signs; marks.
  pattern ??=
    /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]+|`?[\p{L}_][\p{L}\p{M}\p{N}_']*(?:-\p{L}+)*|(?:(?<![\d)])[-−])?(?:\d{4}-\d\d-\d\d|\d+(?:[.:]\d+|[,' \u00a0\u202f]\d{3}(?!\d)|,\d+)*)|[\ue000-\uf8ff$€£%≤≥]|[<>](?= ?\d)|[,:()、;。!?|—]|(?<=\s)[-–](?=\s+\D)|\.(?=["'”»)\]]?(?!\S))/gu;
  return Array.from(line.matchAll(pattern), ([match]) => match).flatMap((match) => {
    if (/^[-−]?\d/.test(match)) return { word: numberOf(match), stem: match, kind: "#" };
    if (/^[\p{L}_`]/u.test(match)) return wordsOf(match);
    const kind = /^[.;!?。|—]/.test(match)
      ? "."
      : match === ":"
        ? ":"
        : /^[-–,()、]/.test(match)
          ? ","
          : classOf(match) || formOf(match) || "w";
    return { word: match, stem: stemOf(match), kind };
  });
}

function wordsOf(match: string): Token[] {
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}]/u.test(match)) {
    const characters = [...match];
    return characters.flatMap((one, index) => {
      const pair = one + (characters[index + 1] ?? "");
      // What is written in hiragana alone is mostly grammar.
      const isGrammar = !/[^\p{Script=Hiragana}]/u.test(pair) || (pair === one && index > 0);
      return [one, pair].flatMap((word, length) => {
        const kind = classOf(fold(word)) || (length === 1 && !isGrammar ? "w" : "");
        return kind === "" ? [] : { word, stem: word, kind };
      });
    });
  }
  // "l'équipe" and "customer's" are the words "équipe" and "customer".
  const word = fold(match.replace("`", "").replace(/n'ts$/i, "n't")).replace(/^(?:.|qu)'(?=..)|'s?$/g, "");
  const kind = match.startsWith("`") ? "w" : classOf(word) || formOf(word);
  if (/\d/.test(kind)) return [{ word: kind, stem: word, kind: "n" }];
  const isCapital = /^\p{Lu}/u.test(match);
  if (kind !== "") return [{ word, stem: stemOf(word), kind, isCapital }];
  return word.split("-").map((part) => ({
    word: part,
    stem: stemOf(part),
    kind: /^[a-z]{1,2}$/.test(match) ? "s" : "w",
    isCapital,
  }));
}

/** The class of a word in another form: "avoiding", "마세요". English "pass" is no form of French "pas". */
function formOf(word: string): string {
  const kind = classOf(stemOf(word));
  return /[ND]/.test(kind) && /^[a-z]/.test(word) ? "" : kind;
}

/** A number without separators of thousands, and with a point before its decimals. */
function numberOf(text: string): string {
  const digits = text.replace(/[' \u00a0\u202f]/g, "").replace("−", "-");
  const isDecimal = /,(?!\d{3}(?!\d))/.test(digits) || /^[^.]*\..*,/.test(digits);
  return (isDecimal ? digits.replaceAll(".", "").replace(",", ".") : digits.replaceAll(",", "")).replace(
    /\.0+$/,
    "",
  );
}
