import type { Store } from "../contracts/store.ts";
import type { StoreOptions } from "../store/define-store.ts";
import { batchCases } from "./store-conformance/batch-cases.ts";
import { expiryCases } from "./store-conformance/expiry-cases.ts";
import { keyCases } from "./store-conformance/key-cases.ts";
import { largeValueCases } from "./store-conformance/large-value-cases.ts";
import { listingCases } from "./store-conformance/listing-cases.ts";
import { raceCases } from "./store-conformance/race-cases.ts";
import { scheduleCases } from "./store-conformance/schedule-cases.ts";
import { troubleCases } from "./store-conformance/trouble-cases.ts";
import { valueCases } from "./store-conformance/value-cases.ts";
import { versionCases } from "./store-conformance/version-cases.ts";
import { type ConformanceTheme, withWorkbench } from "./store-conformance/workbench.ts";

/** The store to prove, and what the suite may do to the platform under it. */
export interface StoreConformanceTarget {
  /**
   * Opens the store. Every call opens the same state once more, as another tab, isolate or process does. The options
   * (the clock above all) are to be handed to the store as they are.
   */
  open(options: StoreOptions): Store | Promise<Store>;
  /** Whether a second `open` sees what the first has written. Default true; false for a store in memory. */
  readonly isShared?: boolean | undefined;
  /** The largest value to try, in bytes. Default what `traits.maxValueBytes` says, else 25 MiB. */
  readonly largestValueBytes?: number | undefined;
  /** The size of the platform's cells, in bytes, where values are cut into chunks: sizes around it are tried. */
  readonly chunkBytes?: number | undefined;
  /** For how long the entry lives that really expires, in milliseconds. Default 30. */
  readonly expiryMs?: number | undefined;
  /** How many random schedules of two writers are tried. Default 1,000. */
  readonly schedules?: number | undefined;
  /** What the random schedules are drawn from; every failure names its own. Default 1. */
  readonly seed?: number | undefined;
  /** How long one case may take, in milliseconds. Default 120,000. */
  readonly timeoutMs?: number | undefined;
  /** Opens the same state over a platform that refuses every write after the first `writes` low-level writes. */
  crashAfter?(writes: number, options: StoreOptions): Store | Promise<Store>;
  /** Counts what the platform holds (rows, cells), to find what is never swept. */
  rows?(): number | Promise<number>;
  /** Ways to make the platform's row of a key foreign or damaged, each under a name. The key has a small value. */
  readonly damages?: Readonly<Record<string, (key: string) => void | Promise<void>>> | undefined;
}

/** One rule of the store contract: `run` rejects with an `Error` that says which store broke it and how. */
export interface StoreConformanceCase {
  readonly name: string;
  /** How long it may take, in milliseconds. */
  readonly timeoutMs: number;
  run(): Promise<void>;
}

/**
 * The rules of the store contract as test cases, for any test framework: JSON values up to 25 MiB, keys of all scripts,
 * versions and races, batches, listings, expiry, and what must hold when the platform fails. A case writes under keys of
 * its own, so that the state may be shared, and removes them afterwards. What a store does not promise in its `traits` is
 * not asked of it; but it must refuse it, and not do it by half.
 *
 * @example
 * const cases = storeConformance({ open: (options) => memoryStore(options), isShared: false });
 * // for (const { name, run, timeoutMs } of cases) it(name, run, timeoutMs);
 * await cases[0]?.run();
 */
export function storeConformance(target: StoreConformanceTarget): StoreConformanceCase[] {
  const { timeoutMs = 120_000 } = target;
  const themes: Record<string, ConformanceTheme> = {
    values: valueCases(),
    keys: keyCases(),
    "large values": largeValueCases(target),
    versions: versionCases(),
    races: raceCases(),
    schedules: scheduleCases(),
    batches: batchCases(),
    listings: listingCases(),
    expiry: expiryCases(),
    trouble: troubleCases(target),
  };
  return Object.entries(themes).flatMap(([theme, cases]) =>
    Object.entries(cases).map(([name, body]) => ({
      name: `${theme}: ${name}`,
      timeoutMs,
      run: () => withWorkbench(target, body),
    })),
  );
}
