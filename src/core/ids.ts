/**
 * A random identifier (UUID version 4). Works in insecure pages too, where `crypto.randomUUID` is missing.
 *
 * @example
 * randomId().length; // 36
 */
export function randomId(): string {
  if (typeof crypto.randomUUID === "function") return crypto.randomUUID();
  const digit = (place: string): string =>
    (
      Number(place) ^
      ((crypto.getRandomValues(new Uint8Array(1))[0] ?? 0) & (15 >> (Number(place) / 4)))
    ).toString(16);
  // The pattern's 8 becomes 8, 9, a or b, its 1 and 0 any digit; the 4 is the version and stays.
  return "10000000-1000-4000-8000-100000000000".replace(/[018]/g, digit);
}
