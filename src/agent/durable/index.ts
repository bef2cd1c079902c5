// What makes agent runs survive their process, in one piece that is loaded where `durable` is used.

export { beginDurable } from "./begin.ts";
export { cancel } from "./cancel-run.ts";
export { drain } from "./drain-runs.ts";
export { refusedResume, savedRun } from "./resume.ts";
