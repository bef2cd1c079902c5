import type { Search } from "../scan.ts";
import { isAlphanumeric, isLetter, isWord } from "./characters.ts";
import { mod97 } from "./checksums.ts";

/** How long the numbers of each country are: those of the IBAN registry (SWIFT), and of countries that use the form without being in it. */
const LENGTHS =
  "15NO 16BE 18DKFIFKFOGLNLSD 19MKSI 20ATBAEEKZLTLUMNXK 21CHHRLILV 22BGBHCRDEGBGEIEMERSVA 23AEGIILIQOMSOTL 24ADCZESMDPKROSASESKTNVG 25AOCVGWLYMZPTST 26DZIRISTR 27BIBLCFCGCMDJFRGAGFGPGQGRITKMMCMFMGMQMRNCPFPMRESMTDTFWFYT 28ALAZBFBJBYCICYDOGTHNHULBMAMLNENIPLSNSVTG 29BREGPSQAUA 30JOKWMUYE 31MTSC 32LC 33RU";

/** Finds IBANs (ISO 13616) of any case and grouping, from the two check digits on: the length of the country, modulo 97. */
export function findIban(search: Search, at: number): void {
  const { text } = search;
  const start = at - 2;
  if (!isLetter(text.charCodeAt(at - 1)) || !isLetter(text.charCodeAt(start))) return;
  if (isWord(text.charCodeAt(start - 1))) return;
  const length = lengthOf(text.slice(start, at).toUpperCase());
  if (length === 0) return;
  let number = "";
  let end = start;
  for (let place = start; number.length < length; place++) {
    if (place >= text.length) {
      search.wait(start);
      return;
    }
    const code = text.charCodeAt(place);
    if (isAlphanumeric(code)) {
      number += text.charAt(place);
      end = place + 1;
    } else if (place > end || number.length < 4 || (code !== 32 && code !== 45)) return;
  }
  if (end === text.length) search.wait(start);
  // Its letters are all capital, or all small.
  if (number !== number.toUpperCase() && number !== number.toLowerCase()) return;
  if (isWord(text.charCodeAt(end)) || mod97(number.slice(4) + number.slice(0, 4)) !== 1) return;
  search.add({ start, end, label: "iban", score: 0.99 });
}

function lengthOf(country: string): number {
  for (const row of LENGTHS.split(" ")) {
    for (let at = 2; at < row.length; at += 2) {
      if (row.startsWith(country, at)) return Number(row.slice(0, 2));
    }
  }
  return 0;
}
