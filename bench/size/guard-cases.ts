import { root } from "../../scripts/entries.ts";
import type { Bundler } from "./bundle.ts";
import { measureWhole } from "./measure.ts";
import type { AddedSize } from "./store-cases.ts";
import { modulesLoadedBy } from "./traced.ts";

/** Guards of a program that has an agent. */
export interface GuardCase {
  readonly name: string;
  /** What it imports. */
  readonly imports: string;
  /** What is done with it: see `guards/loaded.ts`. */
  readonly use: string;
  /** The most that it shall add, in bytes after gzip, where something was aimed at. */
  readonly target?: number;
  /** The most that it may add with any bundler; raised only in the commit that needs it. */
  readonly budget: number;
}

/** What guards add: every module that runs load in fact. */
export const guardCases: readonly GuardCase[] = [
  { name: "pii alone", imports: "pii", use: "pii", target: 6000, budget: 7600 },
  { name: "pii, all that it can look for", imports: "pii", use: "pii-all", budget: 14_100 },
  {
    name: "guardrail with all detectors",
    imports: "guard, injection, moderation, pii, secrets, topic",
    use: "all",
    target: 16_000,
    budget: 26_400,
  },
];

const program = `import * as ai from "hedgemage"; export const run = (model) => ai.agent({ model }).execute("Hello");`;

/** Weighs a program with an agent, with and without guards. */
export async function measureGuard({ imports, use }: GuardCase, bundler: Bundler): Promise<AddedSize> {
  const exported = `export { ${imports} } from "hedgemage/guardrail";`;
  const [plain, guarded] = await Promise.all([loadedBy(""), loadedBy(use)]);
  const [without, together, alone] = await Promise.all([
    weigh(program, plain),
    weigh(`${program}\n${exported}`, guarded),
    weigh(exported, guarded),
  ]);
  return { added: together - without, alone };

  async function weigh(code: string, later: ReadonlySet<string>): Promise<number> {
    return (await measureWhole({ code, folder: root, later }, bundler)).gzip;
  }
}

function loadedBy(use: string): Promise<ReadonlySet<string>> {
  return modulesLoadedBy("guards/loaded.ts", use);
}
