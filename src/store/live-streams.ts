import type { Store } from "../contracts/store.ts";

/** A stream that is written in this process: its readers here need not ask the store again and again. */
export interface LiveStream {
  /** How many rows were written. */
  readonly writes: number;
  /** The number of the row that comes next; `undefined` before the stream was opened. */
  readonly next: number | undefined;
  /** Why nothing is written any more. */
  readonly failure: unknown;
  /** Resolves after the next write, when no write will follow, or when the signal aborts. Never rejects. */
  news(signal?: AbortSignal): Promise<void>;
  /** Stops the run, where the stream is one's. */
  cancel?: (reason: string | undefined) => void;
}

const streams: WeakMap<Store, Map<string, LiveStream>> = /* @__PURE__ */ new WeakMap();

/** The stream of an id that is written in this process. */
export function liveStream(store: Store, id: string): LiveStream | undefined {
  return streams.get(store)?.get(id);
}

/** Makes a stream known. Returns the function that forgets it. */
export function registerStream(store: Store, id: string, stream: LiveStream): () => void {
  const known = streams.get(store) ?? new Map<string, LiveStream>();
  streams.set(store, known);
  known.set(id, stream);
  return () => {
    if (known.get(id) === stream) known.delete(id);
  };
}
