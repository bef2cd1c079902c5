import type { DefaultStores } from "../../contracts/default-stores.ts";
import type { AgentSnapshot, DurableOptions } from "../../contracts/snapshot.ts";
import { getAIConfig } from "../../core/config.ts";
import { ConfigError } from "../../core/errors/config-error.ts";
import type { JournalReading } from "../../store/journal.ts";
import { checkPositive } from "../../store/positive-options.ts";
import { type RunPlace, runPlace } from "../../store/run-place.ts";
import type { AgentExecution } from "../agent-execution.ts";
import { DurableRun } from "./durable-run.ts";

/** A run that was read from its store, to go on. */
export interface SavedRun {
  readonly snapshot: AgentSnapshot;
  readonly reading: JournalReading;
}

/**
 * Makes a run durable before it begins, or puts a saved one back. `undefined` where there is no store to save to.
 *
 * @throws ConfigError (`INVALID_CONFIG`) where the store cannot keep two processes apart, or for a `maxAttempts` of nothing.
 */
export function beginDurable(
  execution: AgentExecution,
  options: DurableOptions,
  saved: SavedRun | undefined,
): DurableRun | undefined {
  const place = placeOf(options);
  if (!place) return undefined;
  // A limit that is no number would be none.
  checkPositive("durable runs", { maxAttempts: options.maxAttempts });
  const log = place.log(execution.run.runId, saved?.reading);
  return new DurableRun(execution, { place, log, options, snapshot: saved?.snapshot });
}

/** Where durable runs are kept: the store of the options, or the program's. */
export function placeOf({ store, singleWriter = false }: DurableOptions): RunPlace | undefined {
  const defaults: DefaultStores = getAIConfig();
  const target = store ?? defaults.defaultSnapshotStore;
  if (!target) return undefined;
  const place = runPlace(target);
  if (!place.atomic && !singleWriter) {
    throw new ConfigError(
      `The ${place.name} store has no compare-and-set: two processes could run one run. Use durableObjectStore, indexedDBStore, denoKvStore, postgresStore or redisStore, or say { singleWriter: true } where something else keeps them apart.`,
    );
  }
  return place;
}
