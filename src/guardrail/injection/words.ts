/**
 * Words by what they are in an attack: the letter of a kind, then its words, in lower case and without accents, Cyrillic in Latin
 * letters. `*` ends a stem, of four letters or more. A word has one kind. The kinds are:
 * - what is attacked: `I` instructions, `J` rules, `Q` a prompt, `S` the system, `t` a text or task, `G` limits, `X` secrets,
 *   `p` (hidden, initial), `y` (your), `K` an answer or code that is to be made;
 * - what is done to it: `O` ignoring, `F` breaking out, `R` showing and telling, `N` not doing, `f` refusing;
 * - which of it: `P` what came before, `A` all, `o` everything;
 * - roles: `Y` you, `b` being, `B` acting, `a` as, `r` a role, `L` an assistant, `d` and `m` (developer, mode), `s` staying,
 *   `z` wanting, `h` what is imagined, `i` and `j` (I, just);
 * - time: `W` now, `w` new, `c` done, `e` beginning and end;
 * - what marks orders in data: `E` please, `V` what is ordered, `H` in secret; `M` what is harmful, `x` oaths.
 *
 * Other letters are free for new kinds, all but `n`, which `tokens.ts` uses.
 */
const WORDS = `O abandon* abweich* disregard* forget ignor* negeer* olvid* oubli* overrid* vergeet vergesse* vergiss yoksay* zabud* zignor* अनदेखा تجاهل* 忽略 無視 무시*
P above anterior* before* bisher* earlier obig* onceki poprzed* preced* predydus* previo* prior vorher* vorig* पिछले السابق* 之前 前の 이전*
A all every tout*
o alles everything todo
I anweisung* auftrag* befehl* command* directions instruc* instruk* istruz* talimat* ukazan* निर्देश التعليمات 指令 指示 지시*
J guideline* regeln rule rules
Q prompt*
t article* artikel* assignment* aufgabe* ausfuhrung* context* conversation* orders task* text thoughts told
G censor* policies restrict*
M ethic* harmful illegal* immoral* legal* moral* unethical*
F break*
N cannot cant dont never nicht no not nothing without
Y du sie you youre
y your
B act fungier* impersonat* pretend* roleplay* simulat*
b are be bist is
r persona* role* rolle*
a als as
W jetzt now nun
w neue* new
L dan ai chatgpt ki llm
S system*
m mode
d developer god opposite
R tell display output print repeat reveal* show verrate* zeig*
X credential* passwor* secret*
K answer* antwort* code* response* solution
V access adjust change create delete download enhance ensure integrat* introduce manage modify monitor provide replace review secure send update verify
H covert* discreetly secretly undetected unnoticed
E bitte please
f refus*
h hypothetical* scenario theoretical*
s bleib* stay* verharr*
e begin* end start
c complete completed
z mochte* want
x fuck*
j just
i i
p hidden initial`;

/** How Cyrillic letters from а to я are written in Latin ones. */
const CYRILLIC = "abvgdezzijklmnoprstufhccss'y'eua";

/** Pairs: a letter or digit that looks like another letter, as it is used to hide words. */
const LIKE = "0o1i2z3e4a5s6g7t8b9gаaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwɡgαaοoρpιiκkτtυuνvкkмmтtвb";

/** Stems are found by so many letters: none is shorter. */
const FIRST = 4;

/** The kinds of words, and how letters are read. */
export interface Words {
  /** 1 for the beginnings that words of some kind have: what begins otherwise need not be looked up. */
  readonly begins: Uint8Array;
  readonly whole: ReadonlyMap<string, string>;
  /** By their first letters. */
  readonly stems: ReadonlyMap<string, readonly (readonly [stem: string, kind: string])[]>;
  readonly like: ReadonlyMap<string, string>;
  readonly cyrillic: ReadonlyMap<string, string>;
}

/** Makes the tables. */
export function makeWords(): Words {
  const begins = new Uint8Array(4096);
  const whole = new Map<string, string>();
  const stems = new Map<string, [string, string][]>();
  for (const line of WORDS.split("\n")) {
    const [kind = "", ...list] = line.split(" ");
    for (const word of list) {
      const letters = word.replace("*", "").normalize("NFD");
      begins[beginOf(letters, 0, letters.length)] = 1;
      const first = letters.slice(0, FIRST);
      if (!word.endsWith("*")) whole.set(letters, kind);
      else stems.set(first, [...(stems.get(first) ?? []), [letters, kind]]);
    }
  }
  const like = new Map<string, string>();
  for (let at = 0; at < LIKE.length; at += 2) like.set(LIKE.charAt(at), LIKE.charAt(at + 1));
  const cyrillic = Array.from(CYRILLIC, (latin, at): [string, string] => [
    String.fromCharCode(0x430 + at),
    latin,
  ]);
  return { begins, whole, stems, like, cyrillic: new Map(cyrillic) };
}

/** A number from 0 to 4095 for the first three letters of a word. */
export function beginOf(text: string, at: number, end: number): number {
  const third = end > at + 2 ? text.charCodeAt(at + 2) : 0;
  return (text.charCodeAt(at) * 529 + text.charCodeAt(at + 1) * 23 + third) & 4095;
}

/** The kind of a word, if it has one. */
export function kindOf(word: string, { whole, stems }: Words): string | undefined {
  const kind = whole.get(word);
  if (kind || word.length < FIRST) return kind;
  return stems.get(word.slice(0, FIRST))?.find(([stem]) => word.startsWith(stem))?.[1];
}
