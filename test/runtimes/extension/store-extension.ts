/// <reference types="chrome" />
import { type ChromeAreaName, chromeStore } from "../../../runtimes/extension/index.ts";
import { StoreError } from "../../../src/core/errors/store-errors.ts";
import { randomId } from "../../../src/core/ids.ts";
import { storeConformance } from "../../../src/testing/store-conformance.ts";

// Every part of the extension that the tests load: its service worker, its page and its content script.

/** A message to the service worker. */
export type StoreMessage = "raise" | "clear";
/** Its answer: which life of the worker gave it, and the counter. */
export interface StoreAnswer {
  readonly life: string;
  readonly counter: number;
}

/** What the tests call in the extension. */
export interface StoreProbe {
  /** Runs one case of the suite. Resolves to what went wrong. */
  conform(area: ChromeAreaName, name: string, largestValueBytes: number): Promise<string | undefined>;
  /** Raises a counter that others raise at the same time. */
  raise(times: number): Promise<void>;
  /** Writes batches that only make sense whole, without an end. */
  writeForEver(): void;
  /** The code and the message that something ends with. */
  outcome(area: ChromeAreaName, bytes: number, times: number): Promise<string>;
}

const life = randomId();
const probe: StoreProbe = {
  async conform(area, name, largestValueBytes) {
    const cases = storeConformance({
      open: (options) => chromeStore({ ...options, area }),
      largestValueBytes,
      rows: async () => (await chrome.storage[area].getKeys()).length,
    });
    try {
      const found = cases.find((each) => each.name === name);
      if (!found) return "There is no such case.";
      await found.run();
      return undefined;
    } catch (error) {
      return String(error);
    }
  },

  async raise(times) {
    const store = chromeStore();
    for (let raised = 0; raised < times; ) {
      const entry = await store.get("counter");
      try {
        const counter = Number(entry?.value ?? 0) + 1;
        await store.set("counter", counter, { ifVersion: entry?.version ?? null });
        raised += 1;
      } catch (error) {
        if (!(error instanceof StoreError && error.code === "STORE_CONFLICT")) throw error;
      }
    }
  },

  writeForEver() {
    const store = chromeStore({ prefix: "killed" });
    (async () => {
      for (let round = 0; ; round += 1) {
        const [here, there] = round % 2 === 0 ? ["even", "odd"] : ["odd", "even"];
        await store.batch?.([
          { type: "set", key: "a", value: { round, text: "a".repeat(20_000) } },
          { type: "set", key: "b", value: { round, text: "b".repeat(20_000) } },
          { type: "set", key: String(here), value: round },
          { type: "delete", key: String(there) },
        ]);
      }
    })();
  },

  async outcome(area, bytes, times) {
    const store = chromeStore({ area });
    try {
      for (let count = 0; count < times; count += 1) await store.set(`k${count}`, "x".repeat(bytes));
      return "done";
    } catch (error) {
      return error instanceof StoreError ? `${error.code}: ${error.message}` : String(error);
    }
  },
};
Object.assign(globalThis, { probe, openStore: chromeStore });

const isWorker = typeof document === "undefined";
if (isWorker) {
  chrome.runtime.onMessage.addListener(
    (message: StoreMessage, _sender, answer: (value: StoreAnswer) => void) => {
      void answerTo(message).then(answer);
      return true;
    },
  );
} else if (location.protocol === "http:") {
  void reportFromContentScript();
}

async function answerTo(message: StoreMessage): Promise<StoreAnswer> {
  const store = chromeStore();
  if (message === "clear") await store.delete("counter");
  else await probe.raise(1);
  return { life, counter: Number((await store.get("counter"))?.value ?? 0) };
}

/** A content script is reached through its page only: it writes into it what it found. */
async function reportFromContentScript(): Promise<void> {
  const store = chromeStore();
  const outcomes: Record<string, unknown> = { atomic: store.traits.atomic };
  outcomes.seen = (await store.get("from the worker"))?.value;
  await store.set("from the script", 2);
  outcomes.compared = await store.set("from the script", 3, { ifVersion: null }).catch((error) => error.code);
  const session = chromeStore({ area: "session" });
  outcomes.session = await session.get("a").catch((error) => `${error.code} ${error.retryable}`);
  document.documentElement.dataset.outcomes = JSON.stringify(outcomes);
}
