/**
 * Words by what they are in an attack: a letter for the kind, then its words, in lower case and without accents, Cyrillic in Latin
 * letters. `*` ends a stem.
 */
const WORDS = `O abandon* abweich* bypass* dimentic* discard* disregard* drop esquec* forget ignor* negeer* olvid* oubli* overlook* overrid* pomin* unut* vergeet vergesse* vergiss yoksay* zabor* zabud* zapom* zignor* अनदेखा تجاهل* 忽略 忘 無視 무시*
P above anterior* antes before* bisher* davor earlier obig* onceki poprzed* preced* predydus* previo* previous* prior prethod* vorang* vorher* vorig* zuvor पिछले السابق* 之前 以上 以前 前の 이전*
A all alle entire every sve todas todos tout* tum tutt* vse सभी wszystk* جميع 所有 모든
o alles everything todo tudo 全部 すべて
I anweisung* auftrag* befehl* command* directions directive* instruc* instruk* istruz* talimat* ukazan* निर्देश التعليمات 指令 指示 지시*
J guideline* regeln rule rules
Q prompt* 提示
t article* artikel* assignment* aufgabe* ausfuhrung* context* conversation* data document* gesagt* information* input* knowledge orders page said task* text texts thoughts told words
G censor* confines constraint* filter* limit* policies policy programming restrict* safeguard* safety
M controversial dangerous ethic* evil explicit harmful hate* illegal* immoral* amoral* inappropriate legal* moral* nsfw offensive unethical* vulgar
F break* broken bypass* disable* escape* free* jailbr* remove* unlock*
N cannot cant dont kein* never nicht no not nothing without zero
U unbiased uncensor* unfilter* unhinged unlimited unrestrict*
Y dich dir du ihnen sie u you youll youre yourself youve 你
y your 你的
B act acting actua* acts become* behav* emulat* fungier* immers* impersonat* pretend* roleplay* simulat*
b are be being bist is sind
r character* figur persona* role* rolle*
a als as like
W forth immediately jetzt now nun 现在
w additional neue* new
l always anything must only whatever
L ai ais assistant* bot chatbot* chatgpt gpt* ki llm openai
S admin sudo system*
m enabled mode
d debug* dev developer god opposite
R display divulge druck* gib leak nenn* output print recite repeat reproduce reveal* show verrate* zeig* 显示
v antworte di sag* say schreib* tell translat* write 说
X credential* passcode* passphrase* passwor* secret* 密码
K answer* antwort* code* implementation replies reply response* solution
V access add adjust alter append approve change conduct create delete deploy download enhance ensure execute forward grant include incorporat* insert install integrat* introduce make manage modify monitor perform post provide redirect replace retrieve review rewrite run secure send share transfer update use verify
H covert* discreetly secretly silently stealth* undetected unnoticed
E bitte please
C allow call check click confirm contact enter feel find follow let log note read refer remember see sign specify submit try visit wait
f abide* apolog* compl* disclaimer* hesitat* obey* refus* warn*
h dialogue fiction* hypothetical* imagin* scenario story theoretical* universe
s bleib* keep remain* stay* verharr*
e begin* end start
c complete completed done finished
z mochte* need want wish
x fuck* shit*
k backdoor* disrupt* exfiltrat* exploit* fraud* hack* keylog* malware manipulat* phishing ransomware sabotag* spyware steal tamper*
u human* user users
j just
i i my
p hidden initial initially internal original starting
Z gur lbh lbhe naq nyy vtaber
g dna eht erongi lla ruoy uoy`;

/** How Cyrillic letters from а to я are written in Latin ones. */
const CYRILLIC = "abvgdezzijklmnoprstufhccss'y'eua";

/** Pairs: a letter that looks like another one, as it is used to hide words. */
const LIKE = "аaеeоoрpсcуyхxіiјjѕsԁdһhԛqԝwɡgαaοoρpιiκkτtυuνvкkмmтtвb";

/** The words, as a tree of letters. */
export interface WordTree {
  /** The node behind a node, by node * 32 + letter - 96; 0 is none. */
  readonly latin: Uint16Array;
  /** The same for other letters, by node * 65536 + letter. */
  readonly others: ReadonlyMap<number, number>;
  /** By node: the kind of the word that ends there; 0 is none. */
  readonly whole: Uint8Array;
  /** By node: the kind of all words that begin so. */
  readonly stem: Uint8Array;
  /** What letters are read as: those with accents, and Cyrillic ones. */
  readonly plain: ReadonlyMap<number, number>;
  /** What letters look like. */
  readonly like: ReadonlyMap<number, number>;
}

/** The node behind a node; 0 where no word goes on so. */
export function step(
  { latin, others }: Pick<WordTree, "latin" | "others">,
  node: number,
  code: number,
): number {
  if (code < 97) return 0;
  return (code < 128 ? latin[node * 32 + code - 96] : others.get(node * 65536 + code)) ?? 0;
}

/** Makes the tree, and the tables of letters. */
export function makeWordTree(): WordTree {
  const size = WORDS.length;
  const latin = new Uint16Array(size * 32);
  const others = new Map<number, number>();
  const whole = new Uint8Array(size);
  const stem = new Uint8Array(size);
  let nodes = 0;
  for (const line of WORDS.split("\n")) {
    const [kind = "", ...list] = line.split(" ");
    for (const word of list) {
      const letters = word.replace("*", "");
      let node = 0;
      for (let at = 0; at < letters.length; at++) {
        const code = letters.charCodeAt(at);
        const following = step({ latin, others }, node, code) || ++nodes;
        if (code < 128) latin[node * 32 + code - 96] = following;
        else others.set(node * 65536 + code, following);
        node = following;
      }
      (letters === word ? whole : stem)[node] = kind.charCodeAt(0);
    }
  }
  const like = new Map<number, number>();
  for (let at = 0; at < LIKE.length; at += 2) like.set(LIKE.charCodeAt(at), LIKE.charCodeAt(at + 1));
  const plain = new Map([
    [0x131, 105],
    [0xdf, 115],
    [0x142, 108],
    [0xf8, 111],
    [0x111, 100],
    [0x451, 101],
  ]);
  for (let at = 0; at < CYRILLIC.length; at++) plain.set(0x430 + at, CYRILLIC.charCodeAt(at));
  for (let code = 0xe0; code < 0x250; code++) {
    const base = String.fromCharCode(code).normalize("NFD").charCodeAt(0);
    if (base < 128) plain.set(code, base);
  }
  return { latin, others, whole, stem, plain, like };
}
