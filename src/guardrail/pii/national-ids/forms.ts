// What identifiers look like, which words stand beside them, and how their check digits are made. Letters are capital, and what
// groups are separated by is left out. Sources: the registers of the countries, as OECD (tax identifiers), ISO 7064 and the
// Wikipedia pages of the identifiers give them.

import { luhn, mod1110, verhoeff, weighed } from "../checksums.ts";
import type { NationalIdKind } from "./kinds.ts";

/** The form, the words, the check; `true` at the end where nothing else has that form, so that no word is needed. */
export type NationalIdForm = readonly [
  form: RegExp,
  words: string,
  check: (id: string) => boolean,
  isPlain?: boolean,
];

/** Words are in lower case, without accents lost; a blank behind one asks for the end of the word. */
export const FORMS: Readonly<Record<NationalIdKind, NationalIdForm>> = {
  "aba-routing-number": [
    /^(?:0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/,
    "aba |routing|rtn |transit|bank",
    (id) => weighed(id, "371371371") % 10 === 0,
  ],
  "au-abn": [/^[1-9]\d{10}$/, "abn |business", (id) => weighed(id, "a13579bdfhj") % 89 === 10],
  "au-acn": [/^\d{9}$/, "acn |company", (id) => weighed(id, "876543211") % 10 === 0],
  "au-medicare": [/^[2-6]\d{9}$/, "medicare", (id) => weighed(id, "137913799") % 10 === 0],
  "au-tfn": [/^\d{9}$/, "tfn |tax file", (id) => weighed(id, "14375869a") % 11 === 0],
  "ca-sin": [/^[1-79]\d{8}$/, "sin |social insurance|assurance sociale", luhn],
  "de-bsnr": [
    /^(?:0[1-3]|17|20|35|38|46|5[12]|7[1-48]|83|88|93|98)\d{7}$/,
    "bsnr |betriebsst|praxis|arztpraxis|kv ",
    isAny,
  ],
  "de-health-insurance": [
    /^[A-Z]\d{9}$/,
    "kvnr |versicher|krankenvers|krankenkasse|gesundheitsk|egk ",
    (id) => crossSum(id, "1212121212") === id.at(-1),
  ],
  "de-id-card": [
    /^[CFGHJ-NPRTV-Z][\dCFGHJ-NPRTV-Z]{7}\d$/,
    "ausweis|personalausweis|id card|identity",
    isIcao,
  ],
  "de-lanr": [/^\d{9}$/, "lanr |arztn|arzt ", (id) => weighed(id, "4949491") % 10 === 0],
  "de-passport": [/^[CFGHJ-NPRTV-Z][\dCFGHJ-NPRTV-Z]{7}\d$/, "reisepass|pass |passn|passport", isIcao],
  "de-social-security": [
    /^\d\d(?:0[1-9]|[1267]\d|3[01]|5[1-9]|8[01])(?:0[1-9]|1[0-2])\d\d[A-Z]\d{3}$/,
    "rente|rvnr |sozialvers|versicherungsn|svnr ",
    (id) => crossSum(id, "212571212121") === id.at(-1),
    true,
  ],
  "de-tax-id": [/^[1-9]\d{10}$/, "steuer|idnr |tin |tax ", isGermanTaxId],
  "de-vat-id": [/^DE\d{9}$/, "ust|umsatzst|vat ", (id) => mod1110(id.slice(2)), true],
  "es-nie": [/^[XYZ]\d{7}[A-Z]$/, "nie |extranjer", isSpanish, true],
  "es-nif": [/^\d{8}[A-Z]$/, "nif |dni ", isSpanish, true],
  "fi-personal-identity-code": [
    /^(?:0[1-9]|[12]\d|3[01])(?:0[1-9]|1[0-2])\d\d[A-F]?\d{3}[\dA-Y]$/,
    "hetu |henkilötunnus|identity",
    (id) =>
      letterAt("0123456789ABCDEFHJKLMNPRSTUVWXY", Number(id.slice(0, 6) + id.slice(-4, -1))) === id.at(-1),
  ],
  "in-aadhaar": [/^[2-9]\d{11}$/, "aadhaar|uidai|आधार", verhoeff],
  "in-gstin": [/^(?:0[1-9]|[12]\d|3[0-8])[A-Z]{5}\d{4}[A-Z][\dA-Z]Z[\dA-Z]$/, "gst", isAny, true],
  "in-pan": [/^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]$/, "pan |permanent account", isAny, true],
  "it-fiscal-code": [
    /^[A-Z]{6}\d\d[ABCDEHLMPRST](?:0[1-9]|[1256]\d|[37][01]|4[1-9])[A-Z]\d{3}[A-Z]$/,
    "codice fiscale",
    isAny,
    true,
  ],
  "it-vat-code": [/^\d{11}$/, "iva |partita|vat ", luhn],
  "kr-brn": [
    /^\d{10}$/,
    "brn |business registr|사업자",
    (id) => (weighed(id, "1371371351") + Math.floor(Number(id[8]) / 2)) % 10 === 0,
  ],
  "kr-frn": [/^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[5-8]\d{6}$/, "frn |foreigner|외국인", isAny],
  "kr-rrn": [/^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])[1-4]\d{6}$/, "rrn |resident|주민", isAny],
  "ng-nin": [/^\d{11}$/, "nin |national identi", verhoeff],
  "ph-tin": [/^\d{9}(?:\d{3})?$/, "tin |tax|bir |id ", (id) => weighed(id, "98765432a") % 11 === 0],
  "pl-pesel": [
    /^\d\d(?:[02468][1-9]|[13579][0-2])(?:0[1-9]|[12]\d|3[01])\d{5}$/,
    "pesel",
    (id) => weighed(id, "13791379131") % 10 === 0,
  ],
  "se-organisationsnummer": [
    /^(?:16)?\d\d[2-9]\d{7}$/,
    "orgn|organi[sz]ationsn|företag|company",
    (id) => luhn(id.slice(-10)),
  ],
  "se-personnummer": [
    /^(?:18|19|20)?\d\d(?:0[1-9]|1[0-2])(?:[06][1-9]|[1278]\d|[39][01])\d{4}$/,
    "personn|pnr |samordning|identity|personal",
    (id) => luhn(id.slice(-10)),
  ],
  "sg-nric-fin": [/^[FGMST]\d{7}[A-Z]$/, "nric|fin |ic ", isSingaporean, true],
  "sg-uen": [/^(?:\d{8}|(?:19|20)\d{7}|[RST]\d\d[A-Z][\dA-Z]\d{4})[A-Z]$/, "uen |entity", isEntity, true],
  "th-tnin": [
    /^[1-8](?:[134]\d|2[0-7]|5[0-8]|6[0-7]|7[0-7]|8[0-6]|9[0-6])\d{10}$/,
    "tnin |thai|เลข|บัตร",
    (id) => (11 - (weighed(id, "dcba98765432") % 11)) % 10 === Number(id[12]),
  ],
  "tr-national-id": [/^[1-9]\d{10}$/, "kimlik|tc |tckn |kişi|vatanda", isTurkish],
  "uk-driving-licence": [
    /^[A-Z][A-Z9]{4}\d(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\d|3[01])\d[A-Z9]{2}\d[A-Z]{2}$/,
    "driv|licen",
    isAny,
    true,
  ],
  "uk-nhs": [/^\d{10}$/, "nhs |health serv", (id) => weighed(id, "a987654321") % 11 === 0],
  "uk-nino": [
    /^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]$/,
    "nino |national insurance",
    isAny,
    true,
  ],
  "us-driver-license": [/^[A-Z]?\d{6,13}$/, "driver|driving|licen|dl ", isAny],
  "us-itin": [/^9\d\d(?:5\d|6[0-5]|7\d|8[0-8]|9[0-24-9])\d{4}$/, "itin |taxpayer|tax id", isAny],
  "us-mbi": [
    /^[1-9][AC-HJKMNP-RT-Y][\dAC-HJKMNP-RT-Y]\d[AC-HJKMNP-RT-Y][\dAC-HJKMNP-RT-Y]\d[AC-HJKMNP-RT-Y]{2}\d\d$/,
    "mbi |medicare",
    isAny,
    true,
  ],
  "us-npi": [/^[12]\d{9}$/, "npi |provider", (id) => luhn(`80840${id}`)],
  "us-passport": [/^[A-Z\d]\d{8}$/, "passport|travel doc", isAny],
  "za-id-number": [
    /^\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{4}[0-2][89]\d$/,
    "id |sa id|identity|rsa |refugee",
    luhn,
  ],
};

function isAny(): boolean {
  return true;
}

/** Documents that machines read (ICAO 9303): weights 7, 3, 1. */
function isIcao(id: string): boolean {
  return weighed(id, "731731739") % 10 === 0;
}

/** The last digit of the sum of the digits of the products; a letter is two digits, its place in the alphabet. */
function crossSum(id: string, weights: string): string {
  const digits = id.replace(/[A-Z]/, (letter) => String(Number.parseInt(letter, 36) - 9).padStart(2, "0"));
  let sum = 0;
  for (let at = 0; at < weights.length; at++) {
    const product = Number(digits[at]) * Number(weights[at]);
    sum += (product % 10) + Math.floor(product / 10);
  }
  return String(sum % 10);
}

function letterAt(letters: string, sum: number): string | undefined {
  return letters[sum % letters.length];
}

function isSpanish(id: string): boolean {
  const digits = id.slice(0, -1).replace(/^[XYZ]/, (letter) => String("XYZ".indexOf(letter)));
  return letterAt("TRWAGMYFPDXBNJZSQVHLCKE", Number(digits)) === id.at(-1);
}

function isSingaporean(id: string): boolean {
  const sum = weighed(id.slice(1), "2765432");
  const [letters, more] = /^[ST]/.test(id)
    ? ["JZIHGFEDCBA", 4]
    : [id.startsWith("M") ? "XWUTRQPNJLK" : "XWUTRQPNMLK", id.startsWith("M") ? 3 : 4];
  return letterAt(letters, sum + (/^[TGM]/.test(id) ? more : 0)) === id.at(-1);
}

function isEntity(id: string): boolean {
  const last = id.at(-1);
  if (id.length === 9) return letterAt("XMKECAWLJDB", weighed(id, "a4938271")) === last;
  if (/^\d/.test(id)) return letterAt("ZKCMDNERGWH", weighed(id, "a86497531")) === last;
  const values = "ABCDEFGHJKLMNPQRSTUVWX0123456789";
  let sum = 6;
  for (let at = 0; at < 9; at++)
    sum += values.indexOf(id.charAt(at)) * Number.parseInt("4353a2257"[at] ?? "0", 36);
  return values[sum % 11] === last;
}

function isTurkish(id: string): boolean {
  return weighed(id, "797979797") % 10 === Number(id[9]) && weighed(id, "1111111111") % 10 === Number(id[10]);
}

/** No digit stands more than three times in front of the check digit. */
function isGermanTaxId(id: string): boolean {
  return mod1110(id) && !Array.from(id).some((digit) => id.slice(0, 10).split(digit).length > 4);
}
