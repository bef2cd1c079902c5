import { readable } from "./readable.ts";
import type { Found, Scanner } from "./scan.ts";

/** What was found in a text; `start` and `end` count in the text as it was given. */
export function scanText(scanner: Scanner, given: string): Found[] {
  const read = readable(given);
  const { found } = scanner.scan(read.text, 0, true);
  return found.map((one) => placed(one, read.span(one.start, one.end), 0));
}

/** What was found, where it stands in the text as it was given. */
export function placed(found: Found, [start, end]: readonly [number, number], offset: number): Found {
  return { ...found, start: start + offset, end: end + offset };
}
