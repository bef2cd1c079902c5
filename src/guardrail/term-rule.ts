import { readable } from "./readable.ts";
import type { ScanRule } from "./scan.ts";

/** What terms a rule looks for, and how. */
export interface TermOptions {
  readonly terms: readonly string[];
  readonly label: string;
  readonly score: number;
  readonly ignoreCase: boolean;
  /** Finds a term only where no letter and no digit stands next to it. */
  readonly isBounded: boolean;
}

/** Finds exact terms: of those that begin at a place, the longest. */
export function termRule({ terms, label, score, ignoreCase, isBounded }: TermOptions): ScanRule {
  const root: Node = new Map();
  const fold = (code: number): number => (ignoreCase ? lowered(code) : code);
  let triggers = "";
  for (const term of terms) {
    const { text } = readable(term);
    let node = root;
    for (let at = 0; at < text.length; at++) {
      const code = fold(text.charCodeAt(at));
      const next: Node = node.get(code) ?? new Map();
      node.set(code, next);
      node = next;
    }
    node.set(END, node);
    const [first = ""] = text;
    triggers += first > "\x7f" ? "*" : ignoreCase ? first.toLowerCase() + first.toUpperCase() : first;
  }
  // Two characters beyond ASCII are the other case of one in it.
  if (ignoreCase && triggers !== "") triggers += "*";
  return {
    triggers,
    look(search, start) {
      const { text } = search;
      if (isBounded && isWord(text.charCodeAt(start - 1))) return;
      let node: Node | undefined = root;
      let end = 0;
      for (let at = start; ; at++) {
        if (at === text.length) search.wait(start);
        if (node.has(END) && !(isBounded && isWord(text.charCodeAt(at)))) end = at;
        if (at === text.length) break;
        node = node.get(fold(text.charCodeAt(at)));
        if (!node) break;
      }
      if (end > start) search.add({ start, end, label, score });
    },
  };
}

/** Where one goes from here with each character. */
type Node = Map<number, Node>;

/** Stands where a term ends. */
const END = -1;
const FINAL_SIGMA = 0x3c2;

/** In lower case, character by character: a text must not get longer, and a letter not depend on its place in a word. */
function lowered(code: number): number {
  return code === FINAL_SIGMA ? code + 1 : String.fromCharCode(code).toLowerCase().charCodeAt(0);
}

function isWord(code: number): boolean {
  return /[\w\xc0-\u024f]/.test(String.fromCharCode(code));
}
