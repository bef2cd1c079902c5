import { root } from "../../scripts/entries.ts";
import type { Bundler } from "./bundle.ts";
import { measureWhole } from "./measure.ts";
import type { AddedSize } from "./store-cases.ts";
import { modulesLoadedBy } from "./traced.ts";

/** Something that a program uses, with all that it loads in fact when it does. */
export interface LoadedCase {
  readonly name: string;
  /** What a program exports that has it, beside an agent. */
  readonly code: string;
  /** What is done with it: an argument of the script that is traced. */
  readonly use: string;
  /** The case of the same script whose code and modules the program has already. Default: an agent alone. */
  readonly beside?: { readonly code: string; readonly use: string };
  /** The most that it shall add, in bytes after gzip, where something was aimed at. */
  readonly target?: number;
  /** The most that it may add with any bundler; raised only in the commit that needs it. */
  readonly budget: number;
}

const program = `import * as ai from "hedgemage"; export const run = (model) => ai.agent({ model }).execute("Hello");`;

/** Weighs a program with an agent, with and without something that a script uses. */
export async function measureLoaded(
  script: string,
  { code, use, beside = { code: "", use: "" } }: LoadedCase,
  bundler: Bundler,
): Promise<AddedSize> {
  const [before, after] = await Promise.all([
    modulesLoadedBy(script, beside.use),
    modulesLoadedBy(script, use),
  ]);
  const own = `${beside.code}\n${code}`;
  const [without, together, alone] = await Promise.all([
    weigh(`${program}\n${beside.code}`, before),
    weigh(`${program}\n${own}`, after),
    weigh(own, after),
  ]);
  return { added: together - without, alone };

  async function weigh(text: string, later: ReadonlySet<string>): Promise<number> {
    return (await measureWhole({ code: text, folder: root, later }, bundler)).gzip;
  }
}
