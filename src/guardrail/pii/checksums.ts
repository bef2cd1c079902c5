// The check digits of accounts and national identifiers.

/**
 * The remainder of digits and letters of any case by 97, where A counts as 10 and Z as 35 (ISO/IEC 7064 MOD 97-10). It is 1
 * for an IBAN whose first four characters were put behind the others (ISO 13616).
 *
 * @example
 * mod97("WEST12345698765432" + "GB82"); // 1
 */
export function mod97(text: string): number {
  let rest = 0;
  for (let at = 0; at < text.length; at++) {
    const value = countOf(text.charCodeAt(at));
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}

/**
 * Whether a row of digits ends in its Verhoeff digit (J. Verhoeff, 1969: the dihedral group of ten elements).
 *
 * @example
 * verhoeff("2363"); // true
 */
export function verhoeff(digits: string): boolean {
  let check = 0;
  for (let at = digits.length - 1, step = 0; at >= 0; at--, step++) {
    let digit = Number(digits[at]);
    for (let turn = step % 8; turn > 0; turn--) digit = Number("1576283094"[digit]);
    // Rotations are 0 to 4, reflections 5 to 9; a reflection turns what comes behind it around.
    const turned = check < 5 ? check + digit : check - digit + 5;
    check = check < 5 === digit < 5 ? (turned + 5) % 5 : ((turned + 5) % 5) + 5;
  }
  return check === 0;
}

/**
 * Whether a row of digits ends in its check digit of ISO/IEC 7064 MOD 11,10.
 *
 * @example
 * mod1110("36574261809"); // true
 */
export function mod1110(digits: string): boolean {
  let product = 10;
  for (let at = 0; at < digits.length - 1; at++) {
    const sum = (Number(digits[at]) + product) % 10 || 10;
    product = (sum * 2) % 11;
  }
  return (product + Number(digits[digits.length - 1])) % 10 === 1;
}

/**
 * The sum of digits and letters (A counts as 10), each times its weight. Weights are written in base 36, one character each;
 * what stands behind the last one counts nothing.
 *
 * @example
 * weighed("1234", "a1"); // 12
 */
export function weighed(text: string, weights: string): number {
  let sum = 0;
  for (let at = 0; at < weights.length; at++)
    sum += countOf(text.charCodeAt(at)) * countOf(weights.charCodeAt(at));
  return sum;
}

/** What a digit or a letter counts. */
function countOf(code: number): number {
  return code < 58 ? code - 48 : (code | 32) - 87;
}
