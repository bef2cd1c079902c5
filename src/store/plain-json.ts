import type { Json } from "../contracts/message.ts";

/** Deeper than people nest data, and far from the end of every engine's stack. */
const DEEPEST = 500;

/**
 * A value as JSON, for what is kept of a run: errors become the records of their `toJSON()`, dates their texts; functions and
 * `undefined` are left out. What has no JSON at all, such as a circle, becomes `null` where it stands, and what is beside it
 * is kept: a run is not lost for one odd value.
 */
export function plainJson(value: unknown): Json {
  try {
    const text = JSON.stringify(value, (_key, part: unknown) =>
      typeof part === "bigint" ? String(part) : part,
    );
    return text === undefined ? null : (JSON.parse(text) as Json);
  } catch {
    return plainPart(value, []) ?? null;
  }
}

/** The same without the engine's help, which gives up the whole for one part. */
function plainPart(given: unknown, around: readonly unknown[]): Json | undefined {
  let value = given;
  try {
    if (isObject(value) && typeof value.toJSON === "function") value = value.toJSON();
    if (!isObject(value)) return plainScalar(value);
    if (around.includes(value) || around.length >= DEEPEST) return null;
    const inside = [...around, value];
    if (Array.isArray(value)) return value.map((item) => plainPart(item, inside) ?? null);
    const parts = Object.keys(value).map((name) => [name, propertyOf(value, name, inside)] as const);
    return Object.fromEntries(parts.filter(([, part]) => part !== undefined));
  } catch {
    return null;
  }
}

function propertyOf(value: unknown, name: string, around: readonly unknown[]): Json | undefined {
  try {
    return plainPart((value as { readonly [name: string]: unknown })[name], around);
  } catch {
    // A getter that throws.
    return null;
  }
}

function plainScalar(value: unknown): Json | undefined {
  if (typeof value === "bigint") return String(value);
  if (typeof value === "number") return Number.isFinite(value) ? value : null;
  return value === null || typeof value === "string" || typeof value === "boolean" ? value : undefined;
}

function isObject(value: unknown): value is { readonly [name: string]: unknown } {
  return typeof value === "object" && value !== null;
}
