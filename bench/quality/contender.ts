import type { Detectors } from "../../test/support/guard-measures.ts";

/** Looks at a text and gives whatever comes of it: what is timed. */
export type Work = (text: string) => unknown;

/** The kinds of work that are timed. */
export type WorkKind = "pii" | "secrets" | "injection";

/** What a package offers: its detectors behind the interface that is scored, and the plain calls that are timed. */
export interface Offer {
  readonly detectors: Detectors;
  readonly work: Readonly<Partial<Record<WorkKind, Work>>>;
}

/** Somebody who is measured. */
export interface Contender {
  readonly who: string;
  /** What has to be installed in `bench/node_modules`. */
  readonly packages: readonly string[];
  load(): Promise<Offer>;
}

/** A value of somebody; `undefined` where there is none to tell, as where a text was not waited for. */
export interface Value {
  readonly who: string;
  readonly value: number | undefined;
  readonly note?: string;
}
