import { type Scanner, type ScanRule, type Search, scanner } from "../scan.ts";

/** So many characters that are no letters or digits may stand between two of the word. */
const MOST_BETWEEN = 6;
const LETTERS = "abcdefghijklmnopqrstuvwxyz";

/** Finds a word however it is spelled. */
export function spellingScanner(word: string): Scanner {
  return scanner([ruleFor(word)]);
}

/** A spelling of the word. */
interface Spelling {
  readonly text: string;
  readonly isExact: boolean;
}

function ruleFor(given: string): ScanRule {
  const word = given.toLowerCase();
  const spellings = [
    word,
    Array.from(word).reverse().join(""),
    word.replace(/[a-z]/g, (letter) => LETTERS.charAt((LETTERS.indexOf(letter) + 13) % 26)),
  ].map((text): Spelling => ({ text, isExact: false }));
  for (const cased of new Set([given, word, word.toUpperCase()])) {
    const hex = Array.from(cased, (letter) => letter.charCodeAt(0).toString(16)).join("");
    spellings.push({ text: hex, isExact: false });
    // In base64 a word looks different at each of three places, and its first and last characters depend on its neighbours.
    for (const [before, cut] of [
      ["", 0],
      ["_", 2],
      ["__", 3],
    ] as const) {
      const text = btoa(before + cased).replaceAll("=", "");
      spellings.push({
        text: text.slice(cut, (before + cased).length % 3 === 0 ? undefined : -1),
        isExact: true,
      });
    }
  }
  const firsts = spellings.map(
    ({ text, isExact }) => text.charAt(0) + (isExact ? "" : text.charAt(0).toUpperCase()),
  );
  return {
    triggers: [...new Set(firsts.join(""))].join(""),
    look(search, at) {
      for (const spelling of spellings) {
        const end = endOf(search, at, spelling);
        if (end > 0) search.add({ start: at, end, label: "canary", score: 1 });
      }
    },
  };
}

/** Where a spelling ends that begins at a place; 0 where none does. */
function endOf(search: Search, start: number, { text, isExact }: Spelling): number {
  let at = start;
  let between = 0;
  for (let index = 0; index < text.length; ) {
    if (at >= search.text.length) {
      search.wait(start);
      return 0;
    }
    const given = search.text.charAt(at++);
    if ((isExact ? given : given.toLowerCase()) === text.charAt(index)) {
      index++;
      between = 0;
    } else if (++between > MOST_BETWEEN || /[a-z\d]/i.test(given)) return 0;
  }
  return at;
}
