// What kind of character a UTF-16 unit is. Beyond the ends of a text stands `NaN`, which is of no kind.

/** Whether it is a digit. */
export function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

/** Whether it is a letter of ASCII. */
export function isLetter(code: number): boolean {
  const lower = code | 32;
  return lower >= 97 && lower <= 122;
}

/** Whether it is a digit or a letter of ASCII. */
export function isAlphanumeric(code: number): boolean {
  return isDigit(code) || isLetter(code);
}

/** Whether it is a hexadecimal digit. */
export function isHex(code: number): boolean {
  const lower = code | 32;
  return isDigit(code) || (lower >= 97 && lower <= 102);
}

/** Whether it continues a word or a number next to it: scripts that set no blanks between words do not. */
export function isWord(code: number): boolean {
  return isAlphanumeric(code) || code === 95 || (code >= 0xc0 && code < 0x250);
}
