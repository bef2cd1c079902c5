import { mod97 } from "./checksums.ts";
import type { WrittenNumber } from "./written-number.ts";

/** How long the numbers of each country are: those of the IBAN registry (SWIFT), and of countries that use the form without being in it. */
const LENGTHS =
  "NO15BE16DK18FI18FK18FO18GL18NL18SD18MK19SI19AT20BA20EE20KZ20LT20LU20MN20XK20CH21HR21LI21LV21BG22BH22CR22DE22GB22GE22IE22ME22RS22VA22AE23GI23IL23IQ23OM23SO23TL23AD24CZ24ES24MD24PK24RO24SA24SE24SK24TN24VG24AO25CV25GW25LY25MZ25PT25ST25DZ26IR26IS26TR26BI27BL27CF27CG27CM27DJ27FR27GA27GF27GP27GQ27GR27IT27KM27MC27MF27MG27MQ27MR27NC27PF27PM27RE27SM27TD27TF27WF27YT27AL28AZ28BF28BJ28BY28CI28CY28DO28GT28HN28HU28LB28MA28ML28NE28NI28PL28SN28SV28TG28BR29EG29PS29QA29UA29JO30KW30MU30YE30MT31SC31LC32RU33";

const SIGN: RegExp = /[a-z\d]/i;

/** Finds IBANs (ISO 13616) of one case and any grouping, from the two check digits on: the length of the country, modulo 97. */
export function findIban({ search, start: at, first }: WrittenNumber): void {
  const { text } = search;
  const start = at - 2;
  if (start < 0 || text.charCodeAt(at - 1) < 65 || (first === at + 1 && first < text.length)) return;
  const country = LENGTHS.indexOf(text.slice(start, at).toUpperCase());
  if (country < 0 || country % 4 > 0 || /[\w\xc0-\u024f]/.test(text.charAt(start - 1))) return;
  const length = Number(LENGTHS.slice(country + 2, country + 4));
  let number = "";
  let end = start;
  for (; number.length < length; end++) {
    const sign = text.charAt(end);
    if (sign === "") {
      search.wait(start);
      return;
    }
    if (SIGN.test(sign)) number += sign;
    else if ((sign !== " " && sign !== "-") || !SIGN.test(text.charAt(end - 1))) return;
  }
  if (end === text.length) search.wait(start);
  if (number !== number.toUpperCase() && number !== number.toLowerCase()) return;
  if (/\w/.test(text.charAt(end)) || mod97(number.slice(4) + number.slice(0, 4)) !== 1) return;
  search.add({ start, end, label: "iban", score: 0.99 });
}
