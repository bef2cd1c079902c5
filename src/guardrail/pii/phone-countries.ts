/**
 * Says whether digits behind a "+" can be the number of a phone: an assigned country calling code, and as many digits behind it
 * as numbers have there (ITU-T E.164 and its list of assigned codes; the lengths are those of the national plans, rounded).
 *
 * @param spare how many digits more there may be, such as the "(0)" of "+44 (0)20".
 */
export function isInternational(digits: string, spare: number): boolean {
  rows ??= CODES.split(" ");
  const row = rows[Number(digits.slice(0, 2)) - 10] ?? "";
  const [least, most] = LENGTHS[Number(row[1] ? row[Number(digits[2])] : row || "-")] ?? [99, 0];
  return digits.length >= least && digits.length - spare <= most;
}

let rows: readonly string[] | undefined;

/** By the first two digits of a code: the kind of lengths, or one for each third digit. "-" is assigned to nobody. */
const CODES =
  "3 3 3 3 3 3 3 3 3 3 1 -111--1-1 1111111111 1111211100 1111110001 112111111 1111111110 2  00-----000 2 2 1 1 1 1121121122 1 111112211 1212-121-1 2 2 2 22-1 2 2 0 2 0 2 2 0222211221 1 1 2 1 1 1 1 1 1102121021 1 2 2 2 2 1 2 1-00010002 0200-22002 000 3 3 3 3 3 3 3 3 3 3 1-------1 2 2  2 1-21-11 2 2-------2 2122--2-2  2 2 2 1 1 2 111111111 12212112-1 2 --11111-1";

/** Fewest and most digits, those of the code among them. */
const LENGTHS = [
  [7, 10],
  [10, 13],
  [8, 15],
  [11, 11],
] as const;
