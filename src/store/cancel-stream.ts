import type { LoggedEvent, ReadEventsOptions, StreamEnd } from "../contracts/event-log.ts";
import type { Store } from "../contracts/store.ts";
import { linkSignal } from "../core/abort.ts";
import { AIError } from "../core/errors/ai-error.ts";
import { StreamError } from "../core/errors/stream-error.ts";
import type { RunEvent } from "../core/events.ts";
import { EventRows, KEPT_MS } from "./event-rows.ts";
import { isNamed } from "./is-named.ts";
import { liveStream } from "./live-streams.ts";
import { checkPositive } from "./positive-options.ts";
import { readRecord } from "./read-record.ts";
import { checkPatience, readRows, type StreamPatience } from "./read-rows.ts";

/** A wish to cancel a stream that waits in the store. `at` is an ISO time. */
export interface CancelRequest {
  readonly at: string;
  readonly reason?: string | undefined;
}

/** Options of reading a stream by its id. */
export interface ReadStreamOptions extends ReadEventsOptions, StreamPatience {
  /** The id of the last event that was read; the beginning where it is missing. */
  readonly after?: string | undefined;
}

/** Options of cancelling a stream by its id. */
export interface CancelStreamOptions {
  /** How long to wait for the stream's end, in milliseconds. Default 30,000. */
  readonly timeoutMs?: number | undefined;
  /** Gives up waiting. The wish stays. */
  readonly signal?: AbortSignal | undefined;
  /** How long the wish is kept, in milliseconds. Default 7 days. */
  readonly ttlMs?: number | undefined;
}

/**
 * Reads a stream by its id, in any process that has the store: what is stored after an id, then what comes, to its end.
 * Leaving the loop, or aborting the signal, leaves the run alone. What another process writes is looked for with growing
 * pauses. Throws `STREAM_NOT_FOUND`, `INVALID_INPUT` for an `after` that is no id, `STORE_CORRUPT` where a part is lost or
 * damaged, and the signal's reason; `ConfigError` (`INVALID_CONFIG`) at once for times that cannot work.
 *
 * @example
 * const store = memoryStore();
 * const helper = agent({ model: mockModel({ name: "mock", responses: [{ content: "Cairo" }] }) });
 * resumableStream(helper.stream("Capital of Egypt?"), { store, id: "chat-1" });
 * for await (const { id, event } of readStream<AgentEvent>(store, "chat-1", { after: "2" })) console.log(id, event.type);
 */
export function readStream<Event extends RunEvent = RunEvent>(
  store: Store,
  id: string,
  options: ReadStreamOptions = {},
): AsyncGenerator<LoggedEvent<Event>, StreamEnd, undefined> {
  const { after, signal } = options;
  checkPatience(options);
  return readRows<Event>(new EventRows(store, id), () => liveStream(store, id), after, signal, options);
}

/**
 * Cancels the run behind a stream for good, from any process that has the store, and waits until the stream has ended. The
 * wish is stored first: a run in this process hears of it at once, one elsewhere at its next write or look, and one that is
 * dead or has not begun when it is taken up. A stream that has ended stays as it is. Rejects with `STREAM_TIMEOUT` where
 * nobody ended it in time, and with `StoreError`.
 *
 * @example
 * const store = memoryStore();
 * const helper = agent({ model: mockModel({ name: "mock", responses: [{ content: "Cairo", delay: 60_000 }] }) });
 * resumableStream(helper.stream("Capital of Egypt?"), { store, id: "chat-1" });
 * const end = await cancelStream(store, "chat-1", "The user pressed stop.");
 * end.outcome; // "cancelled"
 */
export async function cancelStream(
  store: Store,
  id: string,
  reason?: string,
  { timeoutMs = 30_000, signal, ttlMs }: CancelStreamOptions = {},
): Promise<StreamEnd> {
  checkPositive("cancelStream", { timeoutMs, ttlMs });
  const rows = new EventRows(store, id);
  const last = (await rows.numbers()).at(-1);
  // A part that is damaged must not keep the wish from being stored.
  const ended = last === undefined ? undefined : (await rows.read(last).catch(damaged))?.end;
  if (ended) return ended;
  await requestCancel(rows, reason, ttlMs);
  liveStream(store, id)?.cancel?.(reason);

  const linked = linkSignal(signal, timeoutMs);
  try {
    // A stream that does not exist yet may begin: then it is found cancelled.
    const patience = { waitMs: Number.POSITIVE_INFINITY };
    const after = String(last ?? 0);
    const events = readRows(rows, () => liveStream(store, id), after, linked.signal, patience);
    for (;;) {
      const step = await events.next();
      if (step.done) return step.value;
    }
  } catch (error) {
    if (!linked.signal.aborted || signal?.aborted) throw error;
    const message = `The stream "${id}" did not end within ${timeoutMs} ms: nobody runs it now, or its run does not stop. The wish to cancel it is kept.`;
    throw new StreamError("STREAM_TIMEOUT", message, { stream: id });
  } finally {
    linked.release();
  }
}

/**
 * Whether somebody wished to cancel a stream: ask before a run is begun, or taken up again, at a cost.
 *
 * @example
 * const store = memoryStore();
 * await cancelStream(store, "chat-1", "Not needed.", { timeoutMs: 1 }).catch(() => undefined);
 * (await cancelRequested(store, "chat-1"))?.reason; // "Not needed."
 */
export async function cancelRequested(store: Store, id: string): Promise<CancelRequest | undefined> {
  const rows = new EventRows(store, id);
  const found = await readRecord(store, await rows.key("cancel"), isNamed);
  if (!found) return undefined;
  // A wish that is damaged is a wish all the same.
  const { at, reason } = found.value ?? {};
  return { at: typeof at === "string" ? at : "", ...(typeof reason === "string" ? { reason } : {}) };
}

/** Stores the wish to cancel a stream. */
export async function requestCancel(
  rows: EventRows,
  reason: string | undefined,
  ttlMs: number = KEPT_MS,
): Promise<void> {
  const request: CancelRequest = { at: new Date().toISOString(), reason };
  await rows.store.set(await rows.key("cancel"), { ...request }, { ttlMs });
}

function damaged(error: unknown): undefined {
  if (!(AIError.is(error) && error.code === "STORE_CORRUPT")) throw error;
}
