// The check digits that cards, accounts and national identifiers share.

/**
 * Whether a row of digits ends in its Luhn digit (ISO/IEC 7812-1 annex B). An empty row does.
 *
 * @example
 * luhn("4111111111111111"); // true
 */
export function luhn(digits: string): boolean {
  let sum = 0;
  for (let at = digits.length - 1, isDoubled = false; at >= 0; at--, isDoubled = !isDoubled) {
    const digit = digits.charCodeAt(at) - 48;
    sum += isDoubled ? (digit > 4 ? 2 * digit - 9 : 2 * digit) : digit;
  }
  return sum % 10 === 0;
}

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
    const value = Number.parseInt(text.charAt(at), 36);
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97;
  }
  return rest;
}
