import type { Vector } from "../../contracts/vector-store.ts";

/** The cosine of the angle between two vectors; 0 where one of them has no direction, or another length. */
export function cosine(one: Vector, other: Vector): number {
  let [product, ofOne, ofOther] = [0, 0, 0];
  for (let at = 0; at < one.length; at += 1) {
    const [left, right] = [one[at] ?? 0, other[at] ?? 0];
    product += left * right;
    ofOne += left * left;
    ofOther += right * right;
  }
  const lengths = Math.sqrt(ofOne * ofOther);
  return lengths > 0 ? product / lengths : 0;
}
