import { root } from "../../scripts/entries.ts";
import type { Bundler, Consumer } from "./bundle.ts";
import { measureWhole } from "./measure.ts";

/** Something that a program adds to what it has, and the most that it may add, in bytes after gzip. */
export interface AddedCase {
  readonly name: string;
  /** What the program has already. */
  readonly base: Consumer;
  /** What it adds. */
  readonly added: Consumer;
  readonly target: number;
}

/** How many bytes after gzip something adds to a program, and how many it is without one. */
export interface AddedSize {
  readonly added: number;
  readonly alone: number;
}

/** A driver with the shell that all stores share. */
const DRIVER = 4000;
/** The library that IndexedDB is used through. */
const IDB = 1400;

const agent = consumer(
  'import * as ai from "hedgemage"; export const run = (model) => ai.agent({ model }).execute("Hello");',
);

/** What each store adds to a program that has an agent, and what the journal of runs that survive adds to errors. */
export const addedCases: readonly AddedCase[] = [
  store("memoryStore", "hedgemage"),
  store("indexedDBStore", "hedgemage/browser", DRIVER + IDB),
  store("chromeStore", "hedgemage/extension"),
  store("kvStore", "hedgemage/workers"),
  store("durableObjectStore", "hedgemage/workers"),
  store("objectStorageStore", "hedgemage/workers"),
  store("d1Store", "hedgemage/workers"),
  store("HedgemageStore", "hedgemage/workers", 6000),
  store("denoKvStore", "hedgemage/deno"),
  store("postgresStore", "hedgemage"),
  store("redisStore", "hedgemage"),
  {
    name: "the journal of durable runs",
    base: consumer('export { AIError, StoreError } from "hedgemage";'),
    added: consumer(
      'export { Journal, closeJournal, journalRuns, readJournal } from "./dist/chunks/runs.js";',
    ),
    target: 2000,
  },
];

/**
 * Weighs a program with and without what is added, in one file. For stores that is what loads at the start: what loads later is
 * left out, because where it stands in the file changes how well the rest compresses.
 */
export async function measureAdded({ base, added }: AddedCase, bundler: Bundler): Promise<AddedSize> {
  const both = { ...base, code: `${base.code}\n${added.code}` };
  const [without, together, alone] = await Promise.all(
    [base, both, added].map(async (one) => (await measureWhole(one, bundler)).gzip),
  );
  if (without === undefined || together === undefined || alone === undefined) throw new Error("No size.");
  return { added: together - without, alone };
}

function store(name: string, specifier: string, target: number = DRIVER): AddedCase {
  return { name, base: agent, added: consumer(`export { ${name} } from "${specifier}";`), target };
}

function consumer(code: string): Consumer {
  return { code, folder: root, later: new Set() };
}
