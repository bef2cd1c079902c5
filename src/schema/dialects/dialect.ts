import type { JsonSchema } from "../../contracts/schema.ts";

/** A JSON Schema in the words of one provider. */
export interface Dialect {
  /** What to send: the strict form where there is one, else `plain`. */
  readonly schema: JsonSchema;
  /** Whether the provider's decoder can hold a model to the shape of `schema`. */
  readonly strict: boolean;
  /** The schema in a form that the provider takes where nothing is enforced. */
  readonly plain: JsonSchema;
  /** Why there is no strict form, and where in the schema. */
  readonly reason?: string;
}

/** A part of a schema that a dialect has no words for. Never leaves this folder. */
export class Unrepresentable extends Error {
  override readonly name = "Unrepresentable";

  constructor(what: string, path: string) {
    super(`${path || "(root)"}: ${what}`);
  }
}

/** Runs a conversion to the strict form; where the schema does not allow one, `plain` is the dialect. */
export function strictOr(plain: JsonSchema, convert: () => JsonSchema): Dialect {
  try {
    return { schema: convert(), strict: true, plain };
  } catch (error) {
    if (!(error instanceof Unrepresentable || error instanceof RangeError)) throw error;
    return { schema: plain, strict: false, plain, reason: error.message };
  }
}
