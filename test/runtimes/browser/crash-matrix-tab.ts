import { indexedDBStore } from "../../../runtimes/browser/index.ts";
import {
  beginTogether,
  type Drained,
  drainTogether,
  type SettledCalls,
} from "../../support/crash-matrix/drain-together.ts";
import { live } from "../../support/crash-matrix/life.ts";

/** What the tests call in a tab. */
export interface CrashTab {
  live(): Promise<void>;
  begin(at: number): Promise<SettledCalls>;
  drain(isInStep?: boolean): Promise<Drained>;
  /** Drains as a page should that may be open twice: only one tab is at it. */
  drainAlone(): Promise<Drained>;
}

const witness = new URL("/", location.href).href;
const store = indexedDBStore("crashes");
const tab: CrashTab = {
  live: () => live(witness, store),
  begin: (at) => beginTogether(witness, store, at),
  drain: (isInStep) => drainTogether(witness, store, isInStep),
  drainAlone: () => navigator.locks.request("runs", () => drainTogether(witness, store)),
};
Object.assign(globalThis, { tab });
