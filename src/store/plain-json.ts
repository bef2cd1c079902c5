import type { Json } from "../contracts/message.ts";

/**
 * A value as JSON, for what is kept of a run: errors become the records of their `toJSON()`, dates their texts; functions and
 * `undefined` are left out. What has no JSON at all, such as a circle, becomes `null`: a run is not lost for one odd value.
 */
export function plainJson(value: unknown): Json {
  try {
    const text = JSON.stringify(value, (_key, part: unknown) =>
      typeof part === "bigint" ? String(part) : part,
    );
    return text === undefined ? null : (JSON.parse(text) as Json);
  } catch {
    return null;
  }
}
