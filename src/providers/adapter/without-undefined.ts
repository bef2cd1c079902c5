type Defined<Value> = { [Key in keyof Value]?: Exclude<Value[Key], undefined> };

/**
 * A copy of an object without the fields that are `undefined`, so that it can go over defaults.
 *
 * @example
 * withoutUndefined({ topP: undefined, seed: 7 }); // { seed: 7 }
 */
export function withoutUndefined<Value extends object>(value: Value): Defined<Value> {
  const copy: Partial<Value> = {};
  // What was deleted would make every use of the copy slower.
  for (const key in value) if (value[key] !== undefined) copy[key] = value[key];
  return copy as Defined<Value>;
}
