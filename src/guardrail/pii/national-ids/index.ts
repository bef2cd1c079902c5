import type { ScanRule, Search } from "../../scan.ts";
import { FORMS } from "./forms.ts";
import { NATIONAL_ID_KINDS, type NationalIdKind } from "./kinds.ts";

/**
 * Finds national identifiers, each under its kind. What is only digits, and passes its check by chance too often, is found where
 * words beside it say what it is, or where the text is nothing else.
 *
 * @param kinds which kinds; all by default.
 * @example
 * scanText(scanner([nationalIdRule(["us-npi"])]), "NPI 1245319599"); // one, from 4 to 14
 */
export function nationalIdRule(kinds: readonly NationalIdKind[] = NATIONAL_ID_KINDS): ScanRule {
  return {
    triggers: "0123456789",
    atFirst: true,
    before: "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ- ",
    mostBefore: LETTERS + 3,
    look(search, at) {
      const { text } = search;
      const letters = /[a-z]*$/i.exec(text.slice(Math.max(0, at - LETTERS), at))?.[0].length ?? 0;
      const start = at - letters;
      // Two letters may stand apart in front.
      const apart =
        letters === 0 && /(?:^|[^\w\xc0-\u024f])[a-z]{2}[- ]$/i.test(text.slice(Math.max(0, at - 4), at));
      if (apart && lookAt(search, at - 3, kinds)) return;
      lookAt(search, start, kinds);
    },
  };
}

/** No identifier has more letters before its first digit, or more characters, those between its groups among them. */
const LETTERS = 6;
const MOST = 24;
/** How far words may stand in front and behind. */
const BEFORE = 60;
const BEHIND = 30;

/** Looks from one place on, for all that ends where a group ends, the longest first. */
function lookAt(search: Search, start: number, kinds: readonly NationalIdKind[]): boolean {
  const { text } = search;
  const near = text.slice(start, start + MOST);
  let candidate = /^[\da-z]+(?:[-. :/_][\da-z]+)*/i.exec(near)?.[0] ?? "";
  if (start + MOST > text.length && candidate.length + 2 > near.length) search.wait(start);
  const before = text.slice(Math.max(0, start - BEFORE), start);
  if (/[\w+\xc0-\u024f]$|\w[-.:/_]$/.test(before)) return false;
  // What stands behind a number and a blank may be the rest of a longer one.
  if (/\d $/.test(before)) candidate = /^\S*/.exec(candidate)?.[0] ?? "";
  for (; candidate.length > 7; candidate = candidate.slice(0, Math.max(0, candidate.lastIndexOf(" ")))) {
    const id = candidate.replace(/[^\da-z]+/gi, "").toUpperCase();
    if (id.length > 7 && id.length < 17 && judge(search, start, candidate.length, id, before, kinds))
      return true;
  }
  return false;
}

/** Adds what an identifier can be; the surest is told. */
function judge(
  search: Search,
  start: number,
  length: number,
  id: string,
  before: string,
  kinds: readonly NationalIdKind[],
): boolean {
  const { text } = search;
  const end = start + length;
  const behind = text.slice(end, end + BEHIND);
  if (/^(?:[\w+@\xc0-\u024f]|[-.:/_]\w)/.test(behind) || /^(\d)\1*$/.test(id)) return false;
  let words: string | undefined;
  let isFound = false;
  for (const label of kinds) {
    const [form, wanted, check, isPlain] = FORMS[label];
    if (!form.test(id) || !check(id)) continue;
    if (end + BEHIND > text.length) search.wait(start);
    words ??= ` ${`${before} ${behind}`.toLowerCase().replace(/[^a-z\x80-\uffff]+/g, " ")} `;
    const isSaid = wanted.split("|").some((word) => words?.includes(` ${word}`));
    if (!isSaid && !isPlain && (start > 0 || end < text.length)) continue;
    search.add({ start, end, label, score: isSaid ? 0.9 : isPlain ? 0.7 : 0.6 });
    isFound = true;
  }
  return isFound;
}

export { NATIONAL_ID_KINDS, type NationalIdKind };
