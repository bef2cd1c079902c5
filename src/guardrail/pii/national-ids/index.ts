import { ConfigError } from "../../../core/errors/config-error.ts";
import type { ScanRule, Search } from "../../scan.ts";
import { weighed } from "../checksums.ts";
import { type FindNumber, isDigit, isWord } from "../written-number.ts";
import { FORMS, type NationalIdForm } from "./forms.ts";
import type { NationalIdKind } from "./kinds.ts";

/**
 * Finds national identifiers, each under its kind. What is only digits, and passes its check by chance too often, is found where
 * words beside it say what it is, or where the text is nothing else. Throws `ConfigError` (`INVALID_CONFIG`) for a kind that there is not.
 *
 * @param kinds which kinds; all by default.
 * @example
 * scanText(scanner([numberRule([nationalIdFinder(["us-npi"])])]), "NPI 1245319599"); // one, from 4 to 14
 */
export function nationalIdFinder(kinds: readonly NationalIdKind[] = NATIONAL_ID_KINDS): FindNumber {
  const byLength: Sought[][] = [];
  for (const label of kinds) {
    if (!NATIONAL_ID_KINDS.includes(label))
      throw new ConfigError(
        `pii: "${label}" is no kind of "nationalIds". There are ${NATIONAL_ID_KINDS.join(", ")}.`,
      );
    const sought = soughtOf(label);
    for (const digit of FORMS[label][0]) {
      const length = Number.parseInt(digit, 36);
      byLength[length] = [...(byLength[length] ?? []), sought];
    }
  }
  return ({ search, text, start: at, first, count }) => {
    const isOpen = at + MOST > text.length;
    let start = at;
    while (start > at - MOST_LETTERS && isLetter(text.charCodeAt(start - 1))) start--;
    // Without letters it takes eight digits, with two letters apart six.
    if (count < 6 && start === at && !isOpen && !isLetter(text.charCodeAt(first))) return;
    // What stands between other groups is as long as it is.
    if (
      start === at &&
      !isOpen &&
      first < at + 8 &&
      text[first] === " " &&
      text[at - 1] === " " &&
      isDigit(text, at - 2)
    )
      return;
    // Two letters may stand apart in front.
    const isApart =
      start === at &&
      (count > 5 || isOpen) &&
      isLetter(text.charCodeAt(at - 2)) &&
      /(?:^|[^\w\xc0-\u024f])[a-z]{2}[- ]$/i.test(text.slice(Math.max(0, at - 4), at));
    if (isApart && lookAt(search, at - 3, byLength)) return;
    lookAt(search, start, byLength);
  };
}

/**
 * The kinds of national identifiers that can be asked for.
 *
 * @example
 * NATIONAL_ID_KINDS.includes("us-npi"); // true
 */
export const NATIONAL_ID_KINDS: readonly NationalIdKind[] = /* @__PURE__ */ allKinds();

/** No identifier has more letters before its first digit, or more characters, those between its groups among them. */
const MOST_LETTERS = 6;
const MOST = 24;
/** What may stand in front of the first digit: signs that stand before any number are among it. */
export const NATIONAL_ID_FRONT: Pick<ScanRule, "before" | "mostBefore"> = {
  before: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz- +(",
  mostBefore: 9,
};
/** How far words may stand in front and behind. */
const BEFORE = 60;
const BEHIND = 30;
/** Every group has a digit, but for the first one and single letters. */
const GROUPS = /^[\da-z]+(?:[-. :/_](?:[a-z]{0,5}\d[\da-z]*|[a-z](?![a-z]))){0,4}/i;
/** It is the front of something longer. */
const GOES_ON = /^(?:[\w+@\xc0-\u024f]|[-.:/_]\w)/;
/** What may become another group. */
const UNFINISHED = /^(?:[-. :/_][a-z]{0,5})?$/i;

/** Looks from one place on, for all that ends where a group ends, the longest first. */
function lookAt(search: Search, start: number, byLength: readonly (readonly Sought[])[]): boolean {
  const { text } = search;
  const before = text.charCodeAt(start - 1);
  if (isWord(before) || before === 43) return false;
  const isNext = before > 44 && before < 59 && text.charCodeAt(start - 2) < 128;
  if (isNext && isWord(text.charCodeAt(start - 2))) return false;
  const near = text.slice(start, start + MOST);
  const candidate = GROUPS.exec(near)?.[0] ?? "";
  if (start + MOST > text.length && UNFINISHED.test(near.slice(candidate.length))) search.wait(start);
  // What stands behind a number and a blank may be the rest of a longer one.
  let end = before === 32 && isDigit(text, start - 2) ? `${candidate} `.indexOf(" ") : candidate.length;
  for (; end > 7; end = candidate.lastIndexOf(" ", end - 1)) {
    if (GOES_ON.test(text.slice(start + end, start + end + 2))) continue;
    const kinds = kindsOf(candidate.slice(0, end), byLength);
    if (kinds.length > 0 && judge(search, start, start + end, kinds)) return true;
  }
  return false;
}

/** The kinds whose form and check digits something has. */
function kindsOf(written: string, byLength: readonly (readonly Sought[])[]): readonly Sought[] {
  let [digits, letters] = [0, 0];
  for (let at = 0; at < written.length; at++) {
    const code = written.charCodeAt(at);
    if (isLetter(code)) letters++;
    else if (code > 47 && code < 58) digits++;
  }
  const sought = byLength[digits + letters];
  // No identifier has more letters for its digits.
  if (!sought || 2 * letters > 3 * digits) return [];
  const id = digits === written.length ? written : written.replace(/[^\da-z]+/gi, "").toUpperCase();
  return /^(.)\1*$/.test(id) ? [] : sought.filter(({ form, check }) => form.test(id) && check(id));
}

function isLetter(code: number): boolean {
  return (code | 32) > 96 && (code | 32) < 123;
}

/** Adds what can be of some kinds, where words or the form are enough; the surest is told. */
function judge(search: Search, start: number, end: number, kinds: readonly Sought[]): boolean {
  const { text } = search;
  if (end + BEHIND > text.length) search.wait(start);
  const near =
    `${text.slice(Math.max(0, start - BEFORE), start)} ${text.slice(end, end + BEHIND)}`.toLowerCase();
  let around: string | undefined;
  let isFound = false;
  for (const { label, stems, words, isPlain } of kinds) {
    const isSaid =
      stems.some((stem) => near.includes(stem)) &&
      words.some((word) => {
        around ??= ` ${near.replace(/[^a-z\x80-\uffff]+/g, " ")} `;
        return around.includes(word);
      });
    if (!isSaid && !isPlain && (start > 0 || end < text.length)) continue;
    search.add({ start, end, label, score: isSaid ? 0.9 : isPlain ? 0.7 : 0.6 });
    isFound = true;
  }
  return isFound;
}

/** What is looked for: words of the kind's name, and how others begin, say that a number is one. */
interface Sought {
  readonly label: NationalIdKind;
  readonly form: RegExp;
  /** Whether the check digits are right. */
  check(id: string): boolean;
  /** The fronts of the words: where none of them stands it takes no closer look. */
  readonly stems: readonly string[];
  readonly words: readonly string[];
  readonly isPlain: boolean;
}

/** Words of names that stand beside other numbers as often: those of versions, files and years. */
const COMMON: readonly string[] = ["number", "driver", "license"];

function soughtOf(label: NationalIdKind): Sought {
  const [, form, said, check = () => true, by = 1, rest = 0]: NationalIdForm = FORMS[label];
  const names = label.split("-").filter((word) => word.length > 2 && !COMMON.includes(word));
  const others = said.split("|").filter((word) => word.length > 1);
  const words = [...others, ...names.map((name) => `${name} `)].map((word) => ` ${word}`);
  const stems = [...new Set(words.map((word) => word.slice(1, 4).trim()))];
  return {
    label,
    form,
    check: typeof check === "string" ? (id) => weighed(id, check) % by === rest : check,
    stems,
    words,
    isPlain: said.startsWith("*"),
  };
}

function allKinds(): NationalIdKind[] {
  const isKind = (name: string): name is NationalIdKind => name in FORMS;
  return Object.keys(FORMS).filter(isKind);
}
