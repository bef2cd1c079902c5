/**
 * An identifier of 26 characters that sorts by the time of its making: 48 bits of milliseconds, then 80 random bits, in the
 * alphabet of ULID (Crockford's base 32).
 *
 * @example
 * timedId(0).slice(0, 10); // "0000000000"
 */
export function timedId(now: number): string {
  const digits = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
  let id = "";
  for (let rest = Math.max(0, Math.floor(now)); id.length < 10; rest = Math.floor(rest / 32)) {
    id = digits.charAt(rest % 32) + id;
  }
  // A byte has 256 values, which 32 divides: every digit is as likely as any other.
  for (const byte of crypto.getRandomValues(new Uint8Array(16))) id += digits.charAt(byte % 32);
  return id;
}
