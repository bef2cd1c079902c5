/**
 * Words by what they are in an attack: a letter for the kind, then its words, in lower case and without accents, Cyrillic in Latin
 * letters. `*` ends a stem.
 */
const WORDS = `O abandon* zignor* yoksay* abweich* dimentic* discard* dismiss* disregard* drop esquec* forget ignor* missacht* negeer* neglect* olvid* oubli* overlook* overrid* pomin* supersed* ubergeh* unut* vergeet vergesse* vergiss zabor* zabud* zapom* 忽略 无视 無視 忘 무시* 잊* تجاهل अनदेखा
P above anterior* antes avant before* bisher* davor earlier eerdere obig* onceki poprzed* preced* predydus* prethod* previo* previous* prior vorang* vorher* vorig* zuvor 之前 以上 上述 前面 以前 前の 이전* السابق* पिछले
A all alle entire every sve todas todos tous tout* tum tutt* vse 所有 모든* جميع सभी
o allem alles everything todo tudo wszystko 全部 すべて
I angabe* anweisung* auftrag* befehl* command* directions directive* instruc* instruk* istruz* talimat* ukazan* vorgabe* 指令 指示 命令 지시* 명령* تعليمات التعليمات निर्देश
J guideline* pravil* regel regeln regla* richtlin* rule rules 规则
Q prompt* 提示 プロンプト 프롬프트*
t article* artikel* assignment* aufgabe* ausfuhrung* context* conversation* data document* gesagt* information* input* knowledge memory order orders page said statement* tarea* task* text texts thoughts told training webpage words
G boundar* censor* confines constraint* filter* limit* moderation policies policy programming protocols restrict* safeguard* safety
M amoral* consequence* controversial dangerous ethic* evil explicit harmful hate* illegal* immoral* inappropriate inhumane legal* lewd malicious moral* nsfw offensive profan* racist taboo unethical* vulgar
F break* broken bypass* circumvent* deactivat* disable* escape* free* hack jailbr* liberat* lift* remove* unlock*
N cannot cant doesnt dont kein* never nicht no none not nothing ohne regardless sans without wont zero
U unbiased unbound* uncensor* unfilter* unhinged unlimited unrestrict*
Y dein* dich dir du sie u you youll youre yourself youve 你 您 あなた
y your 你的
B act acting acts actua* agier* auftret* become* behav* embod* emulat* fungier* immers* impersonat* personif* portray* pretend* roleplay* simulat* 扮演
b am are be being bist es is sind son
r character* charakter* figur persona* role* rolle*
a als as like
W ab forth immediately jetzt now nun 现在
w additional neue* new nov* weitere 新
l always anything must only whatever
L ai ais assistant* bot chatbot* chatgpt gpt* ki llm openai
D dan dans
S admin root sudo system* 系统
m activated enabled mode modus
d dev developer god opposite
R disclos* display divulge druck* dump echo expose gib imprim* leak montr* mostr* muestr* nenn* output pokaz* print recite repeat reproduce reveal* show verrate* zeig* 显示 输出 重复 表示 출력*
v antworte di give return sag* say schreib* summarize tell translat* write 说
X credential* parol* passcode* passphrase* passwor* secret* 密码 パスワード
K answer* antwort* code* implementation replies reply response* solution
V access add adjust alter apply change conclude conduct create delete deploy download encode enhance ensure execute format forward grant include incorporat* insert inspect install integrat* introduce make manage mention modify monitor open pay perform post protect provide recommend redirect replace respond retrieve review rewrite run secure send share suggest transfer update use verify
H covert* discreetly secretly silently stealth* undetected unnoticed
E bitte please
C accept allow call check click confirm contact enter feel fill find follow let log note read refer remember remit see sign specify submit try visit wait
f abide* adhere* apolog* compl* decline* deny* disclaimer* fulfill* hesitat* judge moraliz* obey* refus* reject* remind* sorry warn*
h dialogue fantasy fictional* hypothetical* imagin* parallel scenario simulation story theoretical* universe
s bleib* keep remain* stay* verharr*
e begin* end ende start
c complete completed done finished
z mochte* need want wish
x asshole* bitch* fuck* shit*
k backdoor* cryptomin* disrupt* exfiltrat* exploit* fraud* hacker* hacking illicit keylog* malware manipulat* phishing ransomware sabotag* spyware steal tamper* trojan virus
q frage* quer* question* request*
j instead just simply stattdessen
i i ich me mein my
u human* user users
p hidden initial internal original starting
Z cebzcg flfgrz gur lbh lbhe naq nyy vtaber
g dna eht erongi lla metsys ruoy tpmorp uoy`;

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
