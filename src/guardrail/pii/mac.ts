import type { Search } from "../scan.ts";
import { isHex, isWord } from "./characters.ts";

/** Finds MAC addresses (IEEE 802) from their first separator on: six pairs with colons or dashes, three fours with dots. */
export function findMac(search: Search, at: number): void {
  const { text } = search;
  const separator = text.charCodeAt(at);
  const size = separator === 46 ? 4 : 2;
  const start = at - size;
  const before = text.charCodeAt(start - 1);
  if (start < 0 || before === separator || isWord(before)) return;
  const end = start + (size === 4 ? 14 : 17);
  for (let place = start; place < end; place++) {
    if (place >= text.length) {
      search.wait(start);
      return;
    }
    const code = text.charCodeAt(place);
    if ((place - start) % (size + 1) === size ? code !== separator : !isHex(code)) return;
  }
  if (end === text.length) search.wait(start);
  const after = text.charCodeAt(end);
  if (isWord(after)) return;
  if (after === separator) {
    if (end + 1 === text.length) search.wait(start);
    if (isHex(text.charCodeAt(end + 1))) return;
  }
  // Nobody and everybody.
  if (/^(?:[0.:-]+|[fF.:-]+)$/.test(text.slice(start, end))) return;
  search.add({ start, end, label: "mac", score: 0.9 });
}
