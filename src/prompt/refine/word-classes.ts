/**
 * What a word does in an instruction. `N` negates a verb, `D` a noun, `I` forbids by itself, `i` only turns the sense round;
 * `E` excludes all else, `e` may do so; `O` obliges, `P` permits, `W` weakens, `X` opens an exception, `C` a condition,
 * `T` what something goes without, `J` joins, `K` is a verb whose negation is a state of things and no order, `<` and `>`
 * bound a number, `S` says nothing. Digits: the number that the word is.
 */
const CLASSES =
  "N never not cannot dont cant wont doesnt nicht nie niemals jamais pas nunca nao jamas mai non nooit niet не никогда нельзя मत नहीं لا 不 勿 别 ない ませ せん 마세 마십 말것 않는 않습" +
  "|D no none nothing nobody neither kein keine keinen keiner aucun aucune rien geen 无" +
  "|I avoid refrain refuse forbidden prohibited prohibit forbid disallowed off-limits confidential confidentiel confidencial vertraulich riservato private secret withhold vermeide verboten interdit evita prohibido proibido vietato запрещено ممنوع 禁 금지" +
  "|i ignore ignored ignoring skip omit exclude leave reject decline deny hide" +
  "|E only solely exclusively nur ausschließlich seulement uniquement solo solamente apenas somente только 只 仅 のみ だけ" +
  "|e just alone restrict restricted strictly entire" +
  "|O always must required ensure immer toujours siempre sempre altijd всегда" +
  "|P may might could can" +
  "|W try possible generally usually ideally preferably normally sometimes" +
  "|X except unless außer sauf excepto salvo tranne кроме 除非" +
  "|C if when whenever while where because since although falls wenn si cuando quando если 如果" +
  "|T without sans ohne sin senza sem zonder без" +
  "|J and or nor ni but then und oder et ou y o e и или 和 或" +
  "|K know find have has see exist contain sure need want clear" +
  "|> least more minimum min over above exceed exceeds longer older beyond greater ≥ > mindestens menos более 超过 至少" +
  "|< most less fewer maximum max under below within up limit cap ≤ < höchstens maximal hasta massimo ate 以内 最多 이내" +
  "|S use used using give get put each another such very really about anything something anyone someone important until before after yourself else ever the a an of to in on at for with from by as it its is are be been this that these those them they their you your we our us i he she his her any all also so do does did will would should even there here please make say der die das den dem des ein eine einen zu von auf mit im les une est la le de du un en el los las lo del con por para che il della het een van для на в что" +
  "|1 one single|2 two zwei deux dos due dois два|3 three drei trois tres tre|4 four vier quatre cuatro|5 five cinq cinco|6 six|7 seven|8 eight|9 nine|10 ten|11 eleven|12 twelve";

/** Words that mean the same where nothing else tells two instructions apart, and short names of units. */
const SAME =
  "guess speculate estimate assume|apologise apologize apologies sorry|invent fabricate hallucinate|user customer client|answer reply respond response|millisecond ms|second s sec|minute min mins|hour h hr|day d|character char|kilometer km|dollar usd $|euro eur €|pound gbp £|percent %|month mo|times x";

let classes: Map<string, string> | undefined;
let same: Map<string, string> | undefined;

/** What a folded word does, as the letter of its class or as a number; `""` for words that carry a meaning. */
export function classOf(word: string): string {
  classes ??= new Map(
    CLASSES.split("|").flatMap((line) => {
      const [name = "", ...words] = line.split(" ");
      return words.map((one): [string, string] => [fold(one), name]);
    }),
  );
  return classes.get(word) ?? (word.endsWith("n't") ? "N" : "");
}

/** A folded word without its ending, so that forms of a word compare equal. Works for many languages a little. */
export function stemOf(word: string): string {
  same ??= new Map(
    SAME.split("|").flatMap((line) => {
      const [first = "", ...words] = line.split(" ");
      return words.map((one): [string, string] => [cut(one), cut(first)]);
    }),
  );
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
    .replace(/(?<=...)(?:ing|ed|es|en|s|e|ly)$/, "")
    .slice(0, 5)
    .replace(/y$/, "i");
}
