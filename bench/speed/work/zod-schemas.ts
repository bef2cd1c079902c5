import type { z as Zod } from "zod";

// Zod is handed in: whoever is measured loads it, when it is opened and not before.

/** The input of the tool. */
export function addSchema(z: typeof Zod) {
  return z.object({ a: z.number(), b: z.number() });
}

/** The structured answer. */
export function orderSchema(z: typeof Zod) {
  return z.object({
    customer: z.object({ name: z.string(), email: z.string() }),
    items: z.array(z.object({ name: z.string(), quantity: z.number(), price: z.number() })),
    shipTo: z.string(),
    total: z.number(),
  });
}
