/** A heading of a section, as it was found. */
export interface FoundHeading {
  readonly name: string;
  /** It is one of those that were asked for. */
  readonly isKnown: boolean;
  /** It is written in another way than `## NAME`. */
  readonly isLoose: boolean;
}

const STRICT: RegExp = /^##[ \t]+(\S.*)$/;
const LOOSE: RegExp = /^ {0,3}#{1,6}[ \t]*([^#\s].*)$/;
/** A heading that nobody asked for: it begins with a capital, and has no small letters. */
const OTHER: RegExp = /^\p{Lu}[\p{Lu}\p{Lo}\p{N} &/_()'’:.,–-]+$/u;

/**
 * Reads a line as the heading of a section: `## NAME` as it is written in `known`, or another name in capitals. A lenient
 * reading also takes a known name in small letters, of any level, bold, with a colon or with hashes behind it.
 *
 * @example
 * headingOf("### **Role:**", ["ROLE"], true); // { name: "ROLE", isKnown: true, isLoose: true }
 */
export function headingOf(
  line: string,
  known: readonly string[],
  lenient: boolean,
): FoundHeading | undefined {
  const name = STRICT.exec(line)?.[1]?.trimEnd();
  if (name !== undefined && known.includes(name)) return { name, isKnown: true, isLoose: false };
  if (lenient) {
    const loose = LOOSE.exec(line)?.[1] ?? "";
    const plain = loose
      .replace(/[*_:#]+/g, " ")
      .replace(/\s+/g, " ")
      .trim()
      .toUpperCase();
    if (known.includes(plain)) return { name: plain, isKnown: true, isLoose: true };
  }
  return name !== undefined && OTHER.test(name) ? { name, isKnown: false, isLoose: false } : undefined;
}

/** Whether a name may stand as the heading of a section that nobody asked for. */
export function isHeadingName(name: string): boolean {
  return OTHER.test(name);
}
