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
