import type { Json } from "../../contracts/message.ts";
import { plainJson } from "../../store/plain-json.ts";

/** Lists as they are saved: those without items are left out, unless all are wanted. */
export function listsOf(
  lists: { readonly [list: string]: readonly unknown[] },
  all = false,
): { readonly [list: string]: readonly Json[] } {
  const wanted = Object.entries(lists).filter(([, items]) => all || items.length > 0);
  return Object.fromEntries(wanted.map(([list, items]) => [list, items.map(plainJson)]));
}
