import type { Json } from "../contracts/message.ts";

/** The JSON text of a value, or what in it is not JSON, and where. */
export type JsonText =
  | { readonly text: string; readonly problem?: undefined }
  | { readonly text?: undefined; readonly problem: string };

/**
 * Writes a value as JSON text, and refuses whatever `JSON.stringify` would lose or change: `undefined` in a list, functions,
 * symbols, bigints, NaN, class instances such as dates, cycles. Properties that are `undefined` are left out.
 */
export function jsonText(value: unknown): JsonText {
  try {
    const problem = problemOf(value);
    return problem === undefined ? { text: JSON.stringify(value as Json) } : { problem: `value${problem}` };
  } catch {
    // Nesting deeper than the stack, or a getter that throws.
    return { problem: "the value cannot be read, is nested too deeply, or in a circle" };
  }
}

/** What is wrong, behind the way to it. The way is put together on the way back only: most values are right. */
function problemOf(value: unknown): string | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (Number.isFinite(value)) return undefined;
  if (typeof value !== "object") {
    return ` is ${value === undefined || typeof value === "number" ? value : `a ${typeof value}`}`;
  }
  const isList = Array.isArray(value);
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm, such as a frame, has another `Object.prototype`, which has no prototype either.
  if (!isList && prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return ` is an instance of ${value.constructor?.name || "a class"}`;
  }
  const items: readonly unknown[] = isList ? value : Object.values(value);
  // By index: this runs for every value that is stored, and iterators take three times as long.
  for (let index = 0; index < items.length; index += 1) {
    const item = items[index];
    if (item === undefined && !isList) continue;
    const problem = problemOf(item);
    if (problem !== undefined) return (isList ? `[${index}]` : `.${Object.keys(value)[index]}`) + problem;
  }
  return undefined;
}
