/**
 * Spreads a changed text over the pieces that it had before: what is the same at its start and at its end stays in its piece,
 * and what changed goes to the first piece that it touches.
 *
 * @example
 * spreadChange(["key ", "sk-1", "23 is it"], "key [hidden] is it"); // ["key ", "[hidden]", " is it"]
 */
export function spreadChange(pieces: readonly string[], after: string): string[] {
  const before = pieces.join("");
  const most = Math.min(before.length, after.length);
  let start = 0;
  while (start < most && before[start] === after[start]) start++;
  let end = 0;
  while (end < most - start && before.at(-1 - end) === after.at(-1 - end)) end++;
  const tail = before.length - end;
  let changed = after.slice(start, after.length - end);
  let at = 0;
  return pieces.map((piece, index) => {
    const from = at;
    at += piece.length;
    const middle = at > start || index === pieces.length - 1 ? changed : "";
    if (middle) changed = "";
    return piece.slice(0, Math.max(0, start - from)) + middle + piece.slice(Math.max(0, tail - from));
  });
}
