import { AIError } from "../core/errors/ai-error.ts";

/** A value with all its texts rewritten, names of fields and errors included. What does not change is given back as it is. */
export function mapTexts<Value>(value: Value, rewrite: (text: string) => string): Value {
  /** What was made of what, so that a value that holds itself has an end. */
  const made = new Map<object, unknown>();

  function map(given: unknown): unknown {
    if (typeof given === "string") return rewrite(given);
    // A smaller number is a count.
    if (typeof given === "number" && given >= 1e5) {
      const text = rewrite(String(given));
      return text === String(given) ? given : text;
    }
    if (typeof given !== "object" || given === null || ArrayBuffer.isView(given)) return given;
    if (!made.has(given)) {
      made.set(given, given);
      made.set(given, mapObject(given));
    }
    return made.get(given);
  }

  function mapObject(given: object): unknown {
    if (Array.isArray(given)) {
      const items = given.map(map);
      return items.some((item, index) => item !== given[index]) ? items : given;
    }
    const isError = given instanceof Error || AIError.is(given);
    if (!isError && "toJSON" in given && typeof given.toJSON === "function") {
      // What a model reads of it is its JSON.
      const json: unknown = given.toJSON();
      const mapped = map(json);
      return mapped === json ? given : mapped;
    }
    const names = isError ? Object.getOwnPropertyNames(given) : Object.keys(given);
    let isSame = true;
    const fields = names.map((name) => {
      const field = Reflect.get(given, name);
      const mapped = [isError ? name : rewrite(name), map(field)] as const;
      if (mapped[0] !== name || mapped[1] !== field) isSame = false;
      return mapped;
    });
    if (isSame) return given;
    const copy = Object.fromEntries(fields);
    return isError ? errorOf(given as Error, copy) : copy;
  }

  return map(value) as Value;
}

/** An error of the same class with other fields. */
function errorOf(error: Error, fields: Readonly<Record<string, unknown>>): Error {
  const copy = new Error("", "cause" in fields ? { cause: undefined } : {});
  copy.name = error.name;
  // Errors of the platform have fields that no copy can have.
  if (AIError.is(error)) Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
  return Object.assign(copy, fields);
}
