import { AIError } from "../core/errors/ai-error.ts";

/** A value with all its texts rewritten, names of fields and errors included. What does not change is given back as it is. */
export function mapTexts<Value>(value: Value, rewrite: (text: string) => string): Value {
  return new Rewriting(rewrite).map(value) as Value;
}

class Rewriting {
  readonly #rewrite: (text: string) => string;
  /** What was made of what, so that a value that holds itself has an end. */
  readonly #made = new Map<object, unknown>();

  constructor(rewrite: (text: string) => string) {
    this.#rewrite = rewrite;
  }

  map(value: unknown): unknown {
    if (typeof value === "string") return this.#rewrite(value);
    if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
    if (this.#made.has(value)) return this.#made.get(value);
    this.#made.set(value, value);
    const mapped = this.#mapObject(value);
    this.#made.set(value, mapped);
    return mapped;
  }

  #mapObject(value: object): unknown {
    if (Array.isArray(value)) {
      const items = value.map((item) => this.map(item));
      return items.some((item, index) => item !== value[index]) ? items : value;
    }
    if (value instanceof Error || AIError.is(value)) return this.#mapError(value);
    if ("toJSON" in value && typeof value.toJSON === "function") {
      // What a model reads of it is its JSON.
      const json: unknown = value.toJSON();
      const mapped = this.map(json);
      return mapped === json ? value : mapped;
    }
    const fields = Object.entries(value);
    const mapped = fields.map(([name, field]) => [this.#rewrite(name), this.map(field)] as const);
    const isSame = mapped.every(
      ([name, field], index) => name === fields[index]?.[0] && field === fields[index]?.[1],
    );
    return isSame ? value : Object.fromEntries(mapped);
  }

  /** An error of the same class. Its stack says where it is from; its message is in there as well. */
  #mapError(error: Error): Error {
    const { message, stack, cause } = error;
    const own = Object.entries(error);
    const fields = own.map(([name, field]) => [name, this.map(field)] as const);
    const mapped = {
      message: this.#rewrite(message),
      stack: stack === undefined ? stack : this.#rewrite(stack),
      cause: this.map(cause),
    };
    const isSame =
      mapped.message === message &&
      mapped.stack === stack &&
      mapped.cause === cause &&
      fields.every(([, field], index) => field === own[index]?.[1]);
    if (isSame) return error;
    const copy = new Error(mapped.message, cause === undefined ? {} : { cause: mapped.cause });
    copy.name = error.name;
    // Errors of the platform have fields that no copy can have.
    if (AIError.is(error)) Object.setPrototypeOf(copy, Object.getPrototypeOf(error));
    return Object.assign(copy, { stack: mapped.stack }, Object.fromEntries(fields));
  }
}
