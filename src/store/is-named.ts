/** Whether a value is an object with named properties. */
export function isNamed(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
