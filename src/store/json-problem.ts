/**
 * What in a value is not JSON, and where, such as `value.at is an instance of Date`; `undefined` where all of it is. Tells
 * of whatever `JSON.stringify` would lose or change: `undefined` in a list, functions, symbols, bigints, NaN, class instances,
 * cycles. Properties that are `undefined` are no problem: they are left out.
 */
export function jsonProblem(value: unknown): string | undefined {
  try {
    const problem = problemOf(value);
    return problem && `value${problem}`;
  } catch {
    // Nesting deeper than the stack, or a getter that throws.
    return "the value is circular, too deep or unreadable";
  }
}

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
