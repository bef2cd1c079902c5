/**
 * Makes what gives each call of an answer an identifier of its own: the service's, or a new one where that is missing or
 * was used before. The same for the same conversation.
 *
 * @param known the identifiers of the calls that the conversation holds already.
 *
 * @example
 * const freeId = freeIds(["call_a"]);
 * freeId("call_b"); // "call_b"
 * freeId("call_a"); // "call_1"
 */
export function freeIds(known: readonly string[]): (given: unknown) => string {
  const taken = new Set(known);
  let next = known.length;
  return (given) => {
    let id = typeof given === "string" ? given : "";
    for (; !id || taken.has(id); next++) id = `call_${next}`;
    taken.add(id);
    return id;
  };
}
