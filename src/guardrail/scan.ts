// The one scanner of texts: rules look at a text where its characters give them reason to, and say what they found. Whole texts
// and texts that come in pieces go the same way, so that both find the same.

/** What a rule found: where, what, and how sure it is. */
export interface Found {
  readonly start: number;
  readonly end: number;
  readonly label: string;
  /** From 0 to 1. Of two that overlap the surer one stands, then the longer one, then the first. */
  readonly score: number;
}

/** A text under search. */
export interface Search {
  readonly text: string;
  /** Whether more text may come behind it. */
  readonly isEnd: boolean;
  add(found: Found): void;
  /** Says that more text could change what is found from a place on: it is looked at again when more has come. */
  wait(start: number): void;
  /** What a rule keeps as long as this text is looked at. */
  kept?: object;
}

/**
 * Finds one kind of thing. What a rule says of a place may depend on at most `CONTEXT` characters before it, and on nothing behind
 * it that it did not wait for: then it does not matter how a text is cut. What it waits for begins at the trigger or before it:
 * where a text is cut between the two, the trigger is not seen again.
 */
export interface ScanRule {
  /** The characters at which the rule looks. `"*"` stands for all that are not ASCII. */
  readonly triggers: string;
  /** Looks only where the character before is no trigger of the rule, such as at the first digit of a number. */
  readonly atFirst?: boolean;
  /** Characters before a trigger that can be part of what is found, such as the name before the "@" of an address. */
  readonly before?: string;
  /** How many of them at most. Default 64. */
  readonly mostBefore?: number;
  /** Where what may be the front of something begins at the end of a text, where characters alone do not say it. */
  open?(text: string): number;
  look(search: Search, at: number): void;
}

/** How many characters before a place its rules may look at. */
export const CONTEXT = 256;

/** Rules, sorted by the characters at which they look. */
export interface Scanner {
  /**
   * Finds what stands in a text from a place on, without overlaps, in order. `settled` is the place from which on more text could
   * change something: found is only what ends before it.
   */
  scan(
    text: string,
    from: number,
    isEnd: boolean,
  ): { readonly found: readonly Found[]; readonly settled: number };
}

/** Puts rules together. What they find with less than the least score does not count. */
export function scanner(rules: readonly ScanRule[], least = 0): Scanner {
  // By their codes, what looks at the characters; most have nothing.
  const looking: (RuleAt[] | undefined)[] = Array.from({ length: OTHER + 1 }, () => undefined);
  for (const rule of rules) {
    const triggers = new Uint8Array(OTHER + 1);
    for (const character of rule.triggers) triggers[character === "*" ? OTHER : character.charCodeAt(0)] = 1;
    const ruleAt = { rule, triggers: rule.atFirst ? triggers : undefined };
    for (const [code, isTrigger] of triggers.entries())
      if (isTrigger) looking[code] = [...(looking[code] ?? []), ruleAt];
  }
  // Where nothing else is looked at, it is passed over a row at once.
  const skips = !rules.some(({ triggers }) => OTHERS.test(triggers));
  return {
    scan(text, from, isEnd) {
      const search = new OpenSearch(text, from, isEnd, least);
      for (let at = from; at < text.length; at++) {
        const code = codeAt(text, at);
        const list = looking[code];
        if (!list) {
          if (skips) at = passed(text, at);
          continue;
        }
        const before = codeAt(text, at - 1);
        for (const { rule, triggers } of list) {
          if (triggers?.[before] === 1) continue;
          search.at = at;
          rule.look(search, at);
        }
      }
      if (isEnd) return settle(search.found, text.length, search.looks);
      let { open } = search;
      for (const rule of rules) open = Math.min(open, tailOf(text, rule), rule.open?.(text) ?? open);
      return settle(search.found, Math.max(open, from), search.looks);
    },
  };
}

interface RuleAt {
  readonly rule: ScanRule;
  /** Marks the characters at which it does not look twice in a row. */
  readonly triggers: Uint8Array | undefined;
}

/** Stands for every character that is not ASCII. */
const OTHER = 128;
const BLANK = 32;
/** The characters at which numbers and addresses are looked for, and all others. */
const STOP: RegExp = /[\d".:@-]/g;
const OTHERS: RegExp = /[^\d".:@-]/;

/** The last of the characters from a place on at which nothing is looked for. */
function passed(text: string, at: number): number {
  STOP.lastIndex = at + 1;
  return STOP.test(text) ? STOP.lastIndex - 2 : text.length;
}

class OpenSearch implements Search {
  readonly text: string;
  readonly isEnd: boolean;
  readonly found: Found[] = [];
  /** Where rules looked that found something behind that place. */
  readonly looks: Map<Found, number> = new Map();
  kept?: object;
  at = 0;
  open: number;
  readonly #from: number;
  readonly #least: number;

  constructor(text: string, from: number, isEnd: boolean, least: number) {
    this.text = text;
    this.#from = from;
    this.isEnd = isEnd;
    this.#least = least;
    this.open = text.length;
  }

  add(found: Found): void {
    if (found.score < this.#least || found.start < this.#from) return;
    this.found.push(found);
    if (this.at < found.start) this.looks.set(found, this.at);
  }

  wait(start: number): void {
    if (!this.isEnd && start < this.open) this.open = start;
  }
}

/** Leaves of what overlaps the better one. */
export function withoutOverlaps(found: Found[]): Found[] {
  return settle(found, Number.POSITIVE_INFINITY).found;
}

/** Leaves of what overlaps the better one, and of what may still change nothing. */
function settle(
  all: Found[],
  open: number,
  looks?: ReadonlyMap<Found, number>,
): { found: Found[]; settled: number } {
  all.sort((one, other) => one.start - other.start);
  const found: Found[] = [];
  // Where rules must look again to find the same.
  const again: number[] = [];
  let best: Found | undefined;
  // What overlaps is decided together, from its first character to its last.
  let [chainStart, chainEnd] = [0, 0];
  for (const next of all) {
    const start = Math.min(next.start, looks?.get(next) ?? next.start);
    if (best && next.start < best.end) {
      chainStart = Math.min(chainStart, start);
      chainEnd = Math.max(chainEnd, next.end);
      if (isBetter(next, best)) best = next;
      continue;
    }
    if (best && chainEnd > open) break;
    if (best) {
      found.push(best);
      again.push(chainStart);
    }
    best = next;
    chainStart = start;
    chainEnd = next.end;
  }
  let settled = open;
  if (best && chainEnd > open) settled = Math.min(open, chainStart);
  else if (best) found.push(best);
  while ((found.at(-1)?.end ?? 0) > settled) {
    found.pop();
    settled = Math.min(settled, again.pop() ?? settled);
  }
  return { found, settled };
}

function isBetter(one: Found, other: Found): boolean {
  if (one.score !== other.score) return one.score > other.score;
  return one.end - one.start > other.end - other.start;
}

/** Where the last characters of a text begin that could be the front of something. */
function tailOf(text: string, { before = "", mostBefore = 64 }: ScanRule): number {
  let start = text.length;
  const first = Math.max(0, start - mostBefore);
  while (start > first && before.includes(text.charCodeAt(start - 1) < OTHER ? text.charAt(start - 1) : "*"))
    start--;
  return start;
}

function codeAt(text: string, at: number): number {
  return at < 0 ? BLANK : Math.min(text.charCodeAt(at), OTHER);
}
