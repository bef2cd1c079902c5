import type { Observer } from "../contracts/observer.ts";
import { registerObserver as register } from "../core/observers.ts";

/**
 * Adds an observer for all flows that are observed. Returns the function that removes it.
 *
 * @example
 * registerObserver({
 *   collect: (report) => console.log(report.name, report.status, report.type === "agent" ? report.trips.length : ""),
 * });
 */
export const registerObserver: (observer: Observer) => () => void = register;
