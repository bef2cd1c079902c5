import { indexedDBStore } from "../../../runtimes/browser/index.ts";
import { chromeStore } from "../../../runtimes/extension/index.ts";
import type { Store } from "../../../src/contracts/store.ts";
import {
  beginTogether,
  type Drained,
  drainTogether,
  type SettledCalls,
} from "../../support/crash-matrix/drain-together.ts";
import { live } from "../../support/crash-matrix/life.ts";

// The extension of the crash matrix: its service worker and its page.

/** Where the runs are kept, and who watches. */
export interface CrashPlace {
  readonly home: "chrome.storage" | "IndexedDB";
  readonly witness: string;
}

/** What wakes the service worker: it lives a life, or drains the place in step with another. */
export interface CrashMessage {
  readonly place: CrashPlace;
  readonly drain?: true;
}

/** What the tests call in the extension. */
export interface CrashExtension {
  begin(place: CrashPlace, at: number): Promise<SettledCalls>;
  drain(place: CrashPlace, isInStep?: boolean): Promise<Drained>;
}

const crashes: CrashExtension = {
  begin: (place, at) => beginTogether(place.witness, storeAt(place), at),
  drain: (place, isInStep) => drainTogether(place.witness, storeAt(place), isInStep),
};
Object.assign(globalThis, { crashes });

if (typeof document === "undefined") {
  // Whatever wakes the worker, it takes up what it left.
  chrome.alarms.onAlarm.addListener(({ name }) => wake(JSON.parse(name)));
  chrome.runtime.onMessage.addListener((message: CrashMessage, _sender, answer: (value: Drained) => void) => {
    if (!message.drain) return wake(message.place);
    void crashes.drain(message.place, true).then(answer);
    return true;
  });
}

function wake(place: CrashPlace): void {
  void live(place.witness, storeAt(place));
}

function storeAt({ home, witness }: CrashPlace): Store {
  const name = `crashes ${new URL(witness).port}`;
  return home === "IndexedDB" ? indexedDBStore(name) : chromeStore({ prefix: name });
}
