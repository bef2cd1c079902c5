import type { ScanRule, Search } from "../../scan.ts";
import { weighed } from "../checksums.ts";
import { FORMS, type NationalIdForm } from "./forms.ts";
import type { NationalIdKind } from "./kinds.ts";

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
      let start = at;
      while (start > at - LETTERS && /[a-z]/i.test(text.charAt(start - 1))) start--;
      // Two letters may stand apart in front.
      const apart =
        start === at && /(?:^|[^\w\xc0-\u024f])[a-z]{2}[- ]$/i.test(text.slice(Math.max(0, at - 4), at));
      if (apart && lookAt(search, at - 3, kinds)) return;
      lookAt(search, start, kinds);
    },
  };
}

/**
 * The kinds of national identifiers that can be asked for.
 *
 * @example
 * NATIONAL_ID_KINDS.includes("us-npi"); // true
 */
export const NATIONAL_ID_KINDS: readonly NationalIdKind[] = /* @__PURE__ */ kindsOf();

/** No identifier has more letters before its first digit, or more characters, those between its groups among them. */
const LETTERS = 6;
const MOST = 24;
/** How far words may stand in front and behind. */
const BEFORE = 60;
const BEHIND = 30;
/** Every group has a digit, but for the first one and single letters. */
const GROUPS = /^[\da-z]+(?:[-. :/_](?:[a-z]{0,5}\d[\da-z]*|[a-z](?![a-z]))){0,5}/i;
/** What may become another group. */
const UNFINISHED = /^(?:[-. :/_][a-z]{0,5})?$/i;
/** Eight characters, and four digits or more. */
const FEWEST = /^(?=.{8})(?:\D*\d){4}/;

/** Looks from one place on, for all that ends where a group ends, the longest first. */
function lookAt(search: Search, start: number, kinds: readonly NationalIdKind[]): boolean {
  const { text } = search;
  const near = text.slice(start, start + MOST);
  let candidate = GROUPS.exec(near)?.[0] ?? "";
  if (start + MOST > text.length && UNFINISHED.test(near.slice(candidate.length))) search.wait(start);
  const before = text.slice(Math.max(0, start - 2), start);
  if (/[\w+\xc0-\u024f]$|\w[-.:/_]$/.test(before)) return false;
  // What stands behind a number and a blank may be the rest of a longer one.
  if (/\d $/.test(before)) candidate = /^\S*/.exec(candidate)?.[0] ?? "";
  for (; candidate.length > 7; candidate = candidate.slice(0, Math.max(0, candidate.lastIndexOf(" ")))) {
    const id = candidate.replace(/[^\da-z]+/gi, "").toUpperCase();
    if (id.length < 17 && FEWEST.test(id) && judge(search, start, candidate.length, id, kinds)) return true;
  }
  return false;
}

/** Adds what an identifier can be; the surest is told. */
function judge(
  search: Search,
  start: number,
  length: number,
  id: string,
  kinds: readonly NationalIdKind[],
): boolean {
  const { text } = search;
  const end = start + length;
  const behind = text.slice(end, end + BEHIND);
  if (/^(?:[\w+@\xc0-\u024f]|[-.:/_]\w)/.test(behind) || id === id.charAt(0).repeat(id.length)) return false;
  let words: string | undefined;
  let isFound = false;
  for (const label of kinds) {
    const form = FORMS[label];
    const isPlain = form[1].startsWith("*");
    if (!isOf(form, id)) continue;
    if (end + BEHIND > text.length) search.wait(start);
    const before = text.slice(Math.max(0, start - BEFORE), start);
    words ??= ` ${`${before} ${behind}`.toLowerCase().replace(/[^a-z\x80-\uffff]+/g, " ")} `;
    const isSaid = wordsOf(label).some((word) => words?.includes(` ${word}`));
    if (!isSaid && !isPlain && (start > 0 || end < text.length)) continue;
    search.add({ start, end, label, score: isSaid ? 0.9 : isPlain ? 0.7 : 0.6 });
    isFound = true;
  }
  return isFound;
}

function isOf([form, , check, by = 1, rest = 0]: NationalIdForm, id: string): boolean {
  if (!form.test(id)) return false;
  return typeof check === "string" ? weighed(id, check) % by === rest : !check || check(id);
}

/** What says in words that a number is of a kind: the words of its name, and how others begin. */
function wordsOf(label: NationalIdKind): string[] {
  const names = label.split("-").filter((word) => word.length > 2 && word !== "number");
  return [...FORMS[label][1].split("|"), ...names.map((name) => `${name} `)].filter(
    (word) => word.length > 1,
  );
}

function kindsOf(): NationalIdKind[] {
  const isKind = (name: string): name is NationalIdKind => name in FORMS;
  return Object.keys(FORMS).filter(isKind);
}
