/**
 * What a word does in an instruction. `N` negates a verb, `D` a noun, `I` forbids by itself, `A` does so behind what it is said
 * of, `i` only turns the sense round;
 * `E` excludes all else, `e` may do so; `O` obliges, `P` permits, `W` weakens, `X` opens an exception, `C` a condition,
 * `T` what something goes without; `J` and `j` go on with a list, `B` with something else; `K` is a verb whose negation is a
 * state of things and no order; `R` relates; `U` is a unit; `<` and `>` bound a number; `S` says nothing.
 */
const CLASSES =
  "N never not cannot dont cant wont nicht nie niemals jamais pas nunca nao jamas mai non nooit niet не никогда मत नहीं لا 不 勿 ない 마세 않습" +
  "|D no none nothing nobody kein keine keinen aucun ningun geen 无" +
  "|I avoid refrain refuse forbidden prohibited forbid disallowed off-limits verboten verbote interdit prohibido vietato запрещено ممنوع 禁 금지" +
  "|A confidential confidentiel private hidden" +
  "|i ignore disregard skip omit exclude reject decline" +
  "|E only solely exclusively nur seulement uniquement solo apenas только 只 仅 だけ" +
  "|e just alone restrict strictly entire ausschließlich" +
  "|O always must required ensure immer toujours siempre sempre всегда" +
  "|P may might could can darf darfst" +
  "|W try possible generally usually ideally preferably" +
  "|X except unless außer sauf excepto salvo кроме 除非" +
  "|C if when where while because since although wenn si cuando quando если 如果" +
  "|T without sans ohne sin senza без" +
  "|J or nor oder ou o ni или 或" +
  "|j and und et y e и 和" +
  "|B but then aber" +
  "|K know find have has see need" +
  "|R that which who" +
  "|U second minute hour day week month year word sentence character line row page token million billion millisecond kilometer mile dollar euro pound percent sekunde stunde tag woche monat jahr wort satz zeichen heure jour semaine mot phrase caractere hora dia palabra palavra frase 字" +
  "|> least more minimum min over above exceed exceeds longer older larger higher greater beyond ≥ > mindestens менее 超过 至少" +
  "|< most less fewer maximum max under below within younger newer shorter smaller up limit ≤ < höchstens maximal hasta massimo более 以内 最多" +
  "|S right away immediately now once time times use used get put go each another such very really about anything anyone important until before after than yourself else ever the an of to in on at for with from by as it its is are be been this these those them they their you your we our us he she his her any all also so do does did will would should even there here please make das den dem les una est las los het";

/** Words of which one stands for the other, first of all the short names of units. */
const SAME =
  "guess speculate estimate|apologise apologize apologies sorry|millisecond ms|second s sec|minute min|hour h|character char|kilometer km|dollar usd $|euro eur €|percent %";

/** The numbers that may be written as words. */
const NUMBERS =
  "- one two three four five six seven eight nine ten eleven twelve|- single zwei drei vier|- - deux trois quatre|- - dos tres";

let classes: Map<string, string> | undefined;
let same: Map<string, string> | undefined;

/** What a folded word does, as the letter of its class, or the number that it is; `""` for words that carry a meaning. */
export function classOf(word: string): string {
  if (classes === undefined) {
    classes = new Map();
    for (const line of CLASSES.split("|")) {
      const kind = line.charAt(0);
      for (const one of line.slice(2).split(" ")) {
        classes.set(fold(one), kind);
        if (/[Ui]/.test(kind)) classes.set(stemOf(fold(one)), kind);
      }
    }
    for (const line of NUMBERS.split("|")) {
      for (const [value, one] of line.split(" ").entries()) classes.set(one, String(value));
    }
  }
  return classes.get(word) ?? (word.endsWith("n't") ? "N" : "");
}

/** A folded word without its ending, so that forms of a word compare equal. Works for many languages a little. */
export function stemOf(word: string): string {
  if (same === undefined) {
    same = new Map();
    for (const line of SAME.split("|")) {
      const words = line.split(" ").map(cut);
      for (const one of words) same.set(one, words[0] ?? one);
    }
  }
  const stem = cut(word);
  return same.get(stem) ?? stem;
}

/** Lower case, without accents. */
export function fold(word: string): string {
  return word
    .toLowerCase()
    .normalize("NFKD")
    .replace(/\p{Mn}/gu, "")
    .normalize("NFKC");
}

function cut(word: string): string {
  if (/^[가-힣]/.test(word)) return word.slice(0, 2);
  return word
    .replace(/(?<=...)s$/, "")
    .replace(/(?<=...)(?:ing|ed|en|e|ly|er|ion|ure|al)$/, "")
    .slice(0, 5)
    .replace(/y$/, "i");
}
