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
    const problem = problemOf(value, "value");
    return problem === undefined ? { text: JSON.stringify(value as Json) } : { problem };
  } catch (error) {
    // The one way here besides a getter that throws: nesting, or a cycle, deeper than the stack.
    const why = error instanceof RangeError ? "is nested too deeply, or in a circle" : "cannot be read";
    return { problem: `the value ${why}` };
  }
}

function problemOf(value: unknown, path: string): string | undefined {
  if (value === null || typeof value === "string" || typeof value === "boolean") return undefined;
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${path} is ${value}`;
  if (typeof value !== "object")
    return `${path} is ${value === undefined ? "undefined" : `a ${typeof value}`}`;
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1) {
      const problem = problemOf(value[index], `${path}[${index}]`);
      if (problem !== undefined) return problem;
    }
    return undefined;
  }
  const prototype: unknown = Object.getPrototypeOf(value);
  // An object of another realm, such as a frame, has another `Object.prototype`, which has no prototype either.
  if (prototype !== null && Object.getPrototypeOf(prototype) !== null) {
    return `${path} is an instance of ${value.constructor?.name || "a class"}`;
  }
  for (const [name, property] of Object.entries(value)) {
    if (property === undefined) continue;
    const problem = problemOf(property, `${path}.${name}`);
    if (problem !== undefined) return problem;
  }
  return undefined;
}
