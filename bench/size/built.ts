import { entries, root } from "../../scripts/entries.ts";

/** Imports an entry of the built package, which has the types of its source. */
export function built<Module>(specifier: string): Promise<Module> {
  const file = entries.find((entry) => entry.specifier === specifier)?.file;
  return import(`${root}${file}`);
}
