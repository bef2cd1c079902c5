/**
 * A value as JSON with the keys of every object sorted, so that equal values give equal texts.
 *
 * @example
 * canonicalJson({ b: [1], a: undefined, A: null }); // '{"A":null,"b":[1]}'
 */
export function canonicalJson(value: unknown): string {
  return (
    JSON.stringify(value, (_key, part: unknown) => (isRecord(part) ? sorted(part) : part)) ?? "undefined"
  );
}

function sorted(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
  // Without a prototype a key such as `__proto__` is a key like any other.
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(record).sort()) copy[key] = record[key];
  return copy;
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
