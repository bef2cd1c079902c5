/**
 * Says whether digits behind a "+" can be the number of a phone: an assigned country calling code, and as many digits behind it
 * as numbers have there (ITU-T E.164 and its list of assigned codes; the lengths are those of the national plans, rounded).
 *
 * @param spare how many digits more there may be, such as the "(0)" of "+44 (0)20".
 */
export function isInternational(digits: string, spare: number): boolean {
  const row = CODES.split(" ")[Number(digits.slice(0, 2)) - 20] ?? "";
  const kind = /^[17]/.test(digits) ? "5" : row.length > 1 ? row[Number(digits[2])] : row;
  const [least, most] = LENGTHS[Number(kind || "-")] ?? [99, 0];
  return digits.length >= least && digits.length - spare <= most;
}

/** By the first two digits of a code: the kind of lengths, or one for each third digit. "-" is assigned to nobody. */
const CODES =
  "2 -333--1-3 2311331113 2213411300 3132320003 334123313 3332321230 4  00-----000 4 4 1 1 1 1342241144 1 112114433 3434-243-1 4 4 4 44-2 4 4 0 4 0 4 4 0444413441 1 3 4 3 2 3 2 3 3304343041 2 4 4 4 4 2 4 1-00010004 0400-44004 000           1-------1 4 4  4 3-41-33 4 4-------4 4344--4-4  4 4 4 1 1 4 213331322 34414134-3 4 --31333-3";

/** Fewest and most digits, those of the code among them. */
const LENGTHS = [
  [7, 10],
  [10, 11],
  [10, 13],
  [11, 13],
  [8, 15],
  [11, 11],
] as const;
