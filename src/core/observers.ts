import type { BaseReport } from "./report.ts";

/** Receives the finished report of a run. What it throws or rejects with is swallowed. */
export interface Observer<Report extends BaseReport = BaseReport> {
  collect(report: Report): void | Promise<void>;
}

/** Who sees the report of a flow; where the option is missing, the registered observers if observe-all is on. */
export type FlowObserveOption<Report extends BaseReport = BaseReport> = boolean | Observer<Report>;

const registered: Set<Observer> = /* @__PURE__ */ new Set();
const settings: { observeAll: boolean } = { observeAll: false };

/** Adds an observer for all flows that are observed. Returns the function that removes it. */
export function registerObserver(observer: Observer): () => void {
  registered.add(observer);
  return () => void registered.delete(observer);
}

/**
 * The registered observers, as a copy.
 *
 * @example
 * registerObserver({ collect: (report) => console.log(report.name) });
 * getObservers().length; // 1
 */
export function getObservers(): readonly Observer[] {
  return [...registered];
}

/**
 * Turns observing of flows that do not say otherwise on or off. Off by default.
 *
 * @example
 * setObserveAll(true);
 * isObserveAll(); // true
 */
export function setObserveAll(on: boolean): void {
  settings.observeAll = on;
}

/**
 * Whether flows that do not say otherwise are observed.
 *
 * @example
 * isObserveAll(); // false
 */
export function isObserveAll(): boolean {
  return settings.observeAll;
}

/**
 * Forgets all observers and turns observe-all off. Meant for tests.
 *
 * @example
 * clearObservers();
 * getObservers(); // []
 */
export function clearObservers(): void {
  registered.clear();
  settings.observeAll = false;
}

/**
 * The observers that an `observe` option stands for.
 *
 * @example
 * const observer = { collect: () => undefined };
 * resolveObservers(observer)[0] === observer; // true
 * resolveObservers(false); // []
 */
export function resolveObservers(observe: FlowObserveOption | undefined): readonly Observer[] {
  if (typeof observe === "object") return [observe];
  return observe === true || (observe === undefined && settings.observeAll) ? [...registered] : [];
}

/**
 * Hands a finished report to the observers of an `observe` option and waits for them. Never rejects.
 *
 * @example
 * const { report } = await agent({ model: new LocalSDK().model({ name: "local" }) }).execute("Hello");
 * await notifyObservers({ collect: ({ status }) => console.log(status) }, report);
 */
export async function notifyObservers(
  observe: FlowObserveOption | undefined,
  report: BaseReport,
): Promise<void> {
  for (const observer of resolveObservers(observe)) {
    // An observer that fails must not turn a finished run into a failed one.
    try {
      await observer.collect(report);
    } catch {}
  }
}
