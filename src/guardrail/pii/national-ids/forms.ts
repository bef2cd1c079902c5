// What identifiers look like, which words stand beside them, and how their check digits are made. Letters are capital, and what
// groups are separated by is left out. Sources: the registers of the countries, as the OECD (tax identifiers), ISO 7064 and
// ICAO 9303 give them.

import { mod1110, verhoeff, weighed } from "../checksums.ts";
import { luhn } from "../luhn.ts";
import type { NationalIdKind } from "./kinds.ts";

/**
 * How many characters there are, in base 36; the form; the beginnings of words that say what it is besides those of its name, in lower case (a blank ends a word, "*" says
 * that nothing else looks like it, so that no word is needed); the check: a function, or the weights of the digits, by what their
 * sum is divided, and what is left then.
 */
export type NationalIdForm = readonly [
  lengths: string,
  form: RegExp,
  words: string,
  check?: string | ((id: string) => boolean),
  by?: number,
  rest?: number,
];

export const FORMS: Readonly<Record<NationalIdKind, NationalIdForm>> = {
  "aba-routing-number": ["9", /^[0-36-8]\d{8}$/, "rtn |transit|bank", "371371371", 10],
  "au-abn": ["b", /^[1-9]\d{10}$/, "business", "a13579bdfhj", 89, 10],
  "au-acn": ["9", /^\d{9}$/, "company", "876543211", 10],
  "au-medicare": ["a", /^[2-6]\d{9}$/, "", "137913799", 10],
  "au-tfn": ["9", /^\d{9}$/, "tax file", "14375869a", 11],
  "ca-sin": ["9", /^[1-79]\d{8}$/, "social|assurance", luhn],
  "de-bsnr": ["9", /^(?:0[1-3]|17|20|35|38|46|5[12]|7[1-48]|83|88|93|98)\d{7}$/, "betriebsst|praxis"],
  "de-health-insurance": ["a", /^[A-Z]\d{9}$/, "kvnr|versicher|kranken", (id) => crossSum(id, "1212121212")],
  "de-id-card": [
    "9",
    /^[CFGHJ-NPRTV-Z][\dCFGHJ-NPRTV-Z]{7}\d$/,
    "ausweis|personalaus|identity",
    "731731739",
    10,
  ],
  "de-lanr": ["9", /^\d{9}$/, "arzt", "4949491", 10],
  "de-passport": ["9", /^[CFGHJ-NPRTV-Z][\dCFGHJ-NPRTV-Z]{7}\d$/, "reisepass|pass ", "731731739", 10],
  "de-social-security": [
    "c",
    /^\d\d(?:0[1-9]|[1267]\d|3[01]|5[1-9]|8[01])(?:0[1-9]|1[0-2])\d\d[A-Z]\d{3}$/,
    "*|rente|rvnr|sozial|versicher",
    (id) => crossSum(id, "212571212121"),
  ],
  "de-tax-id": ["b", /^[1-9]\d{10}$/, "steuer|idnr|tin ", isGermanTaxId],
  "de-vat-id": ["b", /^DE\d{9}$/, "*|ust|umsatzst", (id) => mod1110(id.slice(2))],
  "es-nie": ["9", /^[XYZ]\d{7}[A-Z]$/, "*|extranjer", isSpanish],
  "es-nif": ["9", /^\d{8}[A-Z]$/, "*|dni ", isSpanish],
  "in-aadhaar": ["c", /^[2-9]\d{11}$/, "uidai|आधार", verhoeff],
  "in-gstin": ["f", /^[0-3]\d[A-Z]{5}\d{4}[A-Z][\dA-Z]Z[\dA-Z]$/, "*|gst"],
  "in-pan": ["a", /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/, "*"],
  "it-fiscal-code": ["g", /^[A-Z]{6}\d\d[ABCDEHLMPRST][0-7]\d[A-Z]\d{3}[A-Z]$/, "*|codice"],
  "it-vat-code": ["b", /^\d{11}$/, "iva |partita", luhn],
  "kr-brn": [
    "a",
    /^\d{10}$/,
    "business|사업자",
    (id) => (weighed(id, "1371371351") + Math.floor(Number(id[8]) / 2)) % 10 === 0,
  ],
  "kr-frn": ["d", /^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[5-8]\d{6}$/, "foreigner|외국인"],
  "kr-rrn": ["d", /^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[1-4]\d{6}$/, "resident|주민"],
  "ph-tin": ["9c", /^\d{9}(?:\d{3})?$/, "tax|bir ", "98765432a", 11],
  "pl-pesel": ["b", /^\d\d(?:[02468][1-9]|[13579][0-2])(?:0[1-9]|[12]\d|3[01])\d{5}$/, "", "13791379131", 10],
  "se-organisationsnummer": ["ac", /^(?:16)?\d\d[2-9]\d{7}$/, "orgn|företag|company", isSwedish],
  "se-personnummer": [
    "ac",
    /^(?:18|19|20)?\d\d(?:0[1-9]|1[0-2])(?:[06][1-9]|[1278]\d|[39][01])\d{4}$/,
    "pnr |samordning|identity|personal",
    isSwedish,
  ],
  "sg-uen": ["9a", /^(?:\d{8,9}|[RST]\d\d[A-Z][\dA-Z]\d{4})[A-Z]$/, "*", isSingaporean],
  "th-tnin": [
    "d",
    /^[1-8](?:[134]\d|2[0-7]|5[0-8]|[67][0-7]|[89][0-6])\d{10}$/,
    "thai|เลข|บัตร",
    (id) => (11 - (weighed(id, "dcba98765432") % 11)) % 10 === Number(id[12]),
  ],
  "tr-national-id": ["b", /^[1-9]\d{10}$/, "kimlik|tc |tckn|kişi", isTurkish],
  "uk-driving-licence": ["g", /^[A-Z][A-Z9]{4}\d(?:[05][1-9]|[16][0-2])[0-3]\d\d[A-Z9]{2}\d[A-Z]{2}$/, "*"],
  "uk-nhs": ["a", /^\d{10}$/, "", "a987654321", 11],
  "uk-nino": ["9", /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/, "*|national"],
  "us-driver-license": [
    "89abcde",
    /^[A-Z]?\d{6,13}$/,
    "driver s lic|driver lic|drivers lic|driving lic|license n|dl ",
  ],
  "us-itin": ["9", /^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/, "tax"],
  "us-mbi": [
    "b",
    /^[1-9][AC-HJKMNP-RT-Y][\dAC-HJKMNP-RT-Y]\d[AC-HJKMNP-RT-Y][\dAC-HJKMNP-RT-Y]\d[AC-HJKMNP-RT-Y]{2}\d\d$/,
    "*|medicare",
  ],
  "us-npi": ["a", /^[12]\d{9}$/, "provider", (id) => luhn(`80840${id}`)],
  "us-passport": ["9", /^[A-Z\d]\d{8}$/, ""],
  "za-id-number": [
    "d",
    /^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{4}[0-2][89]\d$/,
    "id |identity",
    luhn,
  ],
};

/** Whether the last digit is that of the sum of the digits of the products; a letter is two digits, its place in the alphabet. */
function crossSum(id: string, weights: string): boolean {
  const digits = id.replace(/[A-Z]/, (letter) => String(Number.parseInt(letter, 36) + 91).slice(1));
  let sum = 0;
  for (let at = 0; at < weights.length; at++) {
    const product = Number(digits[at]) * Number(weights[at]);
    sum += product > 9 ? (product % 10) + Math.floor(product / 10) : product;
  }
  return sum % 10 === Number(id.at(-1));
}

/** No digit stands more than three times in front of the check digit. */
function isGermanTaxId(id: string): boolean {
  let counts = 0;
  for (let at = 0; at < 10; at++) {
    const place = 2 * Number(id[at]);
    if (((counts >> place) & 3) === 3) return false;
    counts += 1 << place;
  }
  return mod1110(id);
}

function isSpanish(id: string): boolean {
  const digits = Number(id.slice(0, -1).replace(/[XYZ]/, (letter) => String("XYZ".indexOf(letter))));
  return "TRWAGMYFPDXBNJZSQVHLCKE"[digits % 23] === id.at(-1);
}

function isSwedish(id: string): boolean {
  return luhn(id.slice(-10));
}

/** Companies by their year, others by the letter in front, and businesses of neither. */
function isSingaporean(id: string): boolean {
  const last = id.at(-1);
  if (id.length === 9) return "XMKECAWLJDB"[weighed(id, "a4938271") % 11] === last;
  if (/^\d/.test(id)) return "ZKCMDNERGWH"[weighed(id, "a86497531") % 11] === last;
  const values = "ABCDEFGHJKLMNPQRSTUVWX0123456789";
  let sum = 6;
  for (let at = 0; at < 9; at++)
    sum += values.indexOf(id.charAt(at)) * Number([4, 3, 5, 3, 10, 2, 2, 5, 7][at]);
  return values[sum % 11] === last;
}

function isTurkish(id: string): boolean {
  return weighed(id, "797979797") % 10 === Number(id[9]) && weighed(id, "1111111111") % 10 === Number(id[10]);
}
