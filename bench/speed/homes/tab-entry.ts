import { indexedDBStore } from "../../../runtimes/browser/index.ts";
import { type Timing, timeStore } from "./loop.ts";

const measureStore = (count: number): Promise<Timing> => timeStore(indexedDBStore("bench"), count);

/** What the bench calls in the page. */
Object.assign(globalThis, { measureStore });
