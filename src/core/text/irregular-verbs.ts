/** Base forms of English verbs with the forms that no ending tells. Forms that are common words of their own are left out. */
// biome-ignore format: verbs are read best when they are packed
const forms: readonly string[] = [
  "become became", "begin began begun", "bend bent", "bind bound", "blow blew blown", "break broke broken",
  "breed bred", "bring brought", "build built", "burn burnt", "buy bought", "catch caught", "choose chose chosen",
  "come came", "creep crept", "deal dealt", "draw drew drawn", "drink drank drunk", "drive drove driven",
  "eat ate eaten", "fall fell fallen", "feed fed", "fight fought", "fly flew flown", "forbid forbade forbidden",
  "forget forgot forgotten", "freeze froze frozen", "give gave given", "go went gone", "grow grew grown",
  "hang hung", "hear heard", "hide hid hidden", "hold held", "keep kept", "know knew known", "lead led", "learn learnt",
  "leave left", "lend lent", "light lit", "lose lost", "make made", "meet met", "pay paid", "ride rode ridden",
  "ring rang rung", "rise rose risen", "run ran", "seek sought", "sell sold", "send sent", "shake shook shaken",
  "shine shone", "shoot shot", "show shown", "shrink shrank shrunk", "sing sang sung", "sink sank sunk",
  "sleep slept", "speak spoke spoken", "spend spent", "spin spun", "stand stood", "steal stole stolen",
  "stick stuck", "strike struck", "swim swam swum", "swing swung", "take took taken", "teach taught",
  "tear tore torn", "think thought", "throw threw thrown", "understand understood", "wake woke woken",
  "wear wore worn", "weave wove woven", "win won", "write wrote written",
];

let bases: ReadonlyMap<string, string> | undefined;

/**
 * The base form of an irregular English verb form, or the word itself. Wants lower case.
 *
 * @example
 * baseForm("woven"); // "weave"
 */
export function baseForm(word: string): string {
  bases ??= new Map(
    forms.flatMap((verb) => {
      const [base = "", ...others] = verb.split(" ");
      return others.map((form): [string, string] => [form, base]);
    }),
  );
  return bases.get(word) ?? word;
}
