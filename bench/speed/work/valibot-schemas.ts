import type * as Valibot from "valibot";

// Valibot is handed in: whoever is measured loads it, when it is opened and not before.

/** The input of the tool. */
export function addSchema(v: typeof Valibot) {
  return v.object({ a: v.number(), b: v.number() });
}

/** The structured answer. */
export function orderSchema(v: typeof Valibot) {
  return v.object({
    customer: v.object({ name: v.string(), email: v.string() }),
    items: v.array(v.object({ name: v.string(), quantity: v.number(), price: v.number() })),
    shipTo: v.string(),
    total: v.number(),
  });
}
