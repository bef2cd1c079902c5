import type { Measure } from "./measure.ts";
import { abort } from "./measures/abort.ts";
import { allocatedHeap } from "./measures/allocated-heap.ts";
import { breakOff } from "./measures/break.ts";
import { checkpointGrowth, checkpointsPerCall, checkpointsPerTrip } from "./measures/checkpoints.ts";
import { concurrentRuns } from "./measures/concurrent-runs.ts";
import { importTime } from "./measures/import-time.ts";
import { liveHeap } from "./measures/live-heap.ts";
import { modelStream } from "./measures/model-stream.ts";
import { plainRun } from "./measures/plain-run.ts";
import { storeGet, storeSet } from "./measures/store.ts";
import { structuredOutput } from "./measures/structured-output.ts";
import { toolRun } from "./measures/tool-run.ts";
import { wireRun } from "./measures/wire-run.ts";
import { wireStream } from "./measures/wire-stream.ts";

/** Everything that is measured, in the order of the report. */
export const measures: readonly Measure[] = [
  importTime,
  plainRun,
  toolRun,
  wireRun,
  allocatedHeap,
  modelStream,
  wireStream,
  liveHeap,
  concurrentRuns,
  structuredOutput,
  abort,
  breakOff,
  storeSet,
  storeGet,
  checkpointsPerTrip,
  checkpointsPerCall,
  checkpointGrowth,
];
